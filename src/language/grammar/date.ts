import {
  month,
  ordinalNumber,
  ordinalWord,
  shift,
  shortYear,
  unitIn,
  weekday,
  writtenYear,
  yearAfter,
} from './words.js'
import { digits, either, glued, maybe, pick, read, rule, unless } from './parser.js'
import type { Moment } from '../meaning/moment.js'
import type { Year } from '../meaning/yearly.js'

/** Single days of the calendar: 24 dec, dec 24, the 24th, tue 24, 24.12., 2026-12-24. */

/** A day of a month that is named next to it: 24, 24th, 24., twenty-fourth. */
export const dayOfMonth = either(pick(digits(1, 2), '[~ordinalSuffix|~.]'), ordinalWord)

/** A year after a day and a month: also 26. */
const yearAfterDay = either(yearAfter, pick('[of]', shortYear))

const yearOfNumbers = either(writtenYear, shortYear)

/** The weekday before a date: "thu 24 dec", "thursday, the 24th". */
const weekdayBefore = maybe(pick('[shift|coming]', weekday, '[,]'))

/** The weekday after a date: "27 nov, fri". */
const weekdayAfter = maybe(pick('[,]', weekday))

/** A day of a month that is named beside it, and the weekday that is claimed for it. */
export interface DayNumber {
  readonly day: number
  readonly weekday?: number | null
}

export const dateOf = (month: number, { day, weekday = null }: DayNumber, year: Year | null): Moment => ({
  kind: 'yearly',
  what: { kind: 'date', month, day },
  year,
  weekday,
})

const twoDigits = digits(1, 2)

/** A date with its year first, which the lexer has joined into one number; "thu 2026-12-24", too. */
export const isoDay = rule(
  'ISO day',
  read([maybe(pick(weekday, '[,]')), digits(8, 8)], (weekday, number) =>
    dateOf(Math.floor(number / 100) % 100, { day: number % 100, weekday }, Math.floor(number / 10_000)),
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

export const numberedDay = read([weekdayBefore, '[the]', dayOfMonth], (weekday, day): DayNumber => ({
  day,
  weekday,
}))

/** The weekday is either before the date or after it, not both. */
const claimed = (month: number, { day, weekday }: DayNumber, year: Year | null, after: number | null) =>
  typeof weekday === 'number' && after !== null
    ? null
    : dateOf(month, { day, weekday: weekday ?? after }, year)

const dayMonth = rule(
  'day and month',
  either(
    read([numberedDay, '[of|~-|~/]', month, maybe(yearAfterDay), weekdayAfter], (day, month, year, after) =>
      claimed(month, day, year, after),
    ),
    // `24-dec-26`, `24/dec/26`: without blanks, the last two digits are a year. In "24 dec - 26" they are a later day.
    read([dayOfMonth, '~-|~/|~.', month, '~-|~/|~.', glued(shortYear)], (day, month, year) =>
      dateOf(month, { day }, year),
    ),
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
    read([month, twoDigits, yearOfDecade], (month, day, year) => dateOf(month, { day }, year)),
    read([writtenYear, month, dayOfMonth], (year, month, day) => dateOf(month, { day }, year)),
  ),
)

const monthlyOf = (weekday: number | null, day: number, shift: number | null = null): Moment => ({
  kind: 'monthly',
  day,
  shift,
  weekday,
})

/** "friday 17:00" has a time of day, which is not a date. */
const dayNotHour = unless(twoDigits, pick('~:', glued(digits(2, 2))))

const monthly = rule(
  'day of the month',
  either(
    read(
      [
        weekdayBefore,
        either(pick('[the]', ordinalNumber), pick('the', ordinalWord)),
        maybe(pick('[of]', '[the]', shift, unitIn('month'))),
      ],
      (weekday, day, shift) => monthlyOf(weekday, day, shift),
    ),
    // "tue 24": the weekday shows that the number is a day of the month, and it is checked against the date.
    read([weekday, '[the]', dayNotHour], (weekday, day) => monthlyOf(weekday, day)),
  ),
)

export const date = either<Moment>(isoDay, numericDate, dayMonth, monthDay, monthly)
