import { addDays, type Day } from '../../calendar/day.js'
import { isWorkingDay } from '../../calendar/week.js'
import type { Leave, Organization } from '../organization/organization.js'
import type { Absence, LeaveDays } from './absence.js'
import { isBankHoliday } from './leave-types.js'
import { holdsDay } from './touching.js'

type TypedDays = LeaveDays & Pick<Leave, 'type'>

const step = (day: Day, by: 1 | -1): Day => addDays(day, by) ?? day

/**
 * An absence on the days of its leave: weekends and bank holidays inside stay; weekends that it begins or ends with, and
 * bank holidays there that no leave has among its dates, are no leave (decisions, "Presence"). Bank holidays before it
 * are an absence of their own, because nobody is in on them; those after it lie before its return. A leave without a
 * working day takes none of them into it. Unchanged where it is nothing else.
 */
export const onOwnDays = <L extends TypedDays>(
  absence: Absence<L>,
  { working_days }: Pick<Organization, 'working_days'>,
): readonly Absence<L>[] => {
  const { leaves } = absence
  const isBooked = (day: Day): boolean =>
    leaves.some((leave) => !isBankHoliday(leave) && holdsDay(leave, day))
  const isFree = (day: Day): boolean =>
    !isWorkingDay(day, working_days) ||
    (!isBooked(day) && leaves.some((leave) => isBankHoliday(leave) && holdsDay(leave, day)))
  let { from, to } = absence
  while (from < to && isFree(from)) from = step(from, 1)
  while (from < to && isFree(to)) to = step(to, -1)
  const isOfRest = isFree(from)
  if (!isOfRest && from === absence.from && to === absence.to) return [absence]
  const before = leaves.filter((leave) => isBankHoliday(leave) && (isOfRest || leave.start_date < from))
  const [first, last] = [before[0], before.at(-1)]
  const days = first && last && { from: first.start_date, to: last.end_date }
  const whole = { starts_at_noon: false, ends_at_noon: false }
  const free = days && { ...absence, ...days, ...whole, leaves: before }
  if (isOfRest) return [free && (free.from > absence.from || free.to < absence.to) ? free : absence]
  const own = leaves.filter((leave) => !isBankHoliday(leave))
  const booked: Absence<L> = {
    ...absence,
    from,
    to,
    starts_at_noon: own
      .filter((leave) => holdsDay(leave, from))
      .every(({ start_date, starts_at_noon }) => start_date === from && starts_at_noon),
    ends_at_noon: own
      .filter((leave) => holdsDay(leave, to))
      .every(({ end_date, ends_at_noon }) => end_date === to && ends_at_noon),
    leaves: leaves.filter((leave) => !isBankHoliday(leave) || leave.end_date >= from),
  }
  return free && free.to < from ? [free, booked] : [booked]
}
