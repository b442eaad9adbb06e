import { dateOf, numberOfDate } from './date.js'
import { addDays, dayFromNumber, dayNumber, daysBetween, type Day, type DayRange } from './day.js'

/** `count` months later; null outside the years 0001 to 9999. */
const monthLater = (first: Day, count: number): Day | null =>
  dayFromNumber(numberOfDate(dateOf(dayNumber(first)).add(count, 'month')))

const isFirstOfMonth = (day: Day): boolean => day.endsWith('-01')

/** Whole calendar months in a range, or 0; not the calendar's last month, which no day follows. */
const wholeMonths = ({ from, to }: DayRange): number => {
  const after = addDays(to, 1)
  if (!isFirstOfMonth(from) || after === null || !isFirstOfMonth(after)) return 0
  return dateOf(dayNumber(after)).diff(dateOf(dayNumber(from)), 'month')
}

/** Whether a range is one or more calendar months. */
export const isWholeMonths = (range: DayRange): boolean => wholeMonths(range) > 0

/** Whole months move by months, anything else by its length. Null where the calendar ends. */
export const neighbourPeriod = (range: DayRange, direction: -1 | 1): DayRange | null => {
  const months = wholeMonths(range)
  if (months > 0) {
    const from = monthLater(range.from, direction * months)
    const after = from && monthLater(from, months)
    const to = after && addDays(after, -1)
    return from && to ? { from, to } : null
  }
  const length = daysBetween(range.from, range.to) + 1
  const from = addDays(range.from, direction * length)
  const to = addDays(range.to, direction * length)
  return from && to ? { from, to } : null
}

/** Every day of a range, both ends included. */
export const daysOf = ({ from, to }: DayRange): readonly Day[] =>
  Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, count) => addDays(from, count)!)

/** `to - from` of the longest range: 91 calendar days (decisions, "Presence"). */
export const maxRangeDays = 90

/**
 * The part of a long range that is shown; null when all of it is. If today is in the range, the part starts today; of
 * days that are over it is the last part.
 */
export const shownPart = ({ from, to }: DayRange, today: Day): DayRange | null => {
  if (daysBetween(from, to) <= maxRangeDays) return null
  if (to <= today) return { from: addDays(to, -maxRangeDays)!, to }
  const start = from <= today && today <= to ? today : from
  const end = addDays(start, maxRangeDays)
  return { from: start, to: end === null || end > to ? to : end }
}
