import {
  addUnits,
  civil,
  daySpan,
  isDayNumber,
  monthsAround,
  numberOf,
  type Calendar,
  type Span,
  type Unit,
} from '../../calendar/spans.js'
import { weekAround, weekdayBy, weekdayFrom, weekdayOfNumber } from '../../calendar/week.js'
import { dayIn, readYearly, yearlyNear, type Year, type YearlyMoment } from './yearly.js'
import {
  isRefusal,
  noSuchDate,
  outsideCalendar,
  reading,
  weekdayMismatch,
  type AskRefusal,
  type DateReading,
  type Outcome,
} from '../misread/refusal.js'

/** What an expression of time means on the days of a calendar. */
export type When = (calendar: Calendar) => Outcome

/** "the coming monday" is never today. */
export type WeekdayPlace = 'bare' | 'coming' | 'this' | 'next' | 'last' | 'past'

/**
 * A day or a calendar period. What other rules look into, because its days depend on what is beside it ("24 dec -
 * 2 jan"), is kept as it was typed; anything else knows how to read itself.
 */
export type Moment =
  | YearlyMoment
  /** Two numbers such as `03/04`, whose order depends on the date order in force. */
  | {
      readonly kind: 'numeric'
      readonly parts: readonly [number, number]
      /** With full stops the day always comes first. */
      readonly isDotted: boolean
      readonly year: Year | null
      readonly weekday: number | null
    }
  /** "the 24th"; `shift` is the month, if one is named. */
  | {
      readonly kind: 'monthly'
      readonly day: number
      readonly shift: number | null
      readonly weekday: number | null
    }
  | { readonly kind: 'weekday'; readonly weekday: number; readonly place: WeekdayPlace }
  | { readonly kind: 'period'; readonly unit: Unit; readonly shift: number; readonly coming: boolean }
  | FoundMoment

/** Its kind is told only where a rule takes some of them and not others. */
export interface FoundMoment {
  readonly kind: 'day' | 'weekdayIn' | 'monthIn' | 'offset' | 'other'
  readonly read: When
}

type MomentOf<K extends Moment['kind']> = Extract<Moment, { readonly kind: K }>

/** This, the next or the last calendar unit. Weekends are always Saturday and Sunday. */
export const periodSpan = (unit: Unit, shift: number, { today, weekStart }: Calendar): Span => {
  if (unit === 'day') return daySpan(today + shift)
  if (unit === 'week' || unit === 'fortnight')
    return weekAround(today + shift * (unit === 'week' ? 7 : 14), weekStart)
  if (unit !== 'weekend') return monthsAround(today, unit, shift)
  const saturday = weekdayOfNumber(today) === 6 ? today - 1 : weekdayFrom(5, today)
  return { from: saturday + shift * 7, to: saturday + shift * 7 + 1 }
}

/**
 * The alternatives: "next weekend" may be the coming one; "next week", on a weekend day on which the organization's
 * week begins, may begin on Monday; "the coming week" may be the next seven days.
 */
const otherPeriods = ({ unit, shift, coming }: MomentOf<'period'>, calendar: Calendar): readonly Span[] => {
  const { today, weekStart } = calendar
  if (coming) return [{ from: today, to: addUnits(today, 1, unit) }]
  if (shift !== 1) return []
  const weekend = periodSpan('weekend', 0, calendar)
  if (unit === 'weekend') return weekend.from > today ? [weekend] : []
  const monday = weekdayFrom(0, today)
  const isEarly = unit === 'week' && monday > today && monday <= weekAround(today, weekStart).to
  return isEarly && weekdayOfNumber(today) >= 5 ? [{ from: monday, to: monday + 6 }] : []
}

const readPeriod = (period: MomentOf<'period'>, calendar: Calendar): Outcome => {
  const { unit, shift } = period
  const span = periodSpan(unit, shift, calendar)
  // "who was out on the weekend" is about one that has begun.
  const isBefore = calendar.isPast && unit === 'weekend' && shift === 0 && span.from > calendar.today
  return reading(isBefore ? periodSpan(unit, -1, calendar) : span, otherPeriods(period, calendar))
}

/**
 * A weekday is today or the next one; "next" is in the next calendar week; "last" is the most recent one before today,
 * which for others is the one of last week.
 */
const readWeekday = (
  { weekday, place }: MomentOf<'weekday'>,
  { today, weekStart, isPast, isAhead }: Calendar,
): Outcome => {
  const coming = weekdayFrom(weekday, today)
  if (isPast && (place === 'bare' || place === 'this')) {
    const latest = weekdayBy(weekday, today)
    return reading(daySpan(latest), latest === today ? [daySpan(today - 7)] : [])
  }
  if (place === 'last' || place === 'past') {
    const latest = weekdayBy(weekday, today - 1)
    const isTwofold = place === 'last' && latest >= weekAround(today, weekStart).from
    return reading(daySpan(latest), isTwofold ? [daySpan(latest - 7)] : [])
  }
  if (place === 'next') {
    const { to } = weekAround(today, weekStart)
    const next = weekdayFrom(weekday, to + 1)
    return reading(daySpan(next), coming > today && coming <= to ? [daySpan(coming)] : [])
  }
  if (coming === today && place === 'coming') return reading(daySpan(today + 7))
  if (coming === today && place === 'bare' && isAhead) return reading(daySpan(today + 7), [daySpan(today)])
  if (coming === today) return reading(daySpan(today), [daySpan(today + 7)])
  const inThisWeek = weekdayFrom(weekday, weekAround(today, weekStart).from)
  return reading(daySpan(coming), place === 'this' && inThisWeek < today ? [daySpan(inThisWeek)] : [])
}

/** The day with that number that is nearest to a day, on or after it or, when `by` is -1, on or before it. */
const dayOfMonthNear = (day: number, near: number, by: 1 | -1): Span | null => {
  for (let months = 0; months <= 12; months += 1) {
    const { year, month } = civil(monthsAround(near, 'month', months * by).from)
    const found = numberOf(year, month, day)
    if ((found - near) * by >= 0) return daySpan(found)
  }
  return null
}

/** Looks only ahead, today included: on the 28th nobody asks for a "24th" that is over. */
const readMonthly = (moment: MomentOf<'monthly'>, { today, isPast }: Calendar): Outcome => {
  const { day, shift } = moment
  const { year, month } = civil(monthsAround(today, 'month', shift ?? 0).from)
  const found =
    shift === null ? dayOfMonthNear(day, today, isPast ? -1 : 1) : daySpan(numberOf(year, month, day))
  if (found === null || !isDayNumber(found.from)) return noSuchDate(null, month, day, today)
  return refuseClaim(moment, found) ?? reading(found)
}

/** Makes a date of two numbers, in the date order in force. */
export const settle = (moment: Moment, { monthFirst }: Calendar): Moment => {
  if (moment.kind !== 'numeric') return moment
  const { parts, isDotted, year, weekday } = moment
  const [day, month] = monthFirst && !isDotted ? [parts[1], parts[0]] : parts
  return { kind: 'yearly', what: { kind: 'date', month, day }, year, weekday }
}

/** Goes on with the days that were found; a refusal stays what it is. */
export const ifRead = (outcome: Outcome, next: (found: DateReading) => Outcome): Outcome =>
  isRefusal(outcome) ? outcome : next(outcome)

/** The days that others lead to. */
export const mapReading = (outcome: Outcome, change: (span: Span) => Span): Outcome =>
  ifRead(outcome, (found) => ({ ...found, span: change(found.span), others: found.others.map(change) }))

/** A moment that is found from today. */
export const foundBy = (read: When, kind: FoundMoment['kind'] = 'other'): Moment => ({ kind, read })

/** A moment that is found from another one, and its alternatives from those of the other. */
export const foundFrom = (
  moment: Moment,
  change: (span: Span, calendar: Calendar) => Span,
  kind?: FoundMoment['kind'],
): Moment =>
  foundBy((calendar) => mapReading(readMoment(moment, calendar), (span) => change(span, calendar)), kind)

/** A moment that depends on the days of another one, whose alternatives are not looked at. */
export const readFrom = (moment: Moment, read: (span: Span, calendar: Calendar) => Outcome): Moment =>
  foundBy((calendar) => ifRead(readMoment(moment, calendar), ({ span }) => read(span, calendar)))

const readAny = (moment: Moment, calendar: Calendar): Outcome => {
  switch (moment.kind) {
    case 'yearly':
      return readYearly(moment, calendar)
    case 'numeric':
      return readAny(settle(moment, calendar), calendar)
    case 'monthly':
      return readMonthly(moment, calendar)
    case 'weekday':
      return readWeekday(moment, calendar)
    case 'period':
      return readPeriod(moment, calendar)
    default:
      return moment.read(calendar)
  }
}

/** A moment on its own. Those without a fixed date ("friday", "24 dec") are looked for around today. */
export const readMoment = (moment: Moment, calendar: Calendar): Outcome =>
  ifRead(readAny(moment, calendar), (found) =>
    isDayNumber(found.span.from) && isDayNumber(found.span.to) ? found : outsideCalendar,
  )

export const isYearless = (moment: Moment): moment is YearlyMoment =>
  moment.kind === 'yearly' && moment.year === null

/** A weekday of which the first one from some day on is meant, usually today. */
export const isBareWeekday = (moment: Moment): moment is MomentOf<'weekday'> =>
  moment.kind === 'weekday' && ['bare', 'coming', 'this'].includes(moment.place)

export const isBareDay = (moment: Moment): moment is MomentOf<'monthly'> =>
  moment.kind === 'monthly' && moment.shift === null

/**
 * Of what recurs, the first that ends on or after a day or, when `by` is -1, the last that begins on or before it; null
 * for what has its own place.
 */
const turnNear = (moment: Moment, day: number, by: 1 | -1): Span | null => {
  if (isYearless(moment)) return yearlyNear(moment.what, day, by)
  if (isBareWeekday(moment)) return daySpan((by > 0 ? weekdayFrom : weekdayBy)(moment.weekday, day))
  return isBareDay(moment) ? dayOfMonthNear(moment.day, day, by) : null
}
export const turnFrom = (moment: Moment, day: number): Span | null => turnNear(moment, day, 1)
export const turnBy = (moment: Moment, day: number): Span | null => turnNear(moment, day, -1)

/** The refusal when the text names a weekday on which the date is not. */
export const refuseClaim = (moment: Moment, { from }: Span): AskRefusal | null => {
  const claimed = moment.kind === 'yearly' || moment.kind === 'monthly' ? moment.weekday : null
  return claimed !== null && weekdayOfNumber(from) !== claimed ? weekdayMismatch(from, claimed) : null
}

/** What recurs, at that turn; anything else in its own place. */
export const readTurn = (moment: Moment, calendar: Calendar, turn: Span | null): Outcome =>
  turn ? (refuseClaim(moment, turn) ?? reading(turn)) : readMoment(moment, calendar)

/** In days after its first; a longer holiday ("the christmas break") has no day of its own. */
const maxOwnDays = 3

/** The day itself of a holiday that covers several, from which "the day after christmas" counts. */
export const onOwnDay = (moment: Moment): Moment => {
  if (moment.kind !== 'yearly' || moment.what.kind !== 'holiday') return moment
  const { from, to, other } = moment.what.holiday
  const isOwn = other?.from === other?.to && dayIn(2001, to) - dayIn(2001, from) <= maxOwnDays
  return other && isOwn
    ? { ...moment, what: { kind: 'holiday', holiday: { ...other, other: null, isExact: true } } }
    : moment
}
