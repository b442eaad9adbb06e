import { dayNumber, type Day, type DayRange } from '../calendar/day.js'
import { showDay, showDayOfYear } from '../calendar/date.js'

const yearOf = (day: Day): string => day.slice(0, 4)

/** "Fri 20 Nov"; with the year when it is not this one: "Fri 1 Jan 2027". */
export const dayWords = (day: Day, today: Day): string =>
  yearOf(day) === yearOf(today) ? showDayOfYear(day) : showDay(dayNumber(day))

/** "Fri 20 Nov 2026", whatever year it is. */
export const fullRangeWords = ({ from, to }: DayRange): string =>
  from === to ? showDay(dayNumber(from)) : `${showDay(dayNumber(from))} – ${showDay(dayNumber(to))}`

/** "Mon 23 Nov – Sun 29 Nov"; both years when they differ: "Mon 28 Dec 2026 – Sun 3 Jan 2027". */
export const rangeWords = ({ from, to }: DayRange, today: Day): string => {
  if (from === to) return dayWords(from, today)
  if (yearOf(from) === yearOf(to)) return `${dayWords(from, today)} – ${dayWords(to, today)}`
  return fullRangeWords({ from, to })
}
