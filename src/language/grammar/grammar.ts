import type { Unit } from '../../calendar/spans.js'
import { moment, singleDay } from './moment.js'
import { holiday } from './period.js'
import { daysOfMonth, numberedWeeks, twoDates, twoEnds, weekdaysOfWeek } from './range.js'
import { anyUnit, count, oneUnit, shift, the, yearly } from './words.js'
import { digits, either, map, mark, maybe, rule, seq, term, type Parser } from './parser.js'
import * as meaning from '../meaning/meaning.js'
import type { When } from '../meaning/meaning.js'
import type { Moment } from '../meaning/moment.js'
import { bridge } from '../meaning/relative.js'
import { part } from '../meaning/part.js'
import { list } from './list.js'
import { open, rest, untilEnd } from './open.js'

const rollingOf = (number: number, unit: Unit, isLast = false): When | null =>
  number === 0 || unit === 'weekend' ? null : meaning.rolling(number, unit, isLast)

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
  map(seq(lead, the, direction, count, term('workdays')), ([, , by, number]) =>
    by < 0 || number === 0 || number > 366 ? null : meaning.nextWorkdays(number),
  ),
)

const lastingOf = (
  count: number,
  unit: Unit,
  place: 'from' | 'after' | 'before',
  moment: Moment,
): When | null => (count === 0 || unit === 'weekend' ? null : meaning.lasting(place, moment, count, unit))

const stretch = seq(count, anyUnit, term('from', 'after', 'before'), either(singleDay, holiday))

/** "for 2 weeks from monday" and "monday for 2 weeks" last as long as "next 2 weeks" does from today. */
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

/**
 * "for 2 weeks after monday" and "the 2 weeks before christmas" are ranges, whereas "2 weeks after monday" is a day.
 */
const isDay = (lead: { readonly kind: string } | null, article: unknown, found: Moment): boolean =>
  found.kind !== 'offset' || (article === null && lead?.kind !== 'within')

/**
 * "end of december", "end of next week", "at the end of this week". The bare end of a current period is read elsewhere,
 * as the days from today on.
 */
const isPartable = (lead: { readonly kind: string } | null, found: Moment): boolean =>
  (found.kind === 'yearly' && ['month', 'quarter'].includes(found.what.kind)) ||
  found.kind === 'monthIn' ||
  (found.kind === 'period' &&
    (lead?.kind === 'at' || found.shift !== 0) &&
    ['week', 'month', 'quarter'].includes(found.unit))

const single = rule(
  'when',
  either<When>(
    // "over christmas" has words of its own; "over thanksgiving" has its weekend with it.
    map(holiday, (found) => meaning.on(found)),
    map(seq(mark('over'), the, holiday), ([, , found]) => meaning.on(bridge(found))),
    map(seq(maybe(term('in', 'within', 'on')), the, moment), ([before, article, found]) =>
      isDay(before, article, found) ? meaning.on(found) : null,
    ),
    map(seq(mark('around'), the, either(singleDay, holiday)), ([, , found]) => meaning.around(found)),
    map(seq(term('at'), holiday), ([, found]) => meaning.on(found)),
    map(seq(maybe(term('in', 'at', 'on')), the, term('ending'), the, moment), ([lead, , , , found]) =>
      isPartable(lead, found) ? meaning.on(part('late', found)) : null,
    ),
    map(digits(4, 4), (text) =>
      text >= '2000' && text < '2100' ? meaning.on(yearly({ kind: 'year' }, Number(text))) : null,
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

/** A number, a word of the vocabulary or `..`. Nothing else can begin a date, so the rules are skipped elsewhere. */
const canBegin: Parser<unknown> = ({ tokens, entries }, at) =>
  tokens[at]?.kind === 'number' || (entries[at]?.length ?? 0) > 0 || tokens[at]?.text === '..'
    ? [{ value: null, next: at, trace: [] }]
    : []

/** Every expression of time. */
export const when: Parser<When> = map(seq(canBegin, whenRules), ([, found]) => found)
