import type { Day } from '../../calendar/day.js'
import type { HolidayCalendar } from './calendar.js'

/** The next year is proposed from this month on. */
const proposedFrom = '11'

/** Calendars without days in the next year, from November on: accepted days never change by themselves. */
export const unacceptedCalendars = (
  calendars: readonly HolidayCalendar[],
  today: Day,
): readonly { readonly code: string; readonly year: number }[] => {
  if (today.slice(5, 7) < proposedFrom) return []
  const year = Number(today.slice(0, 4))
  const has = ({ days }: HolidayCalendar, of: number): boolean =>
    days.some(({ date }) => date.startsWith(`${String(of).padStart(4, '0')}-`))
  return calendars
    .filter((calendar) => has(calendar, year) && !has(calendar, year + 1))
    .map(({ code }) => ({ code, year: year + 1 }))
}
