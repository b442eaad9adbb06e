import type { Unit } from '../../calendar/spans.js'
import { either, digits, glued, map, mark, maybe, seq, term, unless, type Parser } from './parser.js'
import type { Year, Yearly, YearlyMoment } from '../meaning/yearly.js'

/** Building blocks of the rules: numbers, ordinals, years, weekdays, units. */

const tens = map(term('count'), ({ value }) => (value >= 20 && value % 10 === 0 ? value : null))
const ones = map(term('count'), ({ value }) => (value < 10 ? value : null))

/** 10, ten, twenty-one, a couple of. */
export const count: Parser<number> = either(
  map(digits(1, 4), Number),
  map(seq(tens, maybe(mark('-')), ones), ([ten, , one]) => ten + one),
  map(term('count'), ({ value }) => value),
)

const ordinalTens = map(term('count'), ({ value }) => (value === 20 || value === 30 ? value : null))
const ordinalOnes = map(term('ordinal'), ({ value }) => (value < 10 ? value : null))

export const ordinalWord: Parser<number> = either(
  map(seq(ordinalTens, maybe(mark('-')), ordinalOnes), ([ten, , one]) => ten + one),
  map(term('ordinal'), ({ value }) => value),
)

/** 24th, 2nd. The suffix is not checked. */
export const ordinalNumber: Parser<number> = map(seq(digits(1, 2), glued(term('ordinalSuffix'))), ([day]) =>
  Number(day),
)

/** A day of a month that is named next to it: 24, 24th, 24., twenty-fourth. */
export const dayOfMonth: Parser<number> = either(
  ordinalNumber,
  map(seq(digits(1, 2), maybe(glued(mark('.')))), ([day]) => Number(day)),
  ordinalWord,
)

export const the = maybe(term('the'))
export const comma = maybe(mark(','))
/** Between the two ends of a range. */
export const separator = either<unknown>(mark('-', '..', '>'), term('to'))

export const writtenYear: Parser<Year> = map(digits(4, 4), Number)

/** Always this century. Numbers that may be a day or a month are not years: nobody asks who was out in 1926. */
export const shortYear: Parser<Year> = map(digits(2, 2), (text) => (text < '20' ? null : 2000 + Number(text)))

export const shift: Parser<number> = map(term('shift'), ({ by }) => by)

export const spokenYear: Parser<Year> = map(seq(shift, term('unit')), ([by, { unit, form }]): Year | null =>
  unit === 'year' && form === 'single' ? { shift: by } : null,
)

const yearLead = maybe(either<unknown>(mark(','), term('of'), glued(mark('-', '/', '.'))))

/** `2026` in `2026-W52` begins a week. */
const ownYear = unless(writtenYear, seq(glued(mark('-')), glued(term('weekNumber'))))

/** A year after a month: 2026, of 2026, next year. */
export const yearAfter: Parser<Year> = map(seq(yearLead, either(ownYear, spokenYear)), ([, year]) => year)

/** A year after a day and a month: also 26. */
export const yearAfterDay: Parser<Year> = either(
  yearAfter,
  map(seq(maybe(term('of')), shortYear), ([, year]) => year),
)

export const yearOfNumbers: Parser<Year> = either(writtenYear, shortYear)

export const weekday: Parser<number> = map(term('weekday'), (found) => found.weekday)

/** The weekday before a date: "thu 24 dec", "thursday, the 24th". */
export const weekdayBefore: Parser<number | null> = maybe(
  map(seq(maybe(either<unknown>(shift, term('coming'))), weekday, comma), ([, index]) => index),
)

/** The weekday after a date: "27 nov, fri". */
export const weekdayAfter: Parser<number | null> = maybe(map(seq(comma, weekday), ([, index]) => index))

export const month: Parser<number> = map(term('month'), (found) => found.month)

const unitOf = (...forms: readonly string[]): Parser<Unit> =>
  map(term('unit'), ({ unit, form }) => (forms.includes(form) ? unit : null))

/** A unit in the singular: "week", but not "weeks" or "w". */
export const oneUnit = unitOf('single')
/** A unit after a number. */
export const anyUnit = unitOf('single', 'plural', 'short')

export const yearly = (
  what: Yearly,
  year: Year | null = null,
  weekday: number | null = null,
): YearlyMoment => ({
  kind: 'yearly',
  what,
  year,
  weekday,
})

/** "between the 12th and the 14th", or joined like any range. */
export const pairOf = <T>(parser: Parser<T>): Parser<readonly [from: T, to: T]> =>
  either(
    map(seq(maybe(term('from')), parser, separator, parser), ([, from, , to]) => [from, to] as const),
    map(seq(term('between'), parser, term('and'), parser), ([, from, , to]) => [from, to] as const),
  )
