import type { Dayjs } from 'dayjs'
import { dateOf, firstOfMonth, numberOfDate, showDay, yearOf } from './date.js'
import { dayFromNumber, type Day } from './day.js'

/** Days since 1970-01-01, both ends included: numbers add and compare without parsing text. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** "Fri 20 Nov 2026", or "Mon 28 Dec 2026 – Sun 3 Jan 2027". */
export const showSpan = ({ from, to }: Span): string =>
  from === to ? showDay(from) : `${showDay(from)} – ${showDay(to)}`

export type Unit = 'day' | 'week' | 'fortnight' | 'weekend' | 'month' | 'quarter' | 'year'

/** What the meaning of a phrase depends on. Weekdays count from 0 (Monday). */
export interface Calendar {
  readonly today: number
  readonly weekStart: number
  readonly monthFirst: boolean
  readonly workingDays: readonly number[]
  /** Past tense: a date without a year, or a weekday without a week, is the latest one that has begun. */
  readonly isPast: boolean
  /** "back on monday", said on a Monday: a weekday alone is never today. */
  readonly isAhead: boolean
}

/** A number outside the years 0001 to 9999; `isDayNumber` recognizes it. */
const noDay = Number.NaN

export const isDayNumber = (number: number): boolean => dayFromNumber(number) !== null

export const civil = (number: number) => {
  const date = dateOf(number)
  return { year: yearOf(date), month: date.month() + 1, day: date.date() }
}

/** The number of days in a month; 0 for a month that does not exist. */
export const monthLength = (year: number, month: number): number =>
  month >= 1 && month <= 12 ? firstOfMonth(year, month).daysInMonth() : 0

/** The day number of a calendar date, or NaN when that date does not exist. */
export const numberOf = (year: number, month: number, day: number): number =>
  year >= 1 && year <= 9999 && day >= 1 && day <= monthLength(year, month)
    ? numberOfDate(firstOfMonth(year, month)) + day - 1
    : noDay

/** Easter Sunday of the western churches (the Meeus/Jones/Butcher algorithm); NaN outside the calendar. */
export const easterSunday = (year: number): number => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const epact =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const correction = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const days = epact + toSunday - 7 * correction + 114
  return numberOf(year, Math.floor(days / 31), (days % 31) + 1)
}

export const daySpan = (number: number): Span => ({ from: number, to: number })

/** The span of `count` months from the first of a month. An end outside the years 0001 to 9999 is NaN. */
const monthsFrom = (first: Dayjs, count: number): Span => ({
  from: withinCalendar(numberOfDate(first)),
  to: withinCalendar(numberOfDate(first.add(count, 'month')) - 1),
})

const withinCalendar = (number: number): number => (isDayNumber(number) ? number : noDay)

/** A month (1 to 12), quarter (1 to 4) or half (1 or 2) of a year; `size` is its length in months. */
export const partOfYear = (year: number, part: number, size: number): Span =>
  part >= 1 && part * size <= 12
    ? monthsFrom(firstOfMonth(year, (part - 1) * size + 1), size)
    : { from: noDay, to: noDay }

const monthsIn = { month: 1, quarter: 3, year: 12 } as const

/** The calendar month, quarter or year that contains the day, shifted by `shift` of them. */
export const monthsAround = (number: number, unit: keyof typeof monthsIn, shift: number): Span =>
  monthsFrom(
    dateOf(number)
      .startOf(unit)
      .add(shift * monthsIn[unit], 'month'),
    monthsIn[unit],
  )

const daysIn: Partial<Record<Unit, number>> = { day: 1, week: 7, weekend: 7, fortnight: 14 }

/** The day `count` units later; the 31st becomes the last day of a shorter month. NaN outside the calendar. */
export const addUnits = (number: number, count: number, unit: Unit): number => {
  const days = daysIn[unit]
  if (days !== undefined) return number + count * days
  const months = monthsIn[unit as keyof typeof monthsIn]
  return withinCalendar(numberOfDate(dateOf(number).add(count * months, 'month')))
}

/** Week `week`, counted from the Monday of week 1, whether or not the year has that many weeks. */
export const nominalIsoWeek = (isoYear: number, week: number): Span => {
  // 4 January is always in week 1.
  const first = numberOfDate(firstOfMonth(isoYear, 1).date(4).startOf('isoWeek'))
  const from = first + (week - 1) * 7
  return { from, to: from + 6 }
}

/** 52 or 53: 28 December is always in the last week. */
export const isoWeeksIn = (isoYear: number): number => firstOfMonth(isoYear, 12).date(28).isoWeek()

/** The ISO year of a day: the calendar year of the Thursday in its week. */
export const isoYearOf = (number: number): number => yearOf(dateOf(number).isoWeekday(4))

export const dayText = (number: number): Day => {
  const day = dayFromNumber(number)
  if (day === null) throw new RangeError('a span left the years 0001 to 9999 without being checked')
  return day
}
