import {
  comma,
  dateIn,
  dayOfMonth,
  month,
  of,
  ordinalNumber,
  ordinalWord,
  shift,
  shortYear,
  the,
  unitIn,
  weekday,
  weekdayAfter,
  weekdayBefore,
  writtenYear,
  yearAfter,
  yearAfterDay,
  yearOfNumbers,
} from './words.js'
import {
  digits,
  either,
  glued,
  map,
  mark,
  maybe,
  optional,
  pick,
  read,
  rule,
  skip,
  unless,
  word,
} from './parser.js'
import type { Parser } from './parser.js'
import type { Moment } from '../meaning/moment.js'
import type { Year } from '../meaning/yearly.js'

/** Single days of the calendar: 24 dec, dec 24, the 24th, tue 24, 24.12., 2026-12-24. */

const colonNumber = skip(glued(mark(':')), glued(digits(2, 2)))

/** `T09:00:00Z` after a day. The written day counts; it is not shifted by the zone. */
const timeOfInstant = skip(
  glued(mark('t')),
  glued(digits(2, 2)),
  colonNumber,
  optional(colonNumber),
  optional(skip(glued(mark('.')), glued(digits(1, 9)))),
  optional(glued(mark('z')), skip(glued(mark('+', '-')), glued(digits(2, 4)), optional(colonNumber))),
)

/** A date with its year first, which the lexer has joined into one number. */
export const isoDay = rule(
  'ISO day',
  read([digits(8, 8), optional(timeOfInstant)], (number) =>
    dateIn(Math.floor(number / 100) % 100, number % 100, Math.floor(number / 10_000)),
  ),
)

/** Two numbers and an optional year. With hyphens the year is required, because `12-14` is a range of days. */
const numbersWith = (separator: string): Parser<Moment> => {
  const joint = glued(mark(separator))
  const year = pick(joint, glued(yearOfNumbers))
  return read(
    [
      weekdayBefore,
      digits(1, 2),
      joint,
      glued(digits(1, 2)),
      separator === '-' ? year : maybe(year),
      optional(glued(mark('.'))),
    ],
    (weekday, first, second, year): Moment => ({
      kind: 'numeric',
      parts: [first, second],
      isDotted: separator === '.',
      year,
      weekday,
    }),
  )
}

const numericDate = rule('date in numbers', either(...['/', '.', '-'].map(numbersWith)))

/** The weekday is either before the date or after it, not both. */
const claimed = (
  before: number | null,
  month: number,
  day: number,
  year: Year | null,
  after: number | null,
): Moment | null => (before !== null && after !== null ? null : dateIn(month, day, year, before ?? after))

/**
 * `24-dec-26`, `24/dec/26`: with the same separator twice and no blanks, the last two digits are a year. In "24 dec -
 * 26" they are a later day.
 */
const joinedBy = (separator: string): Parser<Moment> => {
  const joint = glued(mark(separator))
  return read([dayOfMonth, joint, month, joint, glued(shortYear)], (day, month, year) =>
    dateIn(month, day, year),
  )
}

const dayMonth = rule(
  'day and month',
  either(
    read(
      [
        weekdayBefore,
        the,
        dayOfMonth,
        optional(word('of'), glued(mark('-', '/'))),
        month,
        maybe(yearAfterDay),
        weekdayAfter,
      ],
      (before, day, month, year, after) => claimed(before, month, day, year, after),
    ),
    ...['-', '/', '.'].map(joinedBy),
  ),
)

/** "dec 17 26": after a month and a day, 20 to 29 is a year of this decade. */
const yearOfDecade = map(shortYear, (year) => (year < 2030 ? year : null))

const monthDay = rule(
  'month and day',
  either(
    read(
      [
        weekdayBefore,
        month,
        optional(glued(mark('-', '/'))),
        the,
        dayOfMonth,
        maybe(yearAfter),
        weekdayAfter,
      ],
      (before, month, day, year, after) => claimed(before, month, day, year, after),
    ),
    read([month, digits(1, 2), yearOfDecade], dateIn),
    read([writtenYear, month, dayOfMonth], (year, month, day) => dateIn(month, day, year)),
  ),
)

const monthlyOf = (weekday: number | null, day: number, shift: number | null): Moment => ({
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
      either(pick(the, ordinalNumber), pick(word('the'), ordinalWord)),
      maybe(pick(of, the, shift, skip(unitIn('month')))),
    ],
    (weekday, day, shift) => monthlyOf(weekday, day, shift),
  ),
)

/** "friday 17:00" has a time of day, which is not a date. */
const clock = skip(glued(mark(':')), glued(digits(2, 2)))

/** "tue 24": the weekday shows that the number is a day of the month, and it is checked against the date. */
const weekdayNumber = rule(
  'weekday and day of the month',
  read([weekday, the, unless(digits(1, 2), clock)], (weekday, day) => monthlyOf(weekday, day, null)),
)

const claimedIsoDay = rule(
  'weekday and ISO day',
  read([weekday, comma, isoDay], (weekday, day) => (day.kind === 'yearly' ? { ...day, weekday } : null)),
)

export const date = either(isoDay, claimedIsoDay, numericDate, dayMonth, monthDay, monthly, weekdayNumber)

/** A day whose month is named beside others. */
export interface DayNumber {
  readonly day: number
  readonly weekday: number | null
}

export const numberedDay = read([weekdayBefore, the, dayOfMonth], (weekday, day): DayNumber => ({
  day,
  weekday,
}))

export const dateOf = (month: number, { day, weekday }: DayNumber, year: Year | null): Moment =>
  dateIn(month, day, year, weekday)
