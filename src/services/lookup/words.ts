import { parseAsk } from '../../language/ask.js'
import type { AskCalendar, AskPerson, AskTeam } from '../../language/context.js'
import type { Asks } from '../../language/words/sentences.js'
import type { AskQuery, Correction } from '../../language/query.js'
import { sectionsOf, type AskSection } from '../../domain/ask/question.js'
import { nameBookOf, type NameBook } from '../../language/who/book.js'
import { personNamed, teamNamed } from '../../language/who/look-up.js'
import { nearestNames } from '../../language/who/nearest.js'
import type { Day } from '../../calendar/day.js'
import type { Member, Organization } from '../../domain/organization/organization.js'
import type { Reasons } from '../../domain/presence/reasons.js'
import { maxRangeDays } from '../../calendar/period.js'
import type { LookedUpDays, LookupReader } from '../../domain/reply/lookup.js'
import { resolveRange } from '../../domain/presence/range.js'
import { Problem } from '../../domain/problem.js'

/** Days in natural language or as dates; absent: today and the next seven days. */
export interface RequestedDays {
  readonly when?: string | undefined
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

/** The teams and people that a reader may name: for a key limited to a team, that team and its members. */
export interface VisibleNames {
  readonly teams: readonly AskTeam[]
  readonly people: readonly AskPerson[]
  /** Sorted by name. */
  readonly active: readonly Member[]
}

/** An organization and what a reader may name of it. */
export interface ReadingContext extends VisibleNames {
  readonly organization: Organization
  readonly today: Day
  readonly reasons: Reasons
  readonly calendars: readonly AskCalendar[]
}

const nobody: readonly AskPerson[] = []

/** Hundreds of people may have the same name. */
const maxAlternatives = 20

/** A refusal, with alternatives to the words in `path` as its issues. */
export const refusal = (message: string, path = 'when', instead: readonly string[] = []): Problem =>
  new Problem('invalid', message, {
    issues: instead.slice(0, maxAlternatives).map((one) => ({ path: [path], message: one })),
  })

const correctionWords = ({ typed, read }: Correction): string => `“${typed}” was read as “${read}”.`

/** Kinds of leave are not told apart here: some readers may not read reasons. */
const kindWords: Readonly<Record<Reasons, string>> = {
  shown: 'This is everyone who is out, for whatever reason.',
  hidden: 'Reasons are private here. This is everyone who is out, for whatever reason.',
}

const remarksOf = (
  { corrections, remarks, alternative, kind }: AskQuery,
  reasons: Reasons,
): readonly string[] => [
  ...corrections.map(correctionWords),
  ...(kind === null ? [] : [kindWords[reasons]]),
  ...remarks,
  ...(alternative === null ? [] : [`It could also mean “${alternative}”.`]),
]

const textOfPart = ({ team, range: { from, to } }: AskSection): string =>
  [`${from}..${to}`, team?.name].filter(Boolean).join(' ')

/** The single question about days, and perhaps a team, in the words. */
const readWhen = (when: string, { organization, teams, today, calendars }: ReadingContext): AskQuery => {
  const ask = parseAsk(when, {
    today,
    weekStart: organization.week_start,
    dateOrder: organization.date_order,
    locale: 'en-GB',
    teams,
    people: nobody,
    workingDays: organization.working_days,
    calendars,
  })
  if (ask.kind === 'misunderstood') {
    const { message, suggestions } = ask.misunderstanding
    // "help" is a question in Slack, not a day.
    const days = suggestions.filter((one) => one !== 'help')
    throw refusal(`“when” was not understood. ${message}`, 'when', days)
  }
  if (ask.kind === 'help' || !ask.query.isDated)
    throw refusal('“when” does not name a day.', 'when', ['today', 'next week', '24 dec - 2 jan'])
  const { query } = ask
  if (query.except.length > 0)
    throw refusal('“when” cannot leave teams or people out. Ask for the days only.')
  if (query.clipped) throw refusal(`“when” is more than ${maxRangeDays} days. Ask for fewer.`)
  const parts = sectionsOf(query)
  if (parts.length > 1)
    throw refusal('“when” names several days or teams. Ask for one at a time.', 'when', parts.map(textOfPart))
  return query
}

interface DaysRead extends LookedUpDays {
  readonly team: AskTeam | null
  readonly remarks: readonly string[]
}

export const readDays = (requested: RequestedDays, context: ReadingContext, asks: Asks): DaysRead => {
  const { when, from, to } = requested
  if (when === undefined) {
    const range = resolveRange({ from, to }, context.today)
    if (!('issues' in range)) return { range, each: false, half: null, team: null, remarks: [] }
    throw refusal(range.issues.map(({ path, message }) => `“${path.join('.')}” ${message}.`).join(' '))
  }
  if (from !== undefined || to !== undefined) throw refusal('Give “when”, or “from” and “to”, not both.')
  const query = readWhen(when, context)
  // Without any such word, the question is who is out.
  if (query.asks !== 'out' && query.asks !== asks)
    throw refusal(`“when” asks who is ${query.asks}. Give only the days.`)
  const { range, each, half, team } = query
  return { range, each, half, team, remarks: remarksOf(query, context.reasons) }
}

export const readTeam = (typed: string, { teams }: VisibleNames): AskTeam => {
  const byId = teams.find(({ id }) => id === typed.trim().toLowerCase())
  if (byId) return byId
  const named = teamNamed(nameBookOf({ teams, people: nobody }), typed)
  if (named?.kind === 'team') return named.team
  if (named?.kind === 'teams')
    throw refusal(
      `“${typed}” could be several teams.`,
      'team',
      named.teams.map(({ name }) => name),
    )
  throw refusal(`There is no team “${typed}”. Call list_teams to see the teams.`)
}

/** The address tells people of the same name and team apart, for readers who see addresses. */
const namesake = ({ name, team, email }: AskPerson, emails: boolean): string =>
  [team === undefined ? name : `${name} (${team})`, ...(emails && email ? [email] : [])].join(', ')

const namesNear = (book: NameBook, typed: string): readonly string[] =>
  nearestNames(book, typed).flatMap(({ person }) => (person && person !== 'me' ? [person.name] : []))

export const readPerson = (
  typed: string,
  { teams, people, active }: VisibleNames,
  { emails, member_id }: LookupReader,
): Member => {
  const book = nameBookOf({ teams, people })
  const named = personNamed(book, typed)
  if (named?.kind === 'people')
    throw refusal(
      `“${typed}” could be several people. Give the e-mail address.`,
      'name',
      named.people.map((one) => namesake(one, emails)),
    )
  const me = !named && /^(me|myself|i)$/i.test(typed) ? member_id : null
  const id = named?.kind === 'person' && named.person !== 'me' ? named.person.id : me
  const member = active.find((one) => one.id === id)
  if (member) return member
  throw refusal(`Nobody here is called “${typed}”.`, 'name', namesNear(book, typed))
}
