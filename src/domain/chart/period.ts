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

/** The period of one page: a calendar year or month, or two or four weeks from their first day. */
export type Period =
  | { readonly year: string }
  | { readonly month: string }
  | { readonly weeks: Day }
  | { readonly four: Day }

export const periodKinds = ['weeks', 'four', 'month', 'year'] as const
export type PeriodKind = (typeof periodKinds)[number]

export const kindOf = (period: Period): PeriodKind => periodKinds.find((kind) => kind in period)!

/** The text itself (`2026-11`) when there is such a month, otherwise null. */
export const parseMonth = (text: string): string | null =>
  /^\d{4}-\d{2}$/.test(text) && parseDay(`${text}-01`) !== null ? text : null

/** The same for a year, `2026`. */
export const parseYear = (text: string): string | null =>
  /^\d{4}$/.test(text) && parseMonth(`${text}-01`) ? text : null

/** The first day of the week that contains a day. */
export const weekOf = (day: Day, weekStart: WeekStart): Day => {
  const number = dayNumber(day)
  const { from } = weekAround(number, weekdays.indexOf(weekStart))
  return addDays(day, from - number) ?? day
}

/** The period of a kind that contains a day, or begins with its week. */
export const periodAt = (kind: PeriodKind, day: Day, weekStart: WeekStart): Period => {
  if (kind === 'year') return { year: day.slice(0, 4) }
  if (kind === 'month') return { month: monthOf(day) }
  return kind === 'weeks' ? { weeks: weekOf(day, weekStart) } : { four: weekOf(day, weekStart) }
}

/** The weeks of a range, the first and the last one cut at its ends. */
export const weeksOf = ({ from, to }: DayRange, weekStart: WeekStart): readonly DayRange[] => {
  const weeks: DayRange[] = []
  for (let first: Day | null = from; first !== null && first <= to;) {
    const next: Day | null = addDays(weekOf(first, weekStart), 7)
    weeks.push({ from: first, to: (next !== null && next <= to && addDays(next, -1)) || to })
    first = next
  }
  return weeks
}

/** Days, both ends included. */
const lengths = { weeks: 14, four: 28 } as const

const daysFrom = (from: Day, count: number): DayRange => ({ from, to: addDays(from, count - 1) ?? lastDay })

export const rangeOf = (period: Period): DayRange => {
  if ('weeks' in period) return daysFrom(period.weeks, lengths.weeks)
  if ('four' in period) return daysFrom(period.four, lengths.four)
  if ('year' in period) return { from: `${period.year}-01-01`, to: `${period.year}-12-31` }
  const from = `${period.month}-01`
  const end = numberOfDate(dateOf(dayNumber(from)).endOf('month').startOf('day'))
  return { from, to: addDays(from, end - dayNumber(from)) ?? lastDay }
}

/** The previous (-1) or next (1) period of the same kind; null where the calendar ends. */
export const neighbourOf = (period: Period, direction: -1 | 1): Period | null => {
  const range = neighbourPeriod(rangeOf(period), direction)
  if (!range) return null
  if ('weeks' in period) return { weeks: range.from }
  if ('four' in period) return { four: range.from }
  return 'year' in period ? { year: range.from.slice(0, 4) } : { month: monthOf(range.from) }
}
