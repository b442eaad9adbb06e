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
import { nthWeekdayOf, weekdayOfNumber } from '../../calendar/week.js'
import * as refusal from '../misread/refusal.js'
import type { DayOfYear, Holiday } from '../words/holidays.js'

/** A written year, or one counted from the current one: `{ shift: 1 }` is next year. */
export type Year = number | { readonly shift: number }

/**
 * Something that recurs every year, or most years (29 February, week 53). Numbers are as typed, so it may not exist.
 */
export type Yearly =
  | { readonly kind: 'date'; readonly month: number; readonly day: number }
  /** A month, quarter, half or whole year; `size` is its length in months. */
  | { readonly kind: 'part'; readonly size: 1 | 3 | 6 | 12; readonly part: number }
  | { readonly kind: 'week'; readonly week: number }
  | { readonly kind: 'holiday'; readonly holiday: Holiday }

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
export const stillMeantFor = 31

/** What recurs, in one year. */
interface Turn {
  readonly year: number
  readonly span: Span
}

export const dayIn = (ofYear: number, day: DayOfYear): number => {
  const year = ofYear + (day.yearOffset ?? 0)
  const plus = day.plus ?? 0
  if ('easter' in day) return easterSunday(year) + plus
  if ('nth' in day) return nthWeekdayOf(year, day.month, day.weekday, day.nth) + plus
  return numberOf(year, day.month, day.day) + plus
}

/** The span in that year; NaN where there is none. */
const spanIn = (what: Yearly, year: number): Span => {
  switch (what.kind) {
    case 'date':
      return daySpan(numberOf(year, what.month, what.day))
    case 'part':
      return partOfYear(year, what.part, what.size)
    case 'week':
      return what.week < 1 || what.week > isoWeeksIn(year) ? daySpan(NaN) : nominalIsoWeek(year, what.week)
    case 'holiday': {
      const { from, to, byYear } = what.holiday
      return byYear?.get(year) ?? { from: dayIn(year, from), to: dayIn(year, to) }
    }
  }
}

const turnIn = (what: Yearly, year: number): readonly Turn[] => {
  const span = spanIn(what, year)
  return isDayNumber(span.from) && isDayNumber(span.to) ? [{ year, span }] : []
}

/**
 * In order, from the year before a day to 8 years after it, which always includes a 29 February, even around 2100. Only
 * near ones of a week, as week 53 is not looked for that far, and of a holiday that a calendar has in some years, as the
 * nearest one known need not be the nearest there is.
 */
const turnsAround = (what: Yearly, day: number): readonly Turn[] => {
  const isSparse = what.kind === 'week' || (what.kind === 'holiday' && what.holiday.byYear !== undefined)
  const { year } = civil(day)
  return Array.from({ length: 10 }, (_, index) => turnIn(what, year - 1 + index))
    .flat()
    .filter(({ span }) => !isSparse || Math.abs(span.from - day) <= maxNear)
}

/** The first one that ends on or after the day or, when `by` is -1, the last one that begins on or before it. */
export const yearlyNear = (what: Yearly, day: number, by: 1 | -1): Span | null => {
  const turns = turnsAround(what, day)
  const found =
    by > 0 ? turns.find(({ span }) => span.to >= day) : turns.findLast(({ span }) => span.from <= day)
  return found?.span ?? null
}

const refuseTurn = (what: Yearly, year: number | null, today: number): refusal.AskRefusal => {
  if (what.kind === 'date') return refusal.noSuchDate(year, what.month, what.day, today)
  if (what.kind === 'week') return refusal.noSuchWeek(year ?? isoYearOf(today), what.week)
  return what.kind === 'holiday' && what.holiday.byYear ? refusal.unknownYear : refusal.outsideCalendar
}

/** What was found, with what else some mean by the name of a holiday. */
const readTurn = (what: Yearly, { year, span }: Turn, others: readonly Turn[]): refusal.Outcome => {
  const { remark, other = null } = what.kind === 'holiday' ? what.holiday : {}
  const spans = others.map((turn) => turn.span)
  if (other) spans.push({ from: dayIn(year, other.from), to: dayIn(year, other.to) })
  return { ...refusal.reading(span, spans), ...(remark === undefined ? {} : { remark }) }
}

/**
 * "next summer" is in the next year, "last summer" is the one that is over, "this summer" is this year's or the current
 * one.
 */
export const readHolidayIn = (
  holiday: Holiday,
  shift: number,
  { today, isPast }: Calendar,
): refusal.Outcome => {
  // Beside "next christmas" the one after it is offered, and no other days of the same one.
  const what: Yearly = { kind: 'holiday', holiday: shift === 0 ? holiday : { ...holiday, other: null } }
  const turns = turnsAround(what, today)
  const [near, after] = turns.filter(({ span }) => span.to >= today)
  const isRunning = near !== undefined && near.span.from <= today
  if (shift < 0 || (isPast && shift === 0 && !isRunning)) {
    const over = turns.findLast(({ span }) => span.to < today)
    return over ? readTurn(what, over, []) : refuseTurn(what, null, today)
  }
  if (!near) return refuseTurn(what, null, today)
  if (shift === 0 || !after) return readTurn(what, near, [])
  return isRunning ? readTurn(what, after, [near]) : readTurn(what, near, [after])
}

/** Two days of this year have its name, so that the next year's is not what is meant. */
const isUnclear = (what: Yearly, today: number): boolean =>
  what.kind === 'holiday' && Number.isNaN(what.holiday.byYear?.get(civil(today).year)?.from)

/**
 * Those that may be meant, the likeliest first: without a year the first one that is not over, or one that ended at most
 * 31 days ago and the following one; in the past all that have begun.
 */
const candidates = (what: Yearly, { today, isPast }: Calendar): readonly Turn[] => {
  const turns = turnsAround(what, today)
  if (isPast) return turns.filter(({ span }) => span.from <= today).toReversed()
  const [first, ...later] = turns.filter(({ span }) => span.to >= today - stillMeantFor)
  if (!first || isUnclear(what, today)) return []
  return [first, ...(first.span.to < today ? later.slice(0, 1) : [])]
}

/** If a weekday was named that does not fit the likeliest one, the first that it fits is meant. */
export const readYearly = ({ what, year, weekday }: YearlyMoment, calendar: Calendar): refusal.Outcome => {
  const { today, isPast } = calendar
  const named = year === null || typeof year === 'number' ? year : civil(today).year + year.shift
  const turns = named === null ? candidates(what, calendar) : turnIn(what, named)
  if (!turns[0]) return refuseTurn(what, named, today)
  const chosen = turns.find(({ span }) => weekday === null || weekdayOfNumber(span.from) === weekday)
  if (!chosen) return refusal.weekdayMismatch(turns[0].span.from, weekday ?? 0)
  return readTurn(what, chosen, isPast ? [] : turns.filter((turn) => turn !== chosen))
}
