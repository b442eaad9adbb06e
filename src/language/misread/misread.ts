import { dayText } from '../../calendar/spans.js'
import type { AskQuery } from '../query.js'
import { spanOf, whenOf, type ParseContext } from '../read.js'
import { spanWords } from '../text-form.js'
import { lex } from '../words/lexer.js'
import { chunksOf, daysOf, ofKind, wordsOf, type Chunk } from './chunks.js'
import { knownRefusals, type Misreading } from './known.js'
import { refuseNames, refuseUnknown, sayKnown } from './names.js'
import { isRefusal, type AskRefusal, type Misread } from './refusal.js'
import { refuseException, refuseHalves, refuseParts, refuseSlip } from './reworded.js'

/** Why a phrase that is not understood has no answer, and what can be asked instead: the first reason that holds. */

/** What is found in the phrase as typed, before its spelling is repaired. */
const asTyped = [refuseHalves, ...knownRefusals, refuseException, refuseParts, refuseSlip]

/** Why a phrase that is about something known has no answer; null: anything else. */
export const misreadKnown = (unread: Misreading): Misread | null => {
  for (const refuse of asTyped) {
    const found = refuse(unread)
    if (found) return { words: unread.parsing.source.characters.join(''), ...found }
  }
  return null
}

/** 24 may be 24 days or the 24th, 12-14 a date or two days of a month, 2027 a year. */
const numberSuggestions = (parsing: ParseContext, numbers: readonly Chunk[]): readonly string[] => {
  const [first, second] = numbers.map(({ from }) => parsing.input.tokens[from]!.text)
  const alone = first!.length > 3 ? [`year ${first}`] : [`next ${first} days`, `the ${first}th`]
  const meant = second === undefined ? alone : [`${first}.${second}.`, `the ${first}th to the ${second}th`]
  return meant.flatMap((words) => {
    const span = spanOf(whenOf(parsing, lex([...words]))?.outcome)
    return span ? spanWords(span) : []
  })
}

/** What the pieces of a phrase are that have a meaning, but not one that is answered; the suggestions are days. */
const faultIn = (
  parsing: ParseContext,
  chunks: readonly Chunk[],
): (AskRefusal & { readonly at: readonly Chunk[] }) | null => {
  const [times, dates, at] = (['time', 'when', 'number'] as const).map((kind) => ofKind(chunks, kind))
  const days = daysOf(chunks)
  if (times!.length > 0)
    return {
      reason: 'time_of_day',
      fact: 'I know days and halves of days, but not times.',
      suggestions: [days[0] ?? dayText(parsing.calendar.today)],
      at: times!.slice(0, 1),
    }
  for (const chunk of dates!)
    if (chunk.outcome && isRefusal(chunk.outcome)) return { ...chunk.outcome, at: [chunk] }
  if (dates!.length > 1)
    return {
      reason: 'two_ranges',
      fact: 'These dates are not one range.',
      suggestions: days.slice(0, 3),
      at: dates!,
    }
  if (at!.length === 0) return null
  const fact = `"${wordsOf(parsing, at!)}" is not clear. Which days do you mean?`
  return { reason: 'bare_number', fact, suggestions: numberSuggestions(parsing, at!), at: at! }
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
    suggestions: suggestions.map((days) => sayKnown(parsing, chunks, days)),
  }
}
