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
import type { Moment, WeekdayPlace } from '../meaning/moment.js'
import { edge, nth, part, workday, type Nth } from '../meaning/part.js'
import * as from from '../meaning/relative.js'

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

const weekdayPlace = maybe(
  either<WeekdayPlace>(
    map(shift, (by) => (by === 0 ? 'this' : by > 0 ? 'next' : 'last')),
    map(term('past'), () => 'past'),
    map(term('coming'), () => 'coming'),
  ),
)

const weekdayMoment = rule(
  'weekday',
  either<Moment>(
    map(
      seq(weekday, maybe(term('daypart')), comma, maybe(term('of', 'in')), namedWeek),
      ([index, , , , week]) => from.weekdayIn(index, week),
    ),
    map(seq(namedWeek, maybe(either<unknown>(mark(',', ':'), term('on'))), weekday), ([week, , index]) =>
      from.weekdayIn(index, week),
    ),
    map(seq(the, weekday, term('beyond')), ([, index, { by }]) => from.weekdayIn(index, period('week', by))),
    map(seq(the, weekdayPlace, weekday), ([, place, index]): Moment => ({
      kind: 'weekday',
      weekday: index,
      place: place ?? 'bare',
    })),
  ),
)

const relativeDay = rule(
  'day',
  either<Moment>(
    map(seq(the, term('day')), ([, { offset }]) => from.dayFromToday(offset)),
    map(seq(shift, term('daypart')), ([by]) => (by === 0 ? from.dayFromToday(0) : null)),
  ),
)

/** Presence has whole days only, so "friday morning" is that Friday. */
export const singleDay = either<Moment>(
  map(seq(either(relativeDay, weekdayMoment, date), maybe(term('daypart'))), ([moment]) => moment),
  map(seq(holiday, term('daypart')), ([moment]) => moment),
  map(
    seq(the, term('daypart'), term('of'), either(relativeDay, weekdayMoment, date, holiday)),
    ([, , , moment]) => moment,
  ),
)

const weekOf = rule(
  'week of a day',
  either<Moment>(
    map(seq(the, term('weekOf'), either(date, holiday, relativeDay, weekdayMoment)), ([, , moment]) =>
      from.weekOf(moment),
    ),
    // "fourth of july week", "labour day weekend"
    map(seq(the, either(date, holiday), maybe(mark('long')), oneUnit), ([, moment, , unit]) =>
      unit === 'week' ? from.weekOf(moment) : unit === 'weekend' ? from.longWeekendOf(moment) : null,
    ),
  ),
)

const weekendOf = rule(
  'weekend of a day or week',
  map(
    seq(
      the,
      oneUnit,
      either<readonly [unknown, Moment]>(
        seq(term('of'), either<Moment>(date, namedWeek)),
        seq(comma, namedWeek),
      ),
    ),
    ([, unit, [, moment]]) => (unit === 'weekend' ? from.weekendOf(moment) : null),
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

const partOfPeriod = rule(
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
      ([, { kind }, , , found]) => part(kind, found),
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

const nthOfPeriod = rule(
  'nth of a period',
  map(seq(the, place, countedThing, inOf, the, counted), ([, number, what, , , found]) =>
    nth(number, what, found),
  ),
)

const edgeOfPeriod = rule(
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
    ([, by, number, unit, , , found]) =>
      number === 0 || !['day', 'week', 'fortnight'].includes(unit)
        ? null
        : edge(number, unit, by === 1, found),
  ),
)

const nextWorkday = rule(
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
      ([, by]) => (by === 0 ? null : workday(by > 0 ? 1 : -1)),
    ),
  ),
)

const shifted = rule(
  'shifted',
  either<Moment>(
    map(seq(term('in'), count, anyUnit, maybe(term('span'))), ([, number, unit]) =>
      from.shifted(number, unit),
    ),
    map(seq(count, anyUnit, term('fromNow', 'ago')), ([number, unit, { kind }]) =>
      from.shifted(kind === 'ago' ? -number : number, unit),
    ),
  ),
)

const anchor = either<Moment>(relativeDay, weekdayMoment, date, holiday)

const isWeeks = (unit: Unit): boolean => unit === 'week' || unit === 'fortnight'

const offset = rule(
  'days from a day',
  either<Moment>(
    map(seq(count, anyUnit, term('offsetFrom', 'before'), anchor), ([number, unit, { kind }, moment]) =>
      from.offset(kind === 'before' ? -number : number, unit, moment),
    ),
    map(seq(count, anyUnit, either(relativeDay, weekdayMoment)), ([number, unit, moment]) =>
      isWeeks(unit) ? from.offset(number, unit, moment) : null,
    ),
    // "monday after next week" is the Monday of the following week, not a week after "monday after next".
    map(seq(either(weekdayMoment, relativeDay), oneUnit), ([moment, unit]) =>
      isWeeks(unit) && moment.kind !== 'weekdayIn' ? from.offset(1, unit, moment) : null,
    ),
  ),
)

const neighbour = either<from.Neighbour>(
  map(oneUnit, (unit) => (unit === 'day' || unit === 'week' || unit === 'month' ? { unit } : null)),
  map(weekday, (index) => ({ weekday: index })),
)

/** "the may bank holiday" */
export const theHoliday = map(seq(term('the'), holiday), ([, found]) => found)

/** "after christmas", "before next week" */
export const besideWhat = seq(
  term('after', 'before'),
  either(weekOf, anchor, namedWeek, wholeMonth, theHoliday),
)

const beside = rule(
  'beside a day or period',
  map(
    // "the last day before christmas"
    seq(the, maybe(shift), neighbour, besideWhat),
    ([, by, what, [{ kind }, moment]]) =>
      by === null || (by < 0 && kind === 'before') ? from.beside(what, kind === 'after', moment) : null,
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
    partOfPeriod,
    nthOfPeriod,
    edgeOfPeriod,
    nextWorkday,
  ),
)
