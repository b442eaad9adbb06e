import type { AskTeam } from '../../language/context.js'
import type { Day, DayRange } from '../../calendar/day.js'
import type { AskedDays } from '../ask/day-states.js'
import { evaluateInSlices } from '../ask/evaluate.js'
import { listQuestion } from '../ask/people-question.js'
import type { Member } from '../organization/organization.js'
import { awayInSlices, awayOn, countAway, type AwayKind } from '../presence/away.js'
import { isTouching } from '../presence/touching.js'
import { presenceLeaves, type PresenceLeave } from '../presence/presence.js'
import type { Roll } from '../presence/roll.js'
import type { PresenceReader } from '../presence/visible-team.js'
import { hasWorkingDay } from './days.js'
import type { Sliced } from '../../calendar/slices.js'

/** The reader of what a program finds. */
export interface LookupReader extends PresenceReader {
  /** Whether e-mail addresses are shown, as the API shows them. */
  readonly emails: boolean
  /** Who asks, and reads their own reasons; null: no person. */
  readonly member_id: string | null
}

/** A person, as reported to a program; the days are null when they are in. */
interface FoundMember {
  readonly name: string
  /** Absent where the reader is shown none. */
  readonly email?: string
  readonly team: string | null
  /** The last day of the absence, without days off that follow it. */
  readonly until: Day | null
  /** The first working day after it; null also when the absence lasts until the calendar ends. */
  readonly back: Day | null
}

/** One person in a range: they work on all of its working days, or are away on some; or it has none. */
export interface FoundPerson extends FoundMember, DayRange {
  readonly in: boolean
  /** What they are away as; null: they are not. */
  readonly away_as: AwayKind | null
  /** The leaves that touch the range, with their own days. */
  readonly leaves: readonly PresenceLeave[]
}

/** The people and teams that one answer lists. */
export const maxListLength = 1_000

export interface FoundPeople {
  readonly people: readonly FoundMember[]
  /** The number of those who are not listed; absent: there are none. */
  readonly more?: number
  /** The people beside those on leave: they have a bank holiday, or leave on days on which they do not work anyway. */
  readonly also: { readonly bank_holiday: number; readonly not_working: number }
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

/** The member as found; `range` is that of the absence, if they are away. */
const foundOf = (
  roll: Roll,
  member: Member,
  range: DayRange | null,
  { emails }: Pick<LookupReader, 'emails'>,
): FoundMember => {
  const absence =
    range && roll.absencesOf(member).find(({ leaves }) => leaves.some((leave) => isTouching(leave, range)))
  return {
    name: member.name,
    ...(emails && { email: member.email }),
    team: (member.team_id !== null && roll.teamsById.get(member.team_id)?.name) || null,
    until: absence?.to ?? null,
    back: absence?.back?.day ?? null,
  }
}

export interface LookedUpDays extends Pick<AskedDays, 'each' | 'half'> {
  readonly range: DayRange
}

/** The `members` who are on leave on some of the days, or who work on all of them. */
export function* lookUpPeople(
  roll: Roll,
  members: readonly Member[],
  { range, each, half }: LookedUpDays,
  wanted: 'in' | 'out',
  reader: Pick<LookupReader, 'emails'>,
): Sliced<FoundPeople> {
  const days = { ranges: [range], each, half }
  const { bank_holiday, not_working } = countAway(yield* awayInSlices(roll, members, range))
  const { people: found } = yield* evaluateInSlices(listQuestion(wanted, members, days), roll)
  const more = found.length - maxListLength
  return {
    people: found
      .slice(0, maxListLength)
      .map((member) => foundOf(roll, member, wanted === 'out' ? range : null, reader)),
    ...(more > 0 && { more }),
    also: { bank_holiday, not_working },
  }
}

/** A reader's view of one member. */
export const lookUpPerson = (
  roll: Roll,
  member: Member,
  range: DayRange,
  reader: LookupReader,
): FoundPerson => {
  const away = awayOn(roll, member, range)
  return {
    ...foundOf(roll, member, away && range, reader),
    ...range,
    in:
      hasWorkingDay(range, roll.organization.working_days) && (away === null || away.kind === 'not_working'),
    away_as: away?.kind ?? null,
    leaves: presenceLeaves(
      away?.leaves ?? [],
      member.id === reader.member_id ? { reasons: 'shown' } : reader,
    ),
  }
}
