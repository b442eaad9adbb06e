import {
  addUnits,
  civil,
  daySpan,
  monthsAround,
  partOfYear,
  type Calendar,
  type Span,
  type Unit,
} from '../../calendar/spans.js'
import { monthName, weekdayName } from '../../calendar/date.js'
import { weekAround, weekdayBy, weekdayFrom, weekdayOfNumber } from '../../calendar/week.js'
import { endBeforeToday, isRefusal, reading, type AskRefusal } from '../misread/refusal.js'
import { spanWords } from '../text-form.js'
import type { Holiday } from '../words/holidays.js'
import {
  foundBy,
  foundFrom,
  ifRead,
  mapReading,
  onOwnDay,
  periodSpan,
  readFrom,
  readMoment,
  type Moment,
} from './moment.js'
import { readHolidayIn } from './yearly.js'

/** Moments that are found from today, or from another moment. */

export const dayFromToday = (offset: number): Moment =>
  foundBy(({ today }) => reading(daySpan(today + offset)), 'day')

export const weekdayIn = (weekday: number, week: Moment): Moment =>
  foundFrom(week, ({ from }) => daySpan(weekdayFrom(weekday, from)), 'weekdayIn')

/** "next january" is in the next year. If this year's is still to come, that is the alternative. */
export const monthIn = (month: number, shift: number): Moment =>
  foundBy(({ today }) => {
    const { year } = civil(today)
    const span = partOfYear(year + shift, month, 1)
    const current = partOfYear(year, month, 1)
    if (shift > 0) return reading(span, current.from > today ? [current] : [])
    if (shift < 0) return current.to < today ? reading(current, [span]) : reading(span)
    return reading(span, span.to < today ? [partOfYear(year + 1, month, 1)] : [])
  }, 'monthIn')

/** "next summer", "last christmas" */
export const holidayIn = (holiday: Holiday, shift: number): Moment =>
  foundBy((calendar) => readHolidayIn(holiday, shift, calendar))

/** Of a holiday that covers several days the week of its own day, which is offered, too: "christmas week". */
export const weekOf = (moment: Moment): Moment => {
  const own = onOwnDay(moment)
  return foundBy((calendar) =>
    ifRead(readMoment(own, calendar), (found) => {
      const week = ({ from }: Span): Span => weekAround(from, calendar.weekStart)
      return {
        ...found,
        span: week(found.span),
        others: own === moment ? found.others.map(week) : [found.span],
      }
    }),
  )
}

/** The Saturday and Sunday of a week, or the nearest ones from a day on; on a Sunday, the current ones. */
const weekendIn = ({ from, to }: Span): Span => {
  const saturday = from === to && weekdayOfNumber(from) === 6 ? from - 1 : weekdayFrom(5, from)
  return { from: saturday, to: saturday + 1 }
}

export const weekendOf = (moment: Moment): Moment => foundFrom(moment, weekendIn)

/** From Saturday to a Monday or Tuesday, from a Thursday or Friday to Sunday. */
const longWeekend = ({ from, to }: Span): Span | null => {
  const weekday = weekdayOfNumber(from)
  if (from < to || weekday === 2) return null
  const saturday = weekday < 2 ? from - weekday - 2 : weekendIn({ from, to }).from
  return { from: Math.min(from, saturday), to: Math.max(to, saturday + 1) }
}

/** A holiday with the weekend that it lengthens, or else the weekend after it. */
export const longWeekendOf = (moment: Moment): Moment =>
  foundFrom(moment, (span) => longWeekend(span) ?? weekendIn(span))

/** A holiday with the weekend that it lengthens, if it does. */
export const bridge = (moment: Moment): Moment => foundFrom(moment, (span) => longWeekend(span) ?? span)

/**
 * "in 2 weeks", "3 days ago": the whole unit at that distance. The alternatives are the single day and, for two units or
 * more, all days until then.
 */
export const shifted = (count: number, unit: Unit): Moment =>
  foundBy((calendar) => {
    const day = addUnits(calendar.today, count, unit)
    const isRolling = count > 0 && (unit === 'day' || unit === 'fortnight' || (unit === 'week' && count > 1))
    const other = isRolling ? { from: calendar.today, to: day } : daySpan(day)
    return reading(periodSpan(unit, count, calendar), [other])
  })

/** "2 weeks from monday": a day. */
export const offset = (count: number, unit: Unit, moment: Moment): Moment =>
  foundFrom(onOwnDay(moment), ({ from }) => daySpan(addUnits(from, count, unit)), 'offset')

export type Neighbour = 'day' | 'week' | 'month' | { readonly weekday: number }

const neighbourOf = (
  what: Neighbour,
  isAfter: boolean,
  { from, to }: Span,
  { weekStart }: Calendar,
): Span => {
  const next = isAfter ? to + 1 : from - 1
  if (typeof what === 'object')
    return daySpan(isAfter ? weekdayFrom(what.weekday, next) : weekdayBy(what.weekday, next))
  if (what === 'day') return daySpan(next)
  if (what === 'week') return weekAround(isAfter ? to + 7 : from - 7, weekStart)
  return monthsAround(isAfter ? to : from, 'month', isAfter ? 1 : -1)
}

/**
 * "the week before christmas": of a holiday at a weekend the week that ends with it, otherwise the one before its own,
 * which is offered where most of it lies before that day; likewise after it.
 */
const weekBeside = (isAfter: boolean, moment: Moment): Moment =>
  foundBy((calendar) => {
    const own = readMoment(onOwnDay(moment), calendar)
    if (isRefusal(own) || own.span.from < own.span.to)
      return mapReading(own, (span) => neighbourOf('week', isAfter, span, calendar))
    const day = own.span.from
    const weekday = weekdayOfNumber(day)
    const far = isAfter ? 7 : -7
    const weekOn = (one: number): Span => weekAround(one, calendar.weekStart)
    if (weekday > 4) {
      const near = day - weekday + (isAfter ? 7 : 4)
      return { ...own, span: weekOn(near), others: [weekOn(near + far)] }
    }
    const isMostly = isAfter ? weekday < 2 : weekday > 2
    const others = own.others.map(({ from }) => weekOn(from + far))
    return { ...own, span: weekOn(day + far), others: isMostly ? [weekOn(day), ...others] : others }
  })

/** "the week after christmas", "friday before christmas": the nearest one that lies entirely after or before it. */
export const beside = (what: Neighbour, isAfter: boolean, moment: Moment): Moment =>
  what === 'week' && moment.kind === 'yearly' && moment.what.kind === 'holiday'
    ? weekBeside(isAfter, moment)
    : foundFrom(onOwnDay(moment), (span, calendar) => neighbourOf(what, isAfter, span, calendar))

/** "the end of next month", as the end of a range. */
export const lastDayOf = (moment: Moment): Moment => foundFrom(moment, ({ to }) => daySpan(to))

/** Parts of a period, and what is counted in one. */

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
    const ofWeek = (first: number, last: number): Span => days(monday + first, monday + last)
    return parts(ofWeek(0, 1), ofWeek(2, 2), ofWeek(3, 4), from + 3)
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

/** The first working day from a day on, or backwards when `by` is -1; the day itself where there are none. */
export const workdayFrom = (from: number, by: 1 | -1, { workingDays }: Calendar): number =>
  [0, 1, 2, 3, 4, 5, 6]
    .map((days) => from + days * by)
    .find((day) => workingDays.includes(weekdayOfNumber(day))) ?? from

/** The n-th working day from a day on. */
export const nthWorkday = (from: number, nth: number, calendar: Calendar): number => {
  let day = from - 1
  for (let left = nth; left > 0; left -= 1) day = workdayFrom(day + 1, 1, calendar)
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
  return daySpan(nth < 0 ? workdayFrom(to, -1, calendar) : nthWorkday(from, nth, calendar))
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
