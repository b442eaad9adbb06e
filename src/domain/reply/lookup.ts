import type { AskTeam } from '../ask/context.js'
import type { Day, DayRange, Weekday } from '../../calendar/day.js'
import type { Leave, Member, Team } from '../organization/organization.js'
import type { Absence } from '../presence/absence.js'
import { presenceIn, type Facts, type PresenceLeave } from '../presence/presence.js'
import type { PresenceReader } from '../presence/visible-team.js'
import type { Sliced } from '../slices.js'
import { absencesOf, approvedLeaves, isTouching, type LeavesOf } from './absences.js'

/** A person, as reported to a program; the days are null when they are in. */
interface FoundMember {
  readonly name: string
  readonly team: string | null
  /** The last day of the absence, without days off that follow it. */
  readonly until: Day | null
  /** The first working day after it; null also when the absence lasts until the calendar ends. */
  readonly back: Day | null
}

/** One person in a range: in on all of its days, or out on some. */
export interface FoundPerson extends FoundMember, DayRange {
  readonly in: boolean
  /** The leaves that touch the range, with their own days. */
  readonly leaves: readonly PresenceLeave[]
}

/** The people and teams that one answer lists. */
export const maxListLength = 1_000

export interface FoundPeople {
  readonly people: readonly FoundMember[]
  /** The number of those who are not listed; absent: there are none. */
  readonly more?: number
}

export interface FoundTeams {
  /** By name. */
  readonly teams: readonly AskTeam[]
  /** The number of those that are not listed; absent: there are none. */
  readonly more?: number
}

export const listTeams = (teams: readonly AskTeam[]): FoundTeams => {
  const more = teams.length - maxListLength
  return { teams: teams.slice(0, maxListLength), ...(more > 0 && { more }) }
}

export interface LookupFacts extends Facts {
  readonly workingDays: readonly Weekday[]
}

/** Members of one slice. */
const sliceLength = 100

/** The first absence with a leave that touches the range. */
const absenceIn = (
  leaves: readonly Leave[],
  range: DayRange,
  workingDays: readonly Weekday[],
): Absence<Leave> | undefined =>
  leaves.some((leave) => isTouching(leave, range))
    ? absencesOf(leaves, workingDays).find((absence) =>
        absence.leaves.some((leave) => isTouching(leave, range)),
      )
    : undefined

const foundOf = (
  { name, team_id }: Member,
  absence: Absence<Leave> | undefined,
  teams: ReadonlyMap<string, Team>,
): FoundMember => ({
  name,
  team: (team_id !== null && teams.get(team_id)?.name) || null,
  until: absence?.to ?? null,
  back: absence?.back?.day ?? null,
})

const teamsById = ({ teams }: LookupFacts): ReadonlyMap<string, Team> =>
  new Map(teams.map((team) => [team.id, team]))

/** The `members` who are out on some of the days, or in on all of them: the API's `out` and `in`. */
export function* lookUpPeople(
  facts: LookupFacts,
  members: readonly Member[],
  range: DayRange,
  wanted: 'in' | 'out',
): Sliced<FoundPeople> {
  const teams = teamsById(facts)
  const leavesOf: LeavesOf = yield* approvedLeaves(facts)
  const people: FoundMember[] = []
  let more = 0
  for (const [place, member] of members.entries()) {
    if ((place + 1) % sliceLength === 0) yield
    const absence = absenceIn(leavesOf(member), range, facts.workingDays)
    if ((absence !== undefined) !== (wanted === 'out')) continue
    if (people.length < maxListLength) people.push(foundOf(member, absence, teams))
    else more++
  }
  return { people, ...(more > 0 && { more }) }
}

/** A reader's view of one member. */
export function* lookUpPerson(
  facts: LookupFacts,
  member: Member,
  range: DayRange,
  reader: PresenceReader,
): Sliced<FoundPerson> {
  const leavesOf: LeavesOf = yield* approvedLeaves(facts)
  const absence = absenceIn(leavesOf(member), range, facts.workingDays)
  const own = facts.leaves.filter(({ member_id }) => member_id === member.id)
  const { out } = presenceIn(
    { ...facts, members: [member], leaves: own },
    { ...range, team_id: null },
    { ...reader, team_id: null },
  )
  return {
    ...foundOf(member, absence, teamsById(facts)),
    ...range,
    in: absence === undefined,
    leaves: out[0]?.leaves ?? [],
  }
}
