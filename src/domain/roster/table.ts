import type { Sliced } from '../slices.js'
import { flagColumns } from './columns.js'
import { createDateEvidence, mayBeSlashed, type DateFormat } from './dates.js'
import type { Findings, Format, Place, Table } from './findings.js'
import { unmaskFormula } from './formula.js'
import { isTitle, readHeader, type ColumnMap, type Header } from './header.js'
import { readMixedHeader, unknownRecord, type MixedHeader, type RowHeader } from './mixed.js'
import { isLeaving, readEmployment } from './types.js'

/** Receives what a reader finds. */
export interface RowSink {
  /** The file mentions this table, even without a row. */
  mention(table: Table): void
  /** The names of a file's columns, and those that are ignored. */
  meet(columns: readonly string[], ignored: readonly string[]): void
  /**
   * The values of one row as read, now owned by the sink; a column missing from the file is absent. `missing` are
   * columns already reported as missing, `dates` the order for ambiguous dates.
   */
  take(place: Place, values: Record<string, unknown>, reading?: RowReading): void
}

export interface RowReading {
  readonly missing: ReadonlySet<string>
  readonly dates: DateFormat | null
  /** The cell of the header row that names the column of who is active. */
  readonly statusName?: string | undefined
  /** The employment status of a member who has given notice. */
  readonly leaving?: string | undefined
}

/** One row of cells and its position: its line, or its row in a sheet (counted from 1). */
export interface CellRow {
  readonly cells: readonly string[]
  readonly number: number
}

/** A file of rows and cells; it can be iterated more than once. */
export interface Grid {
  readonly format: Exclude<Format, 'json'>
  rows(report: (message: string, number: number) => void): Iterable<readonly CellRow[]>
  /** Whether the text may contain what `found` looks for; true when finding out would be slow. */
  holds(found: (text: string) => boolean): boolean
}

export interface TableOptions {
  readonly columns: ColumnMap
  readonly dateFormat: DateFormat | null
}

const mixedMessage =
  'mixes day/month and month/day dates: make them consistent, or use --date-format DD/MM/YYYY or MM/DD/YYYY'

const uuidBegins = /^\W?[0-9a-f]{8}-/i

/**
 * Reads one file of rows; the header row decides its kind. Returns false when rows about people may have been missed
 * because they could not be parsed.
 */
export const readTable = function* (
  file: number,
  grid: Grid,
  { columns, dateFormat }: TableOptions,
  findings: Findings,
  sink: RowSink,
): Sliced<boolean> {
  const { format } = grid
  let header = null as Header | null
  /** Set when the file has rows of several tables. */
  let mixed = null as MixedHeader | null
  let dates = dateFormat
  /** A row could not be parsed, so its content is unknown. */
  let isLost = false
  /** Whether it has been decided if the file's ids are ours. */
  let isIdJudged = false

  /** Reports a problem with a row that belongs to no table. */
  const tell = (message: string, number?: number): void =>
    findings.addToFile(file, message, number, undefined, format)

  const lose = (message: string, number?: number): void => {
    isLost = true
    tell(message, number)
  }

  const takeRow = ({ table, names, missing }: RowHeader, { cells, number }: CellRow): void => {
    if (cells.every((cell) => cell === '')) return
    const place: Place = { file, table, format, number }
    const isShort = format === 'csv' && cells.length < names.length
    if (isShort || cells.slice(names.length).some((cell) => cell !== '')) {
      isLost = true
      const message = `has {} cells, but the header row has ${names.length}`
      findings.add(place, null, message, String(cells.length))
      return
    }
    const values: Record<string, unknown> = {}
    names.forEach((name, index) => {
      if (name !== null) values[name] = cellValue(name, unmaskFormula((cells[index] ?? '').trim()))
    })
    if (table === 'members') describePerson(values)
    const statusName = header?.cells[names.indexOf('employment')]
    const leaving = table === 'members' ? leavingIn(names, cells) : undefined
    sink.take(place, values, { missing, dates, statusName, leaving })
  }

  const takeMixedRow = (headers: MixedHeader, row: CellRow): void => {
    const own = headers.get((row.cells[0] ?? '').trim().toLowerCase())
    if (own) return takeRow(own, row)
    if (!isBlank(row)) lose(unknownRecord, row.number)
  }

  /** The first row decides: HR tools also put numbers of rows or people into columns named `ID`. */
  const withoutForeignIds = (whole: Header, { cells }: CellRow): Header => {
    const at = whole.names.indexOf('id')
    const id = cells[at]?.trim() ?? ''
    if (isIdJudged || at === -1 || id === '') return whole
    isIdJudged = true
    if (uuidBegins.test(id)) return whole
    sink.meet([], [whole.cells[at]!])
    const names = whole.names.map((name) => (name === 'id' ? null : name))
    return (header = { ...whole, names })
  }

  /** Returns false when the rest of the file cannot be read. */
  const takeHeader = ({ cells, number }: CellRow): boolean => {
    mixed = readMixedHeader(cells)
    if (mixed) {
      for (const { table } of mixed.values()) sink.mention(table)
      sink.meet(cells, [])
      return true
    }
    const read = readHeader(cells, columns)
    if ('refused' in read) {
      tell(read.refused, number)
      return false
    }
    for (const problem of read.problems) tell(problem, number)
    header = read
    sink.mention(read.table)
    sink.meet(cells, read.ignored)
    return true
  }

  /** Whether `03/04` begins with the day: all dates of the file are examined before the first is read. */
  const settleDates = function* ({ table, names }: Header): Sliced<void> {
    if (table !== 'leaves' || dateFormat !== null || !grid.holds(mayBeSlashed)) return
    const evidence = createDateEvidence()
    const positions = [names.indexOf('start_date'), names.indexOf('end_date')]
    for (const rows of grid.rows(() => undefined)) {
      for (const { cells } of rows)
        for (const position of positions) evidence.see((cells[position] ?? '').trim())
      yield
    }
    const verdict = evidence.verdict()
    if (verdict === 'mixed') tell(mixedMessage)
    else dates = verdict
  }

  for (const rows of grid.rows(lose)) {
    for (const row of rows) {
      if (mixed !== null) takeMixedRow(mixed, row)
      else if (header !== null) takeRow(withoutForeignIds(header, row), row)
      else if (!isBlank(row) && !isTitle(row.cells)) {
        if (!takeHeader(row)) return false
        if (header !== null) yield* settleDates(header)
      }
    }
    yield
  }
  if (header === null && mixed === null && !isLost) lose(emptyMessage(grid))
  return header?.table === 'leaves' || !isLost
}

/** A file that contains only titles has no header row and no data. */
const emptyMessage = (grid: Grid): string => {
  for (const rows of grid.rows(() => undefined))
    if (rows.some((row) => !isBlank(row))) return 'has no header row with the columns of members or leaves'
  return 'is empty'
}

const isBlank = ({ cells }: CellRow): boolean => cells.every((cell) => cell === '')

const leavingIn = (names: RowHeader['names'], cells: readonly string[]): string | undefined => {
  const index = names.findIndex(
    (name, at) => (name === 'employment' || name === 'active') && isLeaving(cells[at] ?? ''),
  )
  return index === -1 ? undefined : cells[index]?.trim()
}

const truth = new Map<string, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['ja', true],
  ['wahr', true],
  ['false', false],
  ['no', false],
  ['0', false],
  ['nein', false],
  ['falsch', false],
])

const cellValue = (column: string, cell: string): unknown => {
  if (cell === '') return null
  if (column === 'active') return truth.get(cell.toLowerCase()) ?? readEmployment(cell) ?? cell
  return flagColumns.has(column) ? (truth.get(cell.toLowerCase()) ?? cell) : cell
}

/** First and last name make the name, and the employment status decides who is active. */
const describePerson = (values: Record<string, unknown>): void => {
  const { first_name, last_name, employment } = values
  if (first_name !== undefined || last_name !== undefined) {
    values['name'] = [first_name, last_name].filter((part) => typeof part === 'string').join(' ') || null
    delete values['first_name']
    delete values['last_name']
  }
  if (typeof employment === 'string') {
    const active = readEmployment(employment)
    if (active === null) return
    values['active'] = active
  }
  delete values['employment']
}
