import { moment } from './moment.js'
import { periodEnd } from './range.js'
import { the } from './words.js'
import { either, map, mark, maybe, rule, seq, term } from './parser.js'
import type { Moment, When } from './phrase.js'

/** Open ranges: "until friday", "the rest of the week". */

const onwards = either<unknown>(term('onwards'), mark('..'))

export const open = rule(
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

const restOf = (found: Moment): When | null =>
  ['period', 'yearly', 'monthIn', 'day'].includes(found.kind) ? { kind: 'rest', moment: found } : null

/** "later next week" is the last part of it; "later this week" is what remains of it. */
const laterIn = (found: Moment): When | null =>
  found.kind === 'period' && found.shift > 0
    ? { kind: 'moment', moment: { kind: 'part', part: 'late', moment: found } }
    : restOf(found)

export const rest = rule(
  'rest of a period',
  map(seq(the, term('rest', 'later'), the, moment), ([, { kind }, , found]) =>
    kind === 'rest' ? restOf(found) : laterIn(found),
  ),
)

const isCurrent = (found: Moment): boolean => found.kind === 'period' && found.shift === 0

export const untilEnd = rule(
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
