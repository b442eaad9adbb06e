import {
  addUnits,
  civil,
  daySpan,
  isDayNumber,
  monthsAround,
  partOfYear,
  type Calendar,
  type Span,
  type Unit,
} from '../../calendar/spans.js'
import { weekAround, weekdayBy, weekdayFrom, weekdayOfNumber } from '../../calendar/week.js'
import { isRefusal, outsideCalendar } from '../misread/refusal.js'
import type { Holiday } from '../words/holidays.js'
import {
  foundFrom,
  foundBy,
  mapReading,
  onOwnDay,
  readFrom,
  periodSpan,
  readMoment,
  spanOrRefusal,
  type Moment,
} from './moment.js'
import { readHolidayIn } from './yearly.js'

/** Moments that are found from today, or from another moment. */

export const dayFromToday = (offset: number): Moment =>
  foundBy(({ today }) => spanOrRefusal(daySpan(today + offset)), 'day')

export const weekdayIn = (weekday: number, week: Moment): Moment =>
  foundFrom(week, ({ from }) => daySpan(weekdayFrom(weekday, from)), 'weekdayIn')

/** "next january" is in the next year. If this year's is still to come, that is the alternative. */
export const monthIn = (month: number, shift: number): Moment =>
  foundBy(({ today }) => {
    const { year } = civil(today)
    const span = partOfYear(year + shift, month, 1)
    const current = partOfYear(year, month, 1)
    if (shift > 0) return spanOrRefusal(span, current.from > today ? [current] : [])
    if (shift < 0) return current.to < today ? spanOrRefusal(current, [span]) : spanOrRefusal(span)
    return spanOrRefusal(span, span.to < today ? [partOfYear(year + 1, month, 1)] : [])
  }, 'monthIn')

/** "next summer", "last christmas" */
export const holidayIn = (holiday: Holiday, shift: number): Moment =>
  foundBy((calendar) => readHolidayIn(holiday, shift, calendar))

export const weekOf = (moment: Moment): Moment =>
  foundFrom(moment, ({ from }, { weekStart }) => weekAround(from, weekStart))

/** The Saturday and Sunday of a week, or the nearest ones from a day on; on a Sunday, the current ones. */
const weekendIn = ({ from, to }: Span): Span => {
  const saturday = from === to && weekdayOfNumber(from) === 6 ? from - 1 : weekdayFrom(5, from)
  return { from: saturday, to: saturday + 1 }
}

export const weekendOf = (moment: Moment): Moment => foundFrom(moment, weekendIn)

/** From Saturday to a Monday or Tuesday, from a Thursday or Friday to Sunday. */
const longWeekend = ({ from, to }: Span): Span | null => {
  const weekday = weekdayOfNumber(from)
  if (from < to || weekday === 2) return null
  const saturday = weekday < 2 ? from - weekday - 2 : weekendIn({ from, to }).from
  return { from: Math.min(from, saturday), to: Math.max(to, saturday + 1) }
}

/** A holiday with the weekend that it lengthens, or else the weekend after it. */
export const longWeekendOf = (moment: Moment): Moment =>
  foundFrom(moment, (span) => longWeekend(span) ?? weekendIn(span))

/** A holiday with the weekend that it lengthens, if it does. */
export const bridge = (moment: Moment): Moment => foundFrom(moment, (span) => longWeekend(span) ?? span)

/**
 * "in 2 weeks", "3 days ago": the whole unit at that distance. The alternatives are the single day and, for two units or
 * more, all days until then.
 */
export const shifted = (count: number, unit: Unit): Moment =>
  foundBy((calendar) => {
    const day = addUnits(calendar.today, count, unit)
    if (!isDayNumber(day)) return outsideCalendar
    const isRolling = count > 0 && (unit === 'day' || unit === 'fortnight' || (unit === 'week' && count > 1))
    const other = isRolling ? { from: calendar.today, to: day } : daySpan(day)
    return spanOrRefusal(periodSpan(unit, count, calendar), [other])
  })

/** "2 weeks from monday": a day. */
export const offset = (count: number, unit: Unit, moment: Moment): Moment =>
  foundFrom(onOwnDay(moment), ({ from }) => daySpan(addUnits(from, count, unit)), 'offset')

export type Neighbour = 'day' | 'week' | 'month' | { readonly weekday: number }

const neighbourOf = (
  what: Neighbour,
  isAfter: boolean,
  { from, to }: Span,
  { weekStart }: Calendar,
): Span => {
  const next = isAfter ? to + 1 : from - 1
  if (typeof what === 'object')
    return daySpan(isAfter ? weekdayFrom(what.weekday, next) : weekdayBy(what.weekday, next))
  if (what === 'day') return daySpan(next)
  if (what === 'week') return weekAround(isAfter ? to + 7 : from - 7, weekStart)
  return monthsAround(isAfter ? to : from, 'month', isAfter ? 1 : -1)
}

/** A holiday longer than that ("the christmas break") has no day of its own. */
const maxOwnDays = 4

/**
 * "the week before christmas": of a holiday at a weekend the week that ends with it, otherwise the one before its own,
 * which is offered where most of it lies before that day; likewise after it.
 */
const weekBeside = (isAfter: boolean, moment: Moment): Moment =>
  foundBy((calendar) => {
    const [whole, own] = [readMoment(moment, calendar), readMoment(onOwnDay(moment), calendar)]
    if (isRefusal(whole) || isRefusal(own)) return whole
    if (whole.span.to - whole.span.from >= maxOwnDays || own.span.from < own.span.to)
      return mapReading(whole, (span) => neighbourOf('week', isAfter, span, calendar))
    const weekday = weekdayOfNumber(own.span.from)
    const far = isAfter ? 7 : -7
    const isRest = weekday > 4
    const weekOn = ({ from }: Span, weeks: number): Span =>
      weekAround(from + weeks * far + (isRest ? (isAfter ? 7 : 4) - weekday : 0), calendar.weekStart)
    const isMostly = isRest || (isAfter ? weekday < 2 : weekday > 2)
    const others = [
      ...(isMostly ? [weekOn(own.span, isRest ? 1 : 0)] : []),
      ...own.others.map((one) => weekOn(one, 1)),
    ]
    return { ...own, span: weekOn(own.span, isRest ? 0 : 1), others }
  })

/** "the week after christmas", "friday before christmas": the nearest one that lies entirely after or before it. */
export const beside = (what: Neighbour, isAfter: boolean, moment: Moment): Moment => {
  const isDay = what === 'day' || typeof what === 'object'
  if (what === 'week' && moment.kind === 'yearly' && moment.what.kind === 'holiday')
    return weekBeside(isAfter, moment)
  return foundFrom(isDay ? onOwnDay(moment) : moment, (span, calendar) =>
    neighbourOf(what, isAfter, span, calendar),
  )
}

/** A range that was written with both ends as an element of a list. */
export const stretch = (first: Moment, last: Moment): Moment =>
  readFrom(first, ({ from }, calendar) => mapReading(readMoment(last, calendar), ({ to }) => ({ from, to })))

/** "the end of next month", as the end of a range. */
export const lastDayOf = (moment: Moment): Moment => foundFrom(moment, ({ to }) => daySpan(to))
