import { dayText } from '../../calendar/spans.js'
import type { ParseContext } from '../read.js'
import { chunksOf, type Chunk } from './chunks.js'
import { refuseNames } from './names.js'
import { isRefusal } from './refusal.js'
import type { AskQuery } from '../query.js'
import { addWho, firstWhen, ofKind, outcomeWords, stretch, wordsOf, type Misread } from './say.js'
import { numberSuggestions } from './suggestions.js'
import { refuseUnknown } from './unknown.js'

/** The first days named among other words; empty when there are none. */
export const dateWithin = (parsing: ParseContext): string => firstWhen(chunksOf(parsing))[0] ?? ''

/** All days named among other words. */
export const daysIn = (parsing: ParseContext): readonly string[] =>
  ofKind(chunksOf(parsing), 'when').flatMap((chunk) => outcomeWords(chunk).slice(0, 1))

const todayWords = ({ calendar }: ParseContext): string => dayText(calendar.today)

const refuseTime = (parsing: ParseContext, chunks: readonly Chunk[]): Misread | null => {
  const times = ofKind(chunks, 'time')
  if (times.length === 0) return null
  const day = firstWhen(chunks)[0] ?? todayWords(parsing)
  return {
    reason: 'time_of_day',
    words: wordsOf(parsing, times.slice(0, 1)),
    fact: 'I know days and halves of days, but not times.',
    suggestions: [addWho(day, parsing, chunks)],
  }
}

const refuseMeaning = (parsing: ParseContext, chunks: readonly Chunk[]): Misread | null => {
  for (const chunk of ofKind(chunks, 'when'))
    if (chunk.outcome && isRefusal(chunk.outcome))
      return {
        ...chunk.outcome,
        words: wordsOf(parsing, [chunk]),
        suggestions: chunk.outcome.suggestions.map((words) => addWho(words, parsing, chunks)),
      }
  return null
}

const refuseRanges = (parsing: ParseContext, chunks: readonly Chunk[]): Misread | null => {
  const dates = ofKind(chunks, 'when')
  if (dates.length < 2) return null
  return {
    reason: 'two_ranges',
    words: wordsOf(parsing, stretch(chunks, dates)),
    fact: 'These dates are not one range.',
    suggestions: dates
      .slice(0, 3)
      .map((chunk) => addWho(outcomeWords(chunk)[0] ?? todayWords(parsing), parsing, chunks)),
  }
}

const isHours = (words: string): boolean =>
  /^\d{1,2} (?:to|til|till|until) \d{1,2}$/u.test(words) && Number.parseInt(words, 10) <= 12

/** "from 9 to 5" is about hours of a day. */
const refuseHours = (parsing: ParseContext, chunks: readonly Chunk[], words: string): Misread | null => {
  const [from, to] = words.split(/\D+/u).map(Number)
  return from! > to!
    ? {
        reason: 'time_of_day',
        words,
        fact: 'I know days and halves of days, but not times.',
        suggestions: [addWho(firstWhen(chunks)[0] ?? todayWords(parsing), parsing, chunks)],
      }
    : null
}

const refuseNumber = (parsing: ParseContext, chunks: readonly Chunk[]): Misread | null => {
  const numbers = ofKind(chunks, 'number')
  if (numbers.length === 0) return null
  const words = wordsOf(parsing, stretch(chunks, numbers))
  const hours = isHours(words) ? refuseHours(parsing, chunks, words) : null
  if (hours) return hours
  return {
    reason: 'bare_number',
    words,
    fact: `"${words}" is not clear. Which days do you mean?`,
    suggestions: numberSuggestions(parsing, numbers).map((suggestion) => addWho(suggestion, parsing, chunks)),
  }
}

/** Whether a token was read as part of a date. A repair that was not is not shown. */
export const isInDate = (parsing: ParseContext, at: number): boolean =>
  chunksOf(parsing).some(({ kind, from, to }) => kind === 'when' && from <= at && at < to)

/** For a phrase that could not be read in any way: what was recognized, and what was not. */
export const misreadWords = (parsing: ParseContext, guesses: readonly AskQuery[]): Misread => {
  const chunks = chunksOf(parsing)
  const unknown = ofKind(chunks, 'unknown')
  if (unknown.length > 0)
    return refuseTime(parsing, chunks) ?? refuseUnknown(parsing, chunks, stretch(chunks, unknown), guesses)
  return (
    refuseNames(parsing, chunks) ??
    refuseTime(parsing, chunks) ??
    refuseMeaning(parsing, chunks) ??
    refuseRanges(parsing, chunks) ??
    refuseNumber(parsing, chunks) ??
    refuseUnknown(parsing, chunks, ofKind(chunks, 'joint'), guesses)
  )
}
