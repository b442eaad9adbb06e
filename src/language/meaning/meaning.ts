import {
  addUnits,
  civil,
  daySpan,
  isDayNumber,
  type Calendar,
  type Span,
  type Unit,
} from '../../calendar/spans.js'
import { weekdayBy, weekdayFrom } from '../../calendar/week.js'
import { isNearest, dayOfMonthBy, floatFrom, readMoment, settle, type Moment } from './moment.js'
import { workdayFrom } from './part.js'
import { isYearless, readAround, readRange, refuseClaim } from './range.js'
import { checkYearly, isStillMeant, onOwnDay, yearlyBy, yearlyFrom } from './yearly.js'
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

/** What an expression of time means on the days of a calendar. */
export type When = (calendar: Calendar) => Outcome

/** The length of an open range, in days after its start, as in the API's default. */
export const defaultLength = 7

const isBareWeekday = (moment: Moment): moment is Extract<Moment, { readonly kind: 'weekday' }> =>
  moment.kind === 'weekday' && isNearest(moment.place)

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

/** A holiday longer than that ("easter", "the christmas break") begins with its first day. */
const maxEveDays = 3

/** "before christmas" is until Christmas Eve. */
const startOf = (moment: Moment, whole: Outcome): Moment =>
  moment.kind === 'yearly' && !isRefusal(whole) && whole.span.to - whole.span.from < maxEveDays
    ? onOwnDay(moment)
    : moment

/** Exclusive of the moment. */
const readBefore = (moment: Moment, calendar: Calendar): Outcome => {
  const { today } = calendar
  const whole = readAhead(moment, calendar, today + 1)
  const ahead = readAhead(startOf(moment, whole), calendar, today + 1)
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

const openFrom = (moment: Moment, calendar: Calendar, startOf: (span: Span) => number): Outcome => {
  const outcome = readMoment(moment, calendar)
  if (isRefusal(outcome)) return outcome
  const open = (span: Span): Span => ({ from: startOf(span), to: startOf(span) + defaultLength })
  return reading(open(outcome.span), outcome.others.map(open))
}

/** "for 2 weeks from monday", "the 2 weeks before christmas". The day is included; "after" and "before" exclude it. */
export const lasting =
  (place: 'from' | 'after' | 'before', moment: Moment, count: number, unit: Unit): When =>
  (calendar) => {
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

/**
 * "eom" and "until the end of the month". "eom" alone may also mean only the last day or, on the last day, the week that
 * ends with it.
 */
export const untilEnd =
  (end: Moment, isAlone: boolean): When =>
  (calendar) => {
    const until = readUntil(end, calendar)
    if (isRefusal(until) || !isAlone) return until
    const { to } = until.span
    return reading(until.span, [to === calendar.today ? { from: to - 6, to } : daySpan(to)])
  }

/** "the past month" may also be the last one: `isLast`. */
export const rolling =
  (count: number, unit: Unit, isLast = false): When =>
  (calendar) => {
    const { today } = calendar
    const far = addUnits(today, calendar.isPast ? -Math.abs(count) : count, unit)
    if (!isLast) return reading({ from: Math.min(today, far), to: Math.max(today, far) })
    const previous = readMoment({ kind: 'period', unit, shift: -1, coming: false }, calendar)
    return reading({ from: far, to: today }, isRefusal(previous) ? [] : [previous.span])
  }

export const nextWorkdays =
  (count: number): When =>
  (calendar) => {
    let day = calendar.today
    for (let left = count; left > 0; left -= 1) day = workdayFrom(day + 1, 1, calendar)
    return reading({ from: calendar.today, to: day })
  }

/** Adjacent periods are one range; otherwise the days are separate. */
export const listed =
  (moments: readonly Moment[]): When =>
  (calendar) => {
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

/**
 * Both ends included. "28-2 jan" is across a new year; "20-15 dec" is the wrong way round. `turned`: the opposite order,
 * for a range whose first day was moved into an adjacent month.
 */
export const range =
  (from: Moment, to: Moment, turned?: When): When =>
  (calendar) => {
    const read = readRange(from, to, calendar)
    if (!turned || isRefusal(read)) return read
    const { span } = read
    const isAcross = civil(span.from).year !== civil(span.to).year
    if (span.to - span.from <= (isAcross ? longestTurnAcross : longestTurn)) return read
    const other = turned(calendar)
    return isRefusal(other) ? other : endBeforeStart(other.span.to, other.span.from)
  }

/** "who was out before christmas": the days up to the latest one, as many as an open range has. */
const readPastEnd = (moment: Moment, isExclusive: boolean, calendar: Calendar): Outcome => {
  const whole = readMoment(moment, calendar)
  const end = isExclusive ? readMoment(startOf(moment, whole), calendar) : whole
  if (isRefusal(end)) return end
  const to = isExclusive ? end.span.from - 1 : Math.min(end.span.to, calendar.today)
  return reading({ from: to - defaultLength, to })
}

type ReadOpen = (moment: Moment, calendar: Calendar) => Outcome

const readOpen = {
  until: readUntil,
  before: readBefore,
  since: readSince,
  from: (moment, calendar) => openFrom(moment, calendar, ({ from }) => from),
  after: (moment, calendar) => openFrom(moment, calendar, ({ to }) => to + 1),
} satisfies Record<string, ReadOpen>

/** In the past an open range ends today, and none may begin then. */
const readPastOpen: Readonly<Record<keyof typeof readOpen, ReadOpen>> = {
  until: (moment, calendar) => readPastEnd(moment, false, calendar),
  before: (moment, calendar) => readPastEnd(moment, true, calendar),
  since: readSince,
  from: readSince,
  after: (moment, calendar) => {
    const since = readSince(moment, calendar)
    if (isRefusal(since)) return since
    const passed = readMoment(moment, calendar)
    const from = isRefusal(passed) ? since.span.from : passed.span.to + 1
    return reading({ from: Math.min(from, calendar.today), to: calendar.today })
  },
}

/** "until friday", "after christmas" */
export const open =
  (side: keyof typeof readOpen, moment: Moment): When =>
  (calendar) =>
    (calendar.isPast ? readPastOpen : readOpen)[side](settle(moment, calendar), calendar)

export const on =
  (moment: Moment): When =>
  (calendar) =>
    readMoment(moment, calendar)

/** "around thanksgiving" */
export const around =
  (moment: Moment): When =>
  (calendar) =>
    readAround(moment, calendar)

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

/**
 * The meaning of an expression of time. Numeric dates follow the calendar's order. If one of them fits only the other
 * order, that order applies to the whole phrase; if both orders fit, the other one is the alternative.
 */
export const readWhen = (when: When, calendar: Calendar): Outcome => {
  const main = limited(when(calendar), calendar)
  const turned = limited(when({ ...calendar, monthFirst: !calendar.monthFirst }), calendar)
  if (isRefusal(turned)) return main
  if (!isRefusal(main)) return limited({ ...main, others: [...main.others, turned.span] }, calendar)
  return main.reason === 'no_such_date' || main.reason === 'weekday_mismatch' ? turned : main
}
