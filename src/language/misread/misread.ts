import { dayText } from '../../calendar/spans.js'
import type { AskQuery } from '../query.js'
import type { ParseContext } from '../read.js'
import { chunksOf, daysOf, ofKind, wordsOf, type Chunk } from './chunks.js'
import {
  refuseAllowance,
  refuseDigest,
  refuseForeign,
  refuseHoliday,
  refuseRanking,
  refuseRecurring,
  refuseTeamList,
  refuseVague,
  type Refuse,
  type Misreading,
} from './known.js'
import { refuseNames } from './names.js'
import { isRefusal, type AskRefusal, type Misread } from './refusal.js'
import { refuseException, refuseHalves, refuseParts, refuseSlip } from './reworded.js'
import { addWho, numberSuggestions } from './suggestions.js'
import { refuseUnknown } from './unknown.js'

/** Why a phrase that is not understood has no answer, and what can be asked instead: the first reason that holds. */

/** What is found in the phrase as typed, before its spelling is repaired. */
const asTyped: readonly Refuse[] = [
  refuseHalves,
  refuseDigest,
  refuseTeamList,
  refuseAllowance,
  refuseRanking,
  refuseHoliday,
  refuseRecurring,
  refuseForeign,
  refuseVague,
  refuseException,
  refuseParts,
  refuseSlip,
]

/** Why a phrase that is about something known has no answer; null: anything else. */
export const misreadKnown = (unread: Misreading): Misread | null => {
  for (const refuse of asTyped) {
    const found = refuse(unread)
    if (found) return { words: unread.parsing.source.characters.join(''), ...found }
  }
  return null
}

/** Words that cannot be asked about, and days that can. */
interface Fault extends AskRefusal {
  readonly at: readonly Chunk[]
}

/** What the pieces of a phrase are that have a meaning, but not one that is answered. */
const faultIn = (parsing: ParseContext, chunks: readonly Chunk[]): Fault | null => {
  const [time] = ofKind(chunks, 'time')
  const ofHours = {
    reason: 'time_of_day',
    fact: 'I know days and halves of days, but not times.',
    suggestions: [daysOf(chunks)[0] ?? dayText(parsing.calendar.today)],
  } as const
  if (time) return { ...ofHours, at: [time] }
  const dates = ofKind(chunks, 'when')
  for (const chunk of dates)
    if (chunk.outcome && isRefusal(chunk.outcome)) return { ...chunk.outcome, at: [chunk] }
  const ranges = daysOf(dates).slice(0, 3)
  if (dates.length > 1)
    return { reason: 'two_ranges', fact: 'These dates are not one range.', suggestions: ranges, at: dates }
  const at = ofKind(chunks, 'number')
  if (at.length === 0) return null
  const words = wordsOf(parsing, at)
  // "from 9 to 5" is about hours of a day.
  const [, from, to] = /^(\d{1,2}) (?:to|til|till|until) (\d{1,2})$/u.exec(words) ?? []
  if (Number(from) <= 12 && Number(from) > Number(to)) return { ...ofHours, at }
  const fact = `"${words}" is not clear. Which days do you mean?`
  return { reason: 'bare_number', fact, suggestions: numberSuggestions(parsing, at), at }
}

/** For a phrase that could not be read in any way: what was recognized, and what was not. */
export const misreadWords = (parsing: ParseContext, guesses: readonly AskQuery[]): Misread => {
  const chunks = chunksOf(parsing)
  const unknown = ofKind(chunks, 'unknown')
  const isKnown = unknown.length === 0
  const names = isKnown ? refuseNames(parsing, chunks) : null
  if (names) return names
  const fault = faultIn(parsing, chunks)
  if (!fault || !(isKnown || fault.reason === 'time_of_day'))
    return refuseUnknown(parsing, chunks, isKnown ? ofKind(chunks, 'joint') : unknown, guesses)
  const { at, suggestions, ...refusal } = fault
  return {
    ...refusal,
    words: wordsOf(parsing, at),
    suggestions: suggestions.map((words) => addWho(words, parsing, chunks)),
  }
}
