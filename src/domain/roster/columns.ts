import { editDistance } from '../edit-distance.js'
import type { Table } from './findings.js'

/** The fields of a row of each table: a column in CSV, a property in JSON. */
export const columns = {
  teams: ['name', 'id'],
  members: ['email', 'name', 'team', 'timezone', 'avatar', 'active', 'holidays', 'id'],
  leaves: ['email', 'type', 'start_date', 'end_date', 'status', 'id', 'starts_at_noon', 'ends_at_noon'],
} as const satisfies Record<Table, readonly string[]>

export const requiredColumns = {
  teams: ['name'],
  members: ['email'],
  leaves: ['email', 'type', 'start_date', 'end_date'],
} as const satisfies Record<Table, readonly string[]>

/** Columns in which people type something for true or false. */
export const booleanColumns: ReadonlySet<string> = new Set(['active', 'starts_at_noon', 'ends_at_noon'])

/** Columns whose refused values a finding may quote: they contain days, kinds and places, nothing personal. */
export const echoedColumns: ReadonlySet<string> = new Set([
  ...['type', 'status', 'start_date', 'end_date', 'starts_at_noon', 'ends_at_noon'],
  ...['timezone', 'active', 'holidays', 'id', 'employment'],
])

/** The tables that a file with a header row can contain. */
export type SheetTable = 'members' | 'leaves'

/** The form in which column names are compared: without case, blanks and punctuation. */
export const foldColumn = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const emailNames = `email, work email, email address, work email address, company email, business email, employee email,
  user email, primary email, email work, email address required, mail, mail address, email adresse, mailadresse,
  dienstliche email, geschäftliche email, arbeits email`

/**
 * The names that HR tools use for each column, best first: when a file has two of them, the better one is read.
 * `first_name` and `last_name` together make a name; `employment` (a person's status) decides who is active.
 */
const names: Readonly<Record<SheetTable, Readonly<Record<string, string>>>> = {
  members: {
    email: emailNames,
    name: 'name, full name, display name, employee name, employee, member, person, mitarbeiter, mitarbeitername, anzeigename',
    first_name: 'first name, given name, forename, first name required, vorname',
    last_name: 'last name, surname, family name, last name required, nachname, familienname',
    team: 'team, team name, department, department name, abteilung, group, gruppe, squad',
    timezone: 'timezone, tz, zeitzone',
    avatar: 'avatar, avatar url, photo url, image url',
    active: 'active, is active, aktiv',
    holidays: 'holidays, holiday calendar, location',
    employment: `status, employee status, account status, user status, status read only, lifecycle status,
      mitarbeiterstatus`,
    id: 'id',
  },
  leaves: {
    email: emailNames,
    type: `type, leave type, absence type, time off type, timeoff type, leave category, absence category, time off category,
      policy type, policy, time off policy, category, abwesenheitsart, abwesenheitstyp, urlaubsart, art, typ, kategorie`,
    start_date: `start date, start, from, from date, date from, begin, begin date, begins, starts on, first day, leave from, absence from,
      von, vom, beginn, startdatum, anfang, datum von, erster tag`,
    end_date: `end date, end, to, to date, date to, until, ends, ends on, last day, leave to, absence to,
      bis, ende, enddatum, datum bis, letzter tag`,
    // A plain "Status" beside a better name is that of the person.
    status: `approval status, request status, leave status, absence status, genehmigungsstatus, antragsstatus, approval, genehmigung,
      status, state`,
    id: 'id',
    starts_at_noon: 'starts at noon',
    ends_at_noon: 'ends at noon',
  },
}

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
    Object.entries(names[table]).flatMap(([column, list]) =>
      list.split(',').map((name, rank) => [foldColumn(name), { column, rank }] as const),
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
