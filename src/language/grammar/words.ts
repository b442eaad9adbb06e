import type { Unit } from '../../calendar/spans.js'
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
  skip,
  term,
  unless,
  word,
} from './parser.js'
import type { Parser } from './parser.js'
import type { Moment } from '../meaning/moment.js'
import type { Year, Yearly } from '../meaning/yearly.js'

/** Building blocks of the rules: numbers, ordinals, years, weekdays, units. */

const tens = map(term('count'), ({ value }) => (value >= 20 && value % 10 === 0 ? value : null))

/** "ten", "twenty-one"; "tenth", "twenty-first". */
const spoken = (kind: 'count' | 'ordinal'): Parser<number> => {
  const alone = map(term(kind), ({ value }) => value)
  const ones = map(alone, (value) => (value < 10 ? value : null))
  return either(
    read([tens, optional(mark('-')), ones], (ten, one) => ten + one),
    alone,
  )
}

/** 10, ten, twenty-one, a couple of. */
export const count: Parser<number> = either(digits(1, 4), spoken('count'))

export const ordinalWord = spoken('ordinal')

/** 24th, 2nd. The suffix is not checked. */
export const ordinalNumber = pick(digits(1, 2), glued(word('ordinalSuffix')))

/** A day of a month that is named next to it: 24, 24th, 24., twenty-fourth. */
export const dayOfMonth: Parser<number> = either(
  ordinalNumber,
  pick(digits(1, 2), optional(glued(mark('.')))),
  ordinalWord,
)

export const the = optional(word('the'))
export const of = optional(word('of'))
export const ofOrIn = optional(word('of', 'in'))
export const hyphen = optional(glued(mark('-')))
export const comma = optional(mark(','))
/** Between the two ends of a range. */
export const separator = either(mark('-', '..', '>'), word('to'))

export const writtenYear = digits(4, 4)

/** Always this century. Numbers that may be a day or a month are not years: nobody asks who was out in 1926. */
export const shortYear = map(digits(2, 2), (year) => (year < 20 ? null : 2000 + year))

/** "this" is 0, "next" 1. */
export const shift = map(term('shift'), ({ by }) => by)
/** "after next" is 2. */
export const beyond = map(term('beyond'), ({ by }) => by)

const past = map(word('past'), () => -1)
export const shiftOrPast = either(shift, past)
/** "next", "coming", "past", but not "this" */
export const direction: Parser<number> = either(
  map(shiftOrPast, (by) => (by === 0 ? null : by)),
  map(word('coming'), () => 1),
)

export const weekday = map(term('weekday'), (found) => found.weekday)
export const month = map(term('month'), (found) => found.month)

const unitOf =
  (...forms: readonly string[]) =>
  <U extends Unit>(...units: readonly U[]): Parser<U> =>
    map(term('unit'), ({ unit, form }) => (forms.includes(form) && units.find((one) => one === unit)) || null)

const units = ['day', 'week', 'fortnight', 'weekend', 'month', 'quarter', 'year'] as const
/** One of these units in the singular: "week", but not "weeks" or "w". */
export const unitIn = unitOf('single')
export const oneUnit = unitIn(...units)
/** A unit after a number. */
export const anyUnit = unitOf('single', 'plural', 'short')(...units)

export const spokenYear: Parser<Year> = read([shift, skip(unitIn('year'))], (by) => ({ shift: by }))

/** `2026` in `2026-W52` begins a week. */
const ownYear = unless(writtenYear, skip(glued(mark('-')), glued(term('weekNumber'))))

/** A year after a month: 2026, of 2026, next year. */
export const yearAfter: Parser<Year> = pick(
  optional(mark(','), word('of'), glued(mark('-', '/', '.'))),
  either(ownYear, spokenYear),
)

/** A year after a day and a month: also 26. */
export const yearAfterDay: Parser<Year> = either(yearAfter, pick(of, shortYear))

export const yearOfNumbers = either(writtenYear, shortYear)

/** The weekday before a date: "thu 24 dec", "thursday, the 24th". */
export const weekdayBefore = maybe(pick(optional(shift, term('coming')), weekday, comma))

/** The weekday after a date: "27 nov, fri". */
export const weekdayAfter = maybe(pick(comma, weekday))

export const yearly = (what: Yearly, year: Year | null = null, weekday: number | null = null): Moment => ({
  kind: 'yearly',
  what,
  year,
  weekday,
})

export const dateIn = (
  month: number,
  day: number,
  year: Year | null = null,
  weekday: number | null = null,
): Moment => yearly({ kind: 'date', month, day }, year, weekday)
