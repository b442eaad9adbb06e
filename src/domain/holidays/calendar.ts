import { parseDay, type Day } from '../calendar/day.js'
import { parseName } from '../organization/name.js'

export interface CalendarDay {
  readonly date: Day
  readonly name: string
}

/**
 * The days of a place on which nobody is expected to work (decisions, "Sources"). They change only by hand.
 * `_id = organization:code`.
 */
export interface HolidayCalendar {
  readonly _id: string
  readonly org: string
  /** `DE-BY`, or a name of the organization's own such as `OFFICE-LYON`. */
  readonly code: string
  /** By date, each date once. */
  readonly days: readonly CalendarDay[]
}

/** Days of one calendar: 80 years of them. */
export const mostHolidays = 2_000

const longestCode = 40

/** In capitals: letters, digits and hyphens, at most 40. Null when it is no code. */
export const parseCode = (text: string): string | null => {
  const code = text.trim().toUpperCase().replaceAll('_', '-')
  return code.length <= longestCode && /^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(code) ? code : null
}

/** The code that a place of an HR tool stands for: `New York` is `NEW-YORK`, `München` is `MUNCHEN`. */
export const codeOfPlace = (text: string): string | null =>
  parseCode(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .slice(0, longestCode)
      .replace(/^-|-$/g, ''),
  )

/** The days with some more; of a date that is there already the name stays, so that nothing accepted changes by itself. */
export const addHolidays = (
  days: readonly CalendarDay[],
  more: readonly CalendarDay[],
): readonly CalendarDay[] => {
  const byDate = new Map([...more, ...days].map((holiday) => [holiday.date, holiday]))
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** The days with one more, under its new name where it was there. */
export const setHoliday = (days: readonly CalendarDay[], holiday: CalendarDay): readonly CalendarDay[] =>
  addHolidays([holiday], days)

export const removeHoliday = (days: readonly CalendarDay[], date: Day): readonly CalendarDay[] =>
  days.filter((holiday) => holiday.date !== date)

/** The first day of a calendar on or after a day. */
export const nextHoliday = (days: readonly CalendarDay[], from: Day): CalendarDay | undefined =>
  days.find(({ date }) => date >= from)

/** A row of a file: its date and its name. Everything that is wrong, by the line it stands on. */
export const parseHolidayRows = (
  text: string,
): { readonly days: readonly CalendarDay[] } | { readonly problems: readonly string[] } => {
  const problems: string[] = []
  const days: CalendarDay[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && /^\W*date\W/i.test(line))) continue
    const [, quoted, plain] = /^\s*"?(\d{4}-\d{2}-\d{2})"?\s*[,;\t]\s*(.*)$/.exec(line) ?? []
    const date = parseDay(quoted ?? '')
    const name = parseName((plain ?? '').replace(/^"(.*)"\s*$/, '$1').replaceAll('""', '"'))
    if (date === null) problems.push(`line ${index + 1}: must begin with a date that exists, as YYYY-MM-DD`)
    else if (name === null)
      problems.push(`line ${index + 1}: must have a name of 1 to 80 characters after its date`)
    else days.push({ date, name })
  }
  if (problems.length === 0 && days.length === 0)
    problems.push('the file has no days: give lines such as 2027-01-01,New Year')
  return problems.length > 0 ? { problems } : { days }
}
