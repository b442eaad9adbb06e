import { moment } from './moment.js'
import { periodEnd } from './range.js'
import { the } from './words.js'
import { either, map, mark, maybe, rule, seq, term } from './parser.js'
import * as meaning from '../meaning/meaning.js'
import type { When } from '../meaning/meaning.js'
import type { Moment } from '../meaning/moment.js'
import { part } from '../meaning/part.js'

/** Open ranges: "until friday", "the rest of the week". */

const onwards = either<unknown>(term('onwards'), mark('..'))

export const open = rule(
  'open range',
  either<When>(
    map(seq(either<unknown>(term('until'), mark('..')), moment), ([, found]) => meaning.open('until', found)),
    map(seq(term('before', 'since', 'after'), moment), ([{ kind }, found]) => meaning.open(kind, found)),
    map(seq(term('from'), moment, maybe(either<unknown>(onwards, term('on')))), ([, found]) =>
      meaning.open('from', found),
    ),
    map(seq(moment, onwards), ([found]) => meaning.open('from', found)),
  ),
)

const restOf = (found: Moment): When | null =>
  ['period', 'yearly', 'monthIn', 'day'].includes(found.kind) ? meaning.rest(found) : null

/** "later next week" is the last part of it; "later this week" is what remains of it. */
const laterIn = (found: Moment): When | null =>
  found.kind === 'period' && found.shift > 0 ? meaning.on(part('late', found)) : restOf(found)

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
      return alone && !isCurrent(end.moment) ? null : meaning.untilEnd(end.moment, alone)
    },
  ),
)
