import { monthLength, type Unit } from '../../calendar/spans.js'
import { date, dateOf, dayOfMonth, isoDay, numberedDay, numericDate, type DayNumber } from './date.js'
import { besideWhat, moment, namedWeek } from './moment.js'
import { period, weekOf } from './period.js'
import { month, oneUnit, ordinalNumber, separator, shift, weekday, yearAfter, yearly } from './words.js'
import { digits, either, glued, maybe, pick, read, rule, term, unless, type Parser } from './parser.js'
import { listed } from '../meaning/meaning.js'
import { foundBy, type Moment, type When } from '../meaning/moment.js'
import { range } from '../meaning/range.js'
import { beside, lastDayOf, weekdayIn } from '../meaning/relative.js'
import type { Year } from '../meaning/yearly.js'

/** Closed ranges. */

/** "from monday to friday", "the days between the 12th and the 14th" */
const pairOf = <F, T>(first: Parser<F>, last: Parser<T>): Parser<readonly [from: F, to: T]> =>
  either(
    read(['[from]', first, separator, last], (from, to) => [from, to] as const),
    read(
      ['[the]', '[unit|span]', 'between', first, `and|${separator}`, last],
      (from, to) => [from, to] as const,
    ),
  )

export const ending = either(
  pick('ending', '[the]', moment),
  read([term('endOf')], ({ unit }) => period(unit, 0)),
)

/** "end of the month" is the last day of it. */
const periodEnd = read(['[the]', ending], lastDayOf)

const isoRange = read([isoDay, '..|/', isoDay], range)

export const twoEnds = rule(
  'range',
  either(
    read([pairOf(moment, either(moment, periodEnd))], ([from, to]) => range(from, to)),
    isoRange,
  ),
)

const isDated = (found: Moment): boolean =>
  found.kind === 'numeric' || (found.kind === 'yearly' && found.what.kind === 'date')

/** Two dates next to each other are a range; nothing else is meant by that. */
export const twoDates = rule(
  'two dates',
  read([moment, moment], (from, to) => (isDated(from) && isDated(to) ? range(from, to) : null)),
)

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

const dayInMonth = read([month, numberedDay], (month, day) => ({ month, ...day }))

export const daysOfMonth = rule(
  'days of a month',
  either(
    read([pairOf(numberedDay, numberedDay), '[of]', month, maybe(yearAfter)], ([first, last], month, year) =>
      daysIn(first, last, month, year, -1),
    ),
    read([pairOf(dayInMonth, numberedDay), maybe(yearAfter)], ([{ month, ...first }, last], year) =>
      daysIn(first, last, month, year, 1),
    ),
    // "24 dec - 28": in the same month, if the number is a later day.
    read([pairOf(date, dayOfMonth)], ([first, day]) =>
      first.kind === 'yearly' && first.what.kind === 'date' && first.what.day < day
        ? range(first, dateOf(first.what.month, { day }, first.year))
        : null,
    ),
    // `24.-28.12.`
    read([pairOf(numberedDay, numericDate)], ([first, { parts, weekday, year }]) =>
      daysIn(first, { day: parts[0], weekday }, parts[1], year, -1),
    ),
  ),
)

const inWeek = (week: Moment, from: number, to: number): When =>
  range(weekdayIn(from, week), { kind: 'weekday', weekday: to, place: 'bare' })

const twoWeekdays = pairOf(weekday, weekday)

export const weekdaysOfWeek = rule(
  'weekdays of a week',
  either(
    read([twoWeekdays, '[,]', '[of|in]', namedWeek], ([from, to], week) => inWeek(week, from, to)),
    read([namedWeek, '[,]', twoWeekdays], (week, [from, to]) => inWeek(week, from, to)),
    read(['[from]', shift, weekday, separator, weekday], (by, from, to) =>
      by === 1 ? inWeek(period('week', by), from, to) : null,
    ),
  ),
)

const week = digits(1, 2)
/** In "week 12-14 dec" the second number is a day of the month. */
const lastWeek = unless(week, month)

export const numberedWeeks = rule(
  'week numbers',
  either(
    read(['[from|in]', 'weekNumber', week, separator, lastWeek, maybe(yearAfter)], (first, last, year) =>
      range(yearly(weekOf(first)), yearly(weekOf(last), year)),
    ),
    // "week 24/12" is a day, and weeks of the same year must be in order.
    read(['[in]', 'weekNumber', week, 'and|,|/', week, maybe(yearAfter)], (first, last, year) =>
      first < last ? listed([yearly(weekOf(first), year), yearly(weekOf(last), year)]) : null,
    ),
  ),
)

/** Several days or periods: "mon and thu", "24, 25 and 28 dec". */

const joiner = either<unknown>(pick('[,]', 'and'), pick(',|/'))
/** A slash between two numbers is part of a date. */
const slashed = pick('~/', glued(digits(1, 4)))
const momentJoiner: typeof joiner = (input, at) =>
  input.tokens[at - 1]?.kind === 'number' && slashed(input, at).length > 0 ? [] : joiner(input, at)

const joined = <T>(one: Parser<T>, by = joiner): Parser<T> => read([by, one], (_, found) => found)

const upTo = <T>(most: number, one: Parser<T>): Parser<readonly T[]> => {
  const nothing = read([], (): readonly T[] => [])
  if (most === 0) return nothing
  return either(
    read([one, upTo(most - 1, one)], (first, more) => [first, ...more]),
    nothing,
  )
}

/** Two to five. */
const several = <T>(one: Parser<T>, others = joined(one)): Parser<readonly T[]> =>
  read([one, others, upTo(3, others)], (first, second, more) => [first, second, ...more])

/** "29th 30th and 31st": between ordinals nothing has to stand. */
const days = several(
  numberedDay,
  either(
    joined(numberedDay),
    read([ordinalNumber], (day): DayNumber => ({ day })),
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

/** "7-9 dec" in a list, and `2026-11-23..2026-11-25`: the canonical form of separate ranges. */
const stretch = read([either(daysOfMonth, isoRange)], (found) => foundBy(found))

/** In the order in which they were named, the nearest of them next to the day. */
const weekdaysBeside = (weekdays: readonly number[], isAfter: boolean, found: Moment): readonly Moment[] => {
  const all: Moment[] = []
  for (const index of isAfter ? weekdays : weekdays.toReversed())
    all.push(beside({ weekday: index }, isAfter, all.at(-1) ?? found))
  return isAfter ? all : all.toReversed()
}

const periods = (unit: Unit, ...shifts: readonly number[]): When =>
  listed(shifts.map((by) => period(unit, by)))

/** Days or periods in a list: "today and tomorrow", "this week and next". */
export const list = rule(
  'list',
  either(
    read([several(weekday), '[,]', '[of|in]', namedWeek], (weekdays, week) =>
      listed(weekdays.map((index) => weekdayIn(index, week))),
    ),
    // "the thursday and friday after christmas": both belong to it.
    read(['[the]', several(weekday), besideWhat], (weekdays, { isAfter, moment }) =>
      listed(weekdaysBeside(weekdays, isAfter, moment)),
    ),
    read([several(either(stretch, isoDay), joined(either(stretch, date)))], (found) =>
      found.some(({ kind }) => kind === 'other') ? listed(found) : null,
    ),
    // Before lists of moments: in "29th, 30th and 31st dec" all of them are of december.
    read([days, '[of]', month, maybe(yearAfter)], (days, month, year) => datesTogether(month, days, year)),
    read([several(moment, joined(moment, momentJoiner))], (found) =>
      claimsWeekday(found) ? null : listed(found),
    ),
    // "this week and next", "last and next month", "the next week and the one after"
    read(['[the]', shift, oneUnit, 'and', '[the]', shift], (first, unit, second) =>
      periods(unit, first, second),
    ),
    read(['[the]', shift, 'and', '[the]', shift, oneUnit], (first, second, unit) =>
      periods(unit, first, second),
    ),
    read(['[the]', shift, oneUnit, 'and', '[the]', 'count|unit', 'after'], (first, unit) =>
      periods(unit, first, first + 1),
    ),
    read([month, unless(days, pick('~/')), maybe(yearAfter)], (month, days, year) =>
      datesTogether(month, days, year),
    ),
  ),
)
