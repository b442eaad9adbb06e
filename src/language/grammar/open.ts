import { moment, theHoliday } from './moment.js'
import { periodEnd } from './range.js'
import { the } from './words.js'
import { either, map, mark, maybe, rule, seq, term } from './parser.js'
import * as meaning from '../meaning/meaning.js'
import type { When } from '../meaning/meaning.js'
import type { Moment } from '../meaning/moment.js'
import { sideOf } from '../meaning/part.js'

/** Open ranges: "until friday", "the rest of the week". */

/** "before the christmas break" */
const end = either(moment, theHoliday)

const onwards = either<unknown>(term('onwards'), mark('..'))

export const open = rule(
  'open range',
  either<When>(
    map(seq(either<unknown>(term('until'), mark('..')), end), ([, found]) => meaning.open('until', found)),
    map(seq(term('before', 'since', 'after'), end), ([{ kind }, found]) => meaning.open(kind, found)),
    map(seq(term('from'), moment, maybe(either<unknown>(onwards, term('on')))), ([, found]) =>
      meaning.open('from', found),
    ),
    map(seq(moment, onwards), ([found]) => meaning.open('from', found)),
  ),
)

export const rest = rule(
  'rest of a period',
  map(seq(the, term('rest', 'later', 'earlier'), the, moment), ([, { kind }, , found]) =>
    ['period', 'yearly', 'monthIn', 'day'].includes(found.kind) ? meaning.on(sideOf(kind, found)) : null,
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
