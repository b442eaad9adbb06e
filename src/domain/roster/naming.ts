import { editDistance } from '../edit-distance.js'
import { columns } from './columns.js'

/** The tables that a file with a header row can contain. */
export type SheetTable = 'members' | 'leaves'

/** The form in which column names are compared: without case, blanks and punctuation. */
export const foldColumn = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Column names of HR tools that resemble a known name but mean something else. */
const others: ReadonlySet<string> = new Set(
  `region, state, stadt, site, land, role, city, ort, gender, grade, note, notes, phone, title, position, manager,
  office, country, division, company, entity, level, comment, comments, days, hours, amount, unit, units, duration, tags, reason, term,
  standort, vorgesetzter, kommentar, tage, grund, stunden, rolle, street, date, datum, time, zeit, stand, employment status, employee id,
  employee number, employee no, person id, member id, user id, team id, department id, full time, approver, approved, approved by,
  approved on, personal, employer`
    .split(',')
    .map(foldColumn),
)

interface ColumnNaming {
  readonly column: string
  /** 0 is the best name of its column. */
  readonly rank: number
}

const byFold = (table: SheetTable): ReadonlyMap<string, ColumnNaming> =>
  new Map(
    Object.entries<{ readonly names: string }>(columns[table]).flatMap(([column, { names }]) =>
      names.split(',').map((name, rank) => [foldColumn(name), { column, rank }] as const),
    ),
  )

const namings = { members: byFold('members'), leaves: byFold('leaves') }

/** The column of the table that a header cell names. */
export const namingOf = (table: SheetTable, cell: string): ColumnNaming | undefined =>
  namings[table].get(foldColumn(cell))

/** The column that the right-hand side of a `--map` option names; null when there is none. */
export const columnByText = (text: string): string | null =>
  namingOf('members', text)?.column ?? namingOf('leaves', text)?.column ?? null

/** A longer name may differ by up to two edits, one of four or five letters by one, a shorter one not at all. */
const editsAllowed = (name: string): number => (name.length < 4 ? 0 : name.length < 6 ? 1 : 2)

/** The column whose name is a typing error away from a header cell; null when there is none. */
export const columnNear = (table: SheetTable, cell: string): string | null => {
  const typed = foldColumn(cell)
  if (typed.length < 4 || typed.length > 40 || others.has(typed)) return null
  for (const [name, { column }] of namings[table]) {
    const allowed = editsAllowed(name)
    if (allowed > 0 && editDistance(typed, name, allowed) <= allowed) return column
  }
  return null
}
