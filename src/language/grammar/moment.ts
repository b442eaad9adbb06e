import type { Unit } from '../../calendar/spans.js'
import { date } from './date.js'
import { yearMonth } from './numeric.js'
import { holiday, partOfYear, period, weekNumber, wholeMonth, wholePeriod, wholeYear } from './period.js'
import {
  anyUnit,
  comma,
  count,
  oneUnit,
  ordinalNumber,
  ordinalWord,
  shift,
  spokenYear,
  the,
  weekday,
  yearly,
} from './words.js'
import { beginning, either, glued, map, mark, maybe, rule, seq, term, type Parser } from './parser.js'
import type { Moment, Neighbour, Nth } from './phrase.js'

/** A specific week, as opposed to "friday week". */
export const namedWeek: Parser<Moment> = either<Moment>(
  map(seq(the, shift, maybe(glued(mark('-'))), oneUnit), ([, by, , unit]) =>
    unit === 'week' ? period(unit, by) : null,
  ),
  map(seq(the, oneUnit, term('beyond')), ([, unit, { by }]) => (unit === 'week' ? period(unit, by) : null)),
  weekNumber,
)

/** "the week" and "this week", only where a part of it is named. */
const thisWeek: Parser<Moment> = map(oneUnit, (unit) => (unit === 'week' ? period(unit, 0) : null))

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
    map(seq(the, term('past'), weekday), ([, , index]): Moment => ({
      kind: 'weekday',
      weekday: index,
      place: 'last',
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

/** Presence has whole days only, so "friday morning" is that Friday. */
export const singleDay = either<Moment>(
  map(seq(either(relativeDay, weekdayMoment, date), maybe(term('daypart'))), ([moment]) => moment),
  map(seq(the, term('daypart'), term('of'), either(weekdayMoment, date)), ([, , , moment]) => moment),
)

const weekOf = rule(
  'week of a day',
  either<Moment>(
    map(
      seq(the, term('weekOf'), either(date, holiday, relativeDay, weekdayMoment)),
      ([, , moment]): Moment => ({ kind: 'weekOf', moment }),
    ),
    // "fourth of july week"
    map(seq(the, either(date, holiday), oneUnit), ([, moment, unit]): Moment | null =>
      unit === 'week'
        ? { kind: 'weekOf', moment }
        : unit === 'weekend'
          ? { kind: 'weekendOf', moment }
          : null,
    ),
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

/** A month or longer period in which weeks and days are counted. */
const counted: Parser<Moment> = either<Moment>(
  wholeMonth,
  map(wholePeriod, (found) =>
    found.kind === 'period' && ['month', 'quarter', 'year'].includes(found.unit) ? found : null,
  ),
  wholeYear,
)

const inOf = either<unknown>(term('of'), term('in'))
const hyphen = maybe(glued(mark('-')))

const partOf = rule(
  'part of a period',
  beginning(
    ['early', 'middle', 'late', 'firstHalf', 'secondHalf'],
    map(
      seq(
        the,
        term('early', 'middle', 'late', 'firstHalf', 'secondHalf'),
        hyphen,
        the,
        either(counted, namedWeek, thisWeek),
      ),
      ([, { kind }, , , found]): Moment => ({ kind: 'part', part: kind, moment: found }),
    ),
  ),
)

const place: Parser<number> = either<number>(
  ordinalWord,
  ordinalNumber,
  map(shift, (by) => (by === -1 ? -1 : null)),
)

const countedThing: Parser<Nth> = either<Nth>(
  map(term('workday'), () => 'workday' as const),
  map(oneUnit, (unit) => (unit === 'day' || unit === 'week' || unit === 'weekend' ? unit : null)),
  map(weekday, (index) => ({ weekday: index })),
)

const nth = rule(
  'nth of a period',
  map(seq(the, place, countedThing, inOf, the, counted), ([, number, what, , , found]): Moment => ({
    kind: 'nth',
    nth: number,
    what,
    moment: found,
  })),
)

const edge = rule(
  'first or last of a period',
  map(
    seq(
      the,
      either(
        map(ordinalWord, (number) => (number === 1 ? 1 : null)),
        map(shift, (by) => (by === -1 ? -1 : null)),
      ),
      count,
      anyUnit,
      inOf,
      the,
      counted,
    ),
    ([, by, number, unit, , , found]): Moment | null =>
      number === 0 || !['day', 'week', 'fortnight'].includes(unit)
        ? null
        : { kind: 'edge', count: number, unit, isFirst: by === 1, moment: found },
  ),
)

const workday = rule(
  'working day',
  beginning(
    ['shift', 'coming'],
    map(
      seq(
        the,
        either(
          shift,
          map(term('coming'), () => 1),
        ),
        term('workday'),
      ),
      ([, by]): Moment | null => (by === 0 ? null : { kind: 'workday', by: by > 0 ? 1 : -1 }),
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
    // "monday after next week" is the Monday of the following week, not a week after "monday after next".
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
    // "the last day before christmas"
    seq(the, maybe(shift), neighbour, term('after', 'before'), either(anchor, namedWeek, wholeMonth)),
    ([, by, what, { kind }, moment]): Moment | null =>
      by === null || (by < 0 && kind === 'before')
        ? { kind: 'beside', what, isAfter: kind === 'after', moment }
        : null,
  ),
)

/** A day or a calendar period. */
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
    partOf,
    nth,
    edge,
    workday,
  ),
)
