import { type DayRange, onlyDay } from '../../calendar/day.js'
import { namedCalendars } from '../../domain/holidays/named.js'
import type { Organization } from '../../domain/organization/organization.js'
import type { PresenceReader } from '../../domain/presence/visible-team.js'
import type { Roll } from '../../domain/presence/roll.js'
import {
  lookUpPeople,
  lookUpPerson,
  listTeams,
  type FoundPeople,
  type FoundTeams,
  type FoundPerson,
  type LookupReader,
} from '../../domain/reply/lookup.js'
import { restRemarks } from '../../domain/words/asked.js'
import { createBuildQueue, createBuilds } from '../builds.js'
import { runInTurns } from '../turns.js'
import type { PresenceService } from '../presence/presence.js'
import type { Names } from '../roll/names.js'
import type { Rolls } from '../roll/rolls.js'
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
  readonly reader: LookupReader
  readonly now: Date
  /** Aborted when nobody waits for the answer any more; the operation then throws its reason. */
  readonly signal: AbortSignal
}

/** What a reader may name, and the picture of the organization. */
interface LookupContext extends ReadingContext {
  readonly rollFor: (days: DayRange) => Promise<Roll>
}

const namesOfTeam = ({ teams, people }: Names, { active }: Roll, team: string): VisibleNames => {
  const ofTeam = active.filter(({ team_id }) => team_id === team)
  const ids = new Set(ofTeam.map(({ id }) => id))
  const known = teams.filter(({ id }) => id === team)
  if (known.length === 0) return { teams: [], people: [], active: [] }
  return { teams: known, people: people.filter(({ id }) => id !== undefined && ids.has(id)), active: ofTeam }
}

/** Reuses the arrays of the same roll, because an index is kept for each array. */
const createSight = () => {
  const seen = new WeakMap<Roll, Map<string | null, VisibleNames>>()
  return (roll: Roll, names: Names, { team_id }: PresenceReader): VisibleNames => {
    const ofRoll = seen.get(roll) ?? new Map<string | null, VisibleNames>()
    seen.set(roll, ofRoll)
    const known =
      ofRoll.get(team_id) ??
      (team_id === null ? { ...names, active: roll.active } : namesOfTeam(names, roll, team_id))
    ofRoll.set(team_id, known)
    return known
  }
}

/** For programs that speak for people. Throws `invalid` with a sentence, and alternatives as its issues. */
export const createLookup = (rolls: Rolls, todayOf: PresenceService['today'], queue = createBuildQueue()) => {
  const sightOf = createSight()

  const open = async ({ organization, reader, now, signal }: LookupRequest): Promise<LookupContext> => {
    const today = todayOf(organization, now)
    const roll = await rolls.of(organization, { today, signal })
    return {
      ...sightOf(roll, await rolls.names(roll), reader),
      organization,
      today,
      reasons: reader.reasons,
      calendars: namedCalendars(
        roll,
        roll.members.find(({ id }) => id === reader.member_id),
      ),
      rollFor: (days) => rolls.of(organization, { days, today, signal }),
    }
  }

  /** An operation that answers callers who ask the same at the same time once. */
  const createVerb = <A, T>(
    answer: (context: LookupContext, asked: A, request: LookupRequest) => T | Promise<T>,
  ) => {
    const build = createBuilds<T>(queue)
    return (request: LookupRequest, asked: A): Promise<T> => {
      const { organization, reader, now } = request
      const today = todayOf(organization, now)
      const { team_id, reasons, emails, member_id } = reader
      const from = [organization.revision, today, team_id, reasons, emails, member_id, asked]
      return build(organization._id, JSON.stringify(from), request.signal, async ({ signal }) => {
        const one = { ...request, signal }
        return answer(await open(one), asked, one)
      })
    }
  }

  const people = (wanted: 'in' | 'out') =>
    createVerb(async (context, asked: RequestedPeople, { reader, signal }): Promise<PeopleFound> => {
      const { team: said, remarks, ...days } = readDays(asked, context, wanted)
      const { range } = days
      const given = asked.team === undefined ? null : readTeam(asked.team, context)
      if (said && given && said.id !== given.id)
        throw refusal('“when” and “team” name different teams. Give the team once.')
      const team = given ?? said
      const members = team ? context.active.filter(({ team_id }) => team_id === team.id) : context.active
      const work = lookUpPeople(await context.rollFor(range), members, days, wanted, reader)
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
      async (context, { name, ...days }: RequestedPerson, { reader }): Promise<PersonFound> => {
        const { today } = context
        const isAnyDay = days.when === undefined && days.from === undefined && days.to === undefined
        const { range, team, remarks } = readDays(isAnyDay ? onlyDay(today) : days, context, 'out')
        if (team) throw refusal(`“when” names the team ${team.name}. Give only the days.`)
        const member = readPerson(name, context, reader)
        return {
          ...lookUpPerson(await context.rollFor(range), member, range, reader),
          remarks: [...remarks, ...restRemarks(range, context.today, context.organization.working_days)],
        }
      },
    ),
    teams: createVerb(({ teams }, _asked: object): FoundTeams => listTeams(teams)),
  }
}
export type Lookup = ReturnType<typeof createLookup>
