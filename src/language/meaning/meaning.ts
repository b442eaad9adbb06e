import { addUnits, civil, daySpan, isDayNumber, type Calendar, type Span } from '../../calendar/spans.js'
import { weekdayBy, weekdayFrom } from '../../calendar/week.js'
import { dayOfMonthBy, floatFrom, readMoment, settle } from './moment.js'
import { workdayFrom } from './part.js'
import { isYearless, readRange, refuseClaim } from './range.js'
import { checkYearly, isStillMeant, yearlyBy, yearlyFrom } from './yearly.js'
import type { Moment, When } from '../grammar/phrase.js'
import {
  endBeforeStart,
  endBeforeToday,
  isRefusal,
  maxAskedDays,
  outsideCalendar,
  over366,
  reading,
  twoRanges,
  type Outcome,
} from '../misread/refusal.js'

/** The length of an open range, in days after its start, as in the API's default. */
export const defaultLength = 7

const isBareWeekday = (moment: Moment): moment is Extract<Moment, { readonly kind: 'weekday' }> =>
  moment.kind === 'weekday' && (moment.place === 'bare' || moment.place === 'this')

/**
 * Looks only ahead: the moment ends on or after `day`. A weekday is after today even if today is that weekday, because
 * "until today" would be pointless.
 */
const readAhead = (moment: Moment, calendar: Calendar, day: number): Outcome => {
  if (isBareWeekday(moment)) return reading(daySpan(weekdayFrom(moment.weekday, calendar.today + 1)))
  if (isYearless(moment)) {
    const refused = checkYearly(moment, calendar)
    const span = yearlyFrom(moment.what, calendar, day)
    if (refused || !span) return refused ?? readMoment(moment, calendar)
    return refuseClaim(moment, span) ?? reading(span)
  }
  const floating = floatFrom(moment, day)
  if (floating === null) return readMoment(moment, calendar)
  return refuseClaim(moment, daySpan(floating)) ?? reading(daySpan(floating))
}

/** Inclusive. For a moment that has just passed, the alternative is from then to today. */
const readUntil = (moment: Moment, calendar: Calendar): Outcome => {
  const { today } = calendar
  const ahead = readAhead(moment, calendar, today)
  if (isRefusal(ahead)) return ahead
  const { span, others } = ahead
  if (span.to < today) return endBeforeToday(span.from, span.to, today)
  const until = (to: number): Span => ({ from: today, to })
  const passed = isYearless(moment) ? yearlyBy(moment.what, calendar, today - 1) : null
  const isToday = isBareWeekday(moment) && span.to === today + 7
  return reading(until(span.to), [
    ...(isToday ? [until(today)] : []),
    ...(passed && passed.to < today && isStillMeant(passed.to, calendar)
      ? [{ from: passed.from, to: today }]
      : []),
    ...others.filter(({ to }) => to >= today).map(({ to }) => until(to)),
    ...(span.from < span.to && span.from > today ? [until(span.from - 1)] : []),
  ])
}

/** Exclusive of the moment. */
const readBefore = (moment: Moment, calendar: Calendar): Outcome => {
  const { today } = calendar
  const ahead = readAhead(moment, calendar, today + 1)
  if (isRefusal(ahead)) return ahead
  const to = ahead.span.from - 1
  return to < today ? endBeforeToday(to, to, today) : reading({ from: today, to })
}

const lastBy = (moment: Moment, calendar: Calendar): number | null => {
  const { today } = calendar
  if (isBareWeekday(moment)) return weekdayBy(moment.weekday, today)
  if (isYearless(moment)) return yearlyBy(moment.what, calendar, today)?.from ?? null
  return moment.kind === 'monthly' && moment.shift === null ? dayOfMonthBy(moment.day, today) : null
}

/** From the most recent such day to today. */
const readSince = (moment: Moment, calendar: Calendar): Outcome => {
  const { today } = calendar
  const alone = readMoment(moment, calendar)
  const from = lastBy(moment, calendar)
  const before = isBareWeekday(moment) && from === today ? [{ from: today - 7, to: today }] : []
  if (from !== null) return refuseClaim(moment, daySpan(from)) ?? reading({ from, to: today }, before)
  if (isRefusal(alone)) return alone
  return alone.span.from > today
    ? endBeforeStart(alone.span.from, today)
    : reading({ from: alone.span.from, to: today })
}

const openFrom = (outcome: Outcome, startOf: (span: Span) => number): Outcome => {
  if (isRefusal(outcome)) return outcome
  const open = (span: Span): Span => ({ from: startOf(span), to: startOf(span) + defaultLength })
  return reading(open(outcome.span), outcome.others.map(open))
}

/** A duration from a day on, including that day; "after" and "before" exclude it. */
const readLasting = (
  { place, moment, count, unit }: Extract<When, { readonly kind: 'lasting' }>,
  calendar: Calendar,
): Outcome => {
  const outcome = readMoment(moment, calendar)
  if (isRefusal(outcome)) return outcome
  const last = ({ from, to }: Span): Span => {
    if (place === 'from') return { from, to: addUnits(from, count, unit) - 1 }
    return place === 'after'
      ? { from: to + 1, to: addUnits(to, count, unit) }
      : { from: addUnits(from, -count, unit), to: from - 1 }
  }
  return reading(last(outcome.span), outcome.others.map(last))
}

const readRest = (moment: Moment, calendar: Calendar): Outcome => {
  const whole = readMoment(moment, calendar)
  if (isRefusal(whole)) return whole
  const { from, to } = whole.span
  if (to < calendar.today) return endBeforeToday(from, to, calendar.today)
  return reading({ from: Math.max(from, calendar.today), to })
}

/** "eom" alone may also mean only the last day or, on the last day, the week that ends with it. */
const readUntilEnd = (moment: Moment, alone: boolean, calendar: Calendar): Outcome => {
  const until = readUntil(moment, calendar)
  if (isRefusal(until) || !alone) return until
  const { to } = until.span
  return reading(until.span, [to === calendar.today ? { from: to - 6, to } : daySpan(to)])
}

const readRolling = (
  { count, unit, lastUnit }: Extract<When, { readonly kind: 'rolling' }>,
  calendar: Calendar,
): Outcome => {
  const { today } = calendar
  const far = addUnits(today, calendar.isPast ? -Math.abs(count) : count, unit)
  if (!lastUnit) return reading({ from: Math.min(today, far), to: Math.max(today, far) })
  const previous = readMoment({ kind: 'period', unit, shift: -1, coming: false }, calendar)
  return reading({ from: far, to: today }, isRefusal(previous) ? [] : [previous.span])
}

/** Adjacent periods are one range; otherwise the days are separate. */
const readList = (moments: readonly Moment[], calendar: Calendar): Outcome => {
  const spans: Span[] = []
  for (const moment of moments) {
    const floor = (spans.at(-1)?.to ?? calendar.today - 1) + 1
    const outcome = spans.length === 0 ? readMoment(moment, calendar) : readNext(moment, calendar, floor)
    if (isRefusal(outcome)) return outcome
    spans.push(outcome.span)
  }
  const gap = spans.some((span, index) => index > 0 && span.from !== spans[index - 1]!.to + 1)
  if (!gap) return reading({ from: spans[0]!.from, to: spans.at(-1)!.to })
  const sorted = [...spans].sort((a, b) => a.from - b.from)
  if (sorted.some(({ from }, index) => index > 0 && from <= sorted[index - 1]!.to)) return twoRanges(spans)
  return { ...reading({ from: sorted[0]!.from, to: sorted.at(-1)!.to }), spans: sorted }
}

/** Days. "may and april" are in the same year, in whatever order they are named. */
const maxWaitDays = 250

const readNext = (moment: Moment, calendar: Calendar, floor: number): Outcome => {
  const settled = settle(moment, calendar)
  const floating = floatFrom(settled, floor)
  if (floating !== null) return refuseClaim(settled, daySpan(floating)) ?? reading(daySpan(floating))
  const turn = isYearless(settled) ? yearlyFrom(settled.what, calendar, floor) : null
  return turn && turn.from - floor < maxWaitDays
    ? (refuseClaim(settled, turn) ?? reading(turn))
    : readMoment(settled, calendar)
}

/** Days that a range across two months may have, and a little more across a new year. */
const [longestTurn, longestTurnAcross] = [14, 21]

/** "28-2 jan" is across a new year; "20-15 dec" is the wrong way round. */
const readTurnable = (
  { from, to, turned }: Extract<When, { readonly kind: 'range' }>,
  calendar: Calendar,
): Outcome => {
  const read = readRange(from, to, calendar)
  if (!turned || isRefusal(read)) return read
  const { span } = read
  const isAcross = civil(span.from).year !== civil(span.to).year
  if (span.to - span.from <= (isAcross ? longestTurnAcross : longestTurn)) return read
  const other = readOne(turned, calendar)
  return isRefusal(other) ? other : endBeforeStart(other.span.to, other.span.from)
}

/** "who was out before christmas": the days up to the latest one, as many as an open range has. */
const readPastEnd = (moment: Moment, isExclusive: boolean, calendar: Calendar): Outcome => {
  const end = readMoment(moment, calendar)
  if (isRefusal(end)) return end
  const to = isExclusive ? end.span.from - 1 : Math.min(end.span.to, calendar.today)
  return reading({ from: to - defaultLength, to })
}

/** In the past an open range ends today, and none may begin then. */
const readPastOpen = (when: When, calendar: Calendar): Outcome | null => {
  if (!calendar.isPast) return null
  if (when.kind === 'until' || when.kind === 'before')
    return readPastEnd(when.moment, when.kind === 'before', calendar)
  if (when.kind === 'from') return readSince(settle(when.moment, calendar), calendar)
  if (when.kind !== 'after') return null
  const since = readSince(settle(when.moment, calendar), calendar)
  if (isRefusal(since)) return since
  const passed = readMoment(when.moment, calendar)
  const from = isRefusal(passed) ? since.span.from : passed.span.to + 1
  return reading({ from: Math.min(from, calendar.today), to: calendar.today })
}

const readOne = (when: When, calendar: Calendar): Outcome =>
  readPastOpen(when, calendar) ?? readAny(when, calendar)

const readAny = (when: When, calendar: Calendar): Outcome => {
  switch (when.kind) {
    case 'moment':
      return readMoment(when.moment, calendar)
    case 'range':
      return readTurnable(when, calendar)
    case 'workdays': {
      let day = calendar.today
      for (let left = when.count; left > 0; left -= 1) day = workdayFrom(day + 1, 1, calendar)
      return reading({ from: calendar.today, to: day })
    }
    case 'list':
      return readList(when.moments, calendar)
    case 'until':
      return readUntil(settle(when.moment, calendar), calendar)
    case 'before':
      return readBefore(settle(when.moment, calendar), calendar)
    case 'since':
      return readSince(settle(when.moment, calendar), calendar)
    case 'from':
      return openFrom(readMoment(when.moment, calendar), ({ from }) => from)
    case 'after':
      return openFrom(readMoment(when.moment, calendar), ({ to }) => to + 1)
    case 'lasting':
      return readLasting(when, calendar)
    case 'rest':
      return readRest(when.moment, calendar)
    case 'untilEnd':
      return readUntilEnd(when.moment, when.alone, calendar)
    case 'rolling':
      return readRolling(when, calendar)
  }
}

const isAnswerable = ({ from, to }: Span): boolean =>
  isDayNumber(from) && isDayNumber(to) && from <= to && to - from <= maxAskedDays

/** 0 when today is inside the span. */
const distance = ({ from, to }: Span, today: number): number =>
  from > today ? from - today : to < today ? today - to : 0

/**
 * Refuses ranges outside the calendar or of more than 366 days. Alternatives must be valid and different; the nearest
 * to today comes first.
 */
const limited = (outcome: Outcome, { today }: Calendar): Outcome => {
  if (isRefusal(outcome)) return outcome
  const { span } = outcome
  if (!isDayNumber(span.from) || !isDayNumber(span.to)) return outsideCalendar
  if (!isAnswerable(span)) return span.to < span.from ? endBeforeStart(span.from, span.to) : over366(span)
  const others = outcome.others
    .filter((other) => isAnswerable(other) && (other.from !== span.from || other.to !== span.to))
    .sort((a, b) => distance(a, today) - distance(b, today))
  return { ...outcome, others }
}

const momentsOf = (when: When): readonly Moment[] => {
  if (when.kind === 'range') return [when.from, when.to]
  if (when.kind === 'list') return when.moments
  return when.kind === 'rolling' || when.kind === 'workdays' ? [] : [when.moment]
}

const hasNumbers = (moment: Moment): boolean =>
  (moment.kind === 'numeric' && !moment.isDotted) || ('moment' in moment && hasNumbers(moment.moment))

/**
 * The meaning of an expression of time. Numeric dates follow the calendar's order. If one of them fits only the other
 * order, that order applies to the whole phrase; if both orders fit, the other one is the alternative.
 */
export const readWhen = (when: When, calendar: Calendar): Outcome => {
  const main = limited(readOne(when, calendar), calendar)
  if (!momentsOf(when).some(hasNumbers)) return main
  const turned = limited(readOne(when, { ...calendar, monthFirst: !calendar.monthFirst }), calendar)
  if (isRefusal(turned)) return main
  if (!isRefusal(main)) return limited(reading(main.span, [...main.others, turned.span]), calendar)
  return main.reason === 'no_such_date' || main.reason === 'weekday_mismatch' ? turned : main
}
