import { dayFromNumber, dayNumber, type Day } from '../day.js'

/** Both ends included, as day numbers (days since 1970-01-01): whole numbers add and compare without text. */
export interface Span {
  readonly from: number
  readonly to: number
}

export type Unit = 'day' | 'week' | 'fortnight' | 'weekend' | 'month' | 'quarter' | 'year'

/** What the meaning of a phrase depends on. Weekdays count from 0, Monday. */
export interface Calendar {
  readonly today: number
  readonly weekStart: number
  readonly monthFirst: boolean
}

interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** A number whose day lies outside the years 0001 to 9999; `isDayNumber` tells it from the others. */
const noDay = Number.NaN

const millisecondsPerDay = 86_400_000

export const isDayNumber = (number: number): boolean => dayFromNumber(number) !== null

export const civil = (number: number): CivilDate => {
  const date = new Date(number * millisecondsPerDay)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Days in a month; 0 for a month that no year has. */
export const monthLength = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] ?? 0)

const pad = (value: number, width: number): string => String(value).padStart(width, '0')

/** The number of a civil date, or NaN when the calendar has no such day. */
export const numberOf = (year: number, month: number, day: number): number =>
  year >= 1 && year <= 9999 && day >= 1 && day <= monthLength(year, month)
    ? dayNumber(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`)
    : noDay

/** 0 is Monday. */
export const weekdayOfNumber = (number: number): number => (((number + 3) % 7) + 7) % 7

/** The first such weekday on or after the day. */
export const weekdayFrom = (weekday: number, number: number): number =>
  number + ((weekday - weekdayOfNumber(number) + 7) % 7)

/** The last such weekday on or before the day. */
export const weekdayBy = (weekday: number, number: number): number =>
  number - ((weekdayOfNumber(number) - weekday + 7) % 7)

export const daySpan = (number: number): Span => ({ from: number, to: number })

export const weekAround = (number: number, weekStart: number): Span => {
  const from = weekdayBy(weekStart, number)
  return { from, to: from + 6 }
}

/** Months since year 0, so that adding months needs no carry. */
const monthIndex = (number: number): number => {
  const { year, month } = civil(number)
  return year * 12 + month - 1
}

/** `count` months of which the first has that index. NaN at the ends when outside the calendar. */
const monthsFrom = (index: number, count: number): Span => {
  const last = index + count - 1
  const [year, month] = [Math.floor(last / 12), (last % 12) + 1]
  return {
    from: numberOf(Math.floor(index / 12), (index % 12) + 1, 1),
    to: numberOf(year, month, monthLength(year, month)),
  }
}

/** The month (1 to 12), quarter (1 to 4) or half (1 or 2) of a year; `size` is its length in months. */
export const partOfYear = (year: number, part: number, size: number): Span =>
  part >= 1 && part * size <= 12
    ? monthsFrom(year * 12 + (part - 1) * size, size)
    : { from: noDay, to: noDay }

const monthsIn = { month: 1, quarter: 3, year: 12 } as const

/** The calendar month, quarter or year that holds the day, moved by `shift` of them. */
export const monthsAround = (number: number, unit: keyof typeof monthsIn, shift: number): Span => {
  const size = monthsIn[unit]
  return monthsFrom((Math.floor(monthIndex(number) / size) + shift) * size, size)
}

const addMonths = (number: number, count: number): number => {
  const index = monthIndex(number) + count
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1]
  return numberOf(year, month, Math.min(civil(number).day, monthLength(year, month)))
}

const daysIn: Partial<Record<Unit, number>> = { day: 1, week: 7, weekend: 7, fortnight: 14 }

/** The day `count` units later; the 31st becomes the last day of a shorter month. */
export const addUnits = (number: number, count: number, unit: Unit): number => {
  const days = daysIn[unit]
  if (days !== undefined) return number + count * days
  return addMonths(number, count * (unit === 'quarter' ? 3 : unit === 'year' ? 12 : 1))
}

/** Monday of ISO week 1: the week that holds 4 January. */
const firstIsoMonday = (isoYear: number): number => weekdayBy(0, numberOf(isoYear, 1, 4))

/** Week `week` counted from the Monday of week 1, whether or not that year has so many. */
export const nominalIsoWeek = (isoYear: number, week: number): Span => {
  const from = firstIsoMonday(isoYear) + (week - 1) * 7
  return { from, to: from + 6 }
}

/** 52 or 53. */
export const isoWeeksIn = (isoYear: number): number =>
  (firstIsoMonday(isoYear + 1) - firstIsoMonday(isoYear)) / 7

/** The ISO year of a day: the calendar year of its week's Thursday. */
export const isoYearOf = (number: number): number => civil(weekdayBy(0, number) + 3).year

export const dayText = (number: number): Day => {
  const day = dayFromNumber(number)
  if (day === null) throw new RangeError('a span left the years 0001 to 9999 unchecked')
  return day
}
