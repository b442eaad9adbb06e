import type { Unit } from '../../calendar/spans.js'
import { besideWhat, moment, namedWeek } from './moment.js'
import { period } from './period.js'
import { isoDay } from './numeric.js'
import { dateOf, numberedDay, type DayNumber } from './range.js'
import { date } from './date.js'
import { comma, month, oneUnit, ordinalNumber, separator, shift, the, weekday, yearAfter } from './words.js'
import { digits, either, glued, map, mark, maybe, rule, seq, term, unless, type Parser } from './parser.js'
import { listed, type When } from '../meaning/meaning.js'
import type { Moment } from '../meaning/moment.js'
import { beside, stretch, weekdayIn } from '../meaning/relative.js'
import type { Year } from '../meaning/yearly.js'

/** Several days or periods: "mon and thu", "24, 25 and 28 dec". */

const joiner = either<unknown>(term('and'), mark(',', '/'), seq(mark(','), term('and')))
/** A slash between two numbers is part of a date. */
const slashed = seq(glued(mark('/')), glued(digits(1, 4)))
const momentJoiner: Parser<unknown> = (input, at) =>
  input.tokens[at - 1]?.kind === 'number' && slashed(input, at).length > 0 ? [] : joiner(input, at)

const after = <T>(before: Parser<unknown>, parser: Parser<T>): Parser<T> =>
  map(seq(before, parser), ([, found]) => found)

/** One to four more. */
const further = <T>(one: Parser<T>, most = 4): Parser<readonly T[]> =>
  most === 1
    ? map(one, (found) => [found])
    : map(seq(one, maybe(further(one, most - 1))), ([found, more]) => [found, ...(more ?? [])])
const furtherMoments = rule('further', further(after(momentJoiner, moment)))
/** "29th 30th and 31st": between ordinals nothing has to stand. */
const furtherDays = further(
  either(
    after(joiner, numberedDay),
    map(ordinalNumber, (day): DayNumber => ({ day, weekday: null })),
  ),
)
const furtherWeekdays = further(after(joiner, weekday))

const datesTogether = (month: number, days: readonly DayNumber[], year: Year | null): When =>
  listed(days.map((day) => dateOf(month, day, year)))

const unitsTogether = (first: number, second: number, unit: Unit): When =>
  listed([first, second].map((by) => period(unit, by)))

/** "the one after" */
const following: Parser<Unit> = map(term('count'), ({ value }) => (value === 1 ? 'day' : null))

/** In "24 dec, friday" the weekday describes the date and is not another day. */
const claimsWeekday = (first: Moment, second: Moment | undefined): boolean =>
  first.kind === 'yearly' &&
  first.what.kind === 'date' &&
  first.weekday === null &&
  second?.kind === 'weekday'

/** `2026-11-23..2026-11-25` in a list: the canonical form of separate ranges. */
const stretchOfDays = map(seq(isoDay, mark('..'), isoDay), ([from, , to]) => stretch(from, to))
/** "7-9 dec" in a list. */
const stretchOfMonth: Parser<Moment> = map(
  seq(numberedDay, separator, numberedDay, month, maybe(yearAfter)),
  ([from, , to, number, year]) =>
    from.day > to.day ? null : stretch(dateOf(number, from, year), dateOf(number, to, year)),
)
const furtherStretches = further(after(joiner, either<Moment>(stretchOfMonth, date)))
const written = either<Moment>(stretchOfDays, isoDay)
const furtherWritten = further(after(term('and'), written))

/** In the order in which they were named, the nearest of them next to the day. */
const weekdaysBeside = (weekdays: readonly number[], isAfter: boolean, found: Moment): readonly Moment[] => {
  const all: Moment[] = []
  for (const index of isAfter ? weekdays : weekdays.toReversed())
    all.push(beside({ weekday: index }, isAfter, all.at(-1) ?? found))
  return isAfter ? all : all.toReversed()
}

/** Days or periods in a list: "today and tomorrow", "this week and next". */
export const list = rule(
  'list',
  either<When>(
    map(seq(weekday, furtherWeekdays, comma, maybe(term('of', 'in')), namedWeek), ([first, more, , , week]) =>
      listed([first, ...more].map((index) => weekdayIn(index, week))),
    ),
    // "the thursday and friday after christmas": both belong to it.
    map(seq(the, weekday, furtherWeekdays, besideWhat), ([, first, more, [{ kind }, found]]) =>
      listed(weekdaysBeside([first, ...more], kind === 'after', found)),
    ),
    map(seq(stretchOfMonth, furtherStretches), ([first, rest]) => listed([first, ...rest])),
    map(seq(written, furtherWritten), ([first, rest]) =>
      [first, ...rest].some(({ kind }) => kind === 'other') ? listed([first, ...rest]) : null,
    ),
    // Before lists of moments: in "29th, 30th and 31st dec" all of them are of december.
    map(
      seq(numberedDay, furtherDays, maybe(term('of')), month, maybe(yearAfter)),
      ([first, more, , number, year]) => datesTogether(number, [first, ...more], year),
    ),
    map(seq(moment, furtherMoments), ([first, rest]) =>
      claimsWeekday(first, rest[0]) ? null : listed([first, ...rest]),
    ),
    map(seq(the, shift, oneUnit, term('and'), the, shift), ([, first, unit, , , second]) =>
      unitsTogether(first, second, unit),
    ),
    map(seq(the, shift, term('and'), the, shift, oneUnit), ([, first, , , second, unit]) =>
      unitsTogether(first, second, unit),
    ),
    map(
      seq(the, shift, oneUnit, term('and'), the, either(oneUnit, following), term('after')),
      ([, first, unit]) => unitsTogether(first, first + 1, unit),
    ),
    map(
      seq(month, numberedDay, unless(furtherDays, glued(mark('/'))), maybe(yearAfter)),
      ([number, first, more, year]) => datesTogether(number, [first, ...more], year),
    ),
  ),
)
