import type { Unit } from '../../calendar/spans.js'
import { digits, either, maybe, pick, read, term, unless, type Parser } from './parser.js'
import type { Moment } from '../meaning/moment.js'
import type { Year, Yearly } from '../meaning/yearly.js'

/** Building blocks of the rules: numbers, ordinals, years, weekdays, units. */

/** "ten", "twenty-one"; "tenth", "twenty-first". */
const spoken = (kind: 'count' | 'ordinal'): Parser<number> => {
  const alone = read([term(kind)], ({ value }) => value)
  return either(
    read([term('count'), '[-]', alone], ({ value: ten }, one) =>
      ten >= 20 && ten % 10 === 0 && one < 10 ? ten + one : null,
    ),
    alone,
  )
}

/** 10, ten, twenty-one, a couple of. */
export const count = either(digits(1, 4), spoken('count'))

export const ordinalWord = spoken('ordinal')

/** 24th, 2nd. The suffix is not checked. */
export const ordinalNumber = pick(digits(1, 2), '~ordinalSuffix')

export const ordinal = either(ordinalWord, ordinalNumber)

/** A day of a month that is named next to it: 24, 24th, 24., twenty-fourth. */
export const dayOfMonth = either(pick(digits(1, 2), '[~ordinalSuffix|~.]'), ordinalWord)

/** Between the two ends of a range. */
export const separator = '-|..|>|to'

export const writtenYear = digits(4, 4)

/** Always this century. Numbers that may be a day or a month are not years: nobody asks who was out in 1926. */
export const shortYear = read([digits(2, 2)], (year) => (year < 20 ? null : 2000 + year))

/** "this" is 0, "next" 1. */
export const shift = read([term('shift')], ({ by }) => by)
/** "after next" is 2. */
export const beyond = read([term('beyond')], ({ by }) => by)

export const shiftOrPast = either(
  shift,
  read(['past'], () => -1),
)
/** "next", "coming", "past", but not "this" */
export const direction = either(
  read([shiftOrPast], (by) => (by === 0 ? null : by)),
  read(['coming'], () => 1),
)

export const weekday = read([term('weekday')], (found) => found.weekday)
export const month = read([term('month')], (found) => found.month)

/** One of these units in the singular: "week", but not "weeks" or "w". */
export const unitIn = <U extends Unit>(...units: readonly U[]): Parser<U> =>
  read([term('unit')], ({ unit, form }) => (form === 'single' && units.find((one) => one === unit)) || null)
export const oneUnit = unitIn('day', 'week', 'fortnight', 'weekend', 'month', 'quarter', 'year')
/** A unit after a number. */
export const anyUnit = read([term('unit')], ({ unit }) => unit)

export const spokenYear = read([shift, unitIn('year')], (by): Year => ({ shift: by }))

/** `2026` in `2026-W52` begins a week. */
const ownYear = unless(writtenYear, pick('~-', '~weekNumber'))

/** A year after a month: 2026, of 2026, next year. */
export const yearAfter = pick('[,|of|~-|~/|~.]', either<Year>(ownYear, spokenYear))

/** A year after a day and a month: also 26. */
export const yearAfterDay = either(yearAfter, pick('[of]', shortYear))

export const yearOfNumbers = either(writtenYear, shortYear)

/** The weekday before a date: "thu 24 dec", "thursday, the 24th". */
export const weekdayBefore = maybe(pick('[shift|coming]', weekday, '[,]'))

/** The weekday after a date: "27 nov, fri". */
export const weekdayAfter = maybe(pick('[,]', weekday))

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
