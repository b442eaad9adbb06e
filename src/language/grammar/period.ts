import type { Unit } from '../../calendar/spans.js'
import {
  month,
  oneUnit,
  ordinalNumber,
  ordinalWord,
  separator,
  shift,
  shortYear,
  the,
  writtenYear,
  yearAfter,
  yearly,
} from './words.js'
import {
  either,
  digits,
  glued,
  map,
  mark,
  maybe,
  notAfter,
  rule,
  seq,
  term,
  unless,
  type Parser,
} from './parser.js'
import type { Moment } from '../meaning/moment.js'
import { holidayIn, monthIn } from '../meaning/relative.js'
import type { Year, Yearly } from '../meaning/yearly.js'

/** Calendar periods: months, weeks, quarters, holidays and years, this one, the next or the last. */

export const wholeMonth = rule(
  'month',
  either<Moment>(
    map(seq(month, maybe(yearAfter)), ([number, year]) => yearly({ kind: 'month', month: number }, year)),
    // After a comma the year belongs to the day before it: "oct 19, 2027 may".
    map(notAfter(',', seq(writtenYear, month)), ([year, number]) =>
      yearly({ kind: 'month', month: number }, year),
    ),
    map(seq(the, oneUnit, term('of'), month, maybe(yearAfter)), ([, unit, , number, year]) =>
      unit === 'month' ? yearly({ kind: 'month', month: number }, year) : null,
    ),
    map(seq(shift, month), ([by, number]) => monthIn(number, by)),
    map(seq(the, term('past'), month), ([, , number]) => monthIn(number, -1)),
  ),
)

const numbered = (year: Year | null, week: string, day: string | null): Moment | null =>
  day !== null && (Number(day) < 1 || Number(day) > 7)
    ? null
    : yearly({ kind: 'week', week: Number(week), weekday: day === null ? null : Number(day) - 1 }, year)

const isoWeekday = map(seq(glued(mark('-')), glued(digits(1, 1))), ([, day]) => day)
/** A day and its month. 47 is not a day, whatever follows it. */
export const dayAndMonth = seq(
  map(digits(1, 2), (text) => (Number(text) > 31 ? null : text)),
  month,
)
/** In "week 24/12" and "week 12-14 dec" the number is a day of the month, not a week number. */
const numberOfWeek = unless(
  digits(1, 2),
  either<unknown>(seq(glued(mark('/', '.')), glued(digits(1, 2))), seq(separator, dayAndMonth)),
)

export const weekNumber = rule(
  'week number',
  either<Moment>(
    map(
      seq(the, term('weekNumber'), maybe(mark('#')), numberOfWeek, maybe(yearAfter)),
      ([, , , week, year]) => numbered(year, week, null),
    ),
    map(
      seq(writtenYear, maybe(mark('-')), term('weekNumber'), digits(1, 2), maybe(isoWeekday)),
      ([year, , , week, day]) => numbered(year, week, day),
    ),
  ),
)

const partLead: Parser<(part: number) => Yearly> = either<(part: number) => Yearly>(
  map(term('quarter'), () => (quarter) => ({ kind: 'quarter', quarter })),
  map(term('half'), () => (half) => ({ kind: 'half', half })),
  map(oneUnit, (unit) => (unit === 'quarter' ? (quarter) => ({ kind: 'quarter', quarter }) : null)),
)

const yearOfPart: Parser<Year> = either(
  yearAfter,
  map(seq(glued(mark('/')), glued(shortYear)), ([, year]) => year),
)

export const partOfYear = rule(
  'quarter or half',
  either<Moment>(
    map(seq(maybe(term('the')), partLead, digits(1, 1), maybe(yearOfPart)), ([, part, number, year]) =>
      yearly(part(Number(number)), year),
    ),
    map(seq(writtenYear, maybe(mark('-', '/')), partLead, digits(1, 1)), ([year, , part, number]) =>
      yearly(part(Number(number)), year),
    ),
    map(seq(the, either(ordinalWord, ordinalNumber), oneUnit, maybe(yearAfter)), ([, quarter, unit, year]) =>
      unit === 'quarter' ? yearly({ kind: 'quarter', quarter }, year) : null,
    ),
  ),
)

export const holiday = rule(
  'holiday',
  either<Moment>(
    map(seq(term('holiday'), maybe(yearAfter)), ([found, year]) =>
      yearly({ kind: 'holiday', holiday: found.holiday }, year),
    ),
    // "this winter", "next summer", "last christmas"
    map(seq(the, shift, term('holiday')), ([, by, found]) => holidayIn(found.holiday, by)),
  ),
)

export const wholeYear = rule(
  'year',
  map(seq(either<unknown>(term('in'), term('yearWord')), writtenYear), ([, year]) =>
    yearly({ kind: 'year' }, year),
  ),
)

export const period = (unit: Unit, by: number, coming = false): Moment => ({
  kind: 'period',
  unit,
  shift: by,
  coming,
})

/** "week" alone is the current one. A day needs a word in front of it: "this day"; the last one is that of a leave. */
export const wholePeriod = rule(
  'period',
  either<Moment>(
    map(seq(the, maybe(shift), maybe(glued(mark('-'))), oneUnit), ([, by, , unit]) =>
      unit === 'fortnight' || (unit === 'day' && (by === null || by < 0)) ? null : period(unit, by ?? 0),
    ),
    map(seq(the, oneUnit, term('beyond')), ([, unit, { by }]) => period(unit, by)),
    map(seq(the, term('past'), oneUnit), ([, , unit]) => (unit === 'weekend' ? period(unit, -1) : null)),
    map(seq(the, term('coming'), oneUnit), ([, , unit]) =>
      unit === 'fortnight' ? null : unit === 'weekend' ? period(unit, 0) : period(unit, 1, true),
    ),
  ),
)
