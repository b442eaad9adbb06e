import { maskFormula } from '../domain/roster/formula.js'
import type { Io } from './io.js'
import { anyId, inColumns, type Columns, type LaidOut } from './table.js'

/** Text for people; a layout is asked of it when it is printed, and what it then says is safe for a terminal. */
type PrintedText = string | LaidOut

/** What a command prints, in each form, and whether it failed (exit code 1). */
export interface Printed {
  /** One document, for `--json`. */
  readonly json: unknown
  /** Instead, for people; each text begins a line. */
  readonly text: PrintedText | readonly PrintedText[]
  /** For people too, on standard error. */
  readonly notes?: readonly PrintedText[]
  readonly failed?: boolean
}

const plain = (_: unknown, text: string): string => text

/** Prints as JSON, as text (in full if it is `wide`), or as CSV with these fields of the rows in JSON. */
export const print = (
  io: Pick<Io, 'out' | 'err' | 'setExitCode' | 'width' | 'paint'>,
  { json, text, notes = [], failed }: Printed,
  as: 'json' | 'text' | 'wide' | readonly string[],
): void => {
  if (failed) io.setExitCode(1)
  if (as === 'json') return io.out(JSON.stringify(json))
  if (as !== 'text' && as !== 'wide')
    return io.out(csvOf(as, json as readonly Readonly<Record<string, Cell>>[]))
  const layout = { width: io.width, wide: as === 'wide' }
  for (const one of [text].flat()) {
    if (typeof one === 'string') io.out(one)
    else io.out(one({ ...layout, paint: io.paint }), 'painted')
  }
  for (const note of notes) io.err(typeof note === 'string' ? note : note({ ...layout, paint: plain }))
}

type Cell = string | number | boolean | null

/** Quotes a cell that contains a comma, a quote or a line break; no cell is a formula. */
const csvCell = (value: Cell): string => {
  const text = value === null ? '' : maskFormula(String(value))
  return /[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of a CSV file. */
export const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',')

const csvOf = (fields: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string =>
  [fields, ...rows.map((row) => fields.map((field) => row[field] ?? null))].map(csvLine).join('\n')

/** `{"id", "name"}`: how help shows the fields of an object. */
export const shapeOf = (fields: readonly string[]): string =>
  `{${fields.map((field) => `"${field}"`).join(', ')}}`

/** A list: its rows as JSON, and as a table, or `none` when there are no rows. */
export const listed = <Row>(rows: readonly Row[], columns: Columns<Row>, none?: string): Printed => ({
  json: rows,
  text: rows.length === 0 && none !== undefined ? none : inColumns(columns, rows),
})

interface Logged {
  readonly at: string
  readonly what: string
  readonly who: string
  readonly who_name: string | null
  readonly from: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

/** Of a log of changes to what `about` names, under its heading; details may hold ids of what has a name, and do not name it again. */
export const logColumns = <Row extends Logged>(
  [heading, about]: readonly [string, (row: Row) => string | null],
  nameOf: (id: string) => string | null,
): Columns<Row> => ({
  WHEN: 'at',
  WHAT: 'what',
  WHO: ({ who, who_name }) => who_name ?? who,
  ACCOUNT: { value: 'who', drop: 'always' },
  FROM: { value: 'from', drop: 1 },
  [heading]: about,
  '': {
    value: (row) =>
      Object.entries(row.detail)
        .filter(([, value]) => value !== null && value !== about(row))
        .map(([name, value]) => `${name}: ${String(value).replaceAll(anyId, (id) => nameOf(id) ?? id)}`)
        .join(', '),
    below: true,
  },
})

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** "4 members added, 1 changed, 40 unchanged"; what did not happen is left out, and nothing at all is the empty text. */
export const changesText = (
  noun: string,
  { added, changed, removed, same }: Readonly<Record<'added' | 'changed' | 'removed' | 'same', number>>,
  removedWord = 'removed',
): string =>
  [
    [added, 'added'] as const,
    [changed, 'changed'] as const,
    [removed, removedWord] as const,
    [same, 'unchanged'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, outcome], index) =>
      index === 0 ? `${counted(count, noun)} ${outcome}` : `${count.toLocaleString('en')} ${outcome}`,
    )
    .join(', ')
