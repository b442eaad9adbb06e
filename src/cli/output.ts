import { showPlainly } from '../domain/organization/name.js'
import { maskFormula } from '../domain/roster/formula.js'
import type { Io } from './io.js'

/** What a command prints, in each form, and whether it failed (exit code 1). */
export interface Printed {
  /** One document, for `--json`. */
  readonly json: unknown
  /** Instead, for people; each text begins a line. Of many rows it is only made when it is printed. */
  readonly text: string | readonly string[] | (() => string)
  /** For people too, on standard error. */
  readonly notes?: readonly string[]
  readonly failed?: boolean
}

/** Prints as JSON, as text, or as CSV with these fields of the rows in JSON. */
export const print = (
  io: Pick<Io, 'out' | 'err' | 'setExitCode'>,
  { json, text, notes = [], failed }: Printed,
  as: 'json' | 'text' | readonly string[],
): void => {
  if (failed) io.setExitCode(1)
  if (as === 'json') return io.out(JSON.stringify(json))
  if (as !== 'text') return io.out(csvOf(as, json as readonly Readonly<Record<string, Cell>>[]))
  for (const lines of [typeof text === 'function' ? text() : text].flat()) io.out(lines)
  for (const note of notes) io.err(note)
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

/** What stands under each heading: a field, or a text made of the row. Nothing is shown as `-`. */
export type Columns<Row> = Readonly<Record<string, keyof Row | ((row: Row) => string | number | null)>>

/**
 * Rows under their headings, with columns as wide as their widest cell and no trailing blanks. Cells may contain text
 * from others (names, callers' addresses), so terminal control characters in them are replaced.
 */
export const inColumns = <Row>(columns: Columns<Row>, rows: readonly Row[]): string => {
  const cellOf = (row: Row, column: Columns<Row>[string]): string =>
    showPlainly(String((typeof column === 'function' ? column(row) : row[column]) ?? '-'))
  const cells = rows.map((row) => Object.values(columns).map((column) => cellOf(row, column)))
  const lines = [Object.keys(columns), ...cells]
  const widths = Object.keys(columns).map((_, index) =>
    lines.reduce((width, line) => Math.max(width, line[index]?.length ?? 0), 0),
  )
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A list: its rows as JSON, and as a table, or `none` when there are no rows. */
export const listed = <Row>(rows: readonly Row[], columns: Columns<Row>, none?: string): Printed => ({
  json: rows,
  text: () => (rows.length === 0 && none !== undefined ? none : inColumns(columns, rows)),
})

/** `2026-11-20 10:30Z`: an instant in UTC to the minute; null for none. */
export const minuteOf = (instant: string | null): string | null =>
  instant && `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z`

/** Who did something, with the name of the member they are, if that is known. */
export const actorText = ({
  who,
  who_name,
}: {
  readonly who: string
  readonly who_name: string | null
}): string => (who_name === null ? who : `${who_name} (${who})`)

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
