import { monthLength } from '../../calendar/spans.js'
import { date, dateOf, isoDay, numberedDay, type DayNumber } from './date.js'
import { besideWhat, moment, namedWeek } from './moment.js'
import { period, weekOf } from './period.js'
import {
  anyUnit,
  comma,
  dateIn,
  dayOfMonth,
  month,
  of,
  ofOrIn,
  oneUnit,
  ordinalNumber,
  separator,
  shift,
  the,
  weekday,
  yearAfter,
  yearly,
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
  seq,
  skip,
  term,
  unless,
  word,
} from './parser.js'
import type { Parser } from './parser.js'
import { listed } from '../meaning/meaning.js'
import type { Moment, When } from '../meaning/moment.js'
import { range } from '../meaning/range.js'
import { beside, lastDayOf, stretch, weekdayIn } from '../meaning/relative.js'
import type { Year } from '../meaning/yearly.js'

/** Closed ranges. */

const fromWord = optional(word('from'))
const and = word('and')

/** "between the 12th and the 14th", or joined like any range. */
const pairOf = <T>(parser: Parser<T>): Parser<readonly [from: T, to: T]> =>
  either(
    map(seq(fromWord, parser, separator, parser), ([, from, , to]) => [from, to] as const),
    map(seq(word('between'), parser, and, parser), ([, from, , to]) => [from, to] as const),
  )

export const ending = either(
  pick(word('ending'), the, moment),
  map(term('endOf'), ({ unit }) => period(unit, 0)),
)
/** The end of a range. "end of the month" is the last day of it. */
const periodEnd = map(ending, lastDayOf)

/** "the week between christmas and new year" */
const timeBetween = skip(the, optional(anyUnit, word('span')), word('between'))

export const twoEnds = rule(
  'range',
  either(
    read([fromWord, moment, separator, either(moment, periodEnd)], (from, to) => range(from, to)),
    read(
      // "between today and the end of the year"
      [timeBetween, moment, either(and, separator), either(moment, pick(the, periodEnd))],
      (from, to) => range(from, to),
    ),
    read([isoDay, mark('/'), isoDay], (from, to) => range(from, to)),
  ),
)

const isDated = (found: Moment): boolean =>
  found.kind === 'numeric' || (found.kind === 'yearly' && found.what.kind === 'date')

/** Two dates next to each other are a range; nothing else is meant by that. */
export const twoDates = rule(
  'two dates',
  read([moment, moment], (from, to) => (isDated(from) && isDated(to) ? range(from, to) : null)),
)

/** "24 dec - 28": in the same month, if the number is a later day. */
const laterDay = (from: Moment, day: number): When | null =>
  from.kind === 'yearly' && from.what.kind === 'date' && from.what.day < day
    ? range(from, dateIn(from.what.month, day, from.year))
    : null

/** Days that a range across two months may have, and a little more across a new year. */
const [longestAcross, longestAcrossYears] = [14, 21]

/**
 * When the first day is greater than the second, one of them is in the month beside the one that is named: in "28-2 jan"
 * the first, in the month before, in "dec 28-2" the second, in the month after. "20-15 dec" is the wrong way round.
 */
const daysIn = (first: DayNumber, last: DayNumber, month: number, year: Year | null, by: -1 | 1): When => {
  const [start, end] = by < 0 ? [month - 1 || 12, month] : [month, (month % 12) + 1]
  const length = monthLength(2001, start) - first.day + last.day
  return first.day > last.day && length <= (start > end ? longestAcrossYears : longestAcross)
    ? range(dateOf(start, first, null), dateOf(end, last, year))
    : range(dateOf(month, first, year), dateOf(month, last, year))
}

export const daysOfMonth = rule(
  'days of a month',
  either(
    read([pairOf(numberedDay), of, month, maybe(yearAfter)], ([first, last], month, year) =>
      daysIn(first, last, month, year, -1),
    ),
    read(
      [fromWord, month, numberedDay, separator, numberedDay, maybe(yearAfter)],
      (month, first, last, year) => daysIn(first, last, month, year, 1),
    ),
    read(
      [word('between'), month, numberedDay, and, numberedDay, maybe(yearAfter)],
      (month, first, last, year) => daysIn(first, last, month, year, 1),
    ),
    read(
      [
        fromWord,
        numberedDay,
        separator,
        digits(1, 2),
        glued(mark('/', '.')),
        glued(digits(1, 2)),
        maybe(pick(glued(mark('/', '.')), glued(yearOfNumbers))),
        // `24.-28.12.`
        optional(glued(mark('.'))),
      ],
      (first, last, month, year) => daysIn(first, { day: last, weekday: null }, month, year, -1),
    ),
    read([fromWord, moment, separator, dayOfMonth], laterDay),
  ),
)

const inWeek = (week: Moment, from: number, to: number): When =>
  range(weekdayIn(from, week), { kind: 'weekday', weekday: to, place: 'bare' })

export const weekdaysOfWeek = rule(
  'weekdays of a week',
  either(
    read([pairOf(weekday), comma, ofOrIn, namedWeek], ([from, to], week) => inWeek(week, from, to)),
    read([namedWeek, comma, pairOf(weekday)], (week, [from, to]) => inWeek(week, from, to)),
    read([fromWord, shift, weekday, separator, weekday], (by, from, to) =>
      by === 1 ? inWeek(period('week', by), from, to) : null,
    ),
  ),
)

const week = digits(1, 2)
/** In "week 12-14 dec" the second number is a day of the month. */
const lastWeek = unless(week, month)
const numberedWeek = pick(word('weekNumber'), week)

export const numberedWeeks = rule(
  'week numbers',
  either(
    read(
      [optional(word('from', 'in')), numberedWeek, separator, lastWeek, maybe(yearAfter)],
      (first, last, year) => range(yearly(weekOf(first)), yearly(weekOf(last), year)),
    ),
    read(
      [optional(word('in')), numberedWeek, either(and, mark(',', '/')), week, maybe(yearAfter)],
      // "week 24/12" is a day, and weeks of the same year must be in order.
      (first, last, year) =>
        first < last ? listed([yearly(weekOf(first), year), yearly(weekOf(last), year)]) : null,
    ),
  ),
)

/** Several days or periods: "mon and thu", "24, 25 and 28 dec". */

const joiner = either(and, mark(',', '/'), skip(mark(','), and))
/** A slash between two numbers is part of a date. */
const slashed = skip(glued(mark('/')), glued(digits(1, 4)))
const momentJoiner: typeof joiner = (input, at) =>
  input.tokens[at - 1]?.kind === 'number' && slashed(input, at).length > 0 ? [] : joiner(input, at)

/** One to four. */
const further = <T>(one: Parser<T>, most = 4): Parser<readonly T[]> =>
  most === 1
    ? map(one, (found) => [found])
    : map(seq(one, maybe(further(one, most - 1))), ([found, more]) => [found, ...(more ?? [])])
/** Two to five. */
const several = <T>(one: Parser<T>, others = pick(joiner, one) as Parser<T>): Parser<readonly T[]> =>
  map(seq(one, further(others)), ([first, more]) => [first, ...more])

/** "29th 30th and 31st": between ordinals nothing has to stand. */
const days = several(
  numberedDay,
  either(
    pick(joiner, numberedDay),
    map(ordinalNumber, (day): DayNumber => ({ day, weekday: null })),
  ),
)

const datesTogether = (month: number, days: readonly DayNumber[], year: Year | null): When =>
  listed(days.map((day) => dateOf(month, day, year)))

/** In "24 dec, friday" the weekday describes the date and is not another day. */
const claimsWeekday = ([first, second]: readonly Moment[]): boolean =>
  first?.kind === 'yearly' &&
  first.what.kind === 'date' &&
  first.weekday === null &&
  second?.kind === 'weekday'

/** `2026-11-23..2026-11-25` in a list: the canonical form of separate ranges. */
const stretchOfDays = read([isoDay, mark('..'), isoDay], stretch)
/** "7-9 dec" in a list. */
const stretchOfMonth = read(
  [numberedDay, separator, numberedDay, month, maybe(yearAfter)],
  (from, to, number, year) =>
    from.day > to.day ? null : stretch(dateOf(number, from, year), dateOf(number, to, year)),
)
const written = either(stretchOfDays, isoDay)

/** In the order in which they were named, the nearest of them next to the day. */
const weekdaysBeside = (weekdays: readonly number[], isAfter: boolean, found: Moment): readonly Moment[] => {
  const all: Moment[] = []
  for (const index of isAfter ? weekdays : weekdays.toReversed())
    all.push(beside({ weekday: index }, isAfter, all.at(-1) ?? found))
  return isAfter ? all : all.toReversed()
}

/** "this week and next", "last and next month", "the next week and the one after" */
const twoUnits = either(
  read([the, shift, oneUnit, and, the, shift], (first, unit, second) => [unit, first, second] as const),
  read([the, shift, and, the, shift, oneUnit], (first, second, unit) => [unit, first, second] as const),
  read(
    [the, shift, oneUnit, and, the, either(skip(oneUnit), word('count')), word('after')],
    (first, unit) => [unit, first, first + 1] as const,
  ),
)

/** Days or periods in a list: "today and tomorrow", "this week and next". */
export const list = rule(
  'list',
  either(
    read([several(weekday), comma, ofOrIn, namedWeek], (weekdays, week) =>
      listed(weekdays.map((index) => weekdayIn(index, week))),
    ),
    // "the thursday and friday after christmas": both belong to it.
    read([the, several(weekday), besideWhat], (weekdays, { isAfter, moment }) =>
      listed(weekdaysBeside(weekdays, isAfter, moment)),
    ),
    map(several(stretchOfMonth, pick(joiner, either(stretchOfMonth, date))), listed),
    map(several(written, pick(and, written)), (found) =>
      found.some(({ kind }) => kind === 'other') ? listed(found) : null,
    ),
    // Before lists of moments: in "29th, 30th and 31st dec" all of them are of december.
    read([days, of, month, maybe(yearAfter)], (days, month, year) => datesTogether(month, days, year)),
    map(several(moment, pick(momentJoiner, moment)), (found) =>
      claimsWeekday(found) ? null : listed(found),
    ),
    map(twoUnits, ([unit, ...shifts]) => listed(shifts.map((by) => period(unit, by)))),
    read([month, unless(days, glued(mark('/'))), maybe(yearAfter)], (month, days, year) =>
      datesTogether(month, days, year),
    ),
  ),
)
