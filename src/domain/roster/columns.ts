import type { z } from 'zod'
import { leaveStatuses } from '../organization/organization.js'
import { leaveTypes } from '../presence/leave-types.js'
import type { Table } from './findings.js'
import { avatar, day, email, flag, id, name, oneOf, place, zone } from './kinds.js'

interface RosterColumn {
  /** How its values are parsed; absent: the column of a file is made into another one. */
  readonly kind?: z.ZodType
  /** The names that HR tools use for it, best first: when a file has two of them, the better one is read. */
  readonly names?: string
  readonly required?: true
  /** Whether a header row with it belongs to this table. */
  readonly tells?: true
  /** Whether people type something for true or false. */
  readonly isFlag?: true
  /** Whether a finding may quote a refused value: days, kinds and places, nothing personal. */
  readonly quoted?: true
  /** Whether `export` leaves it out. */
  readonly unexported?: true
}
export type RosterColumns = Readonly<Record<string, RosterColumn>>

const emailNames = `email, work email, email address, work email address, company email, business email, employee email,
  user email, primary email, email work, email address required, mail, mail address, email adresse, mailadresse,
  dienstliche email, geschäftliche email, arbeits email`

const status = oneOf(leaveStatuses)
  .nullable()
  .transform((value) => value ?? 'approved')
  .optional()

/**
 * The columns of each table: in CSV a column, in JSON a property. `first_name` and `last_name` together make a name;
 * `employment` (a person's status) decides who is active. Teams are columns of JSON only.
 */
export const columns = {
  teams: {
    name: { kind: name, required: true },
    id: { kind: id, quoted: true },
  },
  members: {
    email: { names: emailNames, kind: email, required: true },
    name: {
      names:
        'name, full name, display name, employee name, employee, member, person, mitarbeiter, mitarbeitername, anzeigename',
      kind: name.optional(),
      tells: true,
    },
    first_name: { names: 'first name, given name, forename, first name required, vorname', tells: true },
    last_name: {
      names: 'last name, surname, family name, last name required, nachname, familienname',
      tells: true,
    },
    team: {
      names: 'team, team name, department, department name, abteilung, group, gruppe, squad',
      kind: name.nullish(),
      tells: true,
    },
    timezone: { names: 'timezone, tz, zeitzone', kind: zone.nullish(), tells: true, quoted: true },
    avatar: { names: 'avatar, avatar url, photo url, image url', kind: avatar.nullish(), tells: true },
    active: { names: 'active, is active, aktiv', kind: flag(true), isFlag: true, tells: true, quoted: true },
    holidays: {
      names: 'holidays, holiday calendar, location',
      kind: place.nullish(),
      quoted: true,
      unexported: true,
    },
    employment: {
      names: `status, employee status, account status, user status, status read only, lifecycle status,
      mitarbeiterstatus`,
      quoted: true,
    },
    id: { names: 'id', kind: id, quoted: true },
  },
  leaves: {
    email: { names: emailNames, kind: email, required: true },
    type: {
      names: `type, leave type, absence type, time off type, timeoff type, leave category, absence category, time off category,
      policy type, policy, time off policy, category, abwesenheitsart, abwesenheitstyp, urlaubsart, art, typ, kategorie`,
      kind: oneOf(leaveTypes),
      required: true,
      tells: true,
      quoted: true,
    },
    start_date: {
      names: `start date, start, from, from date, date from, begin, begin date, begins, starts on, first day, leave from, absence from,
      von, vom, beginn, startdatum, anfang, datum von, erster tag`,
      kind: day,
      required: true,
      tells: true,
      quoted: true,
    },
    end_date: {
      names: `end date, end, to, to date, date to, until, ends, ends on, last day, leave to, absence to,
      bis, ende, enddatum, datum bis, letzter tag`,
      kind: day,
      required: true,
      tells: true,
      quoted: true,
    },
    // A plain "Status" beside a better name is that of the person.
    status: {
      names: `approval status, request status, leave status, absence status, genehmigungsstatus, antragsstatus, approval, genehmigung,
      status, state`,
      kind: status,
      quoted: true,
    },
    id: { names: 'id', kind: id, quoted: true },
    starts_at_noon: { names: 'starts at noon', kind: flag(false), isFlag: true, quoted: true },
    ends_at_noon: { names: 'ends at noon', kind: flag(false), isFlag: true, quoted: true },
  },
} as const satisfies Record<Table, RosterColumns>

const marked = (mark: keyof RosterColumn): Readonly<Record<Table, readonly string[]>> => {
  const of = (table: Table): readonly string[] =>
    Object.entries<RosterColumn>(columns[table]).flatMap(([name, column]) => (column[mark] ? [name] : []))
  return { teams: of('teams'), members: of('members'), leaves: of('leaves') }
}

/** The fields of a row of each table. */
export const columnNames = marked('kind')
export const requiredColumns = marked('required')
export const tellingColumns = marked('tells')
export const flagColumns: ReadonlySet<string> = new Set(Object.values(marked('isFlag')).flat())
export const quotedColumns: ReadonlySet<string> = new Set(Object.values(marked('quoted')).flat())

type ExportedValue = string | boolean | null
export type ExportedRow = Readonly<Record<string, ExportedValue>>

/** The row that `export` writes: the fields of a record that files have, its id first. */
export const exportedRow = (
  table: Table,
  record: Readonly<Record<string, ExportedValue | undefined>>,
): ExportedRow => {
  const unexported = marked('unexported')[table]
  const names = columnNames[table].filter((name) => !unexported.includes(name))
  return Object.fromEntries(['id', ...names].map((name) => [name, record[name] ?? null]))
}
