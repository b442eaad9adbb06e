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
  type Unread,
} from './known.js'
import { refuseNames } from './names.js'
import { isRefusal, type Misread } from './refusal.js'
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
export const misreadKnown = (unread: Unread): Misread | null => {
  for (const refuse of asTyped) {
    const found = refuse(unread)
    if (found) return { words: unread.parsing.source.characters.join(''), ...found }
  }
  return null
}

type RefusePieces = (parsing: ParseContext, chunks: readonly Chunk[]) => Misread | null

const ofTime = (parsing: ParseContext, chunks: readonly Chunk[], words: string): Misread => ({
  reason: 'time_of_day',
  words,
  fact: 'I know days and halves of days, but not times.',
  suggestions: [addWho(daysOf(chunks)[0] ?? dayText(parsing.calendar.today), parsing, chunks)],
})

const refuseTime: RefusePieces = (parsing, chunks) => {
  const [time] = ofKind(chunks, 'time')
  return time ? ofTime(parsing, chunks, wordsOf(parsing, [time])) : null
}

const refuseMeaning: RefusePieces = (parsing, chunks) => {
  for (const chunk of chunks)
    if (chunk.outcome && isRefusal(chunk.outcome))
      return {
        ...chunk.outcome,
        words: wordsOf(parsing, [chunk]),
        suggestions: chunk.outcome.suggestions.map((words) => addWho(words, parsing, chunks)),
      }
  return null
}

const refuseRanges: RefusePieces = (parsing, chunks) => {
  const dates = ofKind(chunks, 'when')
  if (dates.length < 2) return null
  return {
    reason: 'two_ranges',
    words: wordsOf(parsing, dates),
    fact: 'These dates are not one range.',
    suggestions: daysOf(dates)
      .slice(0, 3)
      .map((words) => addWho(words, parsing, chunks)),
  }
}

const refuseNumber: RefusePieces = (parsing, chunks) => {
  const numbers = ofKind(chunks, 'number')
  if (numbers.length === 0) return null
  const words = wordsOf(parsing, numbers)
  // "from 9 to 5" is about hours of a day.
  const [, from, to] = /^(\d{1,2}) (?:to|til|till|until) (\d{1,2})$/u.exec(words) ?? []
  if (Number(from) <= 12 && Number(from) > Number(to)) return ofTime(parsing, chunks, words)
  return {
    reason: 'bare_number',
    words,
    fact: `"${words}" is not clear. Which days do you mean?`,
    suggestions: numberSuggestions(parsing, numbers).map((one) => addWho(one, parsing, chunks)),
  }
}

const inPieces: readonly RefusePieces[] = [refuseNames, refuseTime, refuseMeaning, refuseRanges, refuseNumber]

/** For a phrase that could not be read in any way: what was recognized, and what was not. */
export const misreadWords = (parsing: ParseContext, guesses: readonly AskQuery[]): Misread => {
  const chunks = chunksOf(parsing)
  const unknown = ofKind(chunks, 'unknown')
  for (const refuse of unknown.length > 0 ? [refuseTime] : inPieces) {
    const found = refuse(parsing, chunks)
    if (found) return found
  }
  return refuseUnknown(parsing, chunks, unknown.length > 0 ? unknown : ofKind(chunks, 'joint'), guesses)
}
