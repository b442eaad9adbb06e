import { keyOf } from '../sources/tokens.js'
import type { ImportedType, LeaveStatus, StatusMeanings, TypeMeanings } from '../organization/organization.js'

/** The form in which words of HR tools are compared: without case, blanks and punctuation. */
export const foldWord = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const typeWords: Readonly<Record<ImportedType, string>> = {
  holiday: `holiday, holidays, vacation, vacations, vacation day, vacation days, paid vacation, pto, paid time off,
    time off, annual leave, annual, annual holiday, earned leave, earned, privilege leave, casual leave, casual, paid leave, paid holiday, urlaub, jahresurlaub, erholungsurlaub,
    bezahlter urlaub, resturlaub, urlaubstag, betriebsurlaub, betriebsferien, brückentag, ferien, congé, congé payé, congés payés, congés, congé annuel, congés annuels, vacances, rtt, vacaciones,
    ferie, férias, vakantie, vakantiedag, vakantiedagen, vakantieverlof`,
  sick: `sick, sick leave, sick day, sick days, sickness, sickness absence, illness, ill, medical leave,
    medical, sick child, child sick, krank, krankheit, krankheitstag, krankheitstage, krankmeldung, krankgeschrieben, krankgemeldet, malattia,
    arbeitsunfähigkeit, arbeitsunfähig, kind krank, kinderkrankentag, maladie, arrêt maladie, congé maladie, arrêt de travail, enfermedad, baja médica,
    baja por enfermedad, incapacidad temporal, ziek, ziekte, ziekmelding, ziekteverlof`,
  personal: `personal, personal leave, personal day, personal time, parental, parental leave, maternity,
    maternity leave, paternity, paternity leave, adoption leave, family leave, carers leave, caregiver leave, unpaid,
    unpaid leave, unpaid time off, compassionate, compassionate leave, bereavement, bereavement leave, funeral, jury duty,
    special leave, study leave, educational leave, volunteering, volunteer, civic duty, military leave, time off in lieu, in lieu time, toil, comp time, comp/in lieu time, loss of pay, loss of pay leave, lop, leave without pay, lwp,
    compensatory time, compensatory off, comp off, compoff, other, other leave, miscellaneous, elternzeit, mutterschutz, unbezahlt, unbezahlter urlaub, sonderurlaub,
    bildungsurlaub, fortbildung, weiterbildung, freistellung, pflegezeit, überstundenabbau, überstundenausgleich, freizeitausgleich, gleitzeit, sonstiges,
    sonstige, congé parental, congé maternité, congé paternité, congé sans solde, événement familial, récupération, permiso, asuntos propios,
    maternidad, paternidad, permiso no retribuido, bijzonder verlof, ouderschapsverlof, zwangerschapsverlof, zorgverlof, onbetaald verlof`,
  bank_holiday: `bank holiday, bank holidays, public holiday, public holidays, statutory holiday, national holiday,
    company holiday, company holidays, feiertag, feiertage, gesetzlicher feiertag, jour férié, festivo, feestdag`,
  skip: `wfh, work from home, working from home, home office, homeoffice, home working, remote, remote work,
    working remotely, work remotely, telework, telecommuting, business trip, business travel, work travel, work trip, dienstreise,
    geschäftsreise, mobiles arbeiten, mobile arbeit, mobile work, workation, telearbeit, télétravail, déplacement professionnel, teletrabajo,
    viaje de trabajo, thuiswerken, zakenreis`,
}

const statusWords: Readonly<Record<LeaveStatus, string>> = {
  approved: `approved, auto approved, accepted, confirmed, granted, taken, yes, true, genehmigt, bestätigt, angenommen,
    bewilligt, ja, wahr, approuvé, approuvée, validé, validée, accepté, acceptée, oui, aprobado, aprobada, aceptado, aceptada, sí,
    goedgekeurd, akkoord`,
  pending: `pending, tentative, unconfirmed, unapproved, to be confirmed, tbc, draft, to approve, second approval, waiting, requested, submitted, pending approval, awaiting approval, waiting for approval, in review, open, no, false,
    beantragt, angefragt, ausstehend, offen, in prüfung, nein, falsch, en attente, en attente de validation, en attente d’approbation, à valider, non, pendiente, solicitado, solicitada, aangevraagd, ingediend,
    in behandeling, nee`,
  rejected: `rejected, not granted, not approved, declined, denied, refused, disapproved, abgelehnt, refusé, refusée, rejeté, rejetée, rechazado, rechazada,
    denegado, denegada, afgekeurd, afgewezen, geweigerd`,
  cancelled: `cancelled, canceled, void, voided, recalled, lapsed, expired, encashed, allocation, deleted, cancellation, withdrawn, revoked, storniert, gestrichen, entfällt, zurückgezogen, abgesagt, superseded, annulé, annulée, annullato, annullata, cancelado, cancelada, anulado,
    anulada, geannuleerd, ingetrokken`,
}

const employmentWords: Readonly<Record<'active' | 'inactive', string>> = {
  active: `active, employed, hired, current, onboarding, probation, enabled, invited, aktiv, beschäftigt,
    probezeit`,
  inactive: `inactive, terminated, former, left, leaver, suspended, archived, deactivated, disabled, deleted,
    offboarded, inaktiv, ausgeschieden, ehemalig`,
}

/** Notice was given: they usually still work until a day that the file need not tell. */
const leavingWords = `gekündigt, kündigung eingereicht, in kündigung, notice given, on notice, in notice period, notice period,
  resigned, leaving`

/** They are employed, but away: the file does not say for which days. */
const onLeaveWords = `on leave, leave, loa, leave of absence, on leave of absence, garden leave, sabbatical, on sabbatical, parental leave,
  on parental leave, maternity leave, on maternity leave, paternity leave, on paternity leave, beurlaubt, freigestellt, sabbatjahr, elternzeit,
  in elternzeit, mutterschutz, in mutterschutz, en congé, congé parental, congé maternité, de baja, met verlof`

const byWord = <T extends string>(words: Readonly<Record<T, string>>): ReadonlyMap<string, T> =>
  new Map(
    (Object.keys(words) as T[]).flatMap((meaning) =>
      [meaning, ...words[meaning].split(',')].map((word) => [foldWord(word), meaning] as const),
    ),
  )

const types = byWord(typeWords)
const statuses = byWord(statusWords)
const employment = byWord(employmentWords)
const leaving: ReadonlySet<string> = new Set(leavingWords.split(',').map(foldWord))
const onLeave: ReadonlySet<string> = new Set(onLeaveWords.split(',').map(foldWord))

/** In a title, which is no column of kinds, these alone are about anything: "Casual Friday". */
const vague: ReadonlySet<string> = new Set([
  'annual',
  'casual',
  'earned',
  'other',
  'miscellaneous',
  'sonstige',
  'sonstiges',
])

/** The same by words of plain letters without blanks, as titles of events are read: `congespayes`. */
const plainOf = <T>(byWords: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  new Map([...byWords].map(([word, meaning]) => [keyOf(word).replaceAll(' ', ''), meaning]))
export const plainTypes = plainOf(new Map([...types].filter(([word]) => !vague.has(word))))
export const plainStatuses = plainOf(statuses)

/** "Krankheit ohne AU", "Krankmeldung mit Attest", "Congés payés N-1": many are a tool's own. */
const beginnings: readonly (readonly [string, ImportedType])[] = [
  ['krank', 'sick'],
  ['congéspayés', 'holiday'],
  ['congépayé', 'holiday'],
]

/** Null for a word without a known meaning. */
export const readType = (text: string, own: TypeMeanings): ImportedType | null => {
  const word = foldWord(text)
  return (
    (Object.hasOwn(own, word) ? own[word] : types.get(word)) ??
    beginnings.find(([beginning]) => word.startsWith(beginning))?.[1] ??
    null
  )
}

export const readStatus = (text: string, own: StatusMeanings = {}): LeaveStatus | null => {
  const word = foldWord(text)
  return (Object.hasOwn(own, word) ? own[word] : statuses.get(word)) ?? null
}

/** Whether a person with this employment status is active; null for an unknown word. */
export const readEmployment = (text: string): boolean | null => {
  const word = foldWord(text)
  const found = leaving.has(word) || onLeave.has(word) ? 'active' : employment.get(word)
  return found === undefined ? null : found === 'active'
}

/** Whether a person with this employment status has given or been given notice; `readEmployment` counts them as active. */
export const isLeaving = (text: string): boolean => leaving.has(foldWord(text))

/** Whether somebody with this employment status is on leave; `readEmployment` counts them as active, too. */
export const isOnLeave = (text: string): boolean => onLeave.has(foldWord(text))

/** `Sabbatical=personal`: the folded word and its meaning, or null. */
const createMeaningParser =
  <T>(read: (text: string) => T | null) =>
  (text: string): readonly [word: string, meaning: T] | null => {
    const [, word, meant] = /^(.+)=\s*([\w -]+?)\s*$/s.exec(text) ?? []
    const meaning = meant === undefined ? null : read(meant)
    return word === undefined || meaning === null || foldWord(word) === '' ? null : [foldWord(word), meaning]
  }

export const parseTypeMeaning = createMeaningParser((text) => readType(text, {}))
export const parseStatusMeaning = createMeaningParser((text) => readStatus(text))
