import {
  addDays,
  daysBetween,
  type Day,
  type DayRange,
  type Weekday,
  lastDay,
  firstDay,
  onlyDay,
} from '../../calendar/day.js'
import { neighbourPeriod } from '../../calendar/period.js'
import { isWorkingDay } from '../../calendar/week.js'

/** Whether any of these is a working day. */
export const hasWorkingDay = ({ from, to }: DayRange, workingDays: readonly Weekday[]): boolean =>
  workingPart({ from, to }, workingDays) !== null

/** The nearest working day on or after `day`, or on or before it; null when `last` is passed first. */
const nearest = (day: Day, direction: 1 | -1, last: Day, workingDays: readonly Weekday[]): Day | null => {
  for (let one: Day | null = day; one !== null; one = addDays(one, direction)) {
    if (direction > 0 ? one > last : one < last) return null
    if (isWorkingDay(one, workingDays)) return one
  }
  return null
}

/** From the first working day of a range to the last one; null when there is none. */
export const workingPart = ({ from, to }: DayRange, workingDays: readonly Weekday[]): DayRange | null => {
  const first = nearest(from, 1, to, workingDays)
  const last = first && nearest(to, -1, first, workingDays)
  return first && last ? { from: first, to: last } : null
}

/** The first working day after a day; null where the calendar ends. */
export const workingDayAfter = (day: Day, workingDays: readonly Weekday[]): Day | null => {
  const next = addDays(day, 1)
  return next && nearest(next, 1, lastDay, workingDays)
}

/** The last working day before a day; null where the calendar begins. */
export const workingDayBefore = (day: Day, workingDays: readonly Weekday[]): Day | null => {
  const previous = addDays(day, -1)
  return previous && nearest(previous, -1, firstDay, workingDays)
}

/** The range before (-1) or after (1) another: for a working day the next working day, otherwise `neighbourPeriod`. */
export const stepFrom = (
  range: DayRange,
  direction: -1 | 1,
  workingDays: readonly Weekday[],
): DayRange | null => {
  if (range.from !== range.to || !isWorkingDay(range.from, workingDays)) {
    const near = neighbourPeriod(range, direction)
    // Two days before a weekend are followed by two days on which nobody works.
    const isRest = near && hasWorkingDay(range, workingDays) && !hasWorkingDay(near, workingDays)
    return isRest ? stepFrom(near, direction, workingDays) : near
  }
  const day =
    direction > 0 ? workingDayAfter(range.to, workingDays) : workingDayBefore(range.from, workingDays)
  return day === null ? null : onlyDay(day)
}

export const isOneDay = ({ from, to }: DayRange): boolean => from === to

/** A range of about a week is described by day names, up to half a year by weeks, and beyond that by months. */
export const lengthOf = ({ from, to }: DayRange): 'day' | 'days' | 'weeks' | 'months' => {
  const length = daysBetween(from, to)
  return length === 0 ? 'day' : length <= 13 ? 'days' : length <= 45 ? 'weeks' : 'months'
}
