import { nameOf, whoOf } from '../alternative.js'
import type { Who } from '../query.js'
import { spanOf, whenOf, type ParseContext } from '../read.js'
import { spanWords, withAsks, withWho } from '../text-form.js'
import type { NameBook } from '../who/book.js'
import { didYouMean } from '../who/nearest.js'
import { lex } from '../words/lexer.js'
import { openPhrases, splitPhrases } from '../words/phrases.js'
import { reservedWords } from '../words/reserved.js'
import type { Chunk } from './chunks.js'

/** Suggestions for someone who was not understood. */

/** A command about days and people that asks the same thing as the phrase; none where nothing is known. */
export const say = ({ asks }: ParseContext, words: string, ...who: readonly Who[]): string => {
  const command = withWho(words, ...who)
  return command && withAsks(asks, command)
}

/** Whom the phrase is about, as far as that is known. */
export const knownWho = ({ marked }: ParseContext, chunks: readonly Chunk[]): Who =>
  whoOf([...marked, ...chunks.flatMap(({ named }) => named ?? [])])

/** The same about those who were named. */
export const addWho = (words: string, parsing: ParseContext, chunks: readonly Chunk[]): string => {
  const joined = parsing.joined.map((named) => whoOf([named]))
  return say(parsing, words, ...(joined.length > 0 ? joined : [knownWho(parsing, chunks)]))
}

const maxTeams = 20

export const teamNames = ({ teams }: NameBook): string => {
  const names = [...teams.values()].map(({ name }) => name)
  const more = names.length > maxTeams ? `, and ${names.length - maxTeams} more` : ''
  return names.slice(0, maxTeams).join(', ') + more
}

/** Names that may be meant by one that nobody has; otherwise all teams. */
export const otherNames = (book: NameBook, near: readonly Who[]): string => {
  if (near.length > 0) return didYouMean(near.map(nameOf))
  const teams = teamNames(book)
  return ` No team or person has that name${teams && ` (teams: ${teams})`}.`
}

/** Words that are never names, however they are spelled. */
const noNames = new Set(splitPhrases(openPhrases('people')('never names')))

/** Whether unknown words could be a name: one to three words of letters, none of them a common word. */
export const looksLikeName = (words: string): boolean => {
  const each = words.toLowerCase().split(/\s+/u)
  return (
    each.length <= 3 &&
    each.every(
      (word) => /^[\p{L}][\p{L}\p{M}.'’-]+$/u.test(word) && !noNames.has(word) && !reservedWords.has(word),
    )
  )
}

/** 24 may be 24 days or the 24th, 12-14 a date or two days of a month, 2027 a year. */
export const numberSuggestions = (parsing: ParseContext, numbers: readonly Chunk[]): readonly string[] => {
  const [first = 0, second] = numbers.map(({ from }) => Number(parsing.input.tokens[from]!.text))
  const alone = first >= 1000 ? [`year ${first}`] : [`next ${first} days`, `the ${first}th`]
  const meant = second === undefined ? alone : [`${first}.${second}.`, `the ${first}th to the ${second}th`]
  return meant.flatMap((words) => {
    const span = spanOf(whenOf(parsing, lex([...words]))?.outcome)
    return span ? spanWords(span) : []
  })
}
