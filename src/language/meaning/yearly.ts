import {
  civil,
  daySpan,
  easterSunday,
  isDayNumber,
  isoWeeksIn,
  isoYearOf,
  monthLength,
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

/** One year's occurrence. A week that its year does not have is kept, so that it can be refused instead of skipped. */
interface YearlyOccurrence {
  readonly year: number
  readonly span: Span
  readonly exists: boolean
}

export const dayIn = (ofYear: number, day: DayOfYear): number => {
  const year = ofYear + (day.yearOffset ?? 0)
  const plus = day.plus ?? 0
  if ('easter' in day) return easterSunday(year) + day.easter + plus
  if ('nth' in day) return nthWeekdayOf(year, day.month, day.weekday, day.nth) + plus
  return numberOf(year, day.month, day.day) + plus
}

/** The span in that year; NaN where the calendar ends. */
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

const turnIn = (what: Yearly, year: number, { weekStart }: Calendar): YearlyOccurrence => {
  const span = spanIn(what, year, weekStart)
  const inCalendar = isDayNumber(span.from) && isDayNumber(span.to)
  const isWeek = what.kind !== 'week' || (what.week >= 1 && what.week <= isoWeeksIn(year))
  return { year, span, exists: inCalendar && isWeek }
}

const refuseTurn = (what: Yearly, year: number | null, today: number): AskRefusal => {
  if (what.kind === 'date') return noSuchDate(year, what.month, what.day, today)
  if (what.kind === 'week') return noSuchWeek(year ?? isoYearOf(today), what.week)
  return what.kind === 'holiday' && what.holiday.byYear ? unknownYear : outsideCalendar
}

const yearOf = (year: Year, { today }: Calendar): number =>
  typeof year === 'number' ? year : civil(today).year + year.shift

/**
 * From last year to 8 years ahead, which always includes a 29 February, even around 2100. Weeks are not looked for that
 * far.
 */
export const yearlyOccurrences = (what: Yearly, calendar: Calendar): readonly YearlyOccurrence[] => {
  const isWeek = what.kind === 'week'
  const base = isWeek ? isoYearOf(calendar.today) : civil(calendar.today).year
  const turns = Array.from({ length: isWeek ? 3 : 10 }, (_, index) =>
    turnIn(what, base - 1 + index, calendar),
  )
  // Of a holiday that a calendar has in some years, the nearest one known need not be the nearest there is.
  const isNear = ({ span }: YearlyOccurrence): boolean =>
    what.kind !== 'holiday' || !what.holiday.byYear || Math.abs(span.from - calendar.today) <= maxNear
  return turns.filter((turn) => (turn.exists && isNear(turn)) || (isWeek && what.week === 53))
}

/** The refusal when it exists in no year, or not in the year that was named. */
export const checkYearly = ({ what, year }: YearlyMoment, calendar: Calendar): AskRefusal | null => {
  const named = year === null ? null : yearOf(year, calendar)
  if (what.kind === 'date' && what.day > monthLength(2000, what.month))
    return noSuchDate(named, what.month, what.day, calendar.today)
  if (named !== null)
    return turnIn(what, named, calendar).exists ? null : refuseTurn(what, named, calendar.today)
  return yearlyOccurrences(what, calendar).length > 0 ? null : refuseTurn(what, null, calendar.today)
}

const claimHolds = (span: Span, claimed: number | null): boolean =>
  claimed === null || weekdayOfNumber(span.from) === claimed

/** For a holiday of several days, the day itself is an alternative. */
const singleDayOf = (what: Yearly, year: number): readonly Span[] =>
  what.kind === 'holiday' ? otherDays(what.holiday, year) : []

const otherDays = ({ day, other }: Holiday, year: number): readonly Span[] => [
  ...(day ? [daySpan(dayIn(year, day))] : []),
  ...(other ? [{ from: dayIn(year, other.from), to: dayIn(year, other.to) }] : []),
]

const remarked = (what: Yearly, span: Span, others: readonly Span[]): Outcome => {
  const remark = what.kind === 'holiday' ? what.holiday.remark : undefined
  return { ...reading(span, others), ...(remark === undefined ? {} : { remark }) }
}

/** The day itself of a holiday that covers several, from which "the day after christmas" counts. */
export const onOwnDay = (moment: YearlyMoment): YearlyMoment => {
  if (moment.what.kind !== 'holiday' || moment.what.holiday.day === null) return moment
  const { day } = moment.what.holiday
  return { ...moment, what: { kind: 'holiday', holiday: { from: day, to: day, day: null } } }
}

/**
 * "next summer" is in the next year, "last summer" is the one that is over, "this summer" is this year's or the current
 * one.
 */
export const readHolidayIn = (holiday: Holiday, shift: number, calendar: Calendar): Outcome => {
  const what: Yearly = { kind: 'holiday', holiday }
  const turns = yearlyOccurrences(what, calendar)
  const near = turns.find(({ span }) => span.to >= calendar.today)
  const over = turns.findLast(({ span }) => span.to < calendar.today)
  const isAhead = calendar.isPast && shift === 0 && near !== undefined && near.span.from > calendar.today
  if (shift < 0 || isAhead)
    return over ? remarked(what, over.span, []) : refuseTurn(what, null, calendar.today)
  if (!near) return refuseTurn(what, null, calendar.today)
  const after = turns.find(({ year }) => year === near.year + 1)
  const isRunning = near.span.from <= calendar.today
  if (shift === 0 || !isRunning || !after)
    return remarked(what, near.span, shift > 0 && after ? [after.span] : otherDays(holiday, near.year))
  return remarked(what, after.span, [near.span])
}

const inNamedYear = ({ what, weekday }: YearlyMoment, year: number, calendar: Calendar): Outcome => {
  const { span } = turnIn(what, year, calendar)
  if (weekday !== null && !claimHolds(span, weekday)) return weekdayMismatch(span.from, weekday)
  return remarked(what, span, singleDayOf(what, year))
}

/** Two days of this year have its name, so that the next year's is not what is meant. */
const isUnclear = (what: Yearly, { today }: Calendar): boolean =>
  what.kind === 'holiday' && Number.isNaN(what.holiday.byYear?.get(civil(today).year)?.from)

/**
 * Without a year: the first occurrence that is not over, or one that ended at most 31 days ago, with the following one
 * as the alternative. If a weekday was named that fits only the following one, that is meant.
 */
export const readYearly = (moment: YearlyMoment, calendar: Calendar): Outcome => {
  const refused = checkYearly(moment, calendar)
  if (refused) return refused
  const { what, year, weekday } = moment
  if (year !== null) return inNamedYear(moment, yearOf(year, calendar), calendar)
  if (calendar.isPast) return readPast(moment, calendar)
  const turns = yearlyOccurrences(what, calendar).filter(
    ({ span }) => span.to >= calendar.today - stillMeantFor,
  )
  const [first, second] = turns
  if (!first?.exists || isUnclear(what, calendar))
    return refuseTurn(what, first?.year ?? null, calendar.today)
  const near = first.span.to < calendar.today && second?.exists ? [first, second] : [first]
  const chosen = near.find(({ span }) => claimHolds(span, weekday))
  if (!chosen) return weekdayMismatch(first.span.from, weekday ?? 0)
  const others = near.filter((turn) => turn !== chosen).map(({ span }) => span)
  return remarked(what, chosen.span, [...others, ...singleDayOf(what, chosen.year)])
}

/** The most recent occurrence that has begun. If a weekday was named that fits only an earlier one, that is meant. */
const readPast = ({ what, weekday }: YearlyMoment, calendar: Calendar): Outcome => {
  const begun = turnsAround(what, calendar, calendar.today).filter(({ span }) => span.from <= calendar.today)
  const latest = begun.at(-1)
  const chosen = begun.findLast(({ span }) => claimHolds(span, weekday))
  if (!latest) return refuseTurn(what, null, calendar.today)
  if (!chosen) return weekdayMismatch(latest.span.from, weekday ?? 0)
  return remarked(what, chosen.span, singleDayOf(what, chosen.year))
}

/** The first occurrence that ends on or after the day. */
export const yearlyFrom = (what: Yearly, calendar: Calendar, day: number): Span | null =>
  turnsAround(what, calendar, day).find(({ span }) => span.to >= day)?.span ?? null

/** The last occurrence that begins on or before the day. */
export const yearlyBy = (what: Yearly, calendar: Calendar, day: number): Span | null =>
  turnsAround(what, calendar, day).findLast(({ span }) => span.from <= day)?.span ?? null

const turnsAround = (what: Yearly, calendar: Calendar, day: number): readonly YearlyOccurrence[] =>
  yearlyOccurrences(what, { ...calendar, today: day }).filter(({ exists }) => exists)

/** Whether a range that ended on that day is still the one that is meant. */
export const isStillMeant = (to: number, { today }: Calendar): boolean => to >= today - stillMeantFor
