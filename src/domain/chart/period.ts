import { dateOf, numberOfDate } from '../../calendar/date.js'
import {
  addDays,
  dayNumber,
  parseDay,
  weekdays,
  type Day,
  type DayRange,
  monthOf,
  lastDay,
} from '../../calendar/day.js'
import { neighbourPeriod } from '../../calendar/period.js'
import { weekAround } from '../../calendar/week.js'
import type { WeekStart } from '../../calendar/week.js'

/** The period of one page: a calendar month, or two or four weeks from their first day. */
export type Period = { readonly month: string } | { readonly weeks: Day } | { readonly four: Day }

/** The text itself (`2026-11`) when there is such a month, otherwise null. */
export const parseMonth = (text: string): string | null =>
  /^\d{4}-\d{2}$/.test(text) && parseDay(`${text}-01`) !== null ? text : null

/** The first day of the week that contains a day. */
export const weekOf = (day: Day, weekStart: WeekStart): Day => {
  const number = dayNumber(day)
  const { from } = weekAround(number, weekdays.indexOf(weekStart))
  return addDays(day, from - number) ?? day
}

/** Days, both ends included. */
const lengths = { weeks: 14, four: 28 } as const

const daysFrom = (from: Day, count: number): DayRange => ({ from, to: addDays(from, count - 1) ?? lastDay })

export const rangeOf = (period: Period): DayRange => {
  if ('weeks' in period) return daysFrom(period.weeks, lengths.weeks)
  if ('four' in period) return daysFrom(period.four, lengths.four)
  const from = `${period.month}-01`
  const end = numberOfDate(dateOf(dayNumber(from)).endOf('month').startOf('day'))
  return { from, to: addDays(from, end - dayNumber(from)) ?? lastDay }
}

/** The previous (-1) or next (1) period of the same kind; null where the calendar ends. */
export const neighbourOf = (period: Period, direction: -1 | 1): Period | null => {
  const range = neighbourPeriod(rangeOf(period), direction)
  if (!range) return null
  if ('weeks' in period) return { weeks: range.from }
  return 'four' in period ? { four: range.from } : { month: monthOf(range.from) }
}
