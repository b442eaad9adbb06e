import { addUnits, civil, daySpan, type Calendar, type Span } from '../../calendar/spans.js'
import { weekAround, weekdayFrom } from '../../calendar/week.js'
import {
  isBareDay,
  isYearless,
  mapReading,
  readMoment,
  readTurn,
  refuseClaim,
  settle,
  turnBy,
  turnFrom,
  type DayOfMonth,
  type Moment,
  type When,
  type Yearless,
} from './moment.js'
import { workdayFrom } from './part.js'
import { checkYearly, isStillMeant, turnsOf } from './yearly.js'
import {
  endBeforeStart,
  isRefusal,
  maxAskedDays,
  outsideCalendar,
  reading,
  type Outcome,
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

interface Pair {
  readonly start: Span
  readonly end: Span
}

const joined = ({ start, end }: Pair): Span => ({ from: start.from, to: end.to })

/** What "24 dec - 2 jan" may mean, the likeliest first. */
const pairsOf = (from: Yearless, to: Yearless, calendar: Calendar): readonly Pair[] => {
  const { today, isPast } = calendar
  if (isPast) {
    // The most recent one that has begun.
    const start = turnBy(from, calendar, today)
    const end = start && turnFrom(to, calendar, start.from)
    return end ? [{ start, end }] : []
  }
  // The end decides, so that a current range is never skipped.
  const pairs = turnsOf(to.what, calendar).flatMap(({ span: end }): Pair[] => {
    const start = isStillMeant(end.to, calendar) ? turnBy(from, calendar, end.to) : null
    return start && end.to - start.from <= maxAskedDays ? [{ start, end }] : []
  })
  return pairs.slice(0, pairs[0] && pairs[0].end.to < today ? 2 : 1)
}

const readYearlessPair = (from: Yearless, to: Yearless, calendar: Calendar): Outcome => {
  const pairs = pairsOf(from, to, calendar)
  const [first] = pairs
  if (!first) return outsideCalendar
  if (isBackward(first.start, first.end)) {
    const [turned = { start: first.end, end: first.start }] = pairsOf(to, from, calendar)
    return endBeforeStart(turned.end.to, turned.start.from)
  }
  const refused = pairs.map(({ start, end }) => refuseClaim(from, start) ?? refuseClaim(to, end))
  const chosen = pairs[refused.indexOf(null)]
  if (!chosen) return refused[0] ?? outsideCalendar
  return reading(joined(chosen), pairs.filter((pair) => pair !== chosen).map(joined))
}

/** A start without a year, before an end with one or at a known distance from today. */
const readStartBy = (from: Yearless, to: Moment, calendar: Calendar): Outcome => {
  const end = readMoment(to, calendar)
  if (isRefusal(end)) return end
  const start = turnBy(from, calendar, end.span.to)
  const furthest = to.kind === 'yearly' ? maxAskedDays : maxBackDays
  if (!start || end.span.to - start.from > furthest) {
    const alone = readMoment(from, calendar)
    return isRefusal(alone) ? alone : endBeforeStart(alone.span.from, end.span.to)
  }
  if (to.kind === 'yearly' && isBackward(start, end.span)) {
    const turned = turnFrom(from, calendar, end.span.from)
    return endBeforeStart(turned?.from ?? start.from, end.span.from)
  }
  return refuseClaim(from, start) ?? reading({ from: start.from, to: end.span.to })
}

const isWeekday = (moment: Moment): boolean => moment.kind === 'weekday' || moment.kind === 'weekdayIn'

/** The end is the first such day after the start. */
const readEndFrom = (from: Moment, to: Moment, start: Span, calendar: Calendar): Outcome => {
  const floor = to.kind === 'weekday' && !isWeekday(from) ? Math.max(start.from, calendar.today) : start.from
  const turn = turnFrom(to, calendar, floor)
  // Between now and easter is ahead, however far.
  if (turn && isYearless(to) && from.kind !== 'day' && isBackward(start, turn))
    return endBeforeStart(start.from, (turnBy(to, calendar, start.from) ?? turn).from)
  const isSameWeekday = to.kind === 'weekday' && isWeekday(from) && turn?.from === start.from
  const end = readTurn(to, calendar, isSameWeekday ? daySpan(start.from + 7) : turn)
  if (isRefusal(end) || to.kind !== 'weekday' || to.place !== 'next') return end
  const following = daySpan(weekdayFrom(to.weekday, weekAround(start.from, calendar.weekStart).to + 1))
  if (end.span.to < start.from) return reading(following)
  return reading(end.span, [...end.others, following])
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
  // "monday - today": a start that would be after its end moves back to the previous one.
  const earlier: Moment = from.kind === 'weekday' && from.place !== 'next' ? { ...from, place: 'bare' } : from
  const start =
    (started.span.from > ended.span.to && turnBy(earlier, calendar, ended.span.to)) || started.span
  const span = { from: start.from, to: ended.span.to }
  if (span.to < span.from) return endBeforeStart(Math.max(start.from, start.to), ended.span.from)
  const others = ended.others
    .filter(({ to: other }) => other >= span.from)
    .map(({ to: other }) => ({ ...span, to: other }))
  return reading(span, [...runningSpan(from, to, span, calendar), ...others])
}

/** "the 12th to the 14th": the end decides, so that a current range is meant. */
const readMonthlyPair = (from: DayOfMonth, to: DayOfMonth, calendar: Calendar): Outcome => {
  const end = readMoment(to, calendar)
  if (isRefusal(end)) return end
  const start = turnBy(from, calendar, end.span.to)
  if (!start) return readMoment(from, calendar)
  if (end.span.to - start.from > maxAcrossDays && from.day > to.day) {
    const turned = readMonthlyPair(to, from, calendar)
    if (!isRefusal(turned)) return endBeforeStart(turned.span.to, turned.span.from)
  }
  return refuseClaim(from, start) ?? reading({ from: start.from, to: end.span.to })
}

const readRange = (first: Moment, last: Moment, calendar: Calendar): Outcome => {
  const [from, to] = [settle(first, calendar), settle(last, calendar)]
  for (const end of [from, to]) {
    const refused = end.kind === 'yearly' ? checkYearly(end, calendar) : null
    if (refused) return refused
  }
  if (isYearless(from) && isYearless(to)) return readYearlessPair(from, to, calendar)
  if (isBareDay(from) && isBareDay(to)) return readMonthlyPair(from, to, calendar)
  if (isYearless(from) && !turnFrom(to, calendar, calendar.today)) return readStartBy(from, to, calendar)
  return readEndAfter(from, to, calendar)
}

/** Both ends are included; a period as an end stands for its own first or last day. */
export const range =
  (first: Moment, last: Moment): When =>
  (calendar) =>
    readRange(first, last, calendar)

/** "around thanksgiving": from the working day before to the one after; the days alone are the alternative. */
export const around =
  (moment: Moment): When =>
  (calendar) => {
    const found = readMoment(moment, calendar)
    const wide = mapReading(found, ({ from, to }) => ({
      from: workdayFrom(from - 1, -1, calendar),
      to: workdayFrom(to + 1, 1, calendar),
    }))
    return isRefusal(found) || isRefusal(wide) ? wide : { ...wide, others: [found.span, ...wide.others] }
  }
