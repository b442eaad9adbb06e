import { dayNumber, weekdayIndex, weekdays, type DayRange } from '../../calendar/day.js'
import { withBankHolidays } from '../holidays/derive.js'
import type { Member, Organization } from '../organization/organization.js'
import { isBankHoliday } from './leave-types.js'
import type { Sliced } from '../../calendar/slices.js'
import type { Absence } from './absence.js'
import type { Roll, RollLeave } from './roll.js'
import { isTouching } from './touching.js'

/**
 * The first that holds on a day (decisions, "Presence"). The API's `out` is all three; wherever people read, only leave
 * is counted as out, and the others are named.
 */
export const awayKinds = ['leave', 'bank_holiday', 'not_working'] as const
export type AwayKind = (typeof awayKinds)[number]

/** Somebody with leave or a bank holiday on one of the days that were asked about. */
export interface Away {
  readonly member: Member
  /** Over all of the days, the first of `awayKinds` that holds on one of them. */
  readonly kind: AwayKind
  /** Those that touch the days, with their own days. */
  readonly leaves: readonly RollLeave[]
}

export const daysOfLeave = ({ start_date, end_date }: RollLeave): DayRange => ({
  from: start_date,
  to: end_date,
})

/** The days that two ranges share; they share at least one. */
export const clip = (range: DayRange, { from, to }: DayRange): DayRange => ({
  from: range.from > from ? range.from : from,
  to: range.to < to ? range.to : to,
})

/** The leaves of members that touch some days, and their bank holidays behind them: where all answers begin. */
export const createLeavesIn = (roll: Roll, days: DayRange): ((member: Member) => readonly RollLeave[]) => {
  const stored = roll.leavesTouching(days)
  if (
    !roll.calendars.some((calendar) => calendar.days.some(({ date }) => days.from <= date && date <= days.to))
  )
    return ({ id }) => stored.get(id) ?? none
  // Members of one calendar share a list.
  const touching = new Map<readonly RollLeave[], readonly RollLeave[]>()
  const bankHolidaysOf = (member: Member): readonly RollLeave[] => {
    const all = roll.bankHolidaysOf(member)
    const known = touching.get(all)
    if (known) return known
    const some = all.filter((leave) => isTouching(leave, days))
    touching.set(all, some)
    return some
  }
  return (member) => withBankHolidays(stored.get(member.id) ?? none, bankHolidaysOf(member))
}

const none: readonly RollLeave[] = []

/** An organization's week. */
export type Week = Pick<Organization, 'working_days'>

/**
 * What somebody with these leaves in a range, bank holidays included, is away as on each of its days; null: not away. A
 * bank holiday on the dates of a leave is leave.
 */
export const awayByDay = (
  leaves: readonly RollLeave[],
  range: DayRange,
  { working_days }: Week,
): readonly (AwayKind | null)[] => {
  const first = dayNumber(range.from)
  const kinds = new Array<AwayKind | null>(dayNumber(range.to) - first + 1).fill(null)
  const weekday = weekdayIndex(range.from)
  const isWorking = (index: number): boolean =>
    working_days.length === 0 || working_days.includes(weekdays[(weekday + index) % 7]!)
  const mark = (leave: RollLeave, kind: AwayKind): void => {
    if (!isTouching(leave, range)) return
    const last = Math.min(dayNumber(leave.end_date) - first, kinds.length - 1)
    for (let index = Math.max(dayNumber(leave.start_date) - first, 0); index <= last; index++)
      kinds[index] ??= isWorking(index) ? kind : 'not_working'
  }
  for (const leave of leaves) if (!isBankHoliday(leave)) mark(leave, 'leave')
  for (const leave of leaves) if (isBankHoliday(leave)) mark(leave, 'bank_holiday')
  return kinds
}

const firstOf = (kinds: readonly (AwayKind | null)[]): AwayKind | null =>
  awayKinds.find((kind) => kinds.includes(kind)) ?? null

/** What somebody with these leaves alone is away as over all days of a range; null: they are not away. */
export const awayAs = (leaves: readonly RollLeave[], range: DayRange, week: Week): AwayKind | null =>
  firstOf(awayByDay(leaves, range, week))

/** Whether an absence counts for "back": the member was on leave on a working day of it. */
export const isMissed = ({ leaves, from, to }: Absence<RollLeave>, week: Week): boolean =>
  awayAs(leaves, { from, to }, week) === 'leave'

const awayWith = (roll: Roll, member: Member, leaves: readonly RollLeave[], days: DayRange): Away | null => {
  const kind = leaves.length === 0 ? null : awayAs(leaves, days, roll.organization)
  return kind && { member, kind, leaves }
}

/** Somebody's leave and bank holidays on some days; null: they have none. */
export const awayOn = (roll: Roll, member: Member, days: DayRange): Away | null => {
  const isAsked = (leave: RollLeave): boolean => isTouching(leave, days)
  const leaves = withBankHolidays(
    roll.leavesOf(member).filter(isAsked),
    roll.bankHolidaysOf(member).filter(isAsked),
  )
  return awayWith(roll, member, leaves, days)
}

/** Members of one slice. */
const sliceLength = 250

/** Those of `members` who are away on some of the days, in the same order: the API's `out`. */
export function* awayInSlices(
  roll: Roll,
  members: readonly Member[],
  days: DayRange,
): Sliced<readonly Away[]> {
  const leavesIn = createLeavesIn(roll, days)
  const away: Away[] = []
  for (const [place, member] of members.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    const one = awayWith(roll, member, leavesIn(member), days)
    if (one) away.push(one)
  }
  return away
}

/** How many people are away as what. */
export type AwayCounts = Readonly<Record<AwayKind, number>>

export const countAway = (away: readonly Pick<Away, 'kind'>[]): AwayCounts => {
  const counts = { leave: 0, bank_holiday: 0, not_working: 0 }
  for (const { kind } of away) counts[kind]++
  return counts
}
