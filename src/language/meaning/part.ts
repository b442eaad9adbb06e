import {
  addUnits,
  civil,
  daySpan,
  monthsAround,
  type Calendar,
  type Span,
  type Unit,
} from '../../calendar/spans.js'
import { weekAround, weekdayBy, weekdayFrom, weekdayOfNumber } from '../../calendar/week.js'
import { foundFrom, foundBy, readMoment, readFrom, type Moment } from './moment.js'
import { monthName, weekdayName } from '../../calendar/date.js'
import { endBeforeToday, reading, type AskRefusal } from '../misread/refusal.js'
import { spanWords } from '../text-form.js'

export type PartOfPeriod = 'early' | 'middle' | 'late' | 'firstHalf' | 'secondHalf'

export type Nth = 'day' | 'workday' | 'week' | 'weekend' | { readonly weekday: number }

/**
 * Of a month: its first ten days, the next ten, and the rest; its first half ends on the 15th. Of a week: Monday and
 * Tuesday, Wednesday, Thursday and Friday; its first half ends on its third day. Of a quarter: one month. Of a year: its
 * first three months, May to August, and its last three; its first half ends in June.
 */
const partsOf = ({ from, to }: Span): Readonly<Record<PartOfPeriod, Span>> => {
  const parts = (early: Span, middle: Span, late: Span, second: number) => ({
    early,
    middle,
    late,
    firstHalf: { from, to: second - 1 },
    secondHalf: { from: second, to },
  })
  const days = (first: number, last: number): Span => ({ from: from + first, to: from + last })
  const months = (first: number, last: number): Span => ({
    from: monthsAround(from, 'month', first).from,
    to: monthsAround(from, 'month', last).to,
  })
  const length = to - from + 1
  if (length <= 7) {
    const monday = weekdayFrom(0, from) - from
    return parts(
      days(monday, monday + 1),
      days(monday + 2, monday + 2),
      days(monday + 3, monday + 4),
      from + 3,
    )
  }
  if (length <= 31) return parts(days(0, 9), days(10, 19), days(20, length - 1), from + 15)
  if (length <= 92) return parts(months(0, 0), months(1, 1), months(2, 2), from + 46)
  return parts(months(0, 2), months(4, 7), months(9, 11), months(6, 6).from)
}

/** Of the end of a period that is running, what is over is not meant. */
export const part = (which: PartOfPeriod, moment: Moment): Moment =>
  foundFrom(moment, (span, { today, isPast }) => {
    const { from, to } = partsOf(span)[which]
    return { from: which === 'late' && !isPast && today <= to ? Math.max(from, today) : from, to }
  })

/** The first working day from a day on, or backwards when `by` is -1. */
export const workdayFrom = (from: number, by: 1 | -1, { workingDays }: Calendar): number => {
  if (workingDays.length === 0) return from
  let day = from
  while (!workingDays.includes(weekdayOfNumber(day))) day += by
  return day
}

const nthOf = (what: Nth, nth: number, { from, to }: Span, calendar: Calendar): Span => {
  const nthWeekday = (weekday: number): number =>
    nth < 0 ? weekdayBy(weekday, to) : weekdayFrom(weekday, from) + (nth - 1) * 7
  if (typeof what === 'object') return daySpan(nthWeekday(what.weekday))
  if (what === 'day') return daySpan(nth < 0 ? to : from + nth - 1)
  if (what === 'weekend') return { from: nthWeekday(5), to: nthWeekday(5) + 1 }
  // A week belongs to the month that has most of its days, which is the month of its middle day.
  if (what === 'week') return weekAround(nthWeekday((calendar.weekStart + 3) % 7), calendar.weekStart)
  if (nth < 0) return daySpan(workdayFrom(to, -1, calendar))
  let day = workdayFrom(from, 1, calendar)
  for (let left = nth - 1; left > 0; left -= 1) day = workdayFrom(day + 1, 1, calendar)
  return daySpan(day)
}

const noSuchOne = (what: Nth, nth: number, { from }: Span, last: Span): AskRefusal => ({
  reason: 'no_such_date',
  fact: `${monthName(civil(from).month)} ${civil(from).year} has no ${typeof what === 'string' ? what : weekdayName(what.weekday)} number ${nth}.`,
  suggestions: [spanWords(last)],
})

/** "the first week of december", "the last friday of the month". `number` is -1 for the last. */
export const nth = (number: number, what: Nth, moment: Moment): Moment =>
  readFrom(moment, (span, calendar) => {
    if (number === 0) return noSuchOne(what, number, span, span)
    const found = nthOf(what, number, span, calendar)
    const day = what === 'week' ? found.from + 3 : found.from
    if (day < span.from || day > span.to)
      return noSuchOne(what, number, span, nthOf(what, -1, span, calendar))
    if (what !== 'week') return reading(found)
    const from = number < 0 ? span.to - 6 : span.from + (number - 1) * 7
    return reading(found, [{ from, to: Math.min(from + 6, span.to) }])
  })

/** "the last two weeks of december": that many at its end. */
export const edge = (count: number, unit: Unit, isFirst: boolean, moment: Moment): Moment =>
  readFrom(moment, ({ from, to }) =>
    isFirst
      ? reading({ from, to: Math.min(to, addUnits(from, count, unit) - 1) })
      : reading({ from: Math.max(from, addUnits(to, -count, unit) + 1), to }),
  )

/** The next working day, or the previous one. */
export const workday = (by: 1 | -1): Moment =>
  foundBy((calendar) => reading(daySpan(workdayFrom(calendar.today + by, by, calendar))))

/** From today on. */
const restOf = (moment: Moment): Moment =>
  readFrom(moment, ({ from, to }, { today }) =>
    to < today ? endBeforeToday(from, to, today) : reading({ from: Math.max(from, today), to }),
  )

/** "later this week": its days after today, where anybody works on them; of days to come, their last part. */
const laterIn = (moment: Moment): Moment =>
  readFrom(restOf(moment), (left, calendar) => {
    const { from, to } = left
    if (from > calendar.today) return readMoment(from < to ? part('late', moment) : moment, calendar)
    return workdayFrom(from + 1, 1, calendar) > to ? reading(left) : reading({ from: from + 1, to }, [left])
  })

/** "earlier this week": its days before today. */
const earlierIn = (moment: Moment): Moment =>
  foundFrom(moment, ({ from, to }, { today }) => ({ from, to: Math.max(from, Math.min(to, today - 1)) }))

/** What lies on one side of today. */
export const sides = { rest: restOf, later: laterIn, earlier: earlierIn } as const
