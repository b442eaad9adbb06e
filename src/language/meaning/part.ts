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
import { mapReading, readMoment, type Moment } from './moment.js'
import { monthName, weekdayName } from '../../calendar/date.js'
import { endBeforeToday, isRefusal, reading, type AskRefusal, type Outcome } from '../misread/refusal.js'
import { spanWords } from '../text-form.js'

export type PartOfPeriod = 'early' | 'middle' | 'late' | 'firstHalf' | 'secondHalf'

export type Nth = 'day' | 'workday' | 'week' | 'weekend' | { readonly weekday: number }

const maxWeekDays = 7
const maxMonthDays = 31
const maxQuarterDays = 92

/** Half of a week ends on Wednesday, of a month on the 15th, of a year in June. */
const halfOf = (isFirst: boolean, { from, to }: Span): Span => {
  const length = to - from + 1
  const last =
    length <= maxWeekDays
      ? from + 2
      : length <= maxMonthDays
        ? from + 14
        : length <= maxQuarterDays
          ? from + 45
          : monthsAround(from, 'month', 5).to
  return isFirst ? { from, to: last } : { from: last + 1, to }
}

const thirds = (part: PartOfPeriod, first: Span, middle: Span, last: Span): Span =>
  part === 'early' ? first : part === 'middle' ? middle : last

/**
 * Of a month: its first ten days, the next ten, and the rest. Of a week: Monday and Tuesday, Wednesday, Thursday and
 * Friday. Of a quarter: one month. Of a year: its first three months, May to August, and its last three.
 */
const partOf = (part: PartOfPeriod, { from, to }: Span): Span => {
  if (part === 'firstHalf' || part === 'secondHalf') return halfOf(part === 'firstHalf', { from, to })
  const length = to - from + 1
  if (length <= maxWeekDays) {
    const monday = weekdayFrom(0, from)
    return thirds(part, { from: monday, to: monday + 1 }, daySpan(monday + 2), {
      from: monday + 3,
      to: monday + 4,
    })
  }
  if (length <= maxMonthDays)
    return thirds(part, { from, to: from + 9 }, { from: from + 10, to: from + 19 }, { from: from + 20, to })
  const months = (first: number, last: number): Span => ({
    from: monthsAround(from, 'month', first).from,
    to: monthsAround(from, 'month', last).to,
  })
  return length <= maxQuarterDays
    ? thirds(part, months(0, 0), months(1, 1), months(2, 2))
    : thirds(part, months(0, 2), months(4, 7), months(9, 11))
}

/** Of the end of a period that is running, what is over is not meant. */
export const part = (which: PartOfPeriod, moment: Moment): Moment => ({
  kind: 'other',
  read: (calendar) =>
    mapReading(readMoment(moment, calendar), (span) => {
      const { from, to } = partOf(which, span)
      const isOn = which === 'late' && !calendar.isPast && from < calendar.today && calendar.today <= to
      return { from: isOn ? calendar.today : from, to }
    }),
})

/** The first working day from a day on, or backwards when `by` is -1. */
export const workdayFrom = (from: number, by: 1 | -1, { workingDays }: Calendar): number => {
  if (workingDays.length === 0) return from
  let day = from
  while (!workingDays.includes(weekdayOfNumber(day))) day += by
  return day
}

const nthDay = (what: Nth, nth: number, { from, to }: Span, calendar: Calendar): number => {
  if (what === 'workday') {
    if (nth < 0) return workdayFrom(to, -1, calendar)
    let day = workdayFrom(from, 1, calendar)
    for (let left = nth - 1; left > 0; left -= 1) day = workdayFrom(day + 1, 1, calendar)
    return day
  }
  const weekday = typeof what === 'object' ? what.weekday : 0
  if (what === 'day') return nth < 0 ? to : from + nth - 1
  return nth < 0 ? weekdayBy(weekday, to) : weekdayFrom(weekday, from) + (nth - 1) * 7
}

/** A week belongs to the month that has most of its days, which is the month of its middle day. */
const nthWeek = (nth: number, { from, to }: Span, { weekStart }: Calendar): Span => {
  const middle = (weekStart + 3) % 7
  const day = nth < 0 ? weekdayBy(middle, to) : weekdayFrom(middle, from) + (nth - 1) * 7
  return weekAround(day, weekStart)
}

const noSuchOne = (what: Nth, nth: number, { from }: Span, last: Span): AskRefusal => ({
  reason: 'no_such_date',
  fact: `${monthName(civil(from).month)} ${civil(from).year} has no ${typeof what === 'string' ? what : weekdayName(what.weekday)} number ${nth}.`,
  suggestions: [spanWords(last)],
})

const readNth = (nth: number, what: Nth, whole: Outcome, calendar: Calendar): Outcome => {
  if (isRefusal(whole)) return whole
  const { span } = whole
  if (nth === 0) return noSuchOne(what, nth, span, span)
  if (what === 'week') {
    const week = nthWeek(nth, span, calendar)
    const days =
      nth < 0
        ? { from: span.to - 6, to: span.to }
        : { from: span.from + (nth - 1) * 7, to: span.from + nth * 7 - 1 }
    if (week.from + 3 > span.to) return noSuchOne(what, nth, span, nthWeek(-1, span, calendar))
    return reading(week, [{ from: days.from, to: Math.min(days.to, span.to) }])
  }
  if (what === 'weekend') {
    const saturday = nth < 0 ? weekdayBy(5, span.to) : weekdayFrom(5, span.from) + (nth - 1) * 7
    return saturday > span.to
      ? noSuchOne(what, nth, span, { from: weekdayBy(5, span.to), to: weekdayBy(5, span.to) + 1 })
      : reading({ from: saturday, to: saturday + 1 })
  }
  const day = nthDay(what, nth, span, calendar)
  return day < span.from || day > span.to
    ? noSuchOne(what, nth, span, daySpan(nthDay(what, -1, span, calendar)))
    : reading(daySpan(day))
}

/** "the first week of december", "the last friday of the month". `number` is -1 for the last. */
export const nth = (number: number, what: Nth, moment: Moment): Moment => ({
  kind: 'other',
  read: (calendar) => readNth(number, what, readMoment(moment, calendar), calendar),
})

/** "the last two weeks of december": that many at its end. */
export const edge = (count: number, unit: Unit, isFirst: boolean, moment: Moment): Moment => ({
  kind: 'other',
  read: (calendar) => {
    const whole = readMoment(moment, calendar)
    if (isRefusal(whole)) return whole
    const { from, to } = whole.span
    return isFirst
      ? reading({ from, to: Math.min(to, addUnits(from, count, unit) - 1) })
      : reading({ from: Math.max(from, addUnits(to, -count, unit) + 1), to })
  },
})

/** The next working day, or the previous one. */
export const workday = (by: 1 | -1): Moment => ({
  kind: 'other',
  read: (calendar) => reading(daySpan(workdayFrom(calendar.today + by, by, calendar))),
})

/** From today on. */
const restOf = (moment: Moment, calendar: Calendar): Outcome => {
  const whole = readMoment(moment, calendar)
  if (isRefusal(whole)) return whole
  const { from, to } = whole.span
  if (to < calendar.today) return endBeforeToday(from, to, calendar.today)
  return reading({ from: Math.max(from, calendar.today), to })
}

/** "later this week": its days after today, where anybody works on them; of days to come, their last part. */
const laterIn = (moment: Moment, calendar: Calendar): Outcome => {
  const left = restOf(moment, calendar)
  if (isRefusal(left)) return left
  const { from, to } = left.span
  if (from > calendar.today) return readMoment(from < to ? part('late', moment) : moment, calendar)
  return workdayFrom(from + 1, 1, calendar) > to ? left : reading({ from: from + 1, to }, [left.span])
}

/** "earlier this week": its days before today. */
const earlierIn = (moment: Moment, calendar: Calendar): Outcome =>
  mapReading(readMoment(moment, calendar), ({ from, to }) => ({
    from,
    to: Math.max(from, Math.min(to, calendar.today - 1)),
  }))

const sides = { rest: restOf, later: laterIn, earlier: earlierIn } as const

/** What lies on one side of today. */
export const sideOf = (side: keyof typeof sides, moment: Moment): Moment => ({
  kind: 'other',
  read: (calendar) => sides[side](moment, calendar),
})
