import type { z } from 'zod'
import { leaveStatuses } from '../organization/organization.js'
import { leaveTypes } from '../presence/leave-types.js'
import type { Table } from './findings.js'
import { avatar, calendar, day, email, externalId, flag, id, location, name, oneOf, zone } from './kinds.js'

interface RosterColumn {
  /** How its values are parsed; absent: the column of a file is made into another one. */
  readonly kind?: z.ZodType
  /** The names that HR tools use for it, best first. Of several in one file the filled one counts, row by row. */
  readonly names?: string
  /** Names that count only in a file without one of `names`, best first: beside one, they mean something else. */
  readonly alone?: string
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

const personNames = `name, full name, employee name, employee, member, person, who, worker, worker name, team member,
  staff member, colleague, last name first name, last first, legal name, mitarbeiter, mitarbeitername, mitarbeiterin, mitarbeitende, mitarbeitender,
  arbeitnehmer, beschäftigter, beschäftigte, wer, kollege, nachname vorname, name vorname, nom complet, nom et prénom, nom prénom,
  prénom nom, salarié, collaborateur, employé, nombre completo, nombre y apellidos, apellidos y nombre, empleado, trabajador,
  naam, volledige naam, naam medewerker, medewerker, werknemer`

const givenNames =
  'first name, given name, forename, first name required, preferred first name, vorname, prénom, nombre, voornaam'
const familyNames = `last name, surname, family name, last name required, nachname, familienname, nom, nom de famille,
  apellidos, apellido, primer apellido, achternaam`

const numberNames = `external id, employee number, employee id, employee no, employee nr, emp id, emp no, personnel number, personnel no,
  payroll id, payroll number, staff id, staff number, worker id, person number, personalnummer, personal nr, pers nr, mitarbeiternummer,
  mitarbeiter nr, mitarbeiter id, matricule, n° matricule, numéro de matricule, numéro employé, número de empleado, número empleado,
  legajo, personeelsnummer, personeelsnr, medewerkernummer`

const emailNames = `email, work email, email address, work email address, company email, business email, employee email, worker email, member email,
  user email, primary email, email work, email address required, email primary work, primary work email, official email, corporate email,
  email id, user principal name, login email, mail, mail address, email adresse, mailadresse,
  dienstliche email, geschäftliche email, email geschäftlich, arbeits email, adresse email, adresse mail,
  email professionnel, adresse email professionnelle, courriel, correo, correo electrónico, email de trabajo, correo de trabajo, emailadres,
  emailadres werk, email werk, zakelijk emailadres`

/** Without a value, a stored leave keeps its status and a new one is approved. */
const status = oneOf(leaveStatuses)
  .nullish()
  .transform((value) => value ?? undefined)

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
      names: personNames,
      alone: 'display name, anzeigename',
      kind: name.optional(),
      tells: true,
    },
    first_name: { names: givenNames, tells: true },
    last_name: { names: familyNames, tells: true },
    team: {
      names: `team, team name, department, department name, abteilung, group, gruppe, squad, équipe, département,
      equipo, departamento, afdeling`,
      alone: 'service',
      kind: name.nullish(),
      tells: true,
    },
    timezone: { names: 'timezone, tz, zeitzone', kind: zone.nullish(), tells: true, quoted: true },
    avatar: { names: 'avatar, avatar url, photo url, image url', kind: avatar.nullish(), tells: true },
    active: { names: 'active, is active, aktiv', kind: flag(true), isFlag: true, tells: true, quoted: true },
    holidays: {
      names: 'holidays, holiday calendar, feiertagskalender',
      kind: calendar.nullish(),
      tells: true,
      quoted: true,
      unexported: true,
    },
    location: {
      names: 'location, standort, work location, office location, arbeitsort, dienstort',
      kind: location.nullish(),
      unexported: true,
    },
    external_id: { names: numberNames, kind: externalId.nullish(), tells: true },
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
      names: `leave type, absence type, time off type, timeoff type, leave category, absence category, time off category,
      policy type, time off policy, kind of leave, kind of absence, type of absence, type of leave, type of time off,
      abwesenheitsart, abwesenheitstyp, abwesenheitskategorie, art der abwesenheit, name der abwesenheitsart, fehlzeitart, fehlzeitenart,
      fehlzeittyp, fehlzeitentyp, art der fehlzeit, fehlzeitenschlüssel, ausfallschlüssel, ausfallart, antragsart, antragstyp, art des antrags,
      urlaubsart, urlaubstyp, art des urlaubs, type d'absence, type d'absences, type de congé, type de congés, nature de l'absence,
      tipo de ausencia, tipo ausencia, tipo de permiso, tipo de vacaciones, verloftype, type verlof, verlofsoort, soort verlof,
      afwezigheidstype, type afwezigheid, soort afwezigheid`,
      alone: `type, policy, category, what, absence, leave, time off, art, typ, kategorie, abwesenheit, fehlzeit, antrag, tipo,
      ausencia, congé, soort, verlof, afwezigheid`,
      kind: oneOf(leaveTypes),
      required: true,
      tells: true,
      quoted: true,
    },
    start_date: {
      names: `start date, start, from, from date, date from, begin, begin date, begins, starts on, first day, leave from, absence from,
      start on, starts, begin on, begins on, anfangsdatum, first day off, first day of leave, first day of absence, leave start, leave start date, absence start,
      absence start date, time off start date, ab, beginnt am, von, vom, beginn, startdatum, anfang, datum von, erster tag,
      beginn der abwesenheit, beginn der fehlzeit, abwesend von, abwesend ab, fehlzeit von, urlaub von, date de début, date début, début, du,
      premier jour, fecha de inicio, fecha inicio, inicio, desde, fecha desde, primer día, begindatum, datum van, van, vanaf, eerste dag, date de début d'absence, date début absence, commence le, empieza el, comienza el`,
      kind: day,
      required: true,
      tells: true,
      quoted: true,
    },
    end_date: {
      names: `end date, end, to, to date, date to, until, ends, ends on, last day, leave to, absence to,
      finish on, finish, finishes, finish date, end on, through, thru, last day off, last day of leave, last day of absence, leave end,
      leave end date, absence end, absence end date, time off end date, endet am, bis einschließlich, bis, ende, enddatum, datum bis, letzter tag,
      ende der abwesenheit, ende der fehlzeit, abwesend bis, fehlzeit bis, urlaub bis, date de fin, date fin, fin, au, jusqu'au, dernier jour,
      fecha de fin, fecha fin, hasta, fecha hasta, último día, einddatum, einde, datum tot, datum tot en met, datum t/m, tot, tot en met, t/m, laatste dag, date de fin d'absence,
      date fin absence, se termine le, termina el, finaliza el`,
      kind: day,
      required: true,
      tells: true,
      quoted: true,
    },
    // A plain "Status" beside a better name is that of the person.
    status: {
      names: `approval status, request status, leave status, absence status, genehmigungsstatus, antragsstatus, antragstatus, approval,
      genehmigung, is approved, statut de la demande, estado de la solicitud`,
      alone: 'status, state, approved, genehmigt, statut, état, estado',
      kind: status,
      quoted: true,
    },
    id: { names: 'id', kind: id, quoted: true },
    name: { names: personNames, alone: 'display name, anzeigename' },
    first_name: { names: givenNames },
    last_name: { names: familyNames },
    external_id: { names: numberNames },
    date: {
      names:
        'date, day, leave date, absence date, date of absence, time off date, day off, datum, tag, kalendertag, jour, fecha, día, dag',
    },
    return_date: {
      names: `return date, date of return, returns, returns on, returning on, back on, back at work, first day back, return to work,
      return to work date, rückkehr, rückkehrdatum, zurück am, wieder da, wieder im büro, date de retour, date de reprise, fecha de regreso,
      fecha de reincorporación`,
    },
    days: {
      names: `days, total days, number of days, no of days, days off, days taken, working days, business days, amount, quantity, duration,
      total, tage, arbeitstage, anzahl tage, anzahl der tage, anzahl arbeitstage, abwesenheitstage, fehltage, anzahl,
      dauer, nombre de jours, nb jours, jours, durée, días, número de días, duración, dagen, aantal dagen, duur`,
      alone: 'requested',
      quoted: true,
    },
    unit: { names: 'unit, units, unit of time, einheit' },
    start_portion: {
      names: `start portion, start date portion, from portion, start half, start period, start session, start type, start time of day, half day start, start half day,
      first day half, half day first day, first day portion, beginn halbtags, halbtags beginn, halber tag erster tag, halber tag beginn,
      halber tag start, erster tag halbtags, erster tag halb, erster tag zweite tageshälfte,
      flag start date, demi journée début, demi journée de début`,
      quoted: true,
    },
    end_portion: {
      names: `end portion, end date portion, to portion, end half, end period, end session, end type, end time of day, half day end, end half day, last day half,
      half day last day, last day portion, ende halbtags, halbtags ende, halber tag letzter tag, halber tag ende, letzter tag halbtags,
      letzter tag halb, letzter tag erste tageshälfte, flag end date, demi journée fin, demi journée de fin`,
      quoted: true,
    },
    portion: {
      names: `portion, half day, half days, half, day part, part of day, day portion, am pm, am or pm, session, time of day, halber tag,
      halbtags, halbtägig, tageshälfte, tagesteil, demi journée, medio día, halve dag, dagdeel`,
      quoted: true,
    },
    reason: {
      names: `reason, why, time off reason, absence reason, leave reason, reason for leave, reason for absence, grund, warum,
      abwesenheitsgrund, grund der abwesenheit, fehlgrund, fehlzeitgrund, fehlzeitengrund, grund der fehlzeit, urlaubsgrund, motif,
      motif de l'absence, motif d'absence, motivo, motivo de la ausencia, reden, reden van afwezigheid, verlofreden`,
      alone: 'note, notes, notiz, bemerkung',
    },
    starts_at_noon: { names: 'starts at noon', kind: flag(false), isFlag: true, quoted: true },
    ends_at_noon: { names: 'ends at noon', kind: flag(false), isFlag: true, quoted: true },
  },
} as const satisfies Record<Table, RosterColumns>

/** The columns that a required one is made of where a file does not have it. */
export const substitutes: Readonly<Record<string, readonly string[]>> = {
  email: ['name', 'last_name', 'external_id', 'id'],
  type: ['reason'],
  start_date: ['date'],
  end_date: ['return_date', 'days', 'date'],
}

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
