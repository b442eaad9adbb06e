import { columnNames, type ExportedRow } from './columns.js'
import { foldColumn } from './naming.js'
import type { Table } from './findings.js'

/** The column of each cell in a row; null for a cell that is ignored. */
export interface RowHeader {
  readonly table: Table
  readonly names: readonly (string | null)[]
  readonly missing: ReadonlySet<string>
}

/** The header of each table, by the first word of its rows: `team`, `member`, `leave`. */
export type MixedHeader = ReadonlyMap<string, RowHeader>

/** The first column of a file with rows of all tables, as written by `export`. */
const recordColumn = 'record'

const words = { teams: 'team', members: 'member', leaves: 'leave' } as const satisfies Record<Table, string>

/** The columns of such a file, in order. */
export const mixedColumns: readonly string[] = [
  recordColumn,
  ...new Set([...columnNames.teams, ...columnNames.members, ...columnNames.leaves]),
]

/** Parses the header of a file whose rows name their table; null for any other file. */
export const readMixedHeader = (cells: readonly string[]): MixedHeader | null => {
  const folded = new Map(mixedColumns.map((name) => [foldColumn(name), name]))
  const names = cells.map((cell) => folded.get(foldColumn(cell)))
  if (names[0] !== recordColumn || names.includes(undefined)) return null
  return new Map(
    // The keys of `words` are the tables.
    (Object.entries(words) as [Table, string][]).map(([table, word]) => {
      const known: ReadonlySet<string> = new Set(columnNames[table])
      const own = names.map((name) => (name !== undefined && known.has(name) ? name : null))
      return [word, { table, names: own, missing: new Set<string>() }]
    }),
  )
}

export const unknownRecord = 'must begin with team, member or leave'

/** The cells of one row. */
export const mixedCells = (table: Table, row: ExportedRow): readonly ExportedRow[string][] =>
  mixedColumns.map((name) => (name === recordColumn ? words[table] : (row[name] ?? null)))
