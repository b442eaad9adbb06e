import dayjs, { type Dayjs } from 'dayjs'
import isoWeek from 'dayjs/plugin/isoWeek.js'
import quarterOfYear from 'dayjs/plugin/quarterOfYear.js'
import utc from 'dayjs/plugin/utc.js'
import { dayNumber, daysIn400Years, millisecondsPerDay, type Day } from './day.js'

/** Whether the day or the month of `3/4` comes first, or as the reader's locale has it. */
export const dateOrders = ['day', 'month', 'locale'] as const
export type DateOrder = (typeof dateOrders)[number]

dayjs.extend(utc)
dayjs.extend(isoWeek)
dayjs.extend(quarterOfYear)

/** Dates are held 400 years later than they are (see `daysIn400Years`); `yearOf` and `numberOfDate` subtract that. */
const shiftedYears = 400

/** A day number (days since 1970-01-01) as a dayjs date in UTC mode, for arithmetic and for its parts. */
export const dateOf = (number: number): Dayjs => dayjs.utc((number + daysIn400Years) * millisecondsPerDay)

export const numberOfDate = (date: Dayjs): number => date.valueOf() / millisecondsPerDay - daysIn400Years

export const yearOf = (date: Dayjs): number => date.year() - shiftedYears

/** `month` counts from 1; months outside the year belong to its neighbours. */
export const firstOfMonth = (year: number, month: number): Dayjs =>
  dayjs.utc(Date.UTC(year + shiftedYears, month - 1, 1))

/** "Monday" for 0. */
export const weekdayName = (weekday: number): string =>
  dateOf(dayNumber('2024-01-01') + weekday).format('dddd')

/** "Jan" for 1, or the number itself when there is no such month: "24.13." */
export const monthName = (month: number): string =>
  month >= 1 && month <= 12 ? firstOfMonth(2024, month).format('MMM') : String(month)

/** "20 Nov 2026". */
export const showDate = (number: number): string => {
  const date = dateOf(number)
  return `${date.format('D MMM')} ${yearOf(date)}`
}

/** "Fri 20 Nov 2026". */
export const showDay = (number: number): string => `${dateOf(number).format('ddd')} ${showDate(number)}`

/** "Fri 20 Nov": for days whose year is clear. */
export const showDayOfYear = (day: Day): string => dateOf(dayNumber(day)).format('ddd D MMM')

/** "20 Nov". */
export const showDayAndMonth = (day: Day): string => dateOf(dayNumber(day)).format('D MMM')

/** "November 2026". */
export const showMonth = (day: Day): string => {
  const date = dateOf(dayNumber(day))
  return `${date.format('MMMM')} ${yearOf(date)}`
}

/** "Fri" and "20", for the heading of a column. */
export const dayHead = (day: Day): { readonly weekday: string; readonly date: string } => {
  const date = dateOf(dayNumber(day))
  return { weekday: date.format('ddd'), date: date.format('D') }
}
