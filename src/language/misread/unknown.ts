import { nameOf } from '../alternative.js'
import type { AskQuery } from '../query.js'
import type { ParseContext } from '../read.js'
import { textForm } from '../text-form.js'
import { didYouMean, nearestNames } from '../who/nearest.js'
import { openPhrases, splitPhrases } from '../words/phrases.js'
import { reservedWords } from '../words/reserved.js'
import { vocabulary } from '../words/vocabulary.js'
import { daysOf, wordsOf, type Chunk } from './chunks.js'
import { cutShort, type Misread } from './refusal.js'
import { apart, otherNames, say, sayKnown } from './suggestions.js'

/** Words that are never names, however they are spelled. */
const noNames = new Set(splitPhrases(openPhrases('people')('never names')))

/** Whether unknown words could be a name: one to three words of letters, none of them a common word. */
const looksLikeName = (words: string): boolean =>
  /^(?:\p{L}[\p{L}\p{M}.'’-]+(?:\s+|$)){1,3}$/u.test(words) &&
  words
    .split(/\s+/u)
    .every((word) => !noNames.has(word.toLowerCase()) && !reservedWords.has(word.toLowerCase()))

const isBare = (character = ''): boolean => /^[^\p{L}\p{M}\p{N}\s"“”]$/u.test(character)

/** Unknown words with the marks attached to them: `:palm_tree:`, `$ne`. */
const strangeWords = ({ source, input }: ParseContext, chunks: readonly Chunk[]): string => {
  const { characters } = source
  let start = input.tokens[chunks[0]!.from]!.start
  let end = input.tokens[chunks.at(-1)!.to - 1]!.end
  while (isBare(characters[start - 1])) start -= 1
  while (isBare(characters[end]) && !',;'.includes(characters[end]!)) end += 1
  return characters.slice(start, end).join('')
}

/** Words that are neither a date nor a name. A question about something else is recognized by its first word. */
export const refuseUnknown = (
  parsing: ParseContext,
  chunks: readonly Chunk[],
  offending: readonly Chunk[],
  guesses: readonly AskQuery[],
): Misread => {
  const { source, input } = parsing
  const typed = source.characters.join('')
  const isQuestion = vocabulary.questions.includes(input.tokens[0]?.text ?? '')
  const words = cutShort(offending.length > 0 ? strangeWords(parsing, offending) : '')
  const read = chunks
    .filter(({ kind }) => kind === 'when' || kind === 'name')
    .map((chunk) => `"${wordsOf(parsing, [chunk])}"`)
  const known = read.length > 0 ? `I read ${read.join(' and ')} but not` : 'I cannot read'
  const said = words === '' ? 'I cannot read that as one question.' : `${known} "${words}".`
  const isUnknown = offending.some(({ kind }) => kind === 'unknown')
  const isName = !isQuestion && (/\bteams?\b/iu.test(typed) || (isUnknown && looksLikeName(words)))
  const near = isName ? nearestNames(source.book, words) : []
  const repaired = guesses.flatMap(({ corrections }) => corrections.map((one) => `"${one.read}"`))
  const meant = [...new Set([...repaired, ...near.map(nameOf)])].slice(0, 3)
  const other = isName && meant.length === 0 ? otherNames(source.book, near) : didYouMean(meant)
  const [days = ''] = daysOf(chunks)
  const shared = chunks.flatMap(({ named }) =>
    named?.kind === 'people' ? apart(named.people, source.book).who : [],
  )
  const rest = sayKnown(parsing, chunks, days)
  const examples = /^off /iu.test(typed) ? ['off', 'me'] : vocabulary.examples
  return {
    reason: isQuestion ? 'free_question' : 'unknown_words',
    words: (isQuestion ? '' : words) || typed,
    fact: `${isQuestion ? 'I can tell you who is in, who is out, and when. ' : ''}${said}${other}`,
    suggestions: [
      ...guesses.map(textForm),
      ...[...shared, ...near].map((who) => say(parsing, days, who)),
      ...(rest === '' ? examples : [rest, 'help']),
    ],
  }
}
