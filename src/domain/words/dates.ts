import { addDays, dayNumber, daysBetween, type Day, type DayRange, monthOf } from '../../calendar/day.js'
import { dayHead, showDay, showDayAndMonth, showDayOfYear, showMonth } from '../../calendar/date.js'
import { isWholeMonths } from '../../calendar/period.js'
import { isOneDay } from '../reply/days.js'

const yearOf = (day: Day): string => day.slice(0, 4)

/** "Fri 20 Nov"; with the year when it is not this one: "Fri 1 Jan 2027". */
export const dayWords = (day: Day, today: Day): string =>
  yearOf(day) === yearOf(today) ? showDayOfYear(day) : showDay(dayNumber(day))

/** "Mon 23 Nov – Sun 29 Nov"; both years when they differ: "Mon 28 Dec 2026 – Sun 3 Jan 2027". */
export const rangeWords = ({ from, to }: DayRange, today: Day): string => {
  if (from === to) return dayWords(from, today)
  if (yearOf(from) === yearOf(to)) return `${showDayOfYear(from)} – ${dayWords(to, today)}`
  return `${showDay(dayNumber(from))} – ${showDay(dayNumber(to))}`
}

/** Days around which a day needs neither its year nor, when it is nearer, anything but its date. */
const halfYear = 183
const fourWeeks = 28

/** "Mon 30" in the month of `near`, "Wed 9 Dec" within four weeks of it, else "12 Jan", with the year from half a year on. */
export const nearDayWords = (day: Day, near: Day): string => {
  const { weekday, date } = dayHead(day)
  if (monthOf(day) === monthOf(near)) return `${weekday} ${date}`
  const distance = Math.abs(daysBetween(near, day))
  if (distance < fourWeeks) return showDayOfYear(day)
  return `${showDayAndMonth(day)}${distance > halfYear && yearOf(day) !== yearOf(near) ? ` ${yearOf(day)}` : ''}`
}

/** "20 Nov", "23–27 Nov", "30 Nov – 4 Dec": days whose year is clear. */
export const datesWords = ({ from, to }: DayRange): string => {
  if (from === to) return showDayAndMonth(from)
  const first = monthOf(from) === monthOf(to) ? `${dayHead(from).date}–` : `${showDayAndMonth(from)} – `
  return `${first}${showDayAndMonth(to)}`
}

/** The same with the year where it is not this one; one day with its weekday. */
export const shortRangeWords = (range: DayRange, today: Day): string => {
  if (isOneDay(range)) return dayWords(range.from, today)
  const withYear = (day: Day, words: string): string =>
    yearOf(day) === yearOf(today) ? words : `${words} ${yearOf(day)}`
  return yearOf(range.from) === yearOf(range.to)
    ? withYear(range.to, datesWords(range))
    : [range.from, range.to].map((day) => withYear(day, showDayAndMonth(day))).join(' – ')
}

/** What a step to other days says: "Fri 20 Nov", "30 Nov – 4 Dec", "January", with the year when it is far away. */
export const stepWords = (range: DayRange, today: Day): string => {
  const isFar = Math.abs(daysBetween(today, range.to)) > halfYear
  if (isWholeMonths(range) && monthOf(range.from) === monthOf(range.to)) {
    const month = showMonth(range.from)
    return isFar ? month : month.split(' ')[0]!
  }
  if (isFar) return shortRangeWords(range, today)
  return isOneDay(range) ? showDayOfYear(range.from) : datesWords(range)
}

/** "today", "tomorrow", "yesterday"; null for any other day. */
export const dayName = (day: Day, today: Day): string | null => {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  return day === addDays(today, -1) ? 'yesterday' : null
}
