import { addUnits, civil, daySpan, type Calendar, type Span } from '../../calendar/spans.js'
import { weekAround, weekdayBy, weekdayFrom, weekdayOfNumber } from '../../calendar/week.js'
import { dayOfMonthBy, floatFrom, mapReading, readMoment, settle, type Moment } from './moment.js'
import { workdayFrom } from './part.js'
import {
  checkYearly,
  isStillMeant,
  readYearly,
  yearlyOccurrences,
  yearlyBy,
  yearlyFrom,
  type YearlyMoment,
} from './yearly.js'
import {
  endBeforeStart,
  isRefusal,
  maxAskedDays,
  outsideCalendar,
  reading,
  weekdayMismatch,
  type Outcome,
  type AskRefusal,
} from '../misread/refusal.js'

/** Half a year: for "1 sep - today", nobody means a September further back than that. */
const maxBackDays = 183

/**
 * An end before its start is in the next year only across a new year, and only if they are this many months apart at
 * most (decisions, "What is asked").
 */
const maxMonthsAcross = 3
/** "24th-2nd" may span the end of a month with this many days at most. */
const maxAcrossDays = 14

/** The year of the middle day, because week 1 may begin in the previous year. */
const yearOf = ({ from, to }: Span): number => civil(Math.floor((from + to) / 2)).year

const crossesYear = (start: Span, end: Span): boolean => yearOf(start) !== yearOf(end)

const isBackward = (start: Span, end: Span): boolean =>
  end.from < start.from ||
  (crossesYear(start, end) && end.from > addUnits(start.from, maxMonthsAcross, 'month'))

/** Refuses a range that ends before it starts, and suggests the reverse. */
const refuseBackward = (from: Moment, to: Moment, pair: Pair, calendar: Calendar): AskRefusal => {
  const turned = readRange(to, from, { ...calendar, isPast: false })
  return isRefusal(turned)
    ? endBeforeStart(pair.start.from, pair.end.from)
    : endBeforeStart(turned.span.to, turned.span.from)
}

type Yearless = YearlyMoment & { readonly year: null }

export const isYearless = (moment: Moment): moment is Yearless =>
  moment.kind === 'yearly' && moment.year === null

/** The refusal when the text names a weekday on which the date is not. */
export const refuseClaim = (moment: Moment, { from }: Span): AskRefusal | null => {
  const claimed = moment.kind === 'yearly' || moment.kind === 'monthly' ? moment.weekday : null
  return claimed !== null && weekdayOfNumber(from) !== claimed ? weekdayMismatch(from, claimed) : null
}

interface Pair {
  readonly start: Span
  readonly end: Span
}

const joined = ({ start, end }: Pair): Span => ({ from: start.from, to: end.to })

const refusePair = (from: Moment, to: Moment, { start, end }: Pair): AskRefusal | null =>
  refuseClaim(from, start) ?? refuseClaim(to, end)

/**
 * "24 dec - 2 jan": the end decides, so that a current range is never skipped. A range that ended at most 31 days ago
 * is still meant; the next one is the alternative.
 */
const readYearlessPair = (from: Yearless, to: Yearless, calendar: Calendar): Outcome => {
  const ends = yearlyOccurrences(to.what, calendar).filter(
    ({ span, exists }) => exists && isStillMeant(span.to, calendar),
  )
  const pairs = ends.flatMap(({ span: end }): Pair[] => {
    const start = yearlyBy(from.what, calendar, end.to)
    return start && end.to - start.from <= maxAskedDays ? [{ start, end }] : []
  })
  if (calendar.isPast) return readPastPair(from, to, calendar)
  const [first, second] = pairs
  if (!first) return outsideCalendar
  if (isBackward(first.start, first.end)) return refuseBackward(from, to, first, calendar)
  const near = first.end.to < calendar.today && second ? [first, second] : [first]
  const chosen = near.find((pair) => refusePair(from, to, pair) === null)
  if (!chosen) return refusePair(from, to, first) ?? outsideCalendar
  return reading(joined(chosen), near.filter((pair) => pair !== chosen).map(joined))
}

/** The most recent one that has begun. */
const readPastPair = (from: Yearless, to: Yearless, calendar: Calendar): Outcome => {
  const start = yearlyBy(from.what, calendar, calendar.today)
  const end = start && yearlyFrom(to.what, calendar, start.from)
  if (!start || !end) return outsideCalendar
  const pair = { start, end }
  if (isBackward(start, end)) return refuseBackward(from, to, pair, calendar)
  return refusePair(from, to, pair) ?? reading(joined(pair))
}

/** A start without a year, before an end with one or at a known distance from today. */
const readStartBy = (from: Yearless, to: Moment, calendar: Calendar): Outcome => {
  const end = readMoment(to, calendar)
  if (isRefusal(end)) return end
  const start = yearlyBy(from.what, calendar, end.span.to)
  const furthest = to.kind === 'yearly' ? maxAskedDays : maxBackDays
  if (!start || end.span.to - start.from > furthest) {
    const alone = readYearly(from, calendar)
    return isRefusal(alone) ? alone : endBeforeStart(alone.span.from, end.span.to)
  }
  if (to.kind === 'yearly' && isBackward(start, end.span)) {
    const turned = yearlyFrom(from.what, calendar, end.span.from)
    return endBeforeStart(turned?.from ?? start.from, end.span.from)
  }
  return refuseClaim(from, start) ?? reading({ from: start.from, to: end.span.to })
}

const isWeekday = (moment: Moment): boolean => moment.kind === 'weekday' || moment.kind === 'weekdayIn'

/** The end is the first such day after the start. */
const readEndFrom = (from: Moment, to: Moment, start: Span, calendar: Calendar): Outcome => {
  if (isYearless(to)) {
    const end = yearlyFrom(to.what, calendar, start.from)
    // Between now and easter is ahead, however far.
    if (end && from.kind !== 'day' && isBackward(start, end)) {
      const before = yearlyBy(to.what, calendar, start.from)
      return endBeforeStart(start.from, before?.from ?? end.from)
    }
    return end ? (refuseClaim(to, end) ?? reading(end)) : readYearly(to, calendar)
  }
  const floor = to.kind === 'weekday' && !isWeekday(from) ? Math.max(start.from, calendar.today) : start.from
  const floating = floatFrom(to, floor)
  if (floating !== null) {
    const isSameWeekday = isWeekday(from) && to.kind === 'weekday' && floating === start.from
    const day = daySpan(isSameWeekday ? floating + 7 : floating)
    return refuseClaim(to, day) ?? reading(day)
  }
  const end = readMoment(to, calendar)
  if (isRefusal(end) || to.kind !== 'weekday' || to.place !== 'next') return end
  const following = daySpan(weekdayFrom(to.weekday, weekAround(start.from, calendar.weekStart).to + 1))
  if (end.span.to < start.from) return reading(following)
  return reading(end.span, [...end.others, following])
}

/** "monday - today": a start that would be after its end moves back to the previous one. */
const startBy = (from: Moment, start: Span, end: Span): Span => {
  if (start.from <= end.to) return start
  if (from.kind === 'weekday' && from.place !== 'next') return daySpan(weekdayBy(from.weekday, end.to))
  const day = from.kind === 'monthly' && from.shift === null ? dayOfMonthBy(from.day, end.to) : null
  return day === null ? start : daySpan(day)
}

/** The same weekdays one week earlier, if today is among them: the current range. */
const runningSpan = (from: Moment, to: Moment, span: Span, { today }: Calendar): readonly Span[] =>
  from.kind === 'weekday' &&
  from.place !== 'next' &&
  isWeekday(to) &&
  span.from > today &&
  span.to - 7 >= today
    ? [{ from: span.from - 7, to: span.to - 7 }]
    : []

const readEndAfter = (from: Moment, to: Moment, calendar: Calendar): Outcome => {
  const started = readMoment(from, calendar)
  if (isRefusal(started)) return started
  const ended = readEndFrom(from, to, started.span, calendar)
  if (isRefusal(ended)) return ended
  const start = startBy(from, started.span, ended.span)
  const span = { from: start.from, to: ended.span.to }
  if (span.to < span.from) return endBeforeStart(Math.max(start.from, start.to), ended.span.from)
  const others = ended.others
    .filter(({ to: other }) => other >= span.from)
    .map(({ to: other }) => ({ ...span, to: other }))
  return reading(span, [...runningSpan(from, to, span, calendar), ...others])
}

const isMonthly = (moment: Moment): moment is Extract<Moment, { readonly kind: 'monthly' }> =>
  moment.kind === 'monthly' && moment.shift === null

/** "the 12th to the 14th": the end decides, so that a current range is meant. */
const readMonthlyPair = (
  from: Moment & { readonly day: number },
  to: Moment,
  calendar: Calendar,
): Outcome => {
  const end = readMoment(to, calendar)
  if (isRefusal(end)) return end
  const start = dayOfMonthBy(from.day, end.span.to)
  if (start === null) return readMoment(from, calendar)
  if (end.span.to - start > maxAcrossDays && from.day > civil(end.span.to).day) {
    const turned = isMonthly(to) ? readMonthlyPair(to, from, calendar) : null
    if (turned && !isRefusal(turned)) return endBeforeStart(turned.span.to, turned.span.from)
  }
  return refuseClaim(from, daySpan(start)) ?? reading({ from: start, to: end.span.to })
}

/** Both ends are included; a period as an end stands for its own first or last day. */
export const readRange = (first: Moment, last: Moment, calendar: Calendar): Outcome => {
  const [from, to] = [settle(first, calendar), settle(last, calendar)]
  for (const end of [from, to]) {
    const refused = end.kind === 'yearly' ? checkYearly(end, calendar) : null
    if (refused) return refused
  }
  if (isYearless(from) && isYearless(to)) return readYearlessPair(from, to, calendar)
  if (isMonthly(from) && isMonthly(to)) return readMonthlyPair(from, to, calendar)
  if (isYearless(from) && floatFrom(to, calendar.today) === null) return readStartBy(from, to, calendar)
  return readEndAfter(from, to, calendar)
}

/** From the working day before to the one after; the days alone are the alternative. */
export const readAround = (moment: Moment, calendar: Calendar): Outcome => {
  const found = readMoment(moment, calendar)
  const wide = mapReading(found, ({ from, to }) => ({
    from: workdayFrom(from - 1, -1, calendar),
    to: workdayFrom(to + 1, 1, calendar),
  }))
  return isRefusal(found) || isRefusal(wide) ? wide : { ...wide, others: [found.span, ...wide.others] }
}
