import { nameOf } from '../alternative.js'
import type { AskQuery } from '../query.js'
import type { ParseContext } from '../read.js'
import { textForm } from '../text-form.js'
import { didYouMean, nearestNames } from '../who/nearest.js'
import { vocabulary } from '../words/vocabulary.js'
import { daysOf, wordsOf, type Chunk } from './chunks.js'
import { apart } from './names.js'
import { cutShort, type Misread } from './refusal.js'
import { addWho, knownWho, looksLikeName, otherNames, say } from './suggestions.js'

const isBare = (character: string): boolean => /^[^\p{L}\p{M}\p{N}\s"“”]$/u.test(character)

/** Unknown words with the marks attached to them: `:palm_tree:`, `$ne`. */
const strangeWords = ({ source, input }: ParseContext, chunks: readonly Chunk[]): string => {
  const { characters } = source
  let start = input.tokens[chunks[0]!.from]!.start
  let end = input.tokens[chunks.at(-1)!.to - 1]!.end
  while (start > 0 && isBare(characters[start - 1]!)) start -= 1
  while (end < characters.length && isBare(characters[end]!) && !',;'.includes(characters[end]!)) end += 1
  return cutShort(characters.slice(start, end).join(''))
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
  const [first] = input.tokens
  const isQuestion = first?.kind === 'word' && vocabulary.questions.includes(first.text)
  const words = offending.length > 0 ? strangeWords(parsing, offending) : cutShort(typed)
  const read = chunks
    .filter(({ kind }) => kind === 'when' || kind === 'name')
    .map((chunk) => `"${wordsOf(parsing, [chunk])}"`)
  const said =
    words === ''
      ? 'I cannot read that as one question.'
      : read.length === 0
        ? `I cannot read "${words}".`
        : `I read ${read.join(' and ')} but not "${words}".`
  const isUnknown = offending.some(({ kind }) => kind === 'unknown')
  const isName = !isQuestion && (/\bteams?\b/iu.test(typed) || (isUnknown && looksLikeName(words)))
  const near = isName ? nearestNames(source.book, words) : []
  const repaired = guesses.flatMap(({ corrections }) => corrections.map((one) => `"${one.read}"`))
  const meant = [...new Set([...repaired, ...near.map(nameOf)])].slice(0, 3)
  const other = isName && meant.length === 0 ? otherNames(source.book, near) : didYouMean(meant)
  const days = daysOf(chunks)[0] ?? ''
  const own = knownWho(parsing, chunks)
  const shared = chunks.flatMap(({ named }) =>
    named?.kind === 'people' ? apart(named.people, source.book) : [],
  )
  const rest = addWho(days, parsing, chunks)
  // "off blah"
  const examples = /^off /iu.test(typed) ? ['off', 'me'] : vocabulary.examples
  return {
    reason: isQuestion ? 'free_question' : 'unknown_words',
    words: (isQuestion ? '' : words) || typed,
    fact: `${isQuestion ? 'I can tell you who is in, who is out, and when. ' : ''}${said}${other}`,
    suggestions: [
      ...guesses.map(textForm),
      ...[...shared, ...near].map(({ team, person }) =>
        say(parsing, days, { team: team ?? own.team, person: person ?? own.person }),
      ),
      ...(rest === '' ? examples : [rest, 'help']),
    ],
  }
}
