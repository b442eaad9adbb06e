import {
  civil,
  daySpan,
  isDayNumber,
  isoWeeksIn,
  isoYearOf,
  monthLength,
  nominalIsoWeek,
  numberOf,
  partOfYear,
  weekAround,
  weekdayOfNumber,
  type Calendar,
  type Span,
} from './calendar.js'
import type { Moment, Year, Yearly } from './phrase.js'
import {
  noSuchDate,
  noSuchWeek,
  outsideCalendar,
  reading,
  weekdayMismatch,
  type Outcome,
  type Refusal,
} from './refusal.js'
import type { MonthDay } from './vocabulary.js'

/** How long something without a year stays the one that was meant, once it is over. */
const remembered = 31

export type YearlyMoment = Extract<Moment, { readonly kind: 'yearly' }>

/** One year's turn. A week that its year does not have is kept, to be refused by name rather than skipped. */
interface Turn {
  readonly year: number
  readonly span: Span
  readonly exists: boolean
}

const dayIn = (year: number, { month, day, yearOffset = 0 }: MonthDay): number =>
  numberOf(year + yearOffset, month, day)

/** Its span in that year; NaN where the calendar has none. */
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
      const { from, to, day, wholeWeek } = what.holiday
      if (wholeWeek === true && day !== null) return weekAround(dayIn(year, day), weekStart)
      return { from: dayIn(year, from), to: dayIn(year, to) }
    }
  }
}

const turnIn = (what: Yearly, year: number, { weekStart }: Calendar): Turn => {
  const span = spanIn(what, year, weekStart)
  const inCalendar = isDayNumber(span.from) && isDayNumber(span.to)
  const isWeek = what.kind !== 'week' || (what.week >= 1 && what.week <= isoWeeksIn(year))
  return { year, span, exists: inCalendar && isWeek }
}

const refuseTurn = (what: Yearly, year: number | null, today: number): Refusal => {
  if (what.kind === 'date') return noSuchDate(year, what.month, what.day, today)
  if (what.kind === 'week') return noSuchWeek(year ?? isoYearOf(today), what.week)
  return outsideCalendar
}

const yearOf = (year: Year, { today }: Calendar): number =>
  typeof year === 'number' ? year : civil(today).year + year.shift

/** From last year to 8 years on, so that a 29 February is among them even around 2100. Weeks are not sought so far. */
export const turnsOf = (what: Yearly, calendar: Calendar): readonly Turn[] => {
  const isWeek = what.kind === 'week'
  const base = isWeek ? isoYearOf(calendar.today) : civil(calendar.today).year
  const turns = Array.from({ length: isWeek ? 3 : 10 }, (_, index) =>
    turnIn(what, base - 1 + index, calendar),
  )
  return turns.filter(({ exists }) => exists || (isWeek && what.week === 53))
}

/** Refused when no year has it, or when the named year has not. */
export const checkYearly = ({ what, year }: YearlyMoment, calendar: Calendar): Refusal | null => {
  const named = year === null ? null : yearOf(year, calendar)
  if (what.kind === 'date' && what.day > monthLength(2000, what.month))
    return noSuchDate(named, what.month, what.day, calendar.today)
  if (named !== null)
    return turnIn(what, named, calendar).exists ? null : refuseTurn(what, named, calendar.today)
  return turnsOf(what, calendar).length > 0 ? null : refuseTurn(what, null, calendar.today)
}

const claimHolds = (span: Span, claimed: number | null): boolean =>
  claimed === null || weekdayOfNumber(span.from) === claimed

/** A holiday's own day is another reading of its span. */
const singleDayOf = (what: Yearly, year: number): readonly Span[] =>
  what.kind === 'holiday' && what.holiday.day !== null ? [daySpan(dayIn(year, what.holiday.day))] : []

const inNamedYear = ({ what, weekday }: YearlyMoment, year: number, calendar: Calendar): Outcome => {
  const { span } = turnIn(what, year, calendar)
  if (weekday !== null && !claimHolds(span, weekday)) return weekdayMismatch(span.from, weekday)
  return reading(span, singleDayOf(what, year))
}

/**
 * Without a year: the first turn that is not over, or that ended at most 31 days ago; then the one after is another
 * reading. A weekday that fits only the latter decides for it.
 */
export const readYearly = (moment: YearlyMoment, calendar: Calendar): Outcome => {
  const refused = checkYearly(moment, calendar)
  if (refused) return refused
  const { what, year, weekday } = moment
  if (year !== null) return inNamedYear(moment, yearOf(year, calendar), calendar)
  const turns = turnsOf(what, calendar).filter(({ span }) => span.to >= calendar.today - remembered)
  const [first, second] = turns
  if (!first?.exists) return refuseTurn(what, first?.year ?? null, calendar.today)
  const near = first.span.to < calendar.today && second?.exists ? [first, second] : [first]
  const chosen = near.find(({ span }) => claimHolds(span, weekday))
  if (!chosen) return weekdayMismatch(first.span.from, weekday ?? 0)
  const others = near.filter((turn) => turn !== chosen).map(({ span }) => span)
  return reading(chosen.span, [...others, ...singleDayOf(what, chosen.year)])
}

/** The first turn that ends on or after the day. */
export const yearlyFrom = (what: Yearly, calendar: Calendar, day: number): Span | null =>
  turnsAround(what, calendar, day).find(({ span }) => span.to >= day)?.span ?? null

/** The last turn that begins on or before the day. */
export const yearlyBy = (what: Yearly, calendar: Calendar, day: number): Span | null =>
  turnsAround(what, calendar, day).findLast(({ span }) => span.from <= day)?.span ?? null

const turnsAround = (what: Yearly, calendar: Calendar, day: number): readonly Turn[] =>
  turnsOf(what, { ...calendar, today: day }).filter(({ exists }) => exists)

/** Whether a range that ended on that day is still the one that was meant. */
export const isRemembered = (to: number, { today }: Calendar): boolean => to >= today - remembered
