import { moment, singleDay, theHoliday } from './moment.js'
import { holiday } from './period.js'
import { daysOfMonth, ending, list, numberedWeeks, twoDates, twoEnds, weekdaysOfWeek } from './range.js'
import { anyUnit, count, direction, unitIn, wholeYearOf, writtenYear } from './words.js'
import { either, maybe, pick, read, rule, term, type Parser } from './parser.js'
import * as meaning from '../meaning/meaning.js'
import type { Moment, When } from '../meaning/moment.js'
import { around } from '../meaning/range.js'
import { bridge, part, sides } from '../meaning/relative.js'

/** A length of time from some day: not a weekend. */
const length = either(
  read([count, anyUnit], (number, unit) => (number === 0 || unit === 'weekend' ? null : { number, unit })),
  read([unitIn('fortnight')], (unit) => ({ number: 1, unit })),
)

/** "the next 10 days", "10 days", "+10d", "last 7 days", "next fortnight". */
const rolling = rule(
  'rolling',
  either(
    read(['[within|in|+]', '[the]', maybe(direction), length], (by, { number, unit }) =>
      meaning.rolling(by === -1 ? -number : number, unit),
    ),
    read(['[within|in]', '[the]', 'past', unitIn('day', 'week', 'month', 'quarter', 'year')], (unit) =>
      meaning.rollingOrLast(unit),
    ),
  ),
)

/** "the next 5 working days" */
const workdays = rule(
  'working days',
  read(['[within|in]', '[the]', direction, count, 'workdays'], (by, number) =>
    by <= 0 || number === 0 || number > 366 ? null : meaning.nextWorkdays(number),
  ),
)

const fromDay = read([term('from', 'after', 'before'), singleDay], ({ kind }, found) => ({ kind, found }))

/** "for 2 weeks from monday" and "monday for 2 weeks" last as long as "next 2 weeks" does from today. */
const lasting = rule(
  'for so long',
  either(
    read(
      [either(pick('within', '[the]'), pick('[in]', 'the')), length, fromDay],
      (_, length, { kind, found }) => meaning.lasting(kind, found, length),
    ),
    read([length, 'starting', singleDay], (length, found) => meaning.lasting('from', found, length)),
    read(['[from]', singleDay, 'lasting', length], (found, length) => meaning.lasting('from', found, length)),
  ),
)

/** "for 2 weeks after monday" and "the 2 weeks before christmas" are ranges, whereas "2 weeks after monday" is a day. */
const isDay = (lead: { readonly kind: string } | null, article: unknown, found: Moment): boolean =>
  found.kind !== 'offset' || (article === null && lead?.kind !== 'within')

/** "end of december", "end of next week", "at the end of this week" */
const isPartable = (found: Moment): boolean =>
  (found.kind === 'yearly' && found.what.kind === 'part' && found.what.size <= 3) ||
  found.kind === 'monthIn' ||
  (found.kind === 'period' && ['week', 'month', 'quarter'].includes(found.unit))

const single = rule(
  'when',
  either<When>(
    // "over christmas" has words of its own; "over thanksgiving" has its weekend with it.
    read([holiday], meaning.on),
    read(['over', '[the]', holiday], (found) => meaning.on(bridge(found))),
    read([maybe(term('in', 'within', 'on')), maybe(term('the')), moment], (lead, article, found) =>
      isDay(lead, article, found) ? meaning.on(found) : null,
    ),
    read(['around', '[the]', singleDay], around),
    read(['at', holiday], meaning.on),
    read(['[in|at|on]', '[the]', 'ending', '[the]', moment], (found) =>
      isPartable(found) ? meaning.on(part('late', found)) : null,
    ),
    read([writtenYear], (year) => (year >= 2000 && year < 2100 ? meaning.on(wholeYearOf(year)) : null)),
  ),
)

const openSide = either(
  read(['until|..'], () => 'until' as const),
  read([term('before', 'since', 'after')], ({ kind }) => kind),
)

const open = rule(
  'open range',
  either(
    // "before the christmas break"
    read([openSide, either(moment, theHoliday)], (side, found) => meaning.open(side, found)),
    read([either(pick('from', moment, '[onwards|..|on]'), pick(moment, 'onwards|..'))], (found) =>
      meaning.open('from', found),
    ),
  ),
)

const rest = rule(
  'rest of a period',
  read(['[the]', term('rest', 'later', 'earlier'), '[the]', moment], ({ kind }, found) =>
    ['period', 'yearly', 'monthIn', 'day'].includes(found.kind) ? meaning.on(sides[kind](found)) : null,
  ),
)

const untilEnd = rule(
  'until the end of a period',
  either(
    read(['until|..', '[the]', ending], (found) => meaning.untilEnd(found, false)),
    read(['[the]', ending], (found) =>
      found.kind === 'period' && found.shift === 0 ? meaning.untilEnd(found, true) : null,
    ),
  ),
)

const whenRules = either<When>(
  lasting,
  // "end of the month" is the days from today on rather than its last part.
  untilEnd,
  single,
  daysOfMonth,
  weekdaysOfWeek,
  numberedWeeks,
  twoEnds,
  twoDates,
  open,
  rest,
  rolling,
  workdays,
  list,
)

/** Every expression of time. Nothing but a number, a word of the vocabulary or `..` can begin one. */
export const when: Parser<When> = (input, at) =>
  input.tokens[at]?.kind === 'number' || input.entries[at]?.length || input.tokens[at]?.text === '..'
    ? whenRules(input, at)
    : []
