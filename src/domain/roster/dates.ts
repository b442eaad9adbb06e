import { dayFromNumber, parseDay, type Day } from '../../calendar/day.js'

/** The order chosen with `--date-format` for files that leave it open. */
export type DateFormat = 'day_first' | 'month_first' | 'excel'

const formatWords: Readonly<Record<string, DateFormat>> = {
  ddmmyyyy: 'day_first',
  dmyyyy: 'day_first',
  dmy: 'day_first',
  day: 'day_first',
  mmddyyyy: 'month_first',
  mdyyyy: 'month_first',
  mdy: 'month_first',
  month: 'month_first',
  excel: 'excel',
}

/** `DD/MM/YYYY` (also `dmy`), `MM/DD/YYYY` (also `mdy`) or `excel`; null for anything else. */
export const parseDateFormat = (text: string): DateFormat | null =>
  formatWords[text.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? null

/**
 * `serial` is a spreadsheet's day number, `ambiguous` a date that can be read in both orders, `no_day` one such as 31 November.
 */
export type ReadDate = { readonly day: Day } | 'ambiguous' | 'serial' | 'no_day' | null

// A time belongs to the day beside it, in whatever zone.
const time =
  /(?:T|,? )(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?: ?[AP]M)?(?: ?(?:Z|[+-]\d\d:?\d\d))?$/i

// `Mon, 23 Nov 2026`, `Mo 23.11.2026`, `Monday, November 23, 2026`.
const weekday =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun|mo|di|mi|do|fr|sa|so|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)(?:day)?\.?,? +/i

const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const compact = /^(\d{4})(\d\d)(\d\d)$/
const dotted = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d\d)$/
// A year of two digits only where nobody would put it first, as in `26-11-23`.
const slashed = /^(\d{1,2})(?:\/(\d{1,2})\/(\d{4}|\d\d)|-(\d{1,2})-(\d{4}))$/
const dayNamed = /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -]*(\p{L}{3,9})\.?,?[ -]+(\d{4}|(?<=^\d{1,2}-\p{L}+-)\d\d)$/u
const monthNamed = /^(\p{L}{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})$/u
const number = /^(\d{5})(?:\.0+)?$/

/** English and German, in full or abbreviated to three letters or more. */
const monthNames: readonly (readonly string[])[] = [
  ['january', 'januar', 'jänner'],
  ['february', 'februar'],
  ['march', 'märz', 'maerz', 'mrz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september', 'sept'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
]

/** 1 to 12, or 0 when the word is not a month. */
const monthOf = (word: string): number => {
  const typed = word.toLowerCase()
  return monthNames.findIndex((names) => names.some((name) => name.startsWith(typed))) + 1
}

const dayOf = (year: string, month: string | number, date: string): { readonly day: Day } | 'no_day' => {
  const day = parseDay(
    `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`,
  )
  return day === null ? 'no_day' : { day }
}

// Day 25569 of a spreadsheet is 1 January 1970. The limits are in 1954 and 2119, the plausible range for leaves and
// years of birth.
const firstSerial = 20_000
const lastSerial = 80_000

/** The day that a spreadsheet stores as this number; null outside the plausible range. */
export const dayOfSerial = (text: string): Day | null => {
  const serial = Number(number.exec(text)?.[1] ?? NaN)
  return serial >= firstSerial && serial <= lastSerial ? dayFromNumber(serial - 25_569) : null
}

/** Reads a trimmed cell as a date. Null when it is none. */
export const readDate = (cell: string, format: DateFormat | null): ReadDate => {
  const text = cell.replace(time, '').replace(weekday, '')
  const ymd = iso.exec(text)
  if (ymd) return dayOf(ymd[1]!, ymd[2]!, ymd[3]!)
  const eight = compact.exec(text)
  // Any other eight digits are a number.
  const packed = eight && parseDay(`${eight[1]}-${eight[2]}-${eight[3]}`)
  if (packed !== null) return { day: packed }
  const german = dotted.exec(text)
  if (german) return dayOf(german[3]!, german[2]!, german[1]!)
  const either = slashed.exec(text)
  if (either) return readSlashed(either[1]!, (either[2] ?? either[4])!, (either[3] ?? either[5])!, format)
  const [, date, name, ofYear] = dayNamed.exec(text) ?? []
  const american = monthNamed.exec(text) ?? []
  const month = monthOf(name ?? american[1] ?? '-')
  if (month > 0) return dayOf((ofYear ?? american[3])!, month, (date ?? american[2])!)
  const serial = dayOfSerial(text)
  if (serial === null) return null
  return format === 'excel' ? { day: serial } : 'serial'
}

const readSlashed = (a: string, b: string, year: string, format: DateFormat | null): ReadDate => {
  if (format === 'day_first') return dayOf(year, b, a)
  if (format === 'month_first') return dayOf(year, a, b)
  const [dayFirst, monthFirst] = [dayOf(year, b, a), dayOf(year, a, b)]
  if (dayFirst === 'no_day') return monthFirst
  return monthFirst === 'no_day' || Number(a) === Number(b) ? dayFirst : 'ambiguous'
}

/** What the dates of one file reveal about their order: a number above 12 is not a month. */
export const createDateEvidence = () => {
  const seen = { day_first: false, month_first: false }
  return {
    see: (cell: string): void => {
      const [, first, slash, , dash] = slashed.exec(cell.replace(time, '')) ?? []
      const second = slash ?? dash
      if (Number(first) > 12) seen.day_first = true
      if (Number(second) > 12) seen.month_first = true
    },
    /** `mixed` when some dates have the day first and others the month; null when the order remains open. */
    verdict: (): 'day_first' | 'month_first' | 'mixed' | null => {
      if (seen.day_first && seen.month_first) return 'mixed'
      return seen.day_first ? 'day_first' : seen.month_first ? 'month_first' : null
    },
  }
}

/** Whether a text may contain dates whose order is open. */
export const mayBeSlashed = (text: string): boolean =>
  /\d(?:\/\d{1,2}\/(?:\d{4}|\d\d)|-\d{1,2}-\d{4})(?!\d)/.test(text)
