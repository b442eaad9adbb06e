import type { Unit } from './calendar.js'
import { date } from './grammar-date.js'
import { yearMonth } from './grammar-numeric.js'
import {
  holiday,
  partOfYear,
  period,
  weekNumber,
  wholeMonth,
  wholePeriod,
  wholeYear,
} from './grammar-period.js'
import { anyUnit, comma, count, oneUnit, shift, spokenYear, the, weekday, yearly } from './grammar-words.js'
import { either, glued, map, mark, maybe, rule, seq, term, type Parser } from './parser.js'
import type { Moment, Neighbour } from './phrase.js'

/** A week that is said to be a certain one: "friday week" is something else. */
export const namedWeek: Parser<Moment> = either<Moment>(
  map(seq(the, shift, maybe(glued(mark('-'))), oneUnit), ([, by, , unit]) =>
    unit === 'week' ? period(unit, by) : null,
  ),
  map(seq(the, oneUnit, term('beyond')), ([, unit, { by }]) => (unit === 'week' ? period(unit, by) : null)),
  weekNumber,
)

const weekdayMoment = rule(
  'weekday',
  either<Moment>(
    map(seq(weekday, comma, maybe(term('of', 'in')), namedWeek), ([index, , , week]): Moment => ({
      kind: 'weekdayIn',
      weekday: index,
      week,
    })),
    map(
      seq(namedWeek, maybe(either<unknown>(mark(',', ':'), term('on'))), weekday),
      ([week, , index]): Moment => ({
        kind: 'weekdayIn',
        weekday: index,
        week,
      }),
    ),
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
  either<Moment>(
    map(seq(the, term('day')), ([, { offset }]): Moment => ({ kind: 'day', offset })),
    map(seq(shift, term('daypart')), ([by]): Moment | null => (by === 0 ? { kind: 'day', offset: 0 } : null)),
  ),
)

/** Presence has whole days: "friday morning" is that Friday. */
export const singleDay = either<Moment>(
  map(seq(either(relativeDay, weekdayMoment, date), maybe(term('daypart'))), ([moment]) => moment),
)

const weekOf = rule(
  'week of a day',
  map(
    seq(the, term('weekOf'), either(date, holiday, relativeDay, weekdayMoment)),
    ([, , moment]): Moment => ({ kind: 'weekOf', moment }),
  ),
)

const weekendOf = rule(
  'weekend of a day or week',
  either<Moment>(
    map(seq(the, oneUnit, term('of'), either(date, namedWeek)), ([, unit, , moment]) =>
      unit === 'weekend' ? { kind: 'weekendOf', moment } : null,
    ),
    map(seq(the, oneUnit, comma, namedWeek), ([, unit, , moment]) =>
      unit === 'weekend' ? { kind: 'weekendOf', moment } : null,
    ),
  ),
)

const shifted = rule(
  'shifted',
  either<Moment>(
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

const anchor = either<Moment>(relativeDay, weekdayMoment, date, holiday)

const moved = (count: number, unit: Unit, moment: Moment): Moment => ({ kind: 'offset', count, unit, moment })

const isWeeks = (unit: Unit): boolean => unit === 'week' || unit === 'fortnight'

const offset = rule(
  'days from a day',
  either<Moment>(
    map(seq(count, anyUnit, term('offsetFrom'), anchor), ([number, unit, , moment]) =>
      moved(number, unit, moment),
    ),
    map(seq(count, anyUnit, term('before'), anchor), ([number, unit, , moment]) =>
      moved(-number, unit, moment),
    ),
    map(seq(count, anyUnit, either(relativeDay, weekdayMoment)), ([number, unit, moment]) =>
      isWeeks(unit) ? moved(number, unit, moment) : null,
    ),
    // "monday after next week" is of the week after next week, not a week after the "monday after next".
    map(seq(either(weekdayMoment, relativeDay), oneUnit), ([moment, unit]) =>
      isWeeks(unit) && moment.kind !== 'weekdayIn' ? moved(1, unit, moment) : null,
    ),
  ),
)

const neighbour: Parser<Neighbour> = either<Neighbour>(
  map(oneUnit, (unit) => (unit === 'day' || unit === 'week' || unit === 'month' ? { unit } : null)),
  map(weekday, (index) => ({ weekday: index })),
)

const beside = rule(
  'beside a day or period',
  map(
    seq(the, neighbour, term('after', 'before'), either(anchor, namedWeek, wholeMonth)),
    ([, what, { kind }, moment]): Moment => ({ kind: 'beside', what, isAfter: kind === 'after', moment }),
  ),
)

/** A day or a period of the calendar. */
export const moment: Parser<Moment> = rule(
  'moment',
  either<Moment>(
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
    weekendOf,
    shifted,
    offset,
    beside,
  ),
)
