import { columnNames, requiredColumns, substitutes, tellingColumns } from './columns.js'
import { parseDateFormat, type DateFormat } from './dates.js'
import { nameForPeople } from './findings.js'
import { likeliest } from './likeness.js'
import { columnByText, columnNear, foldColumn, namingOf, type SheetTable } from './naming.js'
import { peel } from './peel.js'

/** One column of the `--map` option. */
export interface MappedColumn {
  /** As typed. */
  readonly name: string
  /** A name of a column, which may be one of several tables: "status". Null: the column is ignored. */
  readonly column: string | null
}

/** Mapped columns by folded name (`foldColumn`). */
export type ColumnMap = ReadonlyMap<string, MappedColumn>

/** `Work Email=email`, or `Salary=-` for a column to ignore; null when the right-hand side is not a known column. */
export const parseMappedColumn = (text: string): MappedColumn | null => {
  const [, name, target] = /^(.+)=([^=]*)$/s.exec(text) ?? []
  if (name === undefined || target === undefined || foldColumn(name) === '') return null
  const wanted = target.trim()
  if (wanted === '' || wanted === '-') return { name: name.trim(), column: null }
  return columnByText(wanted) === null ? null : { name: name.trim(), column: wanted }
}

/** A parsed header row. */
export interface Header {
  readonly table: SheetTable
  /** As they appear in the file. */
  readonly cells: readonly string[]
  /** The column of each cell; null for a cell that is ignored. */
  readonly names: readonly (string | null)[]
  /** Cells that are ignored, that of places included: whether a place means something is known later. */
  readonly ignored: readonly string[]
  /** Required columns that no cell names. Rows are still read, so that all problems are found at once. */
  readonly missing: ReadonlySet<string>
  /** The order of the dates, where the name of their column says it: `Start date (DD/MM/YYYY)`. */
  readonly dateFormat: DateFormat | null
  readonly problems: readonly string[]
}

const { members: memberMarks, leaves: leaveMarks } = tellingColumns

/** The column of the table that a cell names, where `--map` takes precedence. Null: ignored; undefined: unknown. */
const columnOf = (table: SheetTable, cell: string, map: ColumnMap): string | null | undefined => {
  const mapped = map.get(foldColumn(cell))
  if (mapped === undefined) return namingOf(table, cell)?.column
  // A mapping applies to files of both kinds: `email` is a column of both, `team` of members only.
  return mapped.column === null ? null : namingOf(table, mapped.column)?.column
}

const has = (table: SheetTable, cells: readonly string[], map: ColumnMap, column: string): boolean =>
  cells.some((cell) => columnOf(table, cell, map) === column)

/** Whether cells name a column, or one that it can be made of. */
const gives = (table: SheetTable, cells: readonly string[], map: ColumnMap, column: string): boolean =>
  [column, ...(table === 'leaves' ? (substitutes[column] ?? []) : [])].some((one) =>
    has(table, cells, map, one),
  )

/** The positions of the columns that have dates. */
export type Dated = () => readonly number[]

/** Dates that describe a person or a record. */
const personalDates =
  /hire|birth|dob|contract|exit|terminat|join|entry|eintritt|austritt|einstell|geb|vertrag|kundig|prob|anniversar|seniority|tenure|employ|service|login|seen|active|creat|updat|modif|chang|sync|erstellt|geandert|review|visa|permit|effective|befrist|beschaftig|boarding|invit|signed|working/

/** The columns of dates that may be those of leaves. */
const leaveDates = (cells: readonly string[], map: ColumnMap, dated: Dated): readonly string[] =>
  dated().flatMap((index) => {
    const cell = cells[index] ?? ''
    const isOther = columnOf('leaves', cell, map) === null || personalDates.test(foldColumn(cell))
    return cell === '' || isOther ? [] : [cell]
  })

/** A type of leave, or two dates, are never about people, whatever else a file says about them. */
const meansLeaves = (cells: readonly string[], map: ColumnMap, dated: Dated): boolean =>
  cells.some((cell) => columnOf('leaves', cell, map) === 'type' && !namingOf('leaves', cell)?.alone) ||
  leaveDates(cells, map, dated).length >= 2

/**
 * The table that a header row belongs to. Files about people have start dates, statuses and employment types too, so a
 * single mark of a leave is not enough when the file also describes people; null when nothing decides.
 */
const tableOf = (cells: readonly string[], map: ColumnMap, dated: Dated): SheetTable | 'unclear' | null => {
  const marks = leaveMarks.filter((column) => gives('leaves', cells, map, column))
  const people = memberMarks.some((column) => has('members', cells, map, column))
  if (marks.length === 3 || (marks.includes('start_date') && marks.includes('end_date'))) return 'leaves'
  if (people) return marks.length === 2 || meansLeaves(cells, map, dated) ? 'unclear' : 'members'
  if (marks.length > 0) return 'leaves'
  const near = tableNear(cells, map)
  if (near !== null) return near
  return has('leaves', cells, map, 'status') && has('members', cells, map, 'email') ? 'unclear' : null
}

/** The table of a header row whose columns, including the e-mail address, are known or nearly so. */
const tableNear = (cells: readonly string[], map: ColumnMap): SheetTable | null => {
  const nearly = (table: SheetTable, column: string): boolean =>
    cells.some((cell) => (columnOf(table, cell, map) ?? columnNear(table, cell)) === column)
  if (!nearly('members', 'email')) return null
  if (leaveMarks.every((column) => nearly('leaves', column))) return 'leaves'
  return memberMarks.some((column) => nearly('members', column)) ? 'members' : null
}

const noHeader = (): string => {
  const members = columnNames.members.join(',')
  const leaves = columnNames.leaves.join(',')
  return `the first row must name the columns, of members (${members}) or of leaves (${leaves})`
}

const missingOf = (table: SheetTable, cells: readonly string[], map: ColumnMap): string[] =>
  requiredColumns[table].filter((column) => !gives(table, cells, map, column))

const listed = (list: readonly string[]): string => list.map((name) => `"${name}"`).join(' and ')

const unclear = (cells: readonly string[], map: ColumnMap, dated: Dated): string => {
  const marking = new Set(leaveMarks.flatMap((column) => [column, ...(substitutes[column] ?? [])]))
  const marks = cells.filter((cell) => marking.has(columnOf('leaves', cell, map) ?? ''))
  const dates = leaveDates(cells, map, dated)
  const found = [...new Set([...marks, ...dates])]
  const lacks = missingOf('leaves', cells, map)
  const spare = dates.filter((cell) => !marks.includes(cell))
  const lines = lacks.map((column) => {
    const cell = column.endsWith('_date') ? spare.shift() : undefined
    return `--map "${cell ?? 'COLUMN'}=${column}"`
  })
  return found.length === 0
    ? 'it is unclear whether this file contains members or leaves: a members file needs a column such as "name" or "team", a leaves file "type", "start_date" and "end_date"'
    : `the file looks like leaves (it has ${listed(found)}), but ${listed(lacks)} ${lacks.length === 1 ? 'is' : 'are'} missing: use ${lines.join(' ')}; if it contains members, ignore those columns with --map "COLUMN=-"`
}

/** A row above the header, such as the title in one cell that many exports have. */
export const isTitle = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length === 1 && !cells.some((cell) => cell.includes('@'))

/** A plan with a column for each day: `Name, 01.12., 02.12., …` or `Name, 1, 2, 3, …` */
const isDayCell =
  /^(?:\p{L}{2,3}\.?,? )?(?:\d{1,2}|\d{1,2}[./-]\d{1,2}(?:\.|[./-](?:\d\d){0,2})?|\d{4}-\d\d-\d\d|\d{1,2}\.? \p{L}{3,9}\.?)$/u
const gridDays = 5
const grid =
  'has a column for each day; use a row for each leave, with the person, the type, the first and the last day'

const shifts = /\bshifts?\b|schicht|\brota\b|dienstplan/i
const workShifts = (cell: string): string =>
  `looks like work shifts, not leave (it has ${nameForPeople(cell)} and no type of leave): leave the file out, or name the column of types with --map "COLUMN=type"`

/** Parses the header row of a file, or says why it is not one. */
export const readHeader = (
  cells: readonly string[],
  map: ColumnMap,
  dated: Dated,
): Header | { readonly refused: string } => {
  if (cells.filter((cell) => isDayCell.test(cell)).length >= gridDays) return { refused: grid }
  const table = tableOf(cells, map, dated)
  if (table === null) return { refused: noHeader() }
  const shift = cells.find((cell) => shifts.test(cell) && !map.has(foldColumn(cell)))
  if (table !== 'members' && shift !== undefined && !gives('leaves', cells, map, 'type'))
    return { refused: workShifts(shift) }
  if (table === 'unclear') return { refused: unclear(cells, map, dated) }
  const choice = choose(table, cells, map)
  const near = cells.flatMap((cell, index) => {
    if (cell === '' || choice.read.has(index) || columnOf(table, cell, map) !== undefined) return []
    const column = columnNear(table, cell)
    return column === null || choice.found.has(column) ? [] : [{ cell, index, column }]
  })
  const hasType = choice.found.has('type')
  const names = cells.map((_, index) => {
    const name = choice.read.get(index) ?? null
    return name !== 'reason' ? name : hasType ? null : 'type'
  })
  // Read as the column it resembles, so that its cells are checked too.
  for (const { index, column } of near) names[index] = column
  const missing = missingOf(table, cells, map).filter((name) => !names.includes(name))
  const isUnread = (cell: string, index: number): boolean => cell !== '' && names[index] === null
  const unread = cells.filter(isUnread)
  const foreign = cells.filter((cell, index) => cell.includes('@') && names[index] === null)
  return {
    table,
    cells,
    names,
    ignored: cells.filter((cell, index) => names[index] === 'location' || isUnread(cell, index)),
    missing: new Set(missing),
    dateFormat:
      cells.map((cell) => parseDateFormat(peel(cell)?.aside ?? '')).find((one) => one !== null) ?? null,
    problems: [
      ...missing.map(
        (name) =>
          `the column "${name}" of ${table} is missing${wouldDo(table, name)}${proposal(table, name, unread, map)}`,
      ),
      ...near.map(({ cell, column }) => nearMessage(cell, column)),
      ...foreign.map((cell) => `unknown column ${nameForPeople(cell)}; is the header row missing?`),
    ],
  }
}

/** What may stand in place of a missing column. */
const wouldDo = (table: SheetTable, name: string): string =>
  table === 'leaves' && name === 'email' ? ': email, name or employee number would do' : ''

/** The column that may be meant by it, as an option to paste. */
const proposal = (table: SheetTable, name: string, unread: readonly string[], map: ColumnMap): string => {
  const cell = likeliest(
    table,
    name,
    unread.filter((one) => !map.has(foldColumn(one)) && !/["@]/.test(one)),
  )
  return cell === null ? '' : `; perhaps it is --map "${cell}=${name}"`
}

const nearMessage = (cell: string, column: string): string =>
  `unknown column ${nameForPeople(cell)}: rename it to "${column}", or use --map "${cell}=${column}" (--map "${cell}=-" ignores it)`

/** Of several cells for one column the mapped ones are read, else those that need not stand alone, else the best. */
const choose = (table: SheetTable, cells: readonly string[], map: ColumnMap) => {
  const read = new Map<number, string>()
  const named = cells.map((cell) => columnOf(table, cell, map))
  for (const column of new Set(named)) {
    if (column === undefined || column === null) continue
    const candidates = [...cells.keys()].filter((index) => named[index] === column)
    const mapped = candidates.filter((index) => map.has(foldColumn(cells[index]!)))
    const namingAt = (index: number) => namingOf(table, cells[index]!)
    const better = candidates.filter((index) => !namingAt(index)?.alone)
    const ranks = candidates.map((index) => namingAt(index)?.rank ?? 0)
    const best = Math.min(...ranks)
    const chosen = [mapped, better].find((list) => list.length > 0)
    for (const index of chosen ?? candidates.filter((_, at) => ranks[at] === best)) read.set(index, column)
  }
  return { read, found: new Set(read.values()) }
}
