import { dateIn, dayOfMonth, month, ordinalNumber, ordinalWord, shift, shortYear, unitIn } from './words.js'
import { weekday, weekdayAfter, weekdayBefore, writtenYear, yearAfter, yearAfterDay } from './words.js'
import { yearOfNumbers } from './words.js'
import { digits, either, glued, maybe, pick, read, rule, unless, type Parser } from './parser.js'
import type { Moment } from '../meaning/moment.js'
import type { Year } from '../meaning/yearly.js'

/** Single days of the calendar: 24 dec, dec 24, the 24th, tue 24, 24.12., 2026-12-24. */

const twoDigits = digits(1, 2)
const colonNumber = pick('~:', glued(digits(2, 2)))

/** `T09:00:00Z` after a day. The written day counts; it is not shifted by the zone. */
const timeOfInstant = pick(
  '~t',
  glued(digits(2, 2)),
  colonNumber,
  maybe(colonNumber),
  maybe(pick('~.', glued(digits(1, 9)))),
  maybe(either<unknown>(pick('~z'), pick('~+|~-', glued(digits(2, 4)), maybe(colonNumber)))),
)

/** A date with its year first, which the lexer has joined into one number. */
export const isoDay = rule(
  'ISO day',
  read([digits(8, 8), maybe(timeOfInstant)], (number) =>
    dateIn(Math.floor(number / 100) % 100, number % 100, Math.floor(number / 10_000)),
  ),
)

/** Two numbers and an optional year. With hyphens the year is required, because `12-14` is a range of days. */
const numbersWith = (separator: '/' | '.' | '-') => {
  const year = pick(`~${separator}`, glued(yearOfNumbers))
  return read(
    [
      weekdayBefore,
      twoDigits,
      `~${separator}`,
      glued(twoDigits),
      separator === '-' ? year : maybe(year),
      '[~.]',
    ],
    (weekday, first, second, year) =>
      ({ kind: 'numeric', parts: [first, second], isDotted: separator === '.', year, weekday }) as const,
  )
}

export const numericDate = rule(
  'date in numbers',
  either(numbersWith('/'), numbersWith('.'), numbersWith('-')),
)

/** A day of a month that is named beside it. */
export interface DayNumber {
  readonly day: number
  readonly weekday: number | null
}

export const numberedDay = read([weekdayBefore, '[the]', dayOfMonth], (weekday, day): DayNumber => ({
  day,
  weekday,
}))

export const dateOf = (month: number, { day, weekday }: DayNumber, year: Year | null): Moment =>
  dateIn(month, day, year, weekday)

/** The weekday is either before the date or after it, not both. */
const claimed = (month: number, { day, weekday }: DayNumber, year: Year | null, after: number | null) =>
  weekday !== null && after !== null ? null : dateIn(month, day, year, weekday ?? after)

/**
 * `24-dec-26`, `24/dec/26`: with the same separator twice and no blanks, the last two digits are a year. In "24 dec -
 * 26" they are a later day.
 */
const joinedBy = (joint: '~-' | '~/' | '~.'): Parser<Moment> =>
  read([dayOfMonth, joint, month, joint, glued(shortYear)], (day, month, year) => dateIn(month, day, year))

const dayMonth = rule(
  'day and month',
  either(
    read([numberedDay, '[of|~-|~/]', month, maybe(yearAfterDay), weekdayAfter], (day, month, year, after) =>
      claimed(month, day, year, after),
    ),
    joinedBy('~-'),
    joinedBy('~/'),
    joinedBy('~.'),
  ),
)

/** "dec 17 26": after a month and a day, 20 to 29 is a year of this decade. */
const yearOfDecade = read([shortYear], (year) => (year < 2030 ? year : null))

const monthDay = rule(
  'month and day',
  either(
    read(
      [weekdayBefore, month, '[~-|~/]', '[the]', dayOfMonth, maybe(yearAfter), weekdayAfter],
      (weekday, month, day, year, after) => claimed(month, { day, weekday }, year, after),
    ),
    read([month, twoDigits, yearOfDecade], dateIn),
    read([writtenYear, month, dayOfMonth], (year, month, day) => dateIn(month, day, year)),
  ),
)

const monthlyOf = (weekday: number | null, day: number, shift: number | null = null): Moment => ({
  kind: 'monthly',
  day,
  shift,
  weekday,
})

const monthly = rule(
  'day of the month',
  read(
    [
      weekdayBefore,
      either(pick('[the]', ordinalNumber), pick('the', ordinalWord)),
      maybe(pick('[of]', '[the]', shift, unitIn('month'))),
    ],
    (weekday, day, shift) => monthlyOf(weekday, day, shift),
  ),
)

/** "friday 17:00" has a time of day, which is not a date. */
const dayNotHour = unless(twoDigits, colonNumber)

/** "tue 24": the weekday shows that the number is a day of the month, and it is checked against the date. */
const weekdayNumber = rule(
  'weekday and day of the month',
  read([weekday, '[the]', dayNotHour], (weekday, day) => monthlyOf(weekday, day)),
)

const claimedIsoDay = rule(
  'weekday and ISO day',
  read([weekday, '[,]', isoDay], (weekday, day) => (day.kind === 'yearly' ? { ...day, weekday } : null)),
)

export const date = either<Moment>(
  isoDay,
  claimedIsoDay,
  numericDate,
  dayMonth,
  monthDay,
  monthly,
  weekdayNumber,
)
