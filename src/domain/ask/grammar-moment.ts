import type { Unit } from './calendar.js'
import { isoDay, numericDate, yearMonth } from './grammar-numeric.js'
import {
  anyUnit,
  comma,
  count,
  dayOfMonth,
  month,
  oneUnit,
  ordinalNumber,
  ordinalWord,
  shift,
  spokenYear,
  the,
  weekday,
  weekdayBefore,
  writtenYear,
  yearAfter,
  yearAfterDay,
} from './grammar-words.js'
import { any, digits, glued, map, mark, maybe, rule, seq, term, type Parser } from './parser.js'
import type { Moment, Year, Yearly } from './phrase.js'

export const yearly = (what: Yearly, year: Year | null = null, claimed: number | null = null): Moment => ({
  kind: 'yearly',
  what,
  year,
  weekday: claimed,
})

const joint = maybe(any<unknown>(term('of'), glued(mark('-', '/'))))

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
      any(
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

const wholeMonth = rule(
  'month',
  any<Moment>(
    map(seq(month, maybe(yearAfter)), ([number, year]) => yearly({ kind: 'month', month: number }, year)),
    map(seq(writtenYear, month), ([year, number]) => yearly({ kind: 'month', month: number }, year)),
    map(seq(shift, month), ([by, number]): Moment => ({ kind: 'monthIn', month: number, shift: by })),
  ),
)

const numbered = (year: Year | null, week: string, day: string | null): Moment | null =>
  day !== null && (Number(day) < 1 || Number(day) > 7)
    ? null
    : yearly({ kind: 'week', week: Number(week), weekday: day === null ? null : Number(day) - 1 }, year)

const weekNumber = rule(
  'week number',
  any<Moment>(
    map(
      seq(the, term('weekNumber'), maybe(mark('#')), digits(1, 2), maybe(yearAfter)),
      ([, , , week, year]) => numbered(year, week, null),
    ),
    map(
      seq(
        writtenYear,
        maybe(mark('-')),
        term('weekNumber'),
        digits(1, 2),
        maybe(glued(map(seq(mark('-'), glued(digits(1, 1))), ([, day]) => day))),
      ),
      ([year, , , week, day]) => numbered(year, week, day),
    ),
  ),
)

const partLead: Parser<(part: number) => Yearly> = any<(part: number) => Yearly>(
  map(term('quarter'), () => (quarter) => ({ kind: 'quarter', quarter })),
  map(term('half'), () => (half) => ({ kind: 'half', half })),
  map(oneUnit, (unit) => (unit === 'quarter' ? (quarter) => ({ kind: 'quarter', quarter }) : null)),
)

const partOfYear = rule(
  'quarter or half',
  any<Moment>(
    map(seq(maybe(term('the')), partLead, digits(1, 1), maybe(yearAfter)), ([, part, number, year]) =>
      yearly(part(Number(number)), year),
    ),
    map(seq(writtenYear, maybe(mark('-', '/')), partLead, digits(1, 1)), ([year, , part, number]) =>
      yearly(part(Number(number)), year),
    ),
    map(seq(the, any(ordinalWord, ordinalNumber), oneUnit, maybe(yearAfter)), ([, quarter, unit, year]) =>
      unit === 'quarter' ? yearly({ kind: 'quarter', quarter }, year) : null,
    ),
  ),
)

const holiday = rule(
  'holiday',
  map(seq(term('holiday'), maybe(yearAfter)), ([found, year]) =>
    yearly({ kind: 'holiday', holiday: found.holiday }, year),
  ),
)

const wholeYear = rule(
  'year',
  map(seq(any<unknown>(term('in'), term('yearWord')), writtenYear), ([, year]) =>
    yearly({ kind: 'year' }, year),
  ),
)

const period = (unit: Unit, by: number, coming = false): Moment => ({
  kind: 'period',
  unit,
  shift: by,
  coming,
})

/** "week" alone is this one; a day has to be said: "this day". */
const wholePeriod = rule(
  'period',
  any<Moment>(
    map(seq(the, maybe(shift), maybe(glued(mark('-'))), oneUnit), ([, by, , unit]) =>
      unit === 'fortnight' || (unit === 'day' && by === null) ? null : period(unit, by ?? 0),
    ),
    map(seq(the, oneUnit, term('beyond')), ([, unit, { by }]) => period(unit, by)),
    map(seq(the, term('coming'), oneUnit), ([, , unit]) =>
      unit === 'fortnight' ? null : unit === 'weekend' ? period(unit, 0) : period(unit, 1, true),
    ),
  ),
)

/** A week that is said to be a certain one: "friday week" is something else. */
export const namedWeek: Parser<Moment> = any<Moment>(
  map(seq(the, shift, maybe(glued(mark('-'))), oneUnit), ([, by, , unit]) =>
    unit === 'week' ? period(unit, by) : null,
  ),
  map(seq(the, oneUnit, term('beyond')), ([, unit, { by }]) => (unit === 'week' ? period(unit, by) : null)),
  weekNumber,
)

const weekdayMoment = rule(
  'weekday',
  any<Moment>(
    map(seq(weekday, comma, maybe(term('of', 'in')), namedWeek), ([index, , , week]): Moment => ({
      kind: 'weekdayIn',
      weekday: index,
      week,
    })),
    map(seq(namedWeek, comma, weekday), ([week, , index]): Moment => ({
      kind: 'weekdayIn',
      weekday: index,
      week,
    })),
    map(seq(the, weekday, term('beyond')), ([, index, { by }]): Moment => ({
      kind: 'weekdayIn',
      weekday: index,
      week: period('week', by),
    })),
    map(seq(the, maybe(shift), weekday), ([, by, index]): Moment => ({
      kind: 'weekday',
      weekday: index,
      place: by === null ? 'bare' : by === 0 ? 'this' : by > 0 ? 'next' : 'last',
    })),
    map(seq(the, term('coming'), weekday), ([, , index]): Moment => ({
      kind: 'weekday',
      weekday: index,
      place: 'bare',
    })),
  ),
)

const relativeDay = rule(
  'day',
  any<Moment>(
    map(seq(the, term('day')), ([, { offset }]): Moment => ({ kind: 'day', offset })),
    map(seq(shift, term('daypart')), ([by]): Moment | null => (by === 0 ? { kind: 'day', offset: 0 } : null)),
  ),
)

const date = any<Moment>(isoDay, numericDate, dayMonth, monthDay, monthly, weekdayNumber)

/** Presence has whole days: "friday morning" is that Friday. */
const singleDay = any<Moment>(
  map(seq(any(relativeDay, weekdayMoment, date), maybe(term('daypart'))), ([moment]) => moment),
)

const weekOf = rule(
  'week of a day',
  map(seq(the, term('weekOf'), any(date, holiday, relativeDay, weekdayMoment)), ([, , moment]): Moment => ({
    kind: 'weekOf',
    moment,
  })),
)

const shifted = rule(
  'shifted',
  any<Moment>(
    map(seq(term('in'), count, anyUnit, maybe(term('span'))), ([, number, unit]): Moment => ({
      kind: 'shifted',
      count: number,
      unit,
    })),
    map(seq(count, anyUnit, term('fromNow')), ([number, unit]): Moment => ({
      kind: 'shifted',
      count: number,
      unit,
    })),
    map(seq(count, anyUnit, term('ago')), ([number, unit]): Moment => ({
      kind: 'shifted',
      count: -number,
      unit,
    })),
  ),
)

const anchor = any<Moment>(relativeDay, weekdayMoment, date, holiday)

const moved = (count: number, unit: Unit, moment: Moment): Moment => ({ kind: 'offset', count, unit, moment })

const isWeeks = (unit: Unit): boolean => unit === 'week' || unit === 'fortnight'

const offset = rule(
  'days from a day',
  any<Moment>(
    map(seq(count, anyUnit, term('offsetFrom'), anchor), ([number, unit, , moment]) =>
      moved(number, unit, moment),
    ),
    map(seq(count, anyUnit, term('before'), anchor), ([number, unit, , moment]) =>
      moved(-number, unit, moment),
    ),
    map(seq(count, anyUnit, any(relativeDay, weekdayMoment)), ([number, unit, moment]) =>
      isWeeks(unit) ? moved(number, unit, moment) : null,
    ),
    map(seq(any(weekdayMoment, relativeDay), oneUnit), ([moment, unit]) =>
      isWeeks(unit) ? moved(1, unit, moment) : null,
    ),
  ),
)

/** A day or a period of the calendar. */
export const moment: Parser<Moment> = rule(
  'moment',
  any<Moment>(
    singleDay,
    wholeMonth,
    yearMonth,
    weekNumber,
    partOfYear,
    holiday,
    wholeYear,
    map(spokenYear, (year) => yearly({ kind: 'year' }, year)),
    wholePeriod,
    weekOf,
    shifted,
    offset,
  ),
)
