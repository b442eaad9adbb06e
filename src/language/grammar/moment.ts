import { date } from './date.js'
import {
  holiday,
  partOfYear,
  period,
  shiftedUnit,
  weekNumber,
  wholeMonth,
  wholePeriod,
  wholeYear,
  yearMonth,
} from './period.js'
import {
  anyUnit,
  beyond,
  comma,
  count,
  direction,
  hyphen,
  ofOrIn,
  ordinalNumber,
  ordinalWord,
  shift,
  spokenYear,
  the,
  unitIn,
  weekday,
  yearly,
} from './words.js'
import { either, map, mark, maybe, optional, pick, read, rule, skip, term, word } from './parser.js'
import type { Parser } from './parser.js'
import type { Moment, WeekdayPlace } from '../meaning/moment.js'
import { edge, nth, part, workday, type Nth } from '../meaning/part.js'
import * as from from '../meaning/relative.js'

/** A specific week, as opposed to "friday week". */
export const namedWeek = either(shiftedUnit(unitIn('week')), weekNumber)

const weekdayPlace = either<WeekdayPlace>(
  map(shift, (by) => (by === 0 ? 'this' : by > 0 ? 'next' : 'last')),
  map(term('past', 'coming'), ({ kind }) => kind),
)

const daypart = word('daypart')

const weekdayMoment = rule(
  'weekday',
  either(
    read([weekday, optional(daypart), comma, ofOrIn, namedWeek], from.weekdayIn),
    read([namedWeek, optional(mark(',', ':'), term('on')), weekday], (week, index) =>
      from.weekdayIn(index, week),
    ),
    read([the, weekday, beyond], (index, by) => from.weekdayIn(index, period('week', by))),
    read([the, maybe(weekdayPlace), weekday], (place, index): Moment => ({
      kind: 'weekday',
      weekday: index,
      place: place ?? 'bare',
    })),
  ),
)

const relativeDay = rule(
  'day',
  either(
    read([the, term('day')], ({ offset }) => from.dayFromToday(offset)),
    read([shift, daypart], (by) => (by === 0 ? from.dayFromToday(0) : null)),
  ),
)

const anchor = either(relativeDay, weekdayMoment, date, holiday)

/** "friday morning" is that Friday; which half of it is read elsewhere. */
export const singleDay = either(pick(anchor, optional(daypart)), pick(the, daypart, word('of'), anchor))

const weekOf = rule(
  'week of a day',
  either(
    read([the, word('weekOf'), anchor], (moment) => from.weekOf(moment)),
    // "fourth of july week", "labour day weekend"
    read([the, either(date, holiday), optional(mark('long')), unitIn('week', 'weekend')], (moment, unit) =>
      unit === 'week' ? from.weekOf(moment) : from.longWeekendOf(moment),
    ),
  ),
)

const weekendOf = rule(
  'weekend of a day or week',
  read(
    [the, skip(unitIn('weekend')), either(pick(word('of'), either(date, namedWeek)), pick(comma, namedWeek))],
    (moment) => from.weekendOf(moment),
  ),
)

/** A month or longer period in which weeks and days are counted. */
const counted = either(
  wholeMonth,
  map(wholePeriod, (found) =>
    found.kind === 'period' && ['month', 'quarter', 'year'].includes(found.unit) ? found : null,
  ),
  wholeYear,
)

const inCounted = pick(word('of', 'in'), the, counted)

const partOfPeriod = rule(
  'part of a period',
  read(
    [
      the,
      term('early', 'middle', 'late', 'firstHalf', 'secondHalf'),
      hyphen,
      the,
      // "the week" is this week only where a part of it is named.
      either(
        counted,
        namedWeek,
        map(unitIn('week'), (unit) => period(unit, 0)),
      ),
    ],
    ({ kind }, found) => part(kind, found),
  ),
)

const last = map(shift, (by) => (by === -1 ? by : null))

const countedThing = either<Nth>(
  map(term('workday'), ({ kind }) => kind),
  unitIn('day', 'week', 'weekend'),
  map(weekday, (index) => ({ weekday: index })),
)

const nthOfPeriod = rule(
  'nth of a period',
  read([the, either(ordinalWord, ordinalNumber, last), countedThing, inCounted], (number, what, found) =>
    nth(number, what, found),
  ),
)

const edgeOfPeriod = rule(
  'first or last of a period',
  read([the, either(ordinalWord, last), count, anyUnit, inCounted], (by, number, unit, found) =>
    Math.abs(by) !== 1 || number === 0 || !['day', 'week', 'fortnight'].includes(unit)
      ? null
      : edge(number, unit, by === 1, found),
  ),
)

const nextWorkday = rule(
  'working day',
  read([the, direction, word('workday')], (by) => workday(by > 0 ? 1 : -1)),
)

const shifted = rule(
  'shifted',
  either(
    read([word('in'), count, anyUnit, optional(word('span'))], from.shifted),
    read([count, anyUnit, term('fromNow', 'ago')], (number, unit, { kind }) =>
      from.shifted(kind === 'ago' ? -number : number, unit),
    ),
  ),
)

const offset = rule(
  'days from a day',
  either(
    read([count, anyUnit, term('offsetFrom', 'before'), anchor], (number, unit, { kind }, moment) =>
      from.offset(kind === 'before' ? -number : number, unit, moment),
    ),
    read([count, anyUnit, either(relativeDay, weekdayMoment)], (number, unit, moment) =>
      unit === 'week' || unit === 'fortnight' ? from.offset(number, unit, moment) : null,
    ),
    // "monday after next week" is the Monday of the following week, not a week after "monday after next".
    read([either(weekdayMoment, relativeDay), unitIn('week', 'fortnight')], (moment, unit) =>
      moment.kind === 'weekdayIn' ? null : from.offset(1, unit, moment),
    ),
  ),
)

const neighbour = either<from.Neighbour>(
  unitIn('day', 'week', 'month'),
  map(weekday, (index) => ({ weekday: index })),
)

/** "the may bank holiday" */
export const theHoliday = pick(word('the'), holiday)

/** "after christmas", "before next week" */
export const besideWhat = read(
  [term('after', 'before'), either(weekOf, anchor, namedWeek, wholeMonth, theHoliday)],
  ({ kind }, moment) => ({ isAfter: kind === 'after', moment }),
)

const beside = rule(
  'beside a day or period',
  // "the last day before christmas"
  read([the, maybe(shift), neighbour, besideWhat], (by, what, { isAfter, moment }) =>
    by === null || (by < 0 && !isAfter) ? from.beside(what, isAfter, moment) : null,
  ),
)

/** A day or a calendar period. */
export const moment: Parser<Moment> = rule(
  'moment',
  either(
    singleDay,
    wholeMonth,
    yearMonth,
    weekNumber,
    partOfYear,
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
