import type { Unit } from '../../calendar/spans.js'
import { moment, namedWeek, singleDay } from './moment.js'
import { isoDay } from './numeric.js'
import { holiday } from './period.js'
import {
  dateOf,
  daysOfMonth,
  numberedDay,
  numberedWeeks,
  periodEnd,
  twoDates,
  twoEnds,
  weekdaysOfWeek,
  type DayNumber,
} from './range.js'
import { date } from './date.js'
import {
  anyUnit,
  comma,
  count,
  month,
  oneUnit,
  separator,
  shift,
  the,
  weekday,
  yearAfter,
  yearly,
} from './words.js'
import { digits, either, glued, map, mark, maybe, rule, seq, term, unless, type Parser } from './parser.js'
import type { Moment, When, Year } from './phrase.js'

const joiner = either<unknown>(term('and'), mark(',', '/'), seq(mark(','), term('and')))
/** A slash between two numbers is part of a date. */
const slashed = seq(glued(mark('/')), glued(digits(1, 4)))
const momentJoiner: Parser<unknown> = (input, at) =>
  input.tokens[at - 1]?.kind === 'number' && slashed(input, at).length > 0 ? [] : joiner(input, at)

/** One to four more of them, with a joiner before each. */
const further = <T>(parser: Parser<T>, before: Parser<unknown> = joiner): Parser<readonly T[]> => {
  const one = map(seq(before, parser), ([, found]) => [found])
  return either<readonly T[]>(
    map(seq(one, one, one, one), (found) => found.flat()),
    map(seq(one, one, one), (found) => found.flat()),
    map(seq(one, one), (found) => found.flat()),
    one,
  )
}
const furtherMoments = rule('further', further(moment, momentJoiner))
const furtherDays = further(numberedDay)
const furtherWeekdays = further(weekday)

const datesTogether = (month: number, days: readonly DayNumber[], year: Year | null): When => ({
  kind: 'list',
  moments: days.map((day) => dateOf(month, day, year)),
})

const unitsTogether = (first: number, second: number, unit: Unit): When => ({
  kind: 'list',
  moments: [first, second].map((by): Moment => ({ kind: 'period', unit, shift: by, coming: false })),
})

/** "the one after" */
const following: Parser<Unit> = map(term('count'), ({ value }) => (value === 1 ? 'day' : null))

/** "24 dec, friday" claims the weekday of a day, and does not add another. */
const claimsWeekday = (first: Moment, second: Moment | undefined): boolean =>
  first.kind === 'yearly' &&
  first.what.kind === 'date' &&
  first.weekday === null &&
  second?.kind === 'weekday'

/** `2026-11-23..2026-11-25` as one of several: how a question is written that asks for days apart. */
const stretchOfDays: Parser<Moment> = map(seq(isoDay, mark('..'), isoDay), ([from, , to]): Moment => ({
  kind: 'stretch',
  from,
  to,
}))
/** "7-9 dec" as one of several. */
const stretchOfMonth: Parser<Moment> = map(
  seq(numberedDay, separator, numberedDay, month, maybe(yearAfter)),
  ([from, , to, number, year]): Moment | null =>
    from.day > to.day
      ? null
      : { kind: 'stretch', from: dateOf(number, from, year), to: dateOf(number, to, year) },
)
const furtherStretches = further(either<Moment>(stretchOfMonth, date))
const written = either<Moment>(stretchOfDays, isoDay)
const furtherWritten = further(written, term('and'))

/** Days or periods one after the other: "today and tomorrow", "this week and next". */
const list = rule(
  'list',
  either<When>(
    map(
      seq(weekday, furtherWeekdays, comma, maybe(term('of', 'in')), namedWeek),
      ([first, more, , , week]): When => ({
        kind: 'list',
        moments: [first, ...more].map((index): Moment => ({ kind: 'weekdayIn', weekday: index, week })),
      }),
    ),
    map(seq(stretchOfMonth, furtherStretches), ([first, rest]): When => ({
      kind: 'list',
      moments: [first, ...rest],
    })),
    map(seq(written, furtherWritten), ([first, rest]): When | null =>
      [first, ...rest].some(({ kind }) => kind === 'stretch')
        ? { kind: 'list', moments: [first, ...rest] }
        : null,
    ),
    map(seq(moment, furtherMoments), ([first, rest]): When | null =>
      claimsWeekday(first, rest[0]) ? null : { kind: 'list', moments: [first, ...rest] },
    ),
    map(seq(the, shift, oneUnit, term('and'), the, shift), ([, first, unit, , , second]) =>
      unitsTogether(first, second, unit),
    ),
    map(seq(the, shift, term('and'), the, shift, oneUnit), ([, first, , , second, unit]) =>
      unitsTogether(first, second, unit),
    ),
    map(
      seq(the, shift, oneUnit, term('and'), the, either(oneUnit, following), term('after')),
      ([, first, unit]) => unitsTogether(first, first + 1, unit),
    ),
    map(
      seq(numberedDay, furtherDays, maybe(term('of')), month, maybe(yearAfter)),
      ([first, more, , number, year]) => datesTogether(number, [first, ...more], year),
    ),
    map(
      seq(month, numberedDay, unless(furtherDays, glued(mark('/'))), maybe(yearAfter)),
      ([number, first, more, year]) => datesTogether(number, [first, ...more], year),
    ),
  ),
)

const onwards = either<unknown>(term('onwards'), mark('..'))

const open = rule(
  'open range',
  either<When>(
    map(seq(either<unknown>(term('until'), mark('..')), moment), ([, found]): When => ({
      kind: 'until',
      moment: found,
    })),
    map(seq(term('before', 'since', 'after'), moment), ([{ kind }, found]): When => ({
      kind,
      moment: found,
    })),
    map(seq(term('from'), moment, maybe(either<unknown>(onwards, term('on')))), ([, found]): When => ({
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
  map(
    seq(maybe(either<unknown>(term('until'), mark('..'))), the, periodEnd),
    ([lead, , end]): When | null => {
      if (end.kind !== 'lastDay') return null
      const alone = lead === null
      return alone && !isCurrent(end.moment) ? null : { kind: 'untilEnd', moment: end.moment, alone }
    },
  ),
)

const rollingOf = (number: number, unit: Unit, lastUnit = false): When | null =>
  number === 0 || unit === 'weekend' ? null : { kind: 'rolling', count: number, unit, lastUnit }

const lead = maybe(term('within', 'in'))

const direction: Parser<number> = either<number>(
  map(shift, (by) => (by === 0 ? null : by)),
  map(term('coming'), () => 1),
  map(term('past'), () => -1),
)

/** "the next 10 days", "10 days", "+10d", "last 7 days", "next fortnight". */
const rolling = rule(
  'rolling',
  either<When>(
    map(seq(lead, the, direction, count, anyUnit), ([, , by, number, unit]) => rollingOf(number * by, unit)),
    map(seq(maybe(either<unknown>(term('within'), mark('+'))), count, anyUnit), ([, number, unit]) =>
      rollingOf(number, unit),
    ),
    map(seq(lead, the, maybe(either(direction, shift)), oneUnit), ([, , by, unit]) =>
      unit === 'fortnight' ? rollingOf(by === -1 ? -1 : 1, unit) : null,
    ),
    map(seq(lead, the, term('past'), oneUnit), ([, , , unit]) =>
      unit === 'fortnight' ? null : rollingOf(-1, unit, true),
    ),
  ),
)

/** "the next 5 working days" */
const workdays = rule(
  'working days',
  map(seq(lead, the, direction, count, term('workdays')), ([, , by, number]): When | null =>
    by < 0 || number === 0 || number > 366 ? null : { kind: 'workdays', count: number },
  ),
)

const lastingOf = (
  count: number,
  unit: Unit,
  place: 'from' | 'after' | 'before',
  moment: Moment,
): When | null => (count === 0 || unit === 'weekend' ? null : { kind: 'lasting', place, moment, count, unit })

const stretch = seq(count, anyUnit, term('from', 'after', 'before'), either(singleDay, holiday))

/** "for 2 weeks from monday", "monday for 2 weeks": as long as "next 2 weeks" is from today. */
const lasting = rule(
  'for so long',
  either<When>(
    map(seq(term('within'), the, stretch), ([, , [number, unit, { kind }, found]]) =>
      lastingOf(number, unit, kind, found),
    ),
    map(seq(maybe(term('in')), term('the'), stretch), ([, , [number, unit, { kind }, found]]) =>
      lastingOf(number, unit, kind, found),
    ),
    map(seq(count, anyUnit, term('starting'), singleDay), ([number, unit, , found]) =>
      lastingOf(number, unit, 'from', found),
    ),
    map(seq(maybe(term('from')), singleDay, term('lasting'), count, anyUnit), ([, found, , number, unit]) =>
      lastingOf(number, unit, 'from', found),
    ),
  ),
)

/** "for 2 weeks after monday" and "the 2 weeks before christmas" are no day, as "2 weeks after monday" is. */
const isDay = (lead: { readonly kind: string } | null, article: unknown, found: Moment): boolean =>
  found.kind !== 'offset' || (article === null && lead?.kind !== 'within')

/** "end of december", "end of next week"; the end of the current ones is from today on. */
const isPartable = (found: Moment): boolean =>
  (found.kind === 'yearly' && ['month', 'quarter'].includes(found.what.kind)) ||
  found.kind === 'monthIn' ||
  (found.kind === 'period' && found.shift !== 0 && ['week', 'month', 'quarter'].includes(found.unit))

const single = rule(
  'when',
  either<When>(
    map(seq(maybe(term('in', 'within', 'on')), the, moment), ([before, article, found]): When | null =>
      isDay(before, article, found) ? { kind: 'moment', moment: found } : null,
    ),
    map(seq(term('at'), holiday), ([, found]): When => ({ kind: 'moment', moment: found })),
    map(
      seq(maybe(term('in', 'at', 'on')), the, term('ending'), the, moment),
      ([, , , , found]): When | null =>
        isPartable(found) ? { kind: 'moment', moment: { kind: 'part', part: 'late', moment: found } } : null,
    ),
    map(digits(4, 4), (text): When | null =>
      text >= '2000' && text < '2100'
        ? { kind: 'moment', moment: yearly({ kind: 'year' }, Number(text)) }
        : null,
    ),
  ),
)

const whenRules = either<When>(
  lasting,
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
  workdays,
  list,
)

/** A number, a word of the vocabulary or `..`: nothing else begins a date, so no rule need look at it. */
const canBegin: Parser<unknown> = ({ tokens, entries }, at) =>
  tokens[at]?.kind === 'number' || (entries[at]?.length ?? 0) > 0 || tokens[at]?.text === '..'
    ? [{ value: null, next: at, trace: [] }]
    : []

/** Everything that says when. */
export const when: Parser<When> = map(seq(canBegin, whenRules), ([, found]) => found)
