import {
  addUnits,
  civil,
  daySpan,
  isDayNumber,
  monthLength,
  monthsAround,
  numberOf,
  partOfYear,
  type Calendar,
  type Span,
  type Unit,
} from '../../calendar/spans.js'
import { weekAround, weekdayBy, weekdayFrom, weekdayOfNumber } from '../../calendar/week.js'
import { partOf, readEdge, readNth, workdayFrom } from './part.js'
import { onOwnDay, readHolidayIn, readYearly } from './yearly.js'
import type { Moment } from '../grammar/phrase.js'
import {
  isRefusal,
  noSuchDate,
  outsideCalendar,
  reading,
  weekdayMismatch,
  type DateReading,
  type Outcome,
} from '../misread/refusal.js'

type MomentOf<K extends Moment['kind']> = Extract<Moment, { readonly kind: K }>

const spanOrRefusal = (span: Span, others: readonly Span[] = []): Outcome =>
  isDayNumber(span.from) && isDayNumber(span.to) ? reading(span, others) : outsideCalendar

/** This, the next or the last calendar unit. Weekends are always Saturday and Sunday. */
const periodSpan = (unit: Unit, shift: number, { today, weekStart }: Calendar): Span => {
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
 * A weekday is today or the next one; "next" is in the next calendar week; "last" is the most recent one before today.
 */
const readWeekday = (
  { weekday, place }: MomentOf<'weekday'>,
  { today, weekStart, isPast }: Calendar,
): Outcome => {
  const coming = weekdayFrom(weekday, today)
  if (isPast && (place === 'bare' || place === 'this')) {
    const latest = weekdayBy(weekday, today)
    return reading(daySpan(latest), latest === today ? [daySpan(today - 7)] : [])
  }
  if (place === 'last') return reading(daySpan(weekdayBy(weekday, today - 1)))
  if (place === 'next') {
    const { to } = weekAround(today, weekStart)
    const next = weekdayFrom(weekday, to + 1)
    return reading(daySpan(next), coming > today && coming <= to ? [daySpan(coming)] : [])
  }
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

/** "next january" is in the next year. If this year's is still to come, that is the alternative. */
const readMonthIn = ({ month, shift }: MomentOf<'monthIn'>, { today }: Calendar): Outcome => {
  const { year } = civil(today)
  const span = partOfYear(year + shift, month, 1)
  const current = partOfYear(year, month, 1)
  if (shift > 0) return spanOrRefusal(span, current.from > today ? [current] : [])
  if (shift < 0) return current.to < today ? spanOrRefusal(current, [span]) : spanOrRefusal(span)
  return spanOrRefusal(span, span.to < today ? [partOfYear(year + 1, month, 1)] : [])
}

/**
 * The whole unit at that distance. The alternatives are the single day and, for two units or more, all days until then.
 */
const readShifted = ({ count, unit }: MomentOf<'shifted'>, calendar: Calendar): Outcome => {
  const { today } = calendar
  const day = addUnits(today, count, unit)
  if (!isDayNumber(day)) return outsideCalendar
  const shown =
    unit === 'fortnight' ? periodSpan('week', count * 2, calendar) : periodSpan(unit, count, calendar)
  const rolling = { from: today, to: day }
  if (count <= 0) return spanOrRefusal(shown, unit === 'day' ? [] : [daySpan(day)])
  const isRolling = unit === 'day' || unit === 'fortnight' || (unit === 'week' && count > 1)
  return spanOrRefusal(shown, [isRolling ? rolling : daySpan(day)])
}

const withRemark = (changed: Outcome, { remark }: DateReading): Outcome =>
  isRefusal(changed) || remark === undefined ? changed : { ...changed, remark }

const mapReading = (outcome: Outcome, change: (span: Span) => Span): Outcome =>
  isRefusal(outcome)
    ? outcome
    : withRemark(spanOrRefusal(change(outcome.span), outcome.others.map(change)), outcome)

/** The Saturday and Sunday of a week, or the nearest ones from a day on; on a Sunday, the current ones. */
const weekendIn = ({ from, to }: Span): Span => {
  const saturday = from === to && weekdayOfNumber(from) === 6 ? from - 1 : weekdayFrom(5, from)
  return { from: saturday, to: saturday + 1 }
}

/** From Saturday to a Monday or Tuesday, from a Thursday or Friday to Sunday. */
const longWeekendOf = ({ from, to }: Span): Span | null => {
  const weekday = weekdayOfNumber(from)
  if (from < to || weekday === 2) return null
  const saturday = weekday < 2 ? from - weekday - 2 : weekdayFrom(5, weekday === 6 ? from - 1 : from)
  return { from: Math.min(from, saturday), to: Math.max(to, saturday + 1) }
}

const neighbourOf = (
  { what, isAfter }: MomentOf<'beside'>,
  { from, to }: Span,
  { weekStart }: Calendar,
): Span => {
  const next = isAfter ? to + 1 : from - 1
  if ('weekday' in what)
    return daySpan(isAfter ? weekdayFrom(what.weekday, next) : weekdayBy(what.weekday, next))
  if (what.unit === 'day') return daySpan(next)
  if (what.unit === 'week') return weekAround(isAfter ? to + 7 : from - 7, weekStart)
  return monthsAround(isAfter ? to : from, 'month', isAfter ? 1 : -1)
}

const anchorOf = (moment: Moment): Moment => (moment.kind === 'yearly' ? onOwnDay(moment) : moment)

/** A moment on its own. Those without a fixed date ("friday", "24 dec") are looked for around today. */
export const readMoment = (moment: Moment, calendar: Calendar): Outcome => {
  switch (moment.kind) {
    case 'day':
      return spanOrRefusal(daySpan(calendar.today + moment.offset))
    case 'yearly':
      return readYearly(moment, calendar)
    case 'numeric':
      return readMoment(settle(moment, calendar), calendar)
    case 'monthly':
      return readMonthly(moment, calendar)
    case 'weekday':
      return readWeekday(moment, calendar)
    case 'weekdayIn':
      return mapReading(readMoment(moment.week, calendar), ({ from }) =>
        daySpan(weekdayFrom(moment.weekday, from)),
      )
    case 'monthIn':
      return readMonthIn(moment, calendar)
    case 'period':
      return readPeriod(moment, calendar)
    case 'weekOf':
      return mapReading(readMoment(moment.moment, calendar), ({ from }) =>
        weekAround(from, calendar.weekStart),
      )
    case 'shifted':
      return readShifted(moment, calendar)
    case 'weekendOf':
      return mapReading(readMoment(moment.moment, calendar), weekendIn)
    case 'longWeekendOf':
    case 'bridge':
      return mapReading(
        readMoment(moment.moment, calendar),
        (span) => longWeekendOf(span) ?? (moment.kind === 'bridge' ? span : weekendIn(span)),
      )
    case 'holidayIn':
      return readHolidayIn(moment.holiday, moment.shift, calendar)
    case 'part':
      return mapReading(readMoment(moment.moment, calendar), (span) => partOf(moment.part, span))
    case 'nth':
      return readNth(moment, readMoment(moment.moment, calendar), calendar)
    case 'edge':
      return readEdge(moment, readMoment(moment.moment, calendar))
    case 'workday':
      return reading(daySpan(workdayFrom(calendar.today + moment.by, moment.by, calendar)))
    case 'stretch': {
      const [from, to] = [readMoment(moment.from, calendar), readMoment(moment.to, calendar)]
      if (isRefusal(from) || isRefusal(to)) return outsideCalendar
      return reading({ from: from.span.from, to: to.span.to })
    }
    case 'beside': {
      const isDay = 'weekday' in moment.what || moment.what.unit === 'day'
      const read = readMoment(isDay ? anchorOf(moment.moment) : moment.moment, calendar)
      return mapReading(read, (span) => neighbourOf(moment, span, calendar))
    }
    case 'offset':
      return mapReading(readMoment(anchorOf(moment.moment), calendar), ({ from }) =>
        daySpan(addUnits(from, moment.count, moment.unit)),
      )
    case 'lastDay':
      return mapReading(readMoment(moment.moment, calendar), ({ to }) => daySpan(to))
  }
}

/** The first occurrence from a day on of a moment without a fixed date; null for one that has a date. */
export const floatFrom = (moment: Moment, day: number): number | null => {
  if (moment.kind === 'weekday' && (moment.place === 'bare' || moment.place === 'this'))
    return weekdayFrom(moment.weekday, day)
  return moment.kind === 'monthly' && moment.shift === null ? dayOfMonthFrom(moment.day, day) : null
}
