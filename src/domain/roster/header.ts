import { columnNames, requiredColumns, tellingColumns } from './columns.js'
import { nameForPeople } from './findings.js'
import { columnByText, columnNear, foldColumn, namingOf, type SheetTable } from './naming.js'

/** One column of the `--map` option. */
export interface MappedColumn {
  /** As typed. */
  readonly name: string
  /** A known column, or null for a column to ignore. */
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
  const column = columnByText(wanted)
  return column === null ? null : { name: name.trim(), column }
}

/** A parsed header row. */
export interface Header {
  readonly table: SheetTable
  /** As they appear in the file. */
  readonly cells: readonly string[]
  /** The column of each cell; null for a cell that is ignored. */
  readonly names: readonly (string | null)[]
  /** Cells that are ignored. */
  readonly ignored: readonly string[]
  /** Required columns that no cell names. Rows are still read, so that all problems are found at once. */
  readonly missing: ReadonlySet<string>
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

/**
 * The table that a header row belongs to. Files about people have start dates, statuses and employment types too, so a
 * single mark of a leave is not enough when the file also describes people; null when nothing decides.
 */
const tableOf = (cells: readonly string[], map: ColumnMap): SheetTable | 'unclear' | null => {
  const marks = leaveMarks.filter((column) => has('leaves', cells, map, column))
  const people = memberMarks.some((column) => has('members', cells, map, column))
  if (marks.length === 3 || (marks.includes('start_date') && marks.includes('end_date'))) return 'leaves'
  if (people) return marks.length === 2 ? 'unclear' : 'members'
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

const noHeader = (cells: readonly string[]): string => {
  const members = columnNames.members.join(',')
  const leaves = columnNames.leaves.join(',')
  return cells.some((cell) => cell.includes('\t'))
    ? 'cells seem to be separated by tabs; save the file with commas or semicolons'
    : `the first row must name the columns, of members (${members}) or of leaves (${leaves})`
}

const missingOf = (table: SheetTable, cells: readonly string[], map: ColumnMap): string[] =>
  requiredColumns[table].filter((column) => !has(table, cells, map, column))

const listed = (list: readonly string[]): string => list.map((name) => `"${name}"`).join(' and ')

const unclear = (cells: readonly string[], map: ColumnMap): string => {
  const found = leaveMarks.filter((column) => has('leaves', cells, map, column))
  const lacks = missingOf('leaves', cells, map)
  return found.length === 0
    ? 'it is unclear whether this file contains members or leaves: a members file needs a column such as "name" or "team", a leaves file "type", "start_date" and "end_date"'
    : `the file looks like leaves (it has ${listed(found)}), but ${listed(lacks)} is missing; if it contains members, ignore those columns with --map "COLUMN=-"`
}

/** A row above the header, such as the title in one cell that many exports have. */
export const isTitle = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length === 1 && !cells.some((cell) => /[@\t]/.test(cell))

/** Parses the header row of a file, or says why it is not one. */
export const readHeader = (
  cells: readonly string[],
  map: ColumnMap,
): Header | { readonly refused: string } => {
  const table = tableOf(cells, map)
  if (table === null) return { refused: noHeader(cells) }
  if (table === 'unclear') return { refused: unclear(cells, map) }
  const choice = choose(table, cells, map)
  const near = cells.flatMap((cell, index) => {
    if (cell === '' || choice.read.has(index) || columnOf(table, cell, map) !== undefined) return []
    const column = columnNear(table, cell)
    return column === null || choice.found.has(column) ? [] : [{ cell, index, column }]
  })
  const names = cells.map((_, index) => choice.read.get(index) ?? null)
  // Read as the column it resembles, so that its cells are checked too.
  for (const { index, column } of near) names[index] = column
  const missing = missingOf(table, cells, map).filter((name) => !names.includes(name))
  const foreign = cells.filter((cell, index) => cell.includes('@') && names[index] === null)
  return {
    table,
    cells,
    names,
    ignored: cells.filter((cell, index) => cell !== '' && names[index] === null && !choice.used.has(index)),
    missing: new Set(missing),
    problems: [
      ...missing.map((name) => `the column "${name}" of ${table} is missing`),
      ...choice.twice.map((name) => `the column "${name}" appears twice`),
      ...near.map(({ cell, column }) => nearMessage(cell, column)),
      ...foreign.map((cell) => `unknown column ${nameForPeople(cell)}; is the header row missing?`),
    ],
  }
}

const nearMessage = (cell: string, column: string): string =>
  `unknown column ${nameForPeople(cell)}: rename it to "${column}", or use --map "${cell}=${column}" (--map "${cell}=-" ignores it)`

/**
 * When several cells name one column, the mapped one wins, then the best known name; two equally good ones are a
 * problem.
 */
const choose = (table: SheetTable, cells: readonly string[], map: ColumnMap) => {
  const read = new Map<number, string>()
  const used = new Set<number>()
  const twice: string[] = []
  const named = cells.map((cell) => columnOf(table, cell, map))
  for (const column of new Set(named)) {
    if (column === undefined || column === null) continue
    const rankOf = (index: number): number =>
      map.has(foldColumn(cells[index]!)) ? -1 : namingOf(table, cells[index]!)!.rank
    const candidates = cells.flatMap((_, index) => (named[index] === column ? [index] : []))
    const ranks = candidates.map(rankOf)
    const best = candidates[ranks.indexOf(Math.min(...ranks))]!
    read.set(best, column)
    if (ranks.filter((rank) => rank === rankOf(best)).length > 1) twice.push(column)
  }
  const found = new Set(read.values())
  const spare = [
    ...(found.has('name') ? ['first_name', 'last_name'] : []),
    ...(found.has('active') ? ['employment'] : []),
  ]
  for (const [index, column] of read)
    if (spare.includes(column)) {
      read.delete(index)
      used.add(index)
    }
  return { read, found, used, twice }
}
