import { addDays, type Day, type DayRange } from '../../calendar/day.js'
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
import { createBuildQueue, createBuilds, viewUntil } from '../builds.js'
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
const maxGapDays = 14

const openLookup = async (
  view: Reader,
  recent: RecentFacts,
  { organization: { _id }, reader, signal }: LookupRequest,
  todayOf: (organization: Organization) => Day,
  sightOf: ReturnType<typeof createSight>,
): Promise<LookupContext> => {
  const [organization] = await view.get('organizations', [_id])
  if (!organization) throw new Problem('unavailable', 'Service unavailable')
  const { teams, members, calendars } = await recent.people(view, organization)
  const names = await recent.names(view, organization, signal)
  const today = todayOf(organization)
  return {
    ...sightOf(names, reader),
    organization,
    today,
    reasons: reader.reasons,
    facts: async ({ from }) => ({
      teams,
      members,
      leaves: await recent.leaves(view, organization, addDays(from, -maxGapDays) ?? '0001-01-01', today),
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
  queue = createBuildQueue(),
) => {
  const sightOf = createSight()
  const todayAt =
    (now: Date) =>
    (organization: Organization): Day =>
      presence.today(organization, now)

  /** A verb that answers callers who ask the same at the same time once. */
  const createVerb = <A, T>(
    answer: (context: LookupContext, asked: A, request: LookupRequest) => T | Promise<T>,
  ) => {
    const build = createBuilds<T>(queue)
    return (request: LookupRequest, asked: A): Promise<T> => {
      const { organization, reader, now } = request
      const [org, todayOf] = [organization._id, todayAt(now)]
      const from = [organization.revision, todayOf(organization), reader.team_id, reader.reasons, asked]
      return build(org, JSON.stringify(from), request.signal, ({ signal }) =>
        viewUntil(store, org, signal, async (view) => {
          const one = { ...request, signal }
          return answer(await openLookup(view, recent, one, todayOf, sightOf), asked, one)
        }),
      )
    }
  }

  const people = (wanted: 'in' | 'out') =>
    createVerb(async (context, asked: RequestedPeople, { signal }): Promise<PeopleFound> => {
      const { range, team: said, remarks } = readDays(asked, context, wanted)
      const given = asked.team === undefined ? null : readTeam(asked.team, context)
      if (said && given && said.id !== given.id)
        throw refusal('“when” and “team” name different teams. Give the team once.')
      const team = given ?? said
      const members = team ? context.active.filter(({ team_id }) => team_id === team.id) : context.active
      const work = lookUpPeople(await context.facts(range), members, range, wanted)
      const found = await runInTurns(work, { signal })
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
    findPerson: createVerb(
      async (context, { name, ...days }: RequestedPerson, { reader, signal }): Promise<PersonFound> => {
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
        const work = lookUpPerson(facts, member, range, reader)
        const found = await runInTurns(work, { signal })
        return {
          ...found,
          remarks: [...remarks, ...restRemarks(range, context.today, context.organization.working_days)],
        }
      },
    ),
    teams: createVerb(({ teams }, _asked: object): FoundTeams => listTeams(teams)),
  }
}
export type Lookup = ReturnType<typeof createLookup>
