import { dayText } from '../../calendar/spans.js'
import type { AskQuery, AskReason } from '../query.js'
import { spanOf, whenOf, type ParseContext } from '../read.js'
import { spanWords } from '../text-form.js'
import { lex } from '../words/lexer.js'
import { chunksOf, daysOf, ofKind, wordsOf, type Chunk } from './chunks.js'
import { refuseNames, refuseUnknown, sayKnown } from './names.js'
import { isRefusal, type Misread } from './refusal.js'

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

/** For a phrase that could not be read in any way: what was recognized, and what was not. */
export const misreadWords = (parsing: ParseContext, guesses: readonly AskQuery[]): Misread => {
  const chunks = chunksOf(parsing)
  const of = (kind: Chunk['kind']): readonly Chunk[] => ofKind(chunks, kind)
  const [unknown, times, dates, numbers] = [of('unknown'), of('time'), of('when'), of('number')]
  const ranges = daysOf(chunks)
  const fault = (
    at: readonly Chunk[],
    reason: AskReason,
    fact: string,
    days: readonly string[],
  ): Misread => ({
    reason,
    fact,
    words: wordsOf(parsing, at),
    suggestions: days.map((words) => sayKnown(parsing, chunks, words)),
  })
  const names = unknown.length === 0 ? refuseNames(parsing, chunks) : null
  if (names) return names
  if (times.length > 0) {
    const [day = dayText(parsing.calendar.today)] = ranges
    return fault(times.slice(0, 1), 'time_of_day', 'I know days and halves of days, but not times.', [day])
  }
  if (unknown.length > 0) return refuseUnknown(parsing, chunks, unknown, guesses)
  for (const date of dates) {
    const { outcome } = date
    if (outcome && isRefusal(outcome)) return fault([date], outcome.reason, outcome.fact, outcome.suggestions)
  }
  if (dates.length > 1)
    return fault(dates, 'two_ranges', 'These dates are not one range.', ranges.slice(0, 3))
  if (numbers.length === 0) return refuseUnknown(parsing, chunks, of('joint'), guesses)
  const fact = `"${wordsOf(parsing, numbers)}" is not clear. Which days do you mean?`
  return fault(numbers, 'bare_number', fact, numberSuggestions(parsing, numbers))
}
