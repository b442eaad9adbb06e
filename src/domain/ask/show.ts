import { civil, dayText, weekdayOfNumber, type Span } from './calendar.js'

/** Days as people read them: weekday, day, month in letters, year. */

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

export const weekdayName = (weekday: number): string => weekdayNames[weekday] ?? ''

/** The month with that number, or the number itself when there is none: "24.13." */
export const monthName = (month: number): string => monthNames[month - 1] ?? String(month)

export const showDate = (number: number): string => {
  const { year, month, day } = civil(number)
  return `${day} ${monthName(month)} ${year}`
}

export const showDay = (number: number): string =>
  `${weekdayName(weekdayOfNumber(number)).slice(0, 3)} ${showDate(number)}`

/** "Fri 20 Nov 2026", or "Mon 28 Dec 2026 – Sun 3 Jan 2027". */
export const showSpan = ({ from, to }: Span): string =>
  from === to ? showDay(from) : `${showDay(from)} – ${showDay(to)}`

/** The words that ask for exactly these days, whatever the day or the settings: a day, or `FROM..TO`. */
export const spanWords = ({ from, to }: Span): string =>
  from === to ? dayText(from) : `${dayText(from)}..${dayText(to)}`
