import { addUnits, daySpan, isDayNumber, type Calendar, type Span, type Unit } from '../../calendar/spans.js'
import {
  isBareWeekday,
  isYearless,
  mapReading,
  onOwnDay,
  periodSpan,
  readMoment,
  readTurn,
  settle,
  turnBy,
  turnFrom,
  type Moment,
  type When,
} from './moment.js'
import { workdayFrom } from './part.js'
import { isStillMeant } from './yearly.js'
import {
  endBeforeStart,
  endBeforeToday,
  isAnswerable,
  isRefusal,
  outsideCalendar,
  over366,
  reading,
  twoRanges,
  type Outcome,
} from '../misread/refusal.js'

/** The length of an open range, in days after its start, as in the API's default. */
export const defaultLength = 7
const openLength = { number: defaultLength + 1, unit: 'day' } as const

/**
 * Looks only ahead: the moment ends on or after `day`. A weekday is after today even if today is that weekday, because
 * "until today" would be pointless.
 */
const readAhead = (moment: Moment, calendar: Calendar, day: number): Outcome =>
  readTurn(moment, calendar, turnFrom(moment, calendar, isBareWeekday(moment) ? calendar.today + 1 : day))

/** Inclusive. For a moment that has just passed, the alternative is from then to today. */
const readUntil = (moment: Moment, calendar: Calendar): Outcome => {
  const { today } = calendar
  const ahead = readAhead(moment, calendar, today)
  if (isRefusal(ahead)) return ahead
  const { span, others } = ahead
  if (span.to < today) return endBeforeToday(span.from, span.to, today)
  const until = (to: number): Span => ({ from: today, to })
  const passed = isYearless(moment) ? turnBy(moment, calendar, today - 1) : null
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
const readStart = (moment: Moment, read: (moment: Moment) => Outcome): Outcome => {
  const whole = read(moment)
  const isShort = !isRefusal(whole) && whole.span.to - whole.span.from < maxEveDays
  return isShort ? read(onOwnDay(moment)) : whole
}

/** Exclusive of the moment. */
const readBefore = (moment: Moment, calendar: Calendar): Outcome => {
  const { today } = calendar
  const ahead = readStart(moment, (one) => readAhead(one, calendar, today + 1))
  if (isRefusal(ahead)) return ahead
  const to = ahead.span.from - 1
  return to < today ? endBeforeToday(to, to, today) : reading({ from: today, to })
}

/** From the most recent such day to today. */
const readSince = (moment: Moment, calendar: Calendar): Outcome => {
  const { today } = calendar
  const turn = turnBy(moment, calendar, today)
  const since = readTurn(moment, calendar, turn)
  if (isRefusal(since)) return since
  const { from } = since.span
  if (from > today) return endBeforeStart(from, today)
  return reading(
    { from, to: today },
    isBareWeekday(moment) && from === today ? [{ from: today - 7, to: today }] : [],
  )
}

/** "for 2 weeks from monday", "the 2 weeks before christmas". The day is included; "after" and "before" exclude it. */
export const lasting =
  (
    place: 'from' | 'after' | 'before',
    moment: Moment,
    { number, unit }: { readonly number: number; readonly unit: Unit },
  ): When =>
  (calendar) =>
    mapReading(readMoment(moment, calendar), ({ from, to }) => {
      if (place === 'from') return { from, to: addUnits(from, number, unit) - 1 }
      return place === 'after'
        ? { from: to + 1, to: addUnits(to, number, unit) }
        : { from: addUnits(from, -number, unit), to: from - 1 }
    })

/** What a holiday is taken to cover matters less where only one of its ends counts. */
const openFrom = (side: 'from' | 'after', moment: Moment, calendar: Calendar): Outcome => {
  const open = lasting(side, moment, openLength)(calendar)
  return isRefusal(open) ? open : reading(open.span, open.others)
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

export const rolling =
  (count: number, unit: Unit): When =>
  ({ today, isPast }) => {
    const far = addUnits(today, isPast ? -Math.abs(count) : count, unit)
    return reading({ from: Math.min(today, far), to: Math.max(today, far) })
  }

/** "the past month" may also be the last one. */
export const rollingOrLast =
  (unit: Unit): When =>
  (calendar) => {
    const { today } = calendar
    return reading({ from: addUnits(today, -1, unit), to: today }, [periodSpan(unit, -1, calendar)])
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
      const last = spans.at(-1)
      const outcome = last ? readNext(moment, calendar, last.to + 1) : readMoment(moment, calendar)
      if (isRefusal(outcome)) return outcome
      spans.push(outcome.span)
    }
    const isGapless = spans.every(({ from }, index) => index === 0 || from === spans[index - 1]!.to + 1)
    const sorted = [...spans].sort((a, b) => a.from - b.from)
    if (sorted.some(({ from }, index) => index > 0 && from <= sorted[index - 1]!.to)) return twoRanges(spans)
    const whole = reading({ from: sorted[0]!.from, to: sorted.at(-1)!.to })
    return isGapless ? whole : { ...whole, spans: sorted }
  }

/** Days. "may and april" are in the same year, in whatever order they are named. */
const maxWaitDays = 250

const readNext = (moment: Moment, calendar: Calendar, floor: number): Outcome => {
  const settled = settle(moment, calendar)
  const turn = turnFrom(settled, calendar, floor)
  return readTurn(settled, calendar, turn && turn.from - floor < maxWaitDays ? turn : null)
}

/** "who was out before christmas": the days up to the latest one, as many as an open range has. */
const readPastEnd = (moment: Moment, isExclusive: boolean, calendar: Calendar): Outcome => {
  const read = (one: Moment): Outcome => readMoment(one, calendar)
  const end = isExclusive ? readStart(moment, read) : read(moment)
  if (isRefusal(end)) return end
  const to = isExclusive ? end.span.from - 1 : Math.min(end.span.to, calendar.today)
  return reading({ from: to - defaultLength, to })
}

type ReadOpen = (moment: Moment, calendar: Calendar) => Outcome

const readOpen = {
  until: readUntil,
  before: readBefore,
  since: readSince,
  from: (moment, calendar) => openFrom('from', moment, calendar),
  after: (moment, calendar) => openFrom('after', moment, calendar),
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
