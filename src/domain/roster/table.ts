import type { Sliced } from '../../calendar/slices.js'
import {
  cellValue,
  deniedBy,
  deniedByTitle,
  deniesLeave,
  describePerson,
  differ,
  isFilled,
  isFlag,
  isOfDenied,
  isSame,
  leavingIn,
  unreadStatus,
} from './cells.js'
import { columnNames, requiredColumns } from './columns.js'
import { createDateEvidence, mayBeSlashed, readDate, type DateFormat } from './dates.js'
import type { Findings, Place, Table } from './findings.js'
import { unmaskFormula } from './formula.js'
import type { CellRow, Grid } from './grid.js'
import { findHeader, isFooter, isOfRows } from './header-place.js'
import { isUnreadable, unreadableName } from './unreadable.js'
import { isTitle, readHeader, type ColumnMap, type Header } from './header.js'
import { readMixedHeader, unknownRecord, type MixedHeader, type RowHeader } from './mixed.js'
import { foldColumn, namingOf } from './naming.js'
import { inOrder } from './person-name.js'
import { readStatus } from './types.js'
import type { HalfMeaning, LeaveStatus, StatusMeanings, TypeMeanings } from '../organization/organization.js'
import { echo } from '../organization/name.js'

/** Receives what a reader finds. */
export interface RowSink {
  /** The file mentions this table, even without a row. */
  mention(table: Table): void
  /** The names of a file's columns, those that are ignored, and that of places. */
  meet(columns: readonly string[], ignored: readonly string[], location?: string): void
  /**
   * The values of one row as read, now owned by the sink; a column missing from the file is absent. `missing` are
   * columns already reported as missing, `dates` the order for ambiguous dates.
   */
  take(place: Place, values: Record<string, unknown>, reading?: RowReading): void
}

export interface RowReading {
  readonly missing: ReadonlySet<string>
  /** Cells that have something in place of a value, by their column. */
  readonly unreadable: ReadonlyMap<string, string>
  readonly dates: DateFormat | null
  /** The cell of the header row that names the column of who is active. */
  readonly statusName?: string | undefined
  /** The employment status of a member who has given notice or is on leave. */
  readonly leaving?: string | undefined
}

export interface TableOptions {
  readonly columns: ColumnMap
  readonly dateFormat: DateFormat | null
  /** The organization's own words. */
  readonly types: TypeMeanings
  readonly statuses: StatusMeanings
  /** What half a day means that does not say which half; null: it is asked. */
  readonly halves: HalfMeaning | null
  /** Whether an empty cell clears what is stored. */
  readonly clearEmpty: boolean
  /** Whether leaves are approved although a column that may say otherwise is not read. */
  readonly allApproved: boolean
}

export const plainOptions: TableOptions = {
  columns: new Map(),
  dateFormat: null,
  types: {},
  statuses: {},
  halves: null,
  clearEmpty: false,
  allApproved: false,
}

const mixedMessage =
  'mixes day/month and month/day dates: make them consistent, or use --date-format DD/MM/YYYY or MM/DD/YYYY'

const uuidBegins = /^\W?[0-9a-f]{8}-/i

/** The header row decides its kind. False when rows about people may have been missed. */
export const readTable = function* (
  file: number,
  grid: Grid,
  options: TableOptions,
  findings: Findings,
  sink: RowSink,
  sheet = '',
): Sliced<boolean> {
  const { format } = grid
  const { columns, dateFormat } = options
  let header = null as Header | null
  /** Set when the file has rows of several tables. */
  let mixed = null as MixedHeader | null
  let dates = dateFormat
  /** For each column of leaves without a status, whether it is one of statuses. */
  let unreadStatuses = null as readonly boolean[] | null
  /** The columns that are not read, and are filled where a leave does not count. */
  let denying: readonly number[] = []
  /** The name of the sheet, and what stands above the header. */
  const titles: string[] = [sheet]
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
    const says = (cell: string, index: number): boolean =>
      cell !== '' && !(names[index] === null && isUnreadable(cell))
    if (!cells.some(says) || isFooter(cells)) return
    const place: Place = { file, table, format, number }
    // Programs leave out empty cells at the end of a row. A row that lacks its status may be cut off.
    const isCut = format === 'csv' && names.indexOf('status') >= cells.length
    if (isCut || cells.slice(names.length).some((cell) => cell !== '')) {
      isLost = true
      const message = `has {} cells, but the header row has ${names.length}`
      findings.add(place, null, message, String(cells.length))
      return
    }
    const values: Record<string, unknown> = {}
    const unreadable = new Map<string, string>()
    /** The cell that each value came from. */
    const origins: Record<string, number> = {}
    const clash = (column: string, other: string, index: number): void =>
      findings.add(place, column, differ(header?.cells[origins[other]!] ?? '', header?.cells[index] ?? ''))
    names.forEach((name, index) => {
      const cell = (cells[index] ?? '').trim()
      if (name === null) {
        if (table === 'leaves' && isUnreadStatus(index, cell))
          findings.add(
            place,
            'status',
            unreadStatus(header?.cells[index] ?? '', readStatus(cell, options.statuses) !== null),
            echo(cell) ?? '',
          )
        return
      }
      if (isUnreadable(cell)) return void unreadable.set(name, cell)
      const value = cellValue(name, unmaskFormula(cell))
      const before = values[name] ?? null
      if (before === null) [values[name], origins[name]] = [value, index]
      else if (value !== null && !isSame(name, before, value, options)) clash(name, name, index)
    })
    if (
      table === 'leaves' &&
      (readStatus(String(values['status'] ?? ''), options.statuses) ?? 'approved') === 'approved'
    )
      for (const index of denying)
        if (isFilled((cells[index] ?? '').trim()))
          findings.add(place, 'status', deniedBy(header?.cells[index] ?? ''), echo(cells[index] ?? '') ?? '')
    // Our own lists have whatever people are called, in a column called `name`.
    if (typeof values['name'] === 'string' && header && header.cells[origins['name']!] !== 'name')
      values['name'] = inOrder(values['name'])
    if (table === 'members' && !describePerson(values)) clash('active', 'active', origins['employment']!)
    for (const [name, value] of Object.entries(values))
      if (value === null && isOptional(table, name) && !options.clearEmpty) delete values[name]
    const statusName = header?.cells[names.indexOf('employment')]
    const leaving = table === 'members' ? leavingIn(names, cells) : undefined
    sink.take(place, values, { missing, unreadable, dates, statusName, leaving })
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
    const isSpare =
      whole.names.includes('external_id') || (whole.table === 'leaves' && isOfRows(grid, whole, at))
    if (isSpare) sink.meet([], [whole.cells[at]!])
    const names = whole.names.map((name) => (name !== 'id' ? name : isSpare ? null : 'external_id'))
    return (header = { ...whole, names })
  }

  /** Without a column of statuses, one that is not read may say that a leave is not approved. */
  const isUnreadStatus = (index: number, cell: string): boolean =>
    unreadStatuses !== null &&
    (unreadStatuses[index]
      ? startsWithLetter.test(cell) || isUnreadable(cell)
      : startsWithLetter.test(cell) && !isFlag(cell) && notApproved.has(readStatus(cell, options.statuses)))

  /** The columns that have dates, as far as the first rows after the header show. */
  const datedColumns = (after: number): readonly number[] => {
    const dated: (boolean | undefined)[] = []
    for (const rows of grid.rows(() => undefined)) {
      const below = rows.filter(({ number }) => number > after)
      for (const { cells } of below)
        for (const [index, cell] of cells.entries()) {
          const read = cell.trim() === '' ? undefined : readDate(cell.trim(), dateFormat)
          if (read !== undefined) dated[index] = dated[index] !== false && read !== null && read !== 'serial'
        }
      if (below.length > 0) break
    }
    return [...dated.keys()].filter((index) => dated[index])
  }

  /** Returns false when the rest of the file cannot be read. */
  const takeHeader = ({ number, cells: own }: CellRow): boolean => {
    const cells = found?.cells ?? own
    mixed = readMixedHeader(cells)
    if (mixed) {
      for (const { table } of mixed.values()) sink.mention(table)
      sink.meet(cells, [])
      return true
    }
    for (const cell of cells)
      if (isUnreadable(cell) && !columns.has(foldColumn(cell))) tell(unreadableName(cell), number)
    const read = readHeader(cells, columns, () => datedColumns(number))
    if ('refused' in read) {
      tell(read.refused, number)
      return false
    }
    for (const problem of read.problems) tell(problem, number)
    header = read
    if (read.table === 'leaves' && !read.names.includes('status') && !options.allApproved) {
      unreadStatuses = cells.map((cell) => namingOf('leaves', cell)?.column === 'status')
      const denied = titles.find(isOfDenied)
      if (denied !== undefined) findings.addToFile(file, deniedByTitle, undefined, echo(denied) ?? '', format)
    }
    if (read.table === 'leaves' && !options.allApproved)
      denying = cells.flatMap((cell, index) =>
        read.names[index] === null && !columns.has(foldColumn(cell)) && deniesLeave(cell) ? [index] : [],
      )
    sink.mention(read.table)
    sink.meet(cells, read.ignored, cells[read.names.indexOf('location')])
    return true
  }

  /** Whether `03/04` begins with the day: all dates of the file are examined before the first is read. */
  const settleDates = function* ({ table, names, dateFormat: named }: Header): Sliced<void> {
    if (table !== 'leaves' || dateFormat !== null || !grid.holds(mayBeSlashed)) return
    if (named !== null) {
      dates = named
      return
    }
    const evidence = createDateEvidence()
    const positions = [...names.keys()].filter((index) => dateNames.has(names[index] ?? ''))
    for (const rows of grid.rows(() => undefined)) {
      for (const { cells } of rows)
        for (const position of positions) evidence.see((cells[position] ?? '').trim())
      yield
    }
    const verdict = evidence.verdict()
    if (verdict === 'mixed') tell(mixedMessage)
    else dates = verdict
  }

  /** Null when no row names all that is needed: then the first with more than a title says what is wrong. */
  const found = findHeader(grid, columns)
  const isAbove = (row: CellRow): boolean =>
    found === null ? isBlank(row) || isTitle(row.cells) : row.number < found.last
  for (const rows of grid.rows(lose)) {
    for (const row of rows) {
      if (mixed !== null) takeMixedRow(mixed, row)
      else if (header !== null) takeRow(withoutForeignIds(header, row), row)
      else if (!isAbove(row)) {
        if (!takeHeader(row)) return false
        if (header !== null) yield* settleDates(header)
      } else titles.push(...row.cells.filter((cell) => cell.trim() !== ''))
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

const dateNames: ReadonlySet<string> = new Set(['start_date', 'end_date', 'date', 'return_date'])
const isOptional = (table: Table, name: string): boolean =>
  columnNames[table].includes(name) && !requiredColumns[table].includes(name)

const startsWithLetter = /^\p{L}/u
const notApproved: ReadonlySet<LeaveStatus | null> = new Set(['pending', 'rejected', 'cancelled'])

const isBlank = ({ cells }: CellRow): boolean => cells.every((cell) => cell === '')
