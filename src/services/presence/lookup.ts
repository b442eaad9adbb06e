import { parseAsk } from '../../domain/ask/ask.js'
import type { AskPerson, AskTeam } from '../../domain/ask/context.js'
import type { Asks } from '../../domain/ask/language/sentences.js'
import { sectionsOf, type AskQuery, type AskSection, type Correction } from '../../domain/ask/query.js'
import { nameBookOf, type NameBook } from '../../domain/ask/who/book.js'
import { personNamed, teamNamed } from '../../domain/ask/who/names.js'
import { nearestNames } from '../../domain/ask/who/nearest.js'
import { addDays, type Day, type DayRange } from '../../domain/calendar/day.js'
import type { Member, Organization } from '../../domain/organization/organization.js'
import type { PresenceReader } from '../../domain/presence/sight.js'
import { longestRange, resolveRange } from '../../domain/presence/range.js'
import { Problem } from '../../domain/problem.js'
import {
  lookUpPeople,
  lookUpPerson,
  listTeams,
  type FoundPeople,
  type FoundTeams,
  type FoundPerson,
  type LookupFacts,
} from '../../domain/reply/lookup.js'
import { restRemarks } from '../../domain/words/asked.js'
import type { Reader, Store } from '../../store/port.js'
import { runInTurns } from '../turns.js'
import { holidayFacts } from './facts.js'
import type { PresenceService } from './presence.js'
import { createRecentFacts, type Names, type RecentFacts } from './recent-facts.js'

/** Days in natural language or as dates; absent: today and the next seven days. */
interface DaysWanted {
  readonly when?: string | undefined
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

export interface PeopleWanted extends DaysWanted {
  /** A name or an id. */
  readonly team?: string | undefined
}

export interface PeopleFound extends FoundPeople, DayRange {
  readonly team: string | null
  /** Sentences that explain how the words were read. */
  readonly remarks: readonly string[]
}

export interface PersonWanted extends DaysWanted {
  readonly name: string
}

export interface PersonFound extends FoundPerson {
  readonly remarks: readonly string[]
}

/** The reader and the time. `organization` was read after the question arrived. */
export interface LookupRequest {
  readonly organization: Organization
  readonly reader: PresenceReader
  readonly now: Date
  /** Aborted when nobody waits for the answer any more; the verb then throws its reason. */
  readonly signal: AbortSignal
}

/** The teams and people that a reader may name: for a key limited to a team, that team and its members. */
interface InSight {
  readonly teams: readonly AskTeam[]
  readonly people: readonly AskPerson[]
  /** Sorted by name. */
  readonly active: readonly Member[]
}

/** One state of an organization, as far as a reader may see it. */
interface LookupScene extends InSight {
  readonly organization: Organization
  readonly today: Day
  readonly facts: (range: DayRange) => Promise<LookupFacts>
}

const nobody: readonly AskPerson[] = []

/** Hundreds of people may have the same name. */
const mostAlternatives = 20

/** A refusal, with alternatives to the words in `path` as its issues. */
const refusal = (message: string, path = 'when', instead: readonly string[] = []): Problem =>
  new Problem('invalid', message, {
    issues: instead.slice(0, mostAlternatives).map((one) => ({ path: [path], message: one })),
  })

const limitedTo = ({ teams, active, people }: Names, team: string): InSight => {
  const ofTeam = active.filter(({ team_id }) => team_id === team)
  const ids = new Set(ofTeam.map(({ id }) => id))
  const known = teams.filter(({ id }) => id === team)
  if (known.length === 0) return { teams: [], people: [], active: [] }
  return { teams: known, people: people.filter(({ id }) => id !== undefined && ids.has(id)), active: ofTeam }
}

/** Reuses the arrays of the same names, because an index is kept for each array. */
const createSight = () => {
  const limited = new WeakMap<Names, Map<string, InSight>>()
  return (names: Names, { team_id }: PresenceReader): InSight => {
    if (team_id === null) return names
    const ofTeams = limited.get(names) ?? new Map<string, InSight>()
    limited.set(names, ofTeams)
    const known = ofTeams.get(team_id) ?? limitedTo(names, team_id)
    ofTeams.set(team_id, known)
    return known
  }
}

const correctionWords = ({ typed, read }: Correction): string => `“${typed}” was read as “${read}”.`

const remarksOf = ({ corrections, remarks, alternative }: AskQuery): readonly string[] => [
  ...corrections.map(correctionWords),
  ...remarks,
  ...(alternative === null ? [] : [`It could also mean “${alternative}”.`]),
]

const textOfPart = ({ team, range: { from, to } }: AskSection): string =>
  [`${from}..${to}`, team?.name].filter(Boolean).join(' ')

/** The single question about days, and perhaps a team, in the words. */
const readWhen = (when: string, { organization, teams, today }: LookupScene): AskQuery => {
  const ask = parseAsk(when, {
    today,
    weekStart: organization.week_start,
    dateOrder: organization.date_order,
    locale: 'en-GB',
    teams,
    people: nobody,
    workingDays: organization.working_days,
    masked: organization.privacy,
  })
  if (ask.kind === 'misunderstood') {
    const { message, suggestions } = ask.misunderstanding
    // "help" is a question of Slack's, and no day.
    const days = suggestions.filter((one) => one !== 'help')
    throw refusal(`“when” was not understood. ${message}`, 'when', days)
  }
  if (ask.kind === 'help' || !ask.query.isDated)
    throw refusal('“when” names no day.', 'when', ['today', 'next week', '24 dec - 2 jan'])
  const { query } = ask
  if (query.clipped) throw refusal(`“when” is more than ${longestRange} days. Ask for fewer.`)
  const parts = sectionsOf(query)
  if (parts.length > 1)
    throw refusal('“when” names several days or teams. Ask for one at a time.', 'when', parts.map(textOfPart))
  return query
}

interface DaysRead {
  readonly range: DayRange
  readonly team: AskTeam | null
  readonly remarks: readonly string[]
}

const readDays = (wanted: DaysWanted, scene: LookupScene, asks: Asks): DaysRead => {
  const { when, from, to } = wanted
  if (when === undefined) {
    const range = resolveRange({ from, to }, scene.today)
    if (!('issues' in range)) return { range, team: null, remarks: [] }
    throw refusal(range.issues.map(({ path, message }) => `“${path.join('.')}” ${message}.`).join(' '))
  }
  if (from !== undefined || to !== undefined) throw refusal('Give “when”, or “from” and “to”, not both.')
  const query = readWhen(when, scene)
  // Without any such word, the question is who is out.
  if (query.asks !== 'out' && query.asks !== asks)
    throw refusal(`“when” asks who is ${query.asks}. Give only the days.`)
  return { range: query.range, team: query.team, remarks: remarksOf(query) }
}

const readTeam = (typed: string, { teams }: LookupScene): AskTeam => {
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

const nameInTeam = ({ name, team }: AskPerson): string => (team === undefined ? name : `${name} (${team})`)

const namesNear = (book: NameBook, typed: string): readonly string[] =>
  nearestNames(book, typed).flatMap(({ person }) => (person && person !== 'me' ? [person.name] : []))

const readPerson = (typed: string, { teams, people, active }: LookupScene): Member => {
  const book = nameBookOf({ teams, people })
  const named = personNamed(book, typed)
  if (named?.kind === 'people')
    throw refusal(
      `“${typed}” could be several people. Give the e-mail address.`,
      'name',
      named.people.map(nameInTeam),
    )
  const id = named?.kind === 'person' && named.person !== 'me' ? named.person.id : undefined
  const member = active.find((one) => one.id === id)
  if (member) return member
  throw refusal(`Nobody here is called “${typed}”.`, 'name', namesNear(book, typed))
}

/** Days before a range within which a leave may still belong to an absence in the range. */
const longestGap = 14

const openLookup = async (
  view: Reader,
  recent: RecentFacts,
  { organization: { _id }, reader }: LookupRequest,
  todayOf: (organization: Organization) => Day,
  sightOf: ReturnType<typeof createSight>,
): Promise<LookupScene> => {
  const [organization] = await view.get('organizations', [_id])
  if (!organization) throw new Problem('unavailable', 'Service unavailable')
  const { teams, members, calendars } = await recent.people(view, organization)
  const names = await recent.names(view, organization)
  const today = todayOf(organization)
  return {
    ...sightOf(names, reader),
    organization,
    today,
    facts: async ({ from }) => ({
      teams,
      members,
      leaves: await recent.leaves(view, organization, addDays(from, -longestGap) ?? '0001-01-01', today),
      masked: organization.privacy,
      holidays: holidayFacts(organization, calendars),
      workingDays: organization.working_days,
    }),
  }
}

/**
 * Who is in or out, for programs that speak for people: days in natural language, teams and people by name. Each verb
 * throws `invalid` with a sentence and alternatives as its issues, and whatever the store throws.
 */
export const createLookup = (
  store: Pick<Store, 'view'>,
  presence: Pick<PresenceService, 'today'>,
  recent: RecentFacts = createRecentFacts(),
) => {
  const sightOf = createSight()
  const look = <T>(request: LookupRequest, answer: (scene: LookupScene) => Promise<T>): Promise<T> =>
    store.view(request.organization._id, async (view) => {
      const todayOf = (organization: Organization): Day => presence.today(organization, request.now)
      return answer(await openLookup(view, recent, request, todayOf, sightOf))
    })

  const people = (wanted: 'in' | 'out') => (request: LookupRequest, asked: PeopleWanted) =>
    look(request, async (scene): Promise<PeopleFound> => {
      const { range, team: said, remarks } = readDays(asked, scene, wanted)
      const given = asked.team === undefined ? null : readTeam(asked.team, scene)
      if (said && given && said.id !== given.id)
        throw refusal('“when” and “team” name different teams. Give the team once.')
      const team = given ?? said
      const members = team ? scene.active.filter(({ team_id }) => team_id === team.id) : scene.active
      const work = lookUpPeople(await scene.facts(range), members, range, wanted)
      const found = await runInTurns(work, () => request.signal.throwIfAborted())
      return {
        ...range,
        team: team?.name ?? null,
        ...found,
        remarks: [...remarks, ...restRemarks(range, scene.today, scene.organization.working_days)],
      }
    })

  return {
    whoIsOut: people('out'),
    whoIsIn: people('in'),
    findPerson: (request: LookupRequest, { name, ...days }: PersonWanted): Promise<PersonFound> =>
      look(request, async (scene) => {
        const { today } = scene
        const isAnyDay = days.when === undefined && days.from === undefined && days.to === undefined
        const { range, team, remarks } = readDays(isAnyDay ? { from: today, to: today } : days, scene, 'out')
        if (team) throw refusal(`“when” names the team ${team.name}. Give only the days.`)
        const member = readPerson(name, scene)
        const facts = await scene.facts(range)
        const work = lookUpPerson(facts, member, range, request.reader)
        const found = await runInTurns(work, () => request.signal.throwIfAborted())
        return {
          ...found,
          remarks: [...remarks, ...restRemarks(range, scene.today, scene.organization.working_days)],
        }
      }),
    teams: (request: LookupRequest): Promise<FoundTeams> =>
      look(request, async ({ teams }) => listTeams(teams)),
  }
}
export type Lookup = ReturnType<typeof createLookup>
