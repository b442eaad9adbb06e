import { editDistance } from '../../language/edit-distance.js'
import { columnNames, columns } from './columns.js'
import { peelColumn } from './peel.js'

/** The tables that a file with a header row can contain. */
export type SheetTable = 'members' | 'leaves'

/** The form in which column names are compared: without case, accents (capitals lose them), blanks and punctuation. */
export const foldColumn = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Column names of HR tools that resemble a known name but mean something else. */
const others: ReadonlySet<string> = new Set(
  `region, state, stadt, site, land, role, city, ort, gender, grade, note, notes, phone, title, position, manager,
  office, country, division, company, entity, level, comment, comments, days, hours, amount, unit, units, duration, tags, reason, term,
  vorgesetzter, kommentar, tage, grund, stunden, rolle, street, date, datum, time, zeit, stand, employment status, employee id,
  employee number, employee no, person id, member id, user id, team id, department id, full time, approver, approved by,
  approved on, personal, employer, salary, salaire, number, equity, device, empleo`
    .split(',')
    .map(foldColumn),
)

interface ColumnNaming {
  readonly column: string
  /** 0 is the best name of its column. */
  readonly rank: number
  /** Whether it counts only in a file without a better name. */
  readonly alone: boolean
}

const byFold = (table: SheetTable): ReadonlyMap<string, ColumnNaming> =>
  new Map(
    Object.entries<{ readonly names: string; readonly alone?: string }>(columns[table]).flatMap(
      ([column, { names, alone }]) =>
        [names, alone].flatMap((list, at) =>
          (list?.split(',') ?? []).map(
            (name, rank) => [foldColumn(name), { column, rank, alone: at === 1 }] as const,
          ),
        ),
    ),
  )

const namings = { members: byFold('members'), leaves: byFold('leaves') }

/** The column of the table that a header cell names; a name with something in brackets is a worse one. */
export const namingOf = (table: SheetTable, cell: string): ColumnNaming | undefined => {
  const exact = namings[table].get(foldColumn(cell))
  const peeled = exact ? null : peelColumn(cell)
  const inside = peeled && namings[table].get(foldColumn(peeled.core))
  return exact ?? (inside ? { ...inside, rank: inside.rank + peeledRank, alone: true } : undefined)
}

const peeledRank = 1_000

/** All names of a column, in the form in which they are compared. */
export const namesOf = (table: SheetTable, column: string): readonly string[] =>
  [...namings[table]].flatMap(([name, naming]) => (naming.column === column ? [name] : []))

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
    // What a leave can do without is not guessed at.
    if (table === 'leaves' && !columnNames.leaves.includes(column)) continue
    const allowed = editsAllowed(name)
    if (allowed > 0 && editDistance(typed, name, allowed) <= allowed) return column
  }
  return null
}
