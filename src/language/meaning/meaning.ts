import { addUnits, daySpan, isDayNumber, type Calendar, type Span, type Unit } from '../../calendar/spans.js'
import {
  ifRead,
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
import { nthWorkday } from './relative.js'
import { stillMeantFor } from './yearly.js'
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
  readTurn(moment, calendar, turnFrom(moment, isBareWeekday(moment) ? calendar.today + 1 : day))

/** Inclusive. For a moment that has just passed, the alternative is from then to today. */
const readUntil = (moment: Moment, calendar: Calendar): Outcome =>
  ifRead(readAhead(moment, calendar, calendar.today), ({ span, others }) => {
    const { today } = calendar
    if (span.to < today) return endBeforeToday(span.from, span.to, today)
    const until = (to: number): Span => ({ from: today, to })
    const passed = isYearless(moment) ? turnBy(moment, today - 1) : null
    const isToday = isBareWeekday(moment) && span.to === today + 7
    return reading(until(span.to), [
      ...(isToday ? [until(today)] : []),
      ...(passed && passed.to >= today - stillMeantFor ? [{ from: passed.from, to: today }] : []),
      ...others.map(({ to }) => until(to)),
      ...(span.from < span.to && span.from > today ? [until(span.from - 1)] : []),
    ])
  })

/** A holiday longer than that ("easter", "the christmas break") begins with its first day. */
const maxEveDays = 3

/** "before christmas" is until Christmas Eve. */
const readEve = (moment: Moment, read: (moment: Moment) => Outcome): Outcome =>
  ifRead(read(moment), (whole) =>
    whole.span.to - whole.span.from < maxEveDays ? read(onOwnDay(moment)) : whole,
  )

/** Exclusive of the moment. */
const readBefore = (moment: Moment, calendar: Calendar): Outcome => {
  const { today } = calendar
  const ahead = readEve(moment, (one) => readAhead(one, calendar, today + 1))
  return ifRead(ahead, ({ span: { from } }) =>
    from <= today ? endBeforeToday(from - 1, from - 1, today) : reading({ from: today, to: from - 1 }),
  )
}

/** From the most recent such day to today. */
const readSince = (moment: Moment, calendar: Calendar): Outcome =>
  ifRead(readTurn(moment, calendar, turnBy(moment, calendar.today)), ({ span: { from } }) => {
    const { today } = calendar
    if (from > today) return endBeforeStart(from, today)
    const isToday = isBareWeekday(moment) && from === today
    return reading({ from, to: today }, isToday ? [{ from: today - 7, to: today }] : [])
  })

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

/**
 * "eom" and "until the end of the month". "eom" alone may also mean only the last day or, on the last day, the week that
 * ends with it.
 */
export const untilEnd =
  (end: Moment, isAlone: boolean): When =>
  (calendar) =>
    ifRead(readUntil(end, calendar), (until) => {
      const { to } = until.span
      const alone = to === calendar.today ? { from: to - 6, to } : daySpan(to)
      return isAlone ? reading(until.span, [alone]) : until
    })

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
  (calendar) =>
    reading({ from: calendar.today, to: nthWorkday(calendar.today + 1, count, calendar) })

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
  const turn = turnFrom(settled, floor)
  return readTurn(settled, calendar, turn && turn.from - floor < maxWaitDays ? turn : null)
}

/** "who was out before christmas": the days up to the latest one, as many as an open range has. */
const upTo = (to: number): Outcome => reading({ from: to - defaultLength, to })

type ReadOpen = (moment: Moment, calendar: Calendar) => Outcome

const readOpen = {
  until: readUntil,
  before: readBefore,
  since: readSince,
  from: (moment, calendar) => lasting('from', moment, openLength)(calendar),
  after: (moment, calendar) => lasting('after', moment, openLength)(calendar),
} satisfies Record<string, ReadOpen>

/** In the past an open range ends today, and none may begin then. */
const readPastOpen: Readonly<Record<keyof typeof readOpen, ReadOpen>> = {
  until: (moment, calendar) =>
    ifRead(readMoment(moment, calendar), ({ span }) => upTo(Math.min(span.to, calendar.today))),
  before: (moment, calendar) =>
    ifRead(
      readEve(moment, (one) => readMoment(one, calendar)),
      ({ span }) => upTo(span.from - 1),
    ),
  since: readSince,
  from: readSince,
  after: (moment, calendar) =>
    ifRead(readSince(moment, calendar), () =>
      mapReading(readMoment(moment, calendar), ({ to }) => ({
        from: Math.min(to + 1, calendar.today),
        to: calendar.today,
      })),
    ),
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
const limited = (outcome: Outcome, { today }: Calendar): Outcome =>
  ifRead(outcome, (found) => {
    const { from, to } = found.span
    if (!isDayNumber(from) || !isDayNumber(to)) return outsideCalendar
    if (to < from) return endBeforeStart(from, to)
    if (!isAnswerable(found.span)) return over366(found.span)
    const others = found.others
      .filter((other) => isAnswerable(other) && (other.from !== from || other.to !== to))
      .sort((a, b) => distance(a, today) - distance(b, today))
    return { ...found, others }
  })

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
