import { addDays, weekdayOf, type Day, type DayRange } from '../../calendar/day.js'
import { daysOf } from '../../calendar/period.js'
import { isWorkingDay } from '../../calendar/week.js'
import type { HalfDay, State } from '../../language/question.js'
import { createCalendarOf, holidayFactsOf } from '../holidays/derive.js'
import type { Member } from '../organization/organization.js'
import { awayByDay, createLeavesIn } from '../presence/away.js'
import { isBankHoliday, type LeaveType } from '../presence/leave-types.js'
import type { Roll, RollLeave } from '../presence/roll.js'
import { holdsDay } from '../presence/touching.js'

/** The days of a question. */
export interface AskedDays {
  /** In order; each day in one of them at most. */
  readonly ranges: readonly DayRange[]
  /** Each of the days, not some day among them: "both mon and tue". */
  readonly each: boolean
  /** Only the half of each day; null: the whole day. */
  readonly half: HalfDay | null
}

/** What a working day of the week is for somebody. */
export type DayState =
  | 'in'
  | 'out'
  | 'bank_holiday'
  /** A bank holiday within a leave. */
  | 'holiday_on_leave'

/** A leave on the days on which it takes the half that was asked about. */
const halfOf = (leave: RollLeave, half: AskedDays['half']): RollLeave | null => {
  const { start_date, end_date, starts_at_noon, ends_at_noon } = leave
  const from = half === 'morning' && starts_at_noon ? addDays(start_date, 1) : start_date
  const to = half === 'afternoon' && ends_at_noon ? addDays(end_date, -1) : end_date
  return from && to && from <= to ? { ...leave, start_date: from, end_date: to } : null
}

/** What the working days of a question are for each member, in their order. */
export const createStates = (
  roll: Roll,
  {
    state,
    kind,
    days: { ranges, half },
  }: { readonly state: State; readonly kind: LeaveType | null; readonly days: AskedDays },
): ((member: Member) => readonly DayState[]) => {
  const { organization } = roll
  // Who is in is not a matter of a kind of leave.
  const isMeant = ({ type }: RollLeave): boolean =>
    kind === null || state === 'in' || type === kind || type === 'bank_holiday'
  const parts = ranges.map((range) => ({
    range,
    worked: daysOf(range).flatMap((day, at) =>
      isWorkingDay(day, organization.working_days) ? [{ day, at }] : [],
    ),
    leavesIn: createLeavesIn(roll, range),
  }))
  const all = parts.flatMap(({ worked }) => worked.map((): DayState => 'in'))
  return (member) => {
    const own = parts.map(({ leavesIn }) =>
      leavesIn(member).flatMap((leave) => (isMeant(leave) ? (halfOf(leave, half) ?? []) : [])),
    )
    if (own.every((leaves) => leaves.length === 0)) return all
    return parts.flatMap(({ range, worked }, place) => {
      const leaves = own[place]!
      const away = awayByDay(leaves, range, organization)
      return worked.map(({ day, at }) => {
        if (away[at] !== 'leave') return away[at] === 'bank_holiday' ? 'bank_holiday' : 'in'
        const isHoliday = leaves.some((leave) => isBankHoliday(leave) && holdsDay(leave, day))
        return isHoliday ? 'holiday_on_leave' : 'out'
      })
    })
  }
}

/** The same, where only who is out in both halves of a day is out. */
export const createWholeStates: typeof createStates = (roll, { days, ...question }) => {
  const [morning, afternoon] = (['morning', 'afternoon'] as const).map((half) =>
    createStates(roll, { ...question, days: { ...days, half } }),
  )
  return (member) => {
    const later = afternoon!(member)
    return morning!(member).map((one, at) => (one === 'out' ? later[at]! : one))
  }
}

/** Whether all of some days are bank holidays of somebody, also where nobody works on them anyway. */
export const createAreHolidays = (roll: Roll, { ranges }: AskedDays): ((member: Member) => boolean) => {
  const calendarOf = createCalendarOf(holidayFactsOf(roll.organization, roll.calendars), roll.teams)
  const days = ranges.flatMap(daysOf)
  return (member) => {
    const own = roll.leavesOf(member).filter(isBankHoliday)
    const known = calendarOf(member)?.days ?? []
    return days.every(
      (day) => known.some(({ date }) => date === day) || own.some((leave) => holdsDay(leave, day)),
    )
  }
}

export const isFreeDay = (state: DayState): boolean =>
  state === 'bank_holiday' || state === 'holiday_on_leave'

/** In working days. */
const minStretch = 3

/** "Every friday": at least three days, on no more weekdays than repeat among them. */
export const isRepeated = (ranges: readonly DayRange[]): boolean =>
  ranges.length >= minStretch &&
  ranges.every(({ from, to }) => from === to) &&
  new Set(ranges.map(({ from }) => weekdayOf(from))).size * 2 <= ranges.length

/** "All next week" may have a bank holiday among its days; days that are named one by one may not. */
export const isStretch = (worked: readonly Day[]): boolean => worked.length >= minStretch
