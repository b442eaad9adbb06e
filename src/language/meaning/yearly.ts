import {
  civil,
  daySpan,
  easterSunday,
  isDayNumber,
  isoWeeksIn,
  isoYearOf,
  nominalIsoWeek,
  numberOf,
  partOfYear,
  type Calendar,
  type Span,
} from '../../calendar/spans.js'
import { nthWeekdayOf, weekAround, weekdayOfNumber } from '../../calendar/week.js'
import {
  noSuchDate,
  noSuchWeek,
  outsideCalendar,
  reading,
  unknownYear,
  weekdayMismatch,
  type Outcome,
  type AskRefusal,
} from '../misread/refusal.js'
import type { DayOfYear, Holiday } from '../words/holidays.js'

/** A written year, or one counted from the current one: `{ shift: 1 }` is next year. */
export type Year = number | { readonly shift: number }

/**
 * Something that recurs every year, or most years (29 February, week 53). Numbers are as typed, so it may not exist.
 */
export type Yearly =
  | { readonly kind: 'date'; readonly month: number; readonly day: number }
  | { readonly kind: 'month'; readonly month: number }
  | { readonly kind: 'week'; readonly week: number; readonly weekday: number | null }
  | { readonly kind: 'quarter'; readonly quarter: number }
  | { readonly kind: 'half'; readonly half: number }
  | { readonly kind: 'holiday'; readonly holiday: Holiday }
  | { readonly kind: 'year' }

/** A `weekday` beside a date is the one the text claims; it may be wrong. */
export interface YearlyMoment {
  readonly kind: 'yearly'
  readonly what: Yearly
  readonly year: Year | null
  readonly weekday: number | null
}

/** In days: about a year, as holidays move by some weeks. */
const maxNear = 390

/** Days for which a date without a year still means the most recent one after it is over. */
const stillMeantFor = 31

/** What recurs, in one year. */
interface Turn {
  readonly year: number
  readonly span: Span
}

export const dayIn = (ofYear: number, day: DayOfYear): number => {
  const year = ofYear + (day.yearOffset ?? 0)
  const plus = day.plus ?? 0
  if ('easter' in day) return easterSunday(year) + day.easter + plus
  if ('nth' in day) return nthWeekdayOf(year, day.month, day.weekday, day.nth) + plus
  return numberOf(year, day.month, day.day) + plus
}

/** The span in that year; NaN where there is none. */
const spanIn = (what: Yearly, year: number, weekStart: number): Span => {
  switch (what.kind) {
    case 'date':
      return daySpan(numberOf(year, what.month, what.day))
    case 'month':
      return partOfYear(year, what.month, 1)
    case 'quarter':
      return partOfYear(year, what.quarter, 3)
    case 'half':
      return partOfYear(year, what.half, 6)
    case 'year':
      return partOfYear(year, 1, 12)
    case 'week': {
      if (what.week < 1 || what.week > isoWeeksIn(year)) return daySpan(NaN)
      const week = nominalIsoWeek(year, what.week)
      return what.weekday === null ? week : daySpan(week.from + what.weekday)
    }
    case 'holiday': {
      const { from, to, day, wholeWeek, byYear } = what.holiday
      const stored = byYear?.get(year)
      if (stored) return stored
      if (wholeWeek === true && day !== null) return weekAround(dayIn(year, day), weekStart)
      return { from: dayIn(year, from), to: dayIn(year, to) }
    }
  }
}

const turnIn = (what: Yearly, year: number, { weekStart }: Calendar): Turn | undefined => {
  const span = spanIn(what, year, weekStart)
  return isDayNumber(span.from) && isDayNumber(span.to) ? { year, span } : undefined
}

/**
 * In order, from the year before a day to 8 years after it, which always includes a 29 February, even around 2100. Only
 * near ones of a week, as week 53 is not looked for that far, and of a holiday that a calendar has in some years, as the
 * nearest one known need not be the nearest there is.
 */
const turnsAround = (what: Yearly, calendar: Calendar, day: number): readonly Turn[] => {
  const isSparse = what.kind === 'week' || (what.kind === 'holiday' && what.holiday.byYear !== undefined)
  const { year } = civil(day)
  return Array.from({ length: 10 }, (_, index) => turnIn(what, year - 1 + index, calendar)).filter(
    (turn) => turn !== undefined && (!isSparse || Math.abs(turn.span.from - day) <= maxNear),
  ) as readonly Turn[]
}

export const turnsOf = (what: Yearly, calendar: Calendar): readonly Turn[] =>
  turnsAround(what, calendar, calendar.today)

/** The first one that ends on or after the day. */
export const yearlyFrom = (what: Yearly, calendar: Calendar, day: number): Span | null =>
  turnsAround(what, calendar, day).find(({ span }) => span.to >= day)?.span ?? null

/** The last one that begins on or before the day. */
export const yearlyBy = (what: Yearly, calendar: Calendar, day: number): Span | null =>
  turnsAround(what, calendar, day).findLast(({ span }) => span.from <= day)?.span ?? null

/** Whether a range that ended on that day is still the one that is meant. */
export const isStillMeant = (to: number, { today }: Calendar): boolean => to >= today - stillMeantFor

const refuseTurn = (what: Yearly, year: number | null, today: number): AskRefusal => {
  if (what.kind === 'date') return noSuchDate(year, what.month, what.day, today)
  if (what.kind === 'week') return noSuchWeek(year ?? isoYearOf(today), what.week)
  return what.kind === 'holiday' && what.holiday.byYear ? unknownYear : outsideCalendar
}

const yearOf = (year: Year, { today }: Calendar): number =>
  typeof year === 'number' ? year : civil(today).year + year.shift

/** The refusal when it exists in no year, or not in the year that was named. */
export const checkYearly = ({ what, year }: YearlyMoment, calendar: Calendar): AskRefusal | null => {
  const named = year === null ? null : yearOf(year, calendar)
  const turn = named === null ? turnsOf(what, calendar)[0] : turnIn(what, named, calendar)
  return turn ? null : refuseTurn(what, named, calendar.today)
}

/** What some mean by the name of a holiday: its day, where it covers several, or others. */
const otherDays = (what: Yearly, year: number): readonly Span[] => {
  if (what.kind !== 'holiday') return []
  const { day, other } = what.holiday
  return [
    ...(day ? [daySpan(dayIn(year, day))] : []),
    ...(other ? [{ from: dayIn(year, other.from), to: dayIn(year, other.to) }] : []),
  ]
}

const remarked = (what: Yearly, span: Span, others: readonly Span[]): Outcome => {
  const remark = what.kind === 'holiday' ? what.holiday.remark : undefined
  return { ...reading(span, others), ...(remark === undefined ? {} : { remark }) }
}

/**
 * "next summer" is in the next year, "last summer" is the one that is over, "this summer" is this year's or the current
 * one.
 */
export const readHolidayIn = (holiday: Holiday, shift: number, calendar: Calendar): Outcome => {
  const what: Yearly = { kind: 'holiday', holiday }
  const { today, isPast } = calendar
  const turns = turnsOf(what, calendar)
  const over = turns.findLast(({ span }) => span.to < today)
  const [near, after] = turns.filter(({ span }) => span.to >= today)
  const isRunning = near !== undefined && near.span.from <= today
  if (shift < 0 || (isPast && shift === 0 && near && !isRunning))
    return over ? remarked(what, over.span, []) : refuseTurn(what, null, today)
  if (!near) return refuseTurn(what, null, today)
  if (shift === 0 || !after) return remarked(what, near.span, otherDays(what, near.year))
  return isRunning ? remarked(what, after.span, [near.span]) : remarked(what, near.span, [after.span])
}

/** Two days of this year have its name, so that the next year's is not what is meant. */
const isUnclear = (what: Yearly, { today }: Calendar): boolean =>
  what.kind === 'holiday' && Number.isNaN(what.holiday.byYear?.get(civil(today).year)?.from)

/**
 * Those that may be meant, the likeliest first: without a year the first one that is not over, or one that ended at most
 * 31 days ago and the following one; in the past all that have begun.
 */
const candidates = ({ what, year }: YearlyMoment, calendar: Calendar): readonly Turn[] => {
  const { today, isPast } = calendar
  if (year !== null) {
    const turn = turnIn(what, yearOf(year, calendar), calendar)
    return turn ? [turn] : []
  }
  const turns = turnsOf(what, calendar)
  if (isPast) return turns.filter(({ span }) => span.from <= today).toReversed()
  const [first, ...later] = turns.filter(({ span }) => isStillMeant(span.to, calendar))
  if (!first || isUnclear(what, calendar)) return []
  return [first, ...(first.span.to < today ? later.slice(0, 1) : [])]
}

/** If a weekday was named that does not fit the likeliest one, the first that it fits is meant. */
export const readYearly = (moment: YearlyMoment, calendar: Calendar): Outcome => {
  const { what, weekday } = moment
  const turns = candidates(moment, calendar)
  const chosen = turns.find(({ span }) => weekday === null || weekdayOfNumber(span.from) === weekday)
  if (!turns[0]) return checkYearly(moment, calendar) ?? refuseTurn(what, null, calendar.today)
  if (!chosen) return weekdayMismatch(turns[0].span.from, weekday ?? 0)
  const others = calendar.isPast ? [] : turns.filter((turn) => turn !== chosen).map(({ span }) => span)
  return remarked(what, chosen.span, [...others, ...otherDays(what, chosen.year)])
}
