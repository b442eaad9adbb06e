import { addUnits, civil, daySpan, type Calendar, type Span } from '../../calendar/spans.js'
import { weekAround, weekdayFrom } from '../../calendar/week.js'
import {
  ifRead,
  isBareDay,
  isBareWeekday,
  isYearless,
  readMoment,
  readTurn,
  refuseClaim,
  settle,
  turnBy,
  turnFrom,
  type Moment,
  type When,
} from './moment.js'
import { workdayFrom } from './relative.js'
import { endBeforeStart, isRefusal, maxAskedDays, reading, type Outcome } from '../misread/refusal.js'

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

const isBackward = (start: Span, end: Span): boolean =>
  end.from < start.from ||
  (yearOf(start) !== yearOf(end) && end.from > addUnits(start.from, maxMonthsAcross, 'month'))

/** Whether the end is further from its start than anybody means. */
const isFar = (from: Moment, to: Moment, start: Span, end: Span): boolean => {
  const days = end.to - start.from
  if (isBareDay(from) && isBareDay(to)) return from.day > to.day && days > maxAcrossDays
  return to.kind === 'yearly' ? days > maxAskedDays || isBackward(start, end) : days > maxBackDays
}

/** The end decides, so that a current range is never skipped; the start is the last one before it. */
const readStartBy = (from: Moment, to: Moment, calendar: Calendar): Outcome =>
  ifRead(readMoment(to, calendar), (end) => {
    const pairs = [end.span, ...end.others].map((last) => ({ last, first: turnBy(from, last.to) }))
    const near = pairs.flatMap(({ last, first }) =>
      first && !isFar(from, to, first, last) ? [{ first, span: { from: first.from, to: last.to } }] : [],
    )
    if (!near[0])
      return ifRead(readMoment(from, calendar), ({ span }) => {
        const turned = turnBy(to, span.to)
        if (turned) return endBeforeStart(span.to, turned.from)
        return endBeforeStart((turnFrom(from, end.span.from) ?? span).to, end.span.from)
      })
    const chosen = near.find(({ first }) => refuseClaim(from, first) === null)
    if (!chosen) return refuseClaim(from, near[0].first) ?? reading(near[0].span)
    return reading(
      chosen.span,
      near.filter((pair) => pair !== chosen).map(({ span }) => span),
    )
  })

const isWeekday = (moment: Moment): boolean => moment.kind === 'weekday' || moment.kind === 'weekdayIn'

/** The end is the first such day after the start. */
const readEndFrom = (from: Moment, to: Moment, start: Span, calendar: Calendar): Outcome => {
  const floor = to.kind === 'weekday' && !isWeekday(from) ? Math.max(start.from, calendar.today) : start.from
  const turn = turnFrom(to, floor)
  // Between now and easter is ahead, however far.
  if (turn && isYearless(to) && from.kind !== 'day' && isBackward(start, turn))
    return endBeforeStart(start.from, (turnBy(to, start.from) ?? turn).from)
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

const readEndAfter = (from: Moment, to: Moment, calendar: Calendar): Outcome =>
  ifRead(readMoment(from, calendar), (started) =>
    ifRead(readEndFrom(from, to, started.span, calendar), (ended) => {
      // "monday - today": a start that would be after its end moves back to the previous one.
      const earlier: Moment =
        from.kind === 'weekday' && from.place !== 'next' ? { ...from, place: 'bare' } : from
      const start = (started.span.from > ended.span.to && turnBy(earlier, ended.span.to)) || started.span
      const span = { from: start.from, to: ended.span.to }
      if (span.to < span.from) return endBeforeStart(start.to, ended.span.from)
      const others = ended.others.map((other) => ({ ...span, to: other.to }))
      return reading(span, [...runningSpan(from, to, span, calendar), ...others])
    }),
  )

/** Both ends are included; a period as an end stands for its own first or last day. */
export const range =
  (first: Moment, last: Moment): When =>
  (calendar) => {
    const [from, to] = [settle(first, calendar), settle(last, calendar)]
    const isEndFirst = isYearless(from)
      ? isYearless(to)
        ? !calendar.isPast
        : !isBareWeekday(to) && !isBareDay(to)
      : isBareDay(from) && isBareDay(to)
    return (isEndFirst ? readStartBy : readEndAfter)(from, to, calendar)
  }

/** "around thanksgiving": from the working day before to the one after; the days alone are the alternative. */
export const around =
  (moment: Moment): When =>
  (calendar) =>
    ifRead(readMoment(moment, calendar), (found) => {
      const wide = ({ from, to }: Span): Span => ({
        from: workdayFrom(from - 1, -1, calendar),
        to: workdayFrom(to + 1, 1, calendar),
      })
      return { ...found, span: wide(found.span), others: [found.span, ...found.others.map(wide)] }
    })
