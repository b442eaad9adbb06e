import {
  addUnits,
  civil,
  daySpan,
  isDayNumber,
  monthLength,
  monthsAround,
  numberOf,
  type Calendar,
  type Span,
  type Unit,
} from '../../calendar/spans.js'
import { weekAround, weekdayBy, weekdayFrom, weekdayOfNumber } from '../../calendar/week.js'
import { readYearly, type Year, type YearlyMoment } from './yearly.js'
import {
  isRefusal,
  noSuchDate,
  outsideCalendar,
  reading,
  weekdayMismatch,
  type DateReading,
  type Outcome,
} from '../misread/refusal.js'

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
  /** The last day of a period, as the end of a range. */
  | { readonly kind: 'lastDay'; readonly moment: Moment }
  | FoundMoment

/** Its kind is told only where a rule takes some of them and not others. */
export interface FoundMoment {
  readonly kind: 'day' | 'weekdayIn' | 'monthIn' | 'offset' | 'other'
  readonly read: (calendar: Calendar) => Outcome
}

type MomentOf<K extends Moment['kind']> = Extract<Moment, { readonly kind: K }>

export const spanOrRefusal = (span: Span, others: readonly Span[] = []): Outcome =>
  isDayNumber(span.from) && isDayNumber(span.to) ? reading(span, others) : outsideCalendar

/** This, the next or the last calendar unit. Weekends are always Saturday and Sunday. */
export const periodSpan = (unit: Unit, shift: number, { today, weekStart }: Calendar): Span => {
  if (unit === 'day') return daySpan(today + shift)
  if (unit === 'week' || unit === 'fortnight') return weekAround(today + shift * 7, weekStart)
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
  const span = periodSpan(period.unit, period.shift, calendar)
  // "who was out on the weekend" is about one that has begun.
  const isAhead =
    calendar.isPast && period.unit === 'weekend' && period.shift === 0 && span.from > calendar.today
  return isAhead ? readPeriod({ ...period, shift: -1 }, calendar) : periodOrRefusal(period, calendar)
}

const periodOrRefusal = (period: MomentOf<'period'>, calendar: Calendar): Outcome =>
  spanOrRefusal(periodSpan(period.unit, period.shift, calendar), otherPeriods(period, calendar))

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

/** The first day with that number that is not before `from`, in the first month that has one. */
const dayOfMonthFrom = (day: number, from: number): number | null => {
  for (let ahead = 0; ahead <= 12; ahead += 1) {
    const { year, month } = civil(monthsAround(from, 'month', ahead).from)
    const found = numberOf(year, month, day)
    if (found >= from) return found
  }
  return null
}

/** The last day with that number on or before `by`. */
export const dayOfMonthBy = (day: number, by: number): number | null => {
  for (let back = 0; back >= -12; back -= 1) {
    const { year, month } = civil(monthsAround(by, 'month', back).from)
    const found = numberOf(year, month, day)
    if (found <= by) return found
  }
  return null
}

const monthlyNumber = ({ day, shift }: MomentOf<'monthly'>, { today, isPast }: Calendar): number | null => {
  if (shift === null) return isPast ? dayOfMonthBy(day, today) : dayOfMonthFrom(day, today)
  const { year, month } = civil(monthsAround(today, 'month', shift).from)
  return day <= monthLength(year, month) ? numberOf(year, month, day) : null
}

/** Looks only ahead, today included: on the 28th nobody asks for a "24th" that is over. */
const readMonthly = (moment: MomentOf<'monthly'>, calendar: Calendar): Outcome => {
  const { today } = calendar
  const { day, weekday } = moment
  const found = monthlyNumber(moment, calendar)
  if (found === null || day < 1) return noSuchDate(null, civil(today).month, day, today)
  return weekday !== null && weekdayOfNumber(found) !== weekday
    ? weekdayMismatch(found, weekday)
    : reading(daySpan(found))
}

/** Makes a date of two numbers, in the date order in force. */
export const settle = (moment: Moment, { monthFirst }: Calendar): Moment => {
  if (moment.kind !== 'numeric') return moment
  const { parts, isDotted, year, weekday } = moment
  const [day, month] = monthFirst && !isDotted ? [parts[1], parts[0]] : parts
  return { kind: 'yearly', what: { kind: 'date', month, day }, year, weekday }
}

const withRemark = (changed: Outcome, { remark }: DateReading): Outcome =>
  isRefusal(changed) || remark === undefined ? changed : { ...changed, remark }

/** The days that others lead to. */
export const mapReading = (outcome: Outcome, change: (span: Span) => Span): Outcome =>
  isRefusal(outcome)
    ? outcome
    : withRemark(spanOrRefusal(change(outcome.span), outcome.others.map(change)), outcome)

/** A moment on its own. Those without a fixed date ("friday", "24 dec") are looked for around today. */
export const readMoment = (moment: Moment, calendar: Calendar): Outcome => {
  switch (moment.kind) {
    case 'yearly':
      return readYearly(moment, calendar)
    case 'numeric':
      return readMoment(settle(moment, calendar), calendar)
    case 'monthly':
      return readMonthly(moment, calendar)
    case 'weekday':
      return readWeekday(moment, calendar)
    case 'period':
      return readPeriod(moment, calendar)
    case 'lastDay':
      return mapReading(readMoment(moment.moment, calendar), ({ to }) => daySpan(to))
    default:
      return moment.read(calendar)
  }
}

/** The first such day from some day on, usually today. */
export const isNearest = (place: WeekdayPlace): boolean => ['bare', 'coming', 'this'].includes(place)

/** The first occurrence from a day on of a moment without a fixed date; null for one that has a date. */
export const floatFrom = (moment: Moment, day: number): number | null => {
  if (moment.kind === 'weekday' && isNearest(moment.place)) return weekdayFrom(moment.weekday, day)
  return moment.kind === 'monthly' && moment.shift === null ? dayOfMonthFrom(moment.day, day) : null
}
