import type { Unit } from './calendar.js'
import { moment, namedWeek, yearly } from './grammar-moment.js'
import { isoDay } from './grammar-numeric.js'
import {
  anyUnit,
  comma,
  count,
  dayOfMonth,
  month,
  oneUnit,
  shift,
  the,
  weekday,
  weekdayBefore,
  yearAfter,
} from './grammar-words.js'
import { any, digits, map, mark, maybe, rule, seq, term, type Parser } from './parser.js'
import type { Moment, When, Year } from './phrase.js'

const separator = any<unknown>(mark('-', '..', '>'), term('to'))

const range = (from: Moment, to: Moment): When => ({ kind: 'range', from, to })

/** An end of a range: also "end of the month", then its last day. */
const periodEnd: Parser<Moment> = any<Moment>(
  map(seq(term('ending'), the, moment), ([, , period]): Moment => ({ kind: 'lastDay', moment: period })),
  map(term('endOf'), ({ unit }): Moment => ({
    kind: 'lastDay',
    moment: { kind: 'period', unit, shift: 0, coming: false },
  })),
)

const fromWord = maybe(term('from'))

const twoEnds = rule(
  'range',
  any<When>(
    map(seq(fromWord, moment, separator, any(moment, periodEnd)), ([, from, , to]) => range(from, to)),
    map(seq(term('between'), moment, any<unknown>(term('and'), separator), moment), ([, from, , to]) =>
      range(from, to),
    ),
    map(seq(isoDay, mark('/'), isoDay), ([from, , to]) => range(from, to)),
  ),
)

const isDated = (found: Moment): boolean =>
  found.kind === 'numeric' || (found.kind === 'yearly' && found.what.kind === 'date')

/** Two dates side by side are a range: nobody means anything else by them. */
const twoDates = rule(
  'two dates',
  map(seq(moment, moment), ([from, to]): When | null =>
    isDated(from) && isDated(to) ? range(from, to) : null,
  ),
)

interface DayNumber {
  readonly day: number
  readonly weekday: number | null
}

const numberedDay: Parser<DayNumber> = map(seq(weekdayBefore, the, dayOfMonth), ([claimed, , day]) => ({
  day,
  weekday: claimed,
}))

const dateOf = (month: number, { day, weekday }: DayNumber, year: Year | null): Moment =>
  yearly({ kind: 'date', month, day }, year, weekday)

/** "24 dec - 28": the same month, when the number is a later day. */
const laterDay = (from: Moment, day: number): When | null =>
  from.kind === 'yearly' && from.what.kind === 'date' && from.what.day < day
    ? range(from, yearly({ ...from.what, day }, from.year))
    : null

/** "12-14 dec" and "28-2 jan": a first day above the second belongs to the month before. */
const upTo = (first: DayNumber, last: DayNumber, month: number, year: Year | null): When =>
  first.day <= last.day
    ? range(dateOf(month, first, year), dateOf(month, last, year))
    : range(dateOf(month === 1 ? 12 : month - 1, first, null), dateOf(month, last, year))

/** "dec 12-14" and "dec 28-2": a first day above the second makes that one of the month after. */
const onFrom = (month: number, first: DayNumber, last: DayNumber, year: Year | null): When =>
  first.day <= last.day
    ? range(dateOf(month, first, year), dateOf(month, last, year))
    : range(dateOf(month, first, null), dateOf(month === 12 ? 1 : month + 1, last, year))

const betweenDays = any<unknown>(separator)

const daysOfMonth = rule(
  'days of a month',
  any<When>(
    map(
      seq(fromWord, numberedDay, betweenDays, numberedDay, maybe(term('of')), month, maybe(yearAfter)),
      ([, first, , last, , number, year]) => upTo(first, last, number, year),
    ),
    map(
      seq(term('between'), numberedDay, term('and'), numberedDay, maybe(term('of')), month, maybe(yearAfter)),
      ([, first, , last, , number, year]) => upTo(first, last, number, year),
    ),
    map(
      seq(fromWord, month, numberedDay, betweenDays, numberedDay, maybe(yearAfter)),
      ([, number, first, , last, year]) => onFrom(number, first, last, year),
    ),
    map(
      seq(term('between'), month, numberedDay, term('and'), numberedDay, maybe(yearAfter)),
      ([, number, first, , last, year]) => onFrom(number, first, last, year),
    ),
    map(seq(fromWord, moment, separator, dayOfMonth), ([, from, , day]) => laterDay(from, day)),
  ),
)

const inWeek = (week: Moment, from: number, to: number): When =>
  range({ kind: 'weekdayIn', weekday: from, week }, { kind: 'weekday', weekday: to, place: 'bare' })

const weekdaysOfWeek = rule(
  'weekdays of a week',
  any<When>(
    map(
      seq(fromWord, weekday, separator, weekday, comma, maybe(term('of', 'in')), namedWeek),
      ([, from, , to, , , week]) => inWeek(week, from, to),
    ),
    map(seq(namedWeek, comma, fromWord, weekday, separator, weekday), ([week, , , from, , to]) =>
      inWeek(week, from, to),
    ),
    map(seq(fromWord, shift, weekday, separator, weekday), ([, by, from, , to]) =>
      by === 1 ? inWeek({ kind: 'period', unit: 'week', shift: by, coming: false }, from, to) : null,
    ),
  ),
)

const weekOfYear = (week: string, year: Year | null): Moment =>
  yearly({ kind: 'week', week: Number(week), weekday: null }, year)

const numberedWeeks = rule(
  'week numbers',
  map(
    seq(
      fromWord,
      term('weekNumber'),
      digits(1, 2),
      any<unknown>(separator, term('and'), mark('/')),
      digits(1, 2),
      maybe(yearAfter),
    ),
    ([, , first, , last, year]) => range(weekOfYear(first, null), weekOfYear(last, year)),
  ),
)

const joiner = any<unknown>(term('and'), mark(',', '/'), seq(mark(','), term('and')))

const further = rule(
  'further',
  map(seq(joiner, moment), ([, found]) => [found]),
)
const furthers: Parser<readonly Moment[]> = any<readonly Moment[]>(
  map(seq(further, further, further, further), (found) => found.flat()),
  map(seq(further, further, further), (found) => found.flat()),
  map(seq(further, further), (found) => found.flat()),
  further,
)

const unitsTogether = (first: number, second: number, unit: Unit): When => ({
  kind: 'list',
  moments: [first, second].map((by): Moment => ({ kind: 'period', unit, shift: by, coming: false })),
})

/** Days or periods one after the other: "today and tomorrow", "this week and next". */
const list = rule(
  'list',
  any<When>(
    map(seq(moment, furthers), ([first, rest]): When => ({ kind: 'list', moments: [first, ...rest] })),
    map(seq(the, shift, oneUnit, term('and'), the, shift), ([, first, unit, , , second]) =>
      unitsTogether(first, second, unit),
    ),
    map(seq(the, shift, term('and'), the, shift, oneUnit), ([, first, , , second, unit]) =>
      unitsTogether(first, second, unit),
    ),
    map(
      seq(numberedDay, term('and'), numberedDay, maybe(term('of')), month, maybe(yearAfter)),
      ([first, , last, , number, year]): When => ({
        kind: 'list',
        moments: [dateOf(number, first, year), dateOf(number, last, year)],
      }),
    ),
  ),
)

const onwards = any<unknown>(term('onwards'), mark('..'))

const open = rule(
  'open range',
  any<When>(
    map(seq(any<unknown>(term('until'), mark('..')), moment), ([, found]): When => ({
      kind: 'until',
      moment: found,
    })),
    map(seq(term('before', 'since', 'after'), moment), ([{ kind }, found]): When => ({
      kind,
      moment: found,
    })),
    map(seq(term('from'), moment, maybe(any<unknown>(onwards, term('on')))), ([, found]): When => ({
      kind: 'from',
      moment: found,
    })),
    map(seq(moment, onwards), ([found]): When => ({ kind: 'from', moment: found })),
  ),
)

const rest = rule(
  'rest of a period',
  map(seq(the, term('rest'), the, moment), ([, , , period]): When | null =>
    ['period', 'yearly', 'monthIn', 'day'].includes(period.kind) ? { kind: 'rest', moment: period } : null,
  ),
)

const isCurrent = (found: Moment): boolean => found.kind === 'period' && found.shift === 0

const untilEnd = rule(
  'until the end of a period',
  map(seq(maybe(any<unknown>(term('until'), mark('..'))), the, periodEnd), ([lead, , end]): When | null => {
    if (end.kind !== 'lastDay') return null
    const alone = lead === null
    return alone && !isCurrent(end.moment) ? null : { kind: 'untilEnd', moment: end.moment, alone }
  }),
)

const rollingOf = (number: number, unit: Unit, lastUnit = false): When | null =>
  number === 0 || unit === 'weekend' ? null : { kind: 'rolling', count: number, unit, lastUnit }

const lead = maybe(term('within', 'in'))

const direction: Parser<number> = any<number>(
  map(shift, (by) => (by === 0 ? null : by)),
  map(term('coming'), () => 1),
  map(term('past'), () => -1),
)

/** "the next 10 days", "10 days", "+10d", "last 7 days", "next fortnight". */
const rolling = rule(
  'rolling',
  any<When>(
    map(seq(lead, the, direction, count, anyUnit), ([, , by, number, unit]) => rollingOf(number * by, unit)),
    map(seq(maybe(any<unknown>(term('within'), mark('+'))), count, anyUnit), ([, number, unit]) =>
      rollingOf(number, unit),
    ),
    map(seq(lead, the, maybe(shift), oneUnit), ([, , by, unit]) =>
      unit === 'fortnight' ? rollingOf(by === -1 ? -1 : 1, unit) : null,
    ),
    map(seq(the, term('past'), oneUnit), ([, , unit]) => rollingOf(-1, unit, true)),
  ),
)

const single = rule(
  'when',
  map(seq(maybe(term('in', 'within', 'on')), the, moment), ([, , found]): When => ({
    kind: 'moment',
    moment: found,
  })),
)

/** Everything that says when. */
export const when: Parser<When> = any<When>(
  single,
  daysOfMonth,
  weekdaysOfWeek,
  numberedWeeks,
  twoEnds,
  twoDates,
  open,
  rest,
  untilEnd,
  rolling,
  list,
)
