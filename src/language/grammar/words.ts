import type { Unit } from '../../calendar/spans.js'
import { digits, either, pick, read, rule, term, unless, type Parser } from './parser.js'
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
/** "next", "coming", "past", "this" */
export const direction = either(
  shiftOrPast,
  read(['coming'], () => 1),
)

export const weekday = read([term('weekday')], (found) => found.weekday)
export const month = read([term('month')], (found) => found.month)

/** One of these units in the singular: "week", but not "weeks" or "w". */
export const unitIn = <U extends Unit>(...units: readonly U[]): Parser<U> =>
  read([term('unit')], ({ unit, isSingle }) => (isSingle && units.find((one) => one === unit)) || null)
export const oneUnit = unitIn('day', 'week', 'fortnight', 'weekend', 'month', 'quarter', 'year')
/** A unit after a number. */
export const anyUnit = read([term('unit')], ({ unit }) => unit)

const spokenYear = read([shift, unitIn('year')], (by): Year => ({ shift: by }))

/** "in 2027", "calendar year 2027", "next year" */
export const wholeYear = rule(
  'year',
  read([either<Year>(pick('in|yearWord', writtenYear), spokenYear)], (year) => wholeYearOf(year)),
)

/** `2026` in `2026-W52` begins a week. */
const ownYear = unless(writtenYear, pick('~-', '~weekNumber'))

/** A year after a month: 2026, of 2026, next year. */
export const yearAfter = pick('[,|of|~-|~/|~.]', either<Year>(ownYear, spokenYear))

export const yearly = (what: Yearly, year: Year | null = null): Moment => ({
  kind: 'yearly',
  what,
  year,
  weekday: null,
})

/** A month, quarter, half or whole year. */
export const partOf = (size: 1 | 3 | 6 | 12, part: number): Yearly => ({ kind: 'part', size, part })
export const wholeYearOf = (year: Year): Moment => yearly(partOf(12, 1), year)
