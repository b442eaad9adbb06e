import { isoDay, numericDate } from './numeric.js'
import {
  comma,
  dayOfMonth,
  month,
  oneUnit,
  ordinalNumber,
  ordinalWord,
  shift,
  shortYear,
  the,
  weekday,
  weekdayAfter,
  weekdayBefore,
  writtenYear,
  yearAfter,
  yearAfterDay,
  yearly,
} from './words.js'
import { either, digits, glued, map, mark, maybe, rule, seq, term, unless, type Parser } from './parser.js'
import type { Moment } from '../meaning/moment.js'
import type { Year } from '../meaning/yearly.js'

/** Single days of the calendar: 24 dec, dec 24, the 24th, tue 24, 24.12., 2026-12-24. */

const joint = maybe(either<unknown>(term('of'), glued(mark('-', '/'))))

/** The weekday is either before the date or after it, not both. */
const claimed = (
  date: { readonly month: number; readonly day: number },
  year: Year | null,
  before: number | null,
  after: number | null,
): Moment | null =>
  before !== null && after !== null ? null : yearly({ kind: 'date', ...date }, year, before ?? after)

/**
 * `24-dec-26`, `24/dec/26`: with the same separator twice and no blanks, the last two digits are a year. In "24 dec -
 * 26" they are a later day.
 */
const joinedBy = (separator: string): Parser<Moment> =>
  map(
    seq(dayOfMonth, glued(mark(separator)), month, glued(mark(separator)), glued(shortYear)),
    ([day, , number, , year]) => yearly({ kind: 'date', month: number, day }, year),
  )

const dayMonth = rule(
  'day and month',
  either<Moment>(
    map(
      seq(weekdayBefore, the, dayOfMonth, joint, month, maybe(yearAfterDay), weekdayAfter),
      ([before, , day, , number, year, after]) => claimed({ month: number, day }, year, before, after),
    ),
    joinedBy('-'),
    joinedBy('/'),
    joinedBy('.'),
  ),
)

/** "dec 17 26": after a month and a day, 20 to 29 is a year of this decade. */
const yearOfDecade: Parser<Year> = map(digits(2, 2), (text) =>
  text >= '20' && text <= '29' ? 2000 + Number(text) : null,
)

const monthDay = rule(
  'month and day',
  either(
    map(
      seq(
        weekdayBefore,
        month,
        maybe(glued(mark('-', '/'))),
        the,
        dayOfMonth,
        maybe(yearAfter),
        weekdayAfter,
      ),
      ([before, number, , , day, year, after]) => claimed({ month: number, day }, year, before, after),
    ),
    map(seq(month, digits(1, 2), yearOfDecade), ([number, day, year]) =>
      yearly({ kind: 'date', month: number, day: Number(day) }, year),
    ),
    map(seq(writtenYear, month, dayOfMonth), ([year, number, day]) =>
      yearly({ kind: 'date', month: number, day }, year),
    ),
  ),
)

const spokenMonth: Parser<number> = map(seq(shift, oneUnit), ([by, unit]) => (unit === 'month' ? by : null))

const monthly = rule(
  'day of the month',
  map(
    seq(
      weekdayBefore,
      either(
        map(seq(the, ordinalNumber), ([, day]) => day),
        map(seq(term('the'), ordinalWord), ([, day]) => day),
      ),
      maybe(map(seq(maybe(term('of')), the, spokenMonth), ([, , by]) => by)),
    ),
    ([claimed, day, by]): Moment => ({ kind: 'monthly', day, shift: by, weekday: claimed }),
  ),
)

/** "friday 17:00" has a time of day, which is not a date. */
const clock = seq(glued(mark(':')), glued(digits(2, 2)))

/** "tue 24": the weekday shows that the number is a day of the month, and it is checked against the date. */
const weekdayNumber = rule(
  'weekday and day of the month',
  map(seq(weekday, the, unless(digits(1, 2), clock)), ([claimed, , day]): Moment => ({
    kind: 'monthly',
    day: Number(day),
    shift: null,
    weekday: claimed,
  })),
)

const claimedIsoDay = rule(
  'weekday and ISO day',
  map(seq(weekday, comma, isoDay), ([claim, , day]): Moment | null =>
    day.kind === 'yearly' ? { ...day, weekday: claim } : null,
  ),
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
