import { weekdayOf, type Day, type Weekday } from './day.js'
import { monthLength, numberOf, type Span } from './spans.js'

/** The days that a week can start on. */
export const weekStarts = ['monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof weekStarts)[number]

/** 0 is Monday. */
export const weekdayOfNumber = (number: number): number => (((number + 3) % 7) + 7) % 7

/** The first such weekday on or after a day. */
export const weekdayFrom = (weekday: number, number: number): number =>
  number + ((weekday - weekdayOfNumber(number) + 7) % 7)

/** The last such weekday on or before a day. */
export const weekdayBy = (weekday: number, number: number): number =>
  number - ((weekdayOfNumber(number) - weekday + 7) % 7)

/** Starting on the organization's weekday; dayjs only knows Sunday and, with `isoWeek`, Monday. */
export const weekAround = (number: number, weekStart: number): Span => {
  const from = weekdayBy(weekStart, number)
  return { from, to: from + 6 }
}

/** The nth such weekday of a month; -1 is the last one. */
export const nthWeekdayOf = (year: number, month: number, weekday: number, nth: number): number =>
  nth < 0
    ? weekdayBy(weekday, numberOf(year, month, monthLength(year, month)))
    : weekdayFrom(weekday, numberOf(year, month, 1)) + (nth - 1) * 7

/** Without any working day, every day is one: otherwise there would be no day to be back on. */
export const isWorkingDay = (day: Day, workingDays: readonly Weekday[]): boolean =>
  workingDays.length === 0 || workingDays.includes(weekdayOf(day))
