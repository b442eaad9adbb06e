import { addDays, type Day, type DayRange } from '../../domain/calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import type { PresenceReader } from '../../domain/presence/visible-team.js'
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
import { holidayFacts } from '../presence/facts.js'
import type { PresenceService } from '../presence/presence.js'
import { createRecentFacts, type Names, type RecentFacts } from '../presence/recent-facts.js'
import {
  readDays,
  readPerson,
  readTeam,
  refusal,
  type ReadingContext,
  type RequestedDays,
  type VisibleNames,
} from './words.js'

export interface RequestedPeople extends RequestedDays {
  /** A name or an id. */
  readonly team?: string | undefined
}

export interface PeopleFound extends FoundPeople, DayRange {
  readonly team: string | null
  /** Sentences that explain how the words were read. */
  readonly remarks: readonly string[]
}

export interface RequestedPerson extends RequestedDays {
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

/** One state of an organization, as far as a reader may see it. */
interface LookupContext extends ReadingContext {
  readonly facts: (range: DayRange) => Promise<LookupFacts>
}

const namesOfTeam = ({ teams, active, people }: Names, team: string): VisibleNames => {
  const ofTeam = active.filter(({ team_id }) => team_id === team)
  const ids = new Set(ofTeam.map(({ id }) => id))
  const known = teams.filter(({ id }) => id === team)
  if (known.length === 0) return { teams: [], people: [], active: [] }
  return { teams: known, people: people.filter(({ id }) => id !== undefined && ids.has(id)), active: ofTeam }
}

/** Reuses the arrays of the same names, because an index is kept for each array. */
const createSight = () => {
  const limited = new WeakMap<Names, Map<string, VisibleNames>>()
  return (names: Names, { team_id }: PresenceReader): VisibleNames => {
    if (team_id === null) return names
    const ofTeams = limited.get(names) ?? new Map<string, VisibleNames>()
    limited.set(names, ofTeams)
    const known = ofTeams.get(team_id) ?? namesOfTeam(names, team_id)
    ofTeams.set(team_id, known)
    return known
  }
}

/** Days before a range within which a leave may still belong to an absence in the range. */
const longestGap = 14

const openLookup = async (
  view: Reader,
  recent: RecentFacts,
  { organization: { _id }, reader }: LookupRequest,
  todayOf: (organization: Organization) => Day,
  sightOf: ReturnType<typeof createSight>,
): Promise<LookupContext> => {
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
  const look = <T>(request: LookupRequest, answer: (context: LookupContext) => Promise<T>): Promise<T> =>
    store.view(request.organization._id, async (view) => {
      const todayOf = (organization: Organization): Day => presence.today(organization, request.now)
      return answer(await openLookup(view, recent, request, todayOf, sightOf))
    })

  const people = (wanted: 'in' | 'out') => (request: LookupRequest, asked: RequestedPeople) =>
    look(request, async (context): Promise<PeopleFound> => {
      const { range, team: said, remarks } = readDays(asked, context, wanted)
      const given = asked.team === undefined ? null : readTeam(asked.team, context)
      if (said && given && said.id !== given.id)
        throw refusal('“when” and “team” name different teams. Give the team once.')
      const team = given ?? said
      const members = team ? context.active.filter(({ team_id }) => team_id === team.id) : context.active
      const work = lookUpPeople(await context.facts(range), members, range, wanted)
      const found = await runInTurns(work, () => request.signal.throwIfAborted())
      return {
        ...range,
        team: team?.name ?? null,
        ...found,
        remarks: [...remarks, ...restRemarks(range, context.today, context.organization.working_days)],
      }
    })

  return {
    whoIsOut: people('out'),
    whoIsIn: people('in'),
    findPerson: (request: LookupRequest, { name, ...days }: RequestedPerson): Promise<PersonFound> =>
      look(request, async (context) => {
        const { today } = context
        const isAnyDay = days.when === undefined && days.from === undefined && days.to === undefined
        const { range, team, remarks } = readDays(
          isAnyDay ? { from: today, to: today } : days,
          context,
          'out',
        )
        if (team) throw refusal(`“when” names the team ${team.name}. Give only the days.`)
        const member = readPerson(name, context)
        const facts = await context.facts(range)
        const work = lookUpPerson(facts, member, range, request.reader)
        const found = await runInTurns(work, () => request.signal.throwIfAborted())
        return {
          ...found,
          remarks: [...remarks, ...restRemarks(range, context.today, context.organization.working_days)],
        }
      }),
    teams: (request: LookupRequest): Promise<FoundTeams> =>
      look(request, async ({ teams }) => listTeams(teams)),
  }
}
export type Lookup = ReturnType<typeof createLookup>
