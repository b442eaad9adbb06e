import { date } from './date.js'
import { holiday, partOfYear, period, shiftedUnit, weekNumber, wholeMonth, wholePeriod } from './period.js'
import { anyUnit, beyond, count, direction, ordinal, shift, unitIn, weekday, wholeYear } from './words.js'
import { either, maybe, pick, read, rule, term, type Parser } from './parser.js'
import { onOwnDay, type Moment, type WeekdayPlace } from '../meaning/moment.js'
import * as from from '../meaning/relative.js'

/** A specific week, as opposed to "friday week". */
export const namedWeek = either(shiftedUnit(unitIn('week')), weekNumber)

const weekdayPlace = either<WeekdayPlace>(
  read([shift], (by) => (by === 0 ? 'this' : by > 0 ? 'next' : 'last')),
  read([term('past', 'coming')], ({ kind }) => kind),
)

const weekdayMoment = rule(
  'weekday',
  either(
    read([weekday, '[daypart]', '[,]', '[of|in]', namedWeek], from.weekdayIn),
    read([namedWeek, '[,|:|on]', weekday], (week, index) => from.weekdayIn(index, week)),
    read(['[the]', weekday, beyond], (index, by) => from.weekdayIn(index, period('week', by))),
    read(['[the]', maybe(weekdayPlace), weekday], (place, index): Moment => ({
      kind: 'weekday',
      weekday: index,
      place: place ?? 'bare',
    })),
  ),
)

const relativeDay = rule(
  'day',
  either(
    read(['[the]', term('day')], ({ offset }) => from.dayFromToday(offset)),
    read([shift, 'daypart'], (by) => (by === 0 ? from.dayFromToday(0) : null)),
  ),
)

const anchor = either(relativeDay, weekdayMoment, date, holiday)

/** "friday morning" is that Friday; which half of it is read elsewhere. */
export const singleDay = either(pick(anchor, '[daypart]'), pick('[the]', 'daypart', 'of', anchor))

const weekOf = rule(
  'week of a day',
  either(
    read(['[the]', 'weekOf', anchor], (moment) => from.weekOf(onOwnDay(moment))),
    // "fourth of july week", "labour day weekend"
    read(['[the]', either(date, holiday), '[long]', unitIn('week', 'weekend')], (moment, unit) =>
      unit === 'week' ? from.weekOf(moment) : from.longWeekendOf(moment),
    ),
  ),
)

const ofDayOrWeek = either(pick('of', either(date, namedWeek)), pick('[,]', namedWeek))

const weekendOf = rule(
  'weekend of a day or week',
  read(['[the]', unitIn('weekend'), ofDayOrWeek], (_, moment) => from.weekendOf(moment)),
)

/** A month or longer period in which weeks and days are counted. */
const counted = either(
  wholeMonth,
  read([wholePeriod], (found) =>
    found.kind === 'period' && ['month', 'quarter', 'year'].includes(found.unit) ? found : null,
  ),
  wholeYear,
)

const inCounted = pick('of|in', '[the]', counted)

// "the week" is this week only where a part of it is named.
const thisWeek = read([unitIn('week')], (unit) => period(unit, 0))

const partOfPeriod = rule(
  'part of a period',
  read(
    [
      '[the]',
      term('early', 'middle', 'late', 'firstHalf', 'secondHalf'),
      '[~-]',
      '[the]',
      either(counted, namedWeek, thisWeek),
    ],
    ({ kind }, found) => from.part(kind, found),
  ),
)

const last = read([shift], (by) => (by === -1 ? by : null))

const countedThing = either<from.Nth>(
  read([term('workday')], ({ kind }) => kind),
  unitIn('day', 'week', 'weekend'),
  read([weekday], (index) => ({ weekday: index })),
)

const nthOfPeriod = rule(
  'nth of a period',
  read(['[the]', either(ordinal, last), countedThing, inCounted], (number, what, found) =>
    from.nth(number, what, found),
  ),
)

const edgeOfPeriod = rule(
  'first or last of a period',
  read(['[the]', either(ordinal, last), count, anyUnit, inCounted], (by, number, unit, found) =>
    Math.abs(by) !== 1 || number === 0 || !['day', 'week', 'fortnight'].includes(unit)
      ? null
      : from.edge(number, unit, by === 1, found),
  ),
)

const nextWorkday = rule(
  'working day',
  read(['[the]', direction, 'workday'], (by) => (by === 0 ? null : from.workday(by > 0 ? 1 : -1))),
)

const shifted = rule(
  'shifted',
  either(
    read(['in', count, anyUnit, '[span]'], from.shifted),
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
  read([weekday], (index) => ({ weekday: index })),
)

/** "the may bank holiday" */
export const theHoliday = pick('the', holiday)

/** "after christmas", "before next week" */
export const besideWhat = read(
  [term('after', 'before'), either(weekOf, anchor, namedWeek, wholeMonth, theHoliday)],
  ({ kind }, moment) => ({ isAfter: kind === 'after', moment }),
)

const beside = rule(
  'beside a day or period',
  // "the last day before christmas"
  read(['[the]', maybe(shift), neighbour, besideWhat], (by, what, { isAfter, moment }) =>
    by === null || (by < 0 && !isAfter) ? from.beside(what, isAfter, moment) : null,
  ),
)

/** A day or a calendar period. */
export const moment: Parser<Moment> = rule(
  'moment',
  either(
    singleDay,
    wholeMonth,
    weekNumber,
    partOfYear,
    wholeYear,
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
