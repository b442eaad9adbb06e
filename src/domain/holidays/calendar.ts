import { parseDay, type Day } from '../../calendar/day.js'
import { parseName } from '../organization/name.js'

export interface CalendarDay {
  readonly date: Day
  readonly name: string
}

/** The bank holidays of a place; they change only by hand (decisions, "Sources"). `_id = organization:code`. */
export interface HolidayCalendar {
  readonly _id: string
  readonly org: string
  /** `DE-BY`, or a name of the organization's own such as `OFFICE-LYON`. */
  readonly code: string
  /** By date, each date once. */
  readonly days: readonly CalendarDay[]
}

/** The maximum number of days in one calendar: enough for 80 years. */
export const maxHolidays = 2_000

export const maxCodeLength = 40

/** The code in capitals: letters, digits and hyphens, at most 40. Null when it is not a code. */
export const parseCode = (text: string): string | null => {
  const code = text.trim().toUpperCase().replaceAll('_', '-')
  return code.length <= maxCodeLength && /^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(code) ? code : null
}

/** The code for a place from an HR tool: `New York` becomes `NEW-YORK`, `München` becomes `MUNCHEN`. */
export const codeOfPlace = (text: string): string | null =>
  parseCode(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .slice(0, maxCodeLength)
      .replace(/^-|-$/g, ''),
  )

/** Adds days; an existing date keeps its name, so that accepted days never change by themselves. */
export const addHolidays = (
  days: readonly CalendarDay[],
  more: readonly CalendarDay[],
): readonly CalendarDay[] => {
  const byDate = new Map([...more, ...days].map((holiday) => [holiday.date, holiday]))
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Adds a day, or renames it when the date exists. */
export const setHoliday = (days: readonly CalendarDay[], holiday: CalendarDay): readonly CalendarDay[] =>
  addHolidays([holiday], days)

export const removeHoliday = (days: readonly CalendarDay[], date: Day): readonly CalendarDay[] =>
  days.filter((holiday) => holiday.date !== date)

/** Parses the rows of a file, a date and a name each: the days, or all problems by line number. */
export const parseHolidayRows = (
  text: string,
): { readonly days: readonly CalendarDay[] } | { readonly problems: readonly string[] } => {
  const problems: string[] = []
  const days: CalendarDay[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && /^\W*date\W/i.test(line))) continue
    const [, quoted, plain] = /^\s*"?(\d{4}-\d{2}-\d{2})"?\s*[,;\t]([^]*)$/.exec(line) ?? []
    const date = parseDay(quoted ?? '')
    const name = parseName(
      (plain ?? '')
        .trim()
        .replace(/^"(.*)"\s*$/, '$1')
        .replaceAll('""', '"'),
    )
    if (date === null) problems.push(`line ${index + 1}: must begin with a date that exists, as YYYY-MM-DD`)
    else if (name === null)
      problems.push(`line ${index + 1}: must have a name of 1 to 80 characters after its date`)
    else days.push({ date, name })
  }
  if (problems.length === 0 && days.length === 0)
    problems.push('the file has no days: give lines such as 2027-01-01,New Year')
  return problems.length > 0 ? { problems } : { days }
}
