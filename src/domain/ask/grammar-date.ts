import { isoDay, numericDate } from './grammar-numeric.js'
import {
  dayOfMonth,
  month,
  oneUnit,
  ordinalNumber,
  ordinalWord,
  shift,
  the,
  weekday,
  weekdayBefore,
  yearAfter,
  yearAfterDay,
  yearly,
} from './grammar-words.js'
import { either, digits, glued, map, mark, maybe, rule, seq, term, type Parser } from './parser.js'
import type { Moment } from './phrase.js'

/** Single days of the calendar: 24 dec, dec 24, the 24th, tue 24, 24.12., 2026-12-24. */

const joint = maybe(either<unknown>(term('of'), glued(mark('-', '/'))))

const dayMonth = rule(
  'day and month',
  map(
    seq(weekdayBefore, the, dayOfMonth, joint, month, maybe(yearAfterDay)),
    ([claimed, , day, , number, year]) => yearly({ kind: 'date', month: number, day }, year, claimed),
  ),
)

const monthDay = rule(
  'month and day',
  map(
    seq(weekdayBefore, month, maybe(glued(mark('-', '/'))), the, dayOfMonth, maybe(yearAfter)),
    ([claimed, number, , , day, year]) => yearly({ kind: 'date', month: number, day }, year, claimed),
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

/** "tue 24": the weekday says that the number is a day, and is held against it. */
const weekdayNumber = rule(
  'weekday and day of the month',
  map(seq(weekday, the, digits(1, 2)), ([claimed, , day]): Moment => ({
    kind: 'monthly',
    day: Number(day),
    shift: null,
    weekday: claimed,
  })),
)

export const date = either<Moment>(isoDay, numericDate, dayMonth, monthDay, monthly, weekdayNumber)
