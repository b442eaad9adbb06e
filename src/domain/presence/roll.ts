import { type DayRange, widened } from '../../calendar/day.js'
import type { HolidayCalendar } from '../holidays/calendar.js'
import { createBankHolidays, holidayFactsOf, withBankHolidays } from '../holidays/derive.js'
import type { Leave, Member, Organization, Team } from '../organization/organization.js'
import type { SlackMatch } from '../people/match.js'
import { compare, sortInSlices, type Sliced } from '../../calendar/slices.js'
import { mergeAbsences, type Absence } from './absence.js'
import { countingLeaves, type CancelledDays } from './counting.js'
import { onOwnDays } from './own-days.js'
import { createTouching } from './touching.js'

/** The fields of a leave that answers depend on. */
export const rollLeaveFields = [
  'id',
  'member_id',
  'type',
  'start_date',
  'end_date',
  'starts_at_noon',
  'ends_at_noon',
  'source',
  'changed_at',
] as const

/** An approved leave; a bank holiday of a calendar is one of a single day whose `id` is empty. */
export type RollLeave = Pick<Leave, (typeof rollLeaveFields)[number]>

/** What a roll is made from, in one state of the store. */
export interface RollFacts {
  readonly organization: Organization
  readonly teams: readonly Team[]
  readonly members: readonly Member[]
  readonly calendars: readonly HolidayCalendar[]
  readonly matches: readonly SlackMatch[]
  /** The approved leaves that touch the window, by member. */
  readonly leaves: ReadonlyMap<string, readonly RollLeave[]>
  /** The days of leaves that an admin cancelled, by member; absent: none. */
  readonly cancelled?: ReadonlyMap<string, readonly CancelledDays[]>
  readonly window: DayRange
}

/** Everything about an organization at one revision that an answer depends on: who is there, and who has leave when. */
export interface Roll extends Omit<RollFacts, 'leaves' | 'cancelled'> {
  /** By name. */
  readonly teams: readonly Team[]
  readonly teamsById: ReadonlyMap<string, Team>
  /** By name, deactivated members included. */
  readonly members: readonly Member[]
  readonly active: readonly Member[]
  /** The leaves of a member that count, by their days and type. */
  leavesOf(member: Member): readonly RollLeave[]
  /** Those of `leavesOf` that touch some days, by member; who has none is left out. */
  leavesTouching(days: DayRange): ReadonlyMap<string, readonly RollLeave[]>
  /** The bank holidays of the member's calendar that are working days of the week; one list for a calendar. */
  bankHolidaysOf(member: Member): readonly RollLeave[]
  /** Leaves and bank holidays as absences on their own days, first to last, computed once for each member. */
  absencesOf(member: Member): readonly Absence<RollLeave>[]
}

const collator = new Intl.Collator('en')

/** By name (Unicode root collation), then by id, so that equal data gives byte-equal bodies. */
export const inReplyOrder = (
  a: { readonly name: string; readonly id: string },
  b: { readonly name: string; readonly id: string },
): number => collator.compare(a.name, b.name) || compare(a.id, b.id)

const inLeaveOrder = (a: RollLeave, b: RollLeave): number =>
  compare(a.start_date, b.start_date) || compare(a.end_date, b.end_date) || compare(a.type, b.type)

/** Days that a roll reaches back and ahead: further than questions usually go. */
const reach = 400

/** Days around a question whose leaves its answer may depend on: an absence may be several leaves in a row. */
const margin = 30

const covers = (outer: DayRange, inner: DayRange): boolean => outer.from <= inner.from && outer.to >= inner.to

/** The days whose leaves are read, for a day or for a question that reaches further. */
export const windowAround = (days: DayRange): DayRange => widened(days, reach, reach)

/** Whether a window has all leaves that an answer about these days may depend on. */
export const reaches = (window: DayRange, days: DayRange): boolean =>
  covers(window, widened(days, margin, margin))

const rowLength = 1_000

/** A roll from what a store holds, in any order. */
export function* rollInSlices(facts: RollFacts): Sliced<Roll> {
  const { organization, leaves, cancelled, calendars } = facts
  const teams = [...facts.teams].sort(inReplyOrder)
  const members = yield* sortInSlices(facts.members, inReplyOrder)
  const ordered = new Map<string, readonly RollLeave[]>()
  for (const [member, all] of leaves) {
    if (ordered.size % rowLength === rowLength - 1) yield
    const counting = countingLeaves(all, cancelled?.get(member), organization.working_days)
    ordered.set(member, [...counting].sort(inLeaveOrder))
  }
  const bankHolidaysOf = createBankHolidays(holidayFactsOf(organization, calendars), teams)
  const leavesOf = ({ id }: Member): readonly RollLeave[] => ordered.get(id) ?? none
  const absences = new Map<string, readonly Absence<RollLeave>[]>()
  return {
    ...facts,
    teams,
    teamsById: new Map(teams.map((team) => [team.id, team])),
    members,
    active: members.filter(({ active }) => active),
    leavesOf,
    leavesTouching: createTouching([...ordered.values()].flat()),
    bankHolidaysOf,
    absencesOf(member) {
      const known = absences.get(member.id)
      if (known) return known
      const all = withBankHolidays(leavesOf(member), bankHolidaysOf(member))
      const merged = mergeAbsences(all, organization.working_days).flatMap((one) =>
        onOwnDays(one, organization),
      )
      absences.set(member.id, merged)
      return merged
    },
  }
}

const none: readonly RollLeave[] = []

/** About the bytes of each in memory, with what answers compute from it (a test compares them with the heap). */
const bytes = { organization: 6_000, member: 500, leave: 750, other: 300 }

/** About the bytes that a roll takes in memory, its absences included. */
export const rollBytes = (facts: RollFacts): number => {
  let leaves = 0
  for (const { length } of facts.leaves.values()) leaves += length
  const days = facts.calendars.reduce((sum, calendar) => sum + calendar.days.length, 0)
  const keys = Object.keys(facts.organization.keys).length
  const others = facts.teams.length + facts.matches.length + days + 3 * keys
  return (
    bytes.organization + facts.members.length * bytes.member + leaves * bytes.leave + others * bytes.other
  )
}
