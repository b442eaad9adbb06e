import type { Table } from './findings.js'

/** What a row of each table may hold, by its column in a CSV file or its property in JSON. */
export const columns = {
  teams: ['name', 'id'],
  members: ['email', 'name', 'team', 'timezone', 'avatar', 'active', 'id'],
  leaves: ['email', 'type', 'start_date', 'end_date', 'status', 'id', 'starts_at_noon', 'ends_at_noon'],
} as const satisfies Record<Table, readonly string[]>

export const requiredColumns = {
  teams: ['name'],
  members: ['email'],
  leaves: ['email', 'type', 'start_date', 'end_date'],
} as const satisfies Record<Table, readonly string[]>

/** Cells that a person types for true and false. */
export const booleanColumns: ReadonlySet<string> = new Set(['active', 'starts_at_noon', 'ends_at_noon'])

/** Whose refused values a finding may repeat: they name days, kinds and places, not people. */
export const echoedColumns: ReadonlySet<string> = new Set([
  ...['type', 'status', 'start_date', 'end_date', 'starts_at_noon', 'ends_at_noon'],
  ...['timezone', 'active', 'id'],
])

const fold = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '')

const byFold = new Map<string, string>(
  [...columns.members, ...columns.leaves].map((name) => [fold(name), name]),
)

/** The column that a header cell names: `Start Date` and `START-DATE` are `start_date`. Null for an unknown one. */
export const columnNamed = (cell: string): string | null => byFold.get(fold(cell)) ?? null

const onlyInLeaves = columns.leaves.filter((name) => name !== 'email' && name !== 'id')
const onlyInMembers = columns.members.filter((name) => name !== 'email' && name !== 'id')

/** Which table a header row belongs to, or null. A leave's file may not also describe people. */
export const tableOf = (header: readonly (string | null)[]): 'members' | 'leaves' | null => {
  if (onlyInLeaves.some((name) => header.includes(name))) return 'leaves'
  return onlyInMembers.some((name) => header.includes(name)) ? 'members' : null
}
