import { moment, namedWeek } from './moment.js'
import { isoDay } from './numeric.js'
import { dayAndMonth, period } from './period.js'
import {
  anyUnit,
  comma,
  dayOfMonth,
  month,
  oneUnit,
  pairOf,
  separator,
  shift,
  the,
  weekday,
  weekdayBefore,
  yearAfter,
  yearly,
  yearOfNumbers,
} from './words.js'
import { either, digits, glued, map, mark, maybe, rule, seq, term, type Parser } from './parser.js'
import { listed, range, type When } from '../meaning/meaning.js'
import type { Moment } from '../meaning/moment.js'
import { weekdayIn } from '../meaning/relative.js'
import type { Year } from '../meaning/yearly.js'

/** Closed ranges. */

/** The end of a range. "end of the month" is the last day of it. */
export const periodEnd: Parser<Moment> = either<Moment>(
  map(seq(term('ending'), the, moment), ([, , found]): Moment => ({ kind: 'lastDay', moment: found })),
  map(term('endOf'), ({ unit }): Moment => ({ kind: 'lastDay', moment: period(unit, 0) })),
)

/** "the end of the year" */
const namedEnd = map(seq(the, periodEnd), ([, end]) => end)

const fromWord = maybe(term('from'))

/** "the week between christmas and new year" */
const timeBetween = map(
  seq(maybe(seq(the, either<unknown>(oneUnit, anyUnit, term('span')))), term('between')),
  () => true,
)

export const twoEnds = rule(
  'range',
  either<When>(
    map(seq(fromWord, moment, separator, either(moment, periodEnd)), ([, from, , to]) => range(from, to)),
    map(
      seq(timeBetween, moment, either<unknown>(term('and'), separator), either(moment, namedEnd)),
      ([, from, , to]) => range(from, to),
    ),
    map(seq(isoDay, mark('/'), isoDay), ([from, , to]) => range(from, to)),
  ),
)

const isDated = (found: Moment): boolean =>
  found.kind === 'numeric' || (found.kind === 'yearly' && found.what.kind === 'date')

/** Two dates next to each other are a range; nothing else is meant by that. */
export const twoDates = rule(
  'two dates',
  map(seq(moment, moment), ([from, to]) => (isDated(from) && isDated(to) ? range(from, to) : null)),
)

export interface DayNumber {
  readonly day: number
  readonly weekday: number | null
}

export const numberedDay: Parser<DayNumber> = map(
  seq(weekdayBefore, the, dayOfMonth),
  ([claimed, , day]) => ({
    day,
    weekday: claimed,
  }),
)

export const dateOf = (month: number, { day, weekday }: DayNumber, year: Year | null): Moment =>
  yearly({ kind: 'date', month, day }, year, weekday)

/** "24 dec - 28": in the same month, if the number is a later day. */
const laterDay = (from: Moment, day: number): When | null =>
  from.kind === 'yearly' && from.what.kind === 'date' && from.what.day < day
    ? range(from, yearly({ ...from.what, day }, from.year))
    : null

/** "12-14 dec" and "28-2 jan": when the first day is greater than the second, it is in the previous month. */
const upTo = (first: DayNumber, last: DayNumber, month: number, year: Year | null): When =>
  first.day <= last.day
    ? range(dateOf(month, first, year), dateOf(month, last, year))
    : range(
        dateOf(month === 1 ? 12 : month - 1, first, null),
        dateOf(month, last, year),
        range(dateOf(month, last, year), dateOf(month, first, year)),
      )

/** "dec 12-14" and "dec 28-2": when the first day is greater than the second, the second is in the next month. */
const onFrom = (month: number, first: DayNumber, last: DayNumber, year: Year | null): When =>
  first.day <= last.day
    ? range(dateOf(month, first, year), dateOf(month, last, year))
    : range(
        dateOf(month, first, null),
        dateOf(month === 12 ? 1 : month + 1, last, year),
        range(dateOf(month, last, year), dateOf(month, first, year)),
      )

const monthNumber: Parser<number> = map(glued(digits(1, 2)), Number)
/** The year after a numeric month, or the full stop that ends a date without a year: `24.-28.12.` */
const numberedYear = seq(
  maybe(map(seq(glued(mark('/', '.')), glued(yearOfNumbers)), ([, year]) => year)),
  maybe(glued(mark('.'))),
)

export const daysOfMonth = rule(
  'days of a month',
  either<When>(
    map(
      seq(pairOf(numberedDay), maybe(term('of')), month, maybe(yearAfter)),
      ([[first, last], , number, year]) => upTo(first, last, number, year),
    ),
    map(
      seq(fromWord, month, numberedDay, separator, numberedDay, maybe(yearAfter)),
      ([, number, first, , last, year]) => onFrom(number, first, last, year),
    ),
    map(
      seq(term('between'), month, numberedDay, term('and'), numberedDay, maybe(yearAfter)),
      ([, number, first, , last, year]) => onFrom(number, first, last, year),
    ),
    map(
      seq(fromWord, numberedDay, separator, digits(1, 2), glued(mark('/', '.')), monthNumber, numberedYear),
      ([, first, , last, , number, [year]]) =>
        upTo(first, { day: Number(last), weekday: null }, number, year),
    ),
    map(seq(fromWord, moment, separator, dayOfMonth), ([, from, , day]) => laterDay(from, day)),
  ),
)

const weekdays = pairOf(weekday)

const inWeek = (week: Moment, from: number, to: number): When =>
  range(weekdayIn(from, week), { kind: 'weekday', weekday: to, place: 'bare' })

export const weekdaysOfWeek = rule(
  'weekdays of a week',
  either<When>(
    map(seq(weekdays, comma, maybe(term('of', 'in')), namedWeek), ([[from, to], , , week]) =>
      inWeek(week, from, to),
    ),
    map(seq(namedWeek, comma, weekdays), ([week, , [from, to]]) => inWeek(week, from, to)),
    map(seq(fromWord, shift, weekday, separator, weekday), ([, by, from, , to]) =>
      by === 1 ? inWeek(period('week', by), from, to) : null,
    ),
  ),
)

const weekOfYear = (week: string, year: Year | null): Moment =>
  yearly({ kind: 'week', week: Number(week), weekday: null }, year)

/** In "week 12-14 dec" the second number is a day of the month. */
const lastWeek: Parser<string> = (input, at) =>
  dayAndMonth(input, at).length > 0 ? [] : digits(1, 2)(input, at)

export const numberedWeeks = rule(
  'week numbers',
  either<When>(
    map(
      seq(maybe(term('from', 'in')), term('weekNumber'), digits(1, 2), separator, lastWeek, maybe(yearAfter)),
      ([, , first, , last, year]) => range(weekOfYear(first, null), weekOfYear(last, year)),
    ),
    map(
      seq(
        maybe(term('in')),
        term('weekNumber'),
        digits(1, 2),
        either<unknown>(term('and'), mark(',', '/')),
        digits(1, 2),
        maybe(yearAfter),
      ),
      ([, , first, , last, year]) => {
        const [from, to] = [weekOfYear(first, null), weekOfYear(last, year)]
        const apart = Number(last) - Number(first)
        // "week 24/12" is a day, and weeks of the same year must be in order.
        return apart < 1 ? null : apart === 1 ? range(from, to) : listed([from, to])
      },
    ),
  ),
)
