import type { ParseContext } from '../read.js'
import type { Chunk } from './chunks.js'
import type { AskReason } from './refusal.js'
import { didYouMean, nearestNames } from '../who/nearest.js'
import type { AskQuery, Who } from '../query.js'
import { apart } from './names.js'
import { addWho, cutShort, firstWhen, known, quoteRead, say, wordsOf, type Misread } from './say.js'
import { everyTeam, looksLikeName } from './suggestions.js'
import { textForm } from '../text-form.js'
import { vocabulary } from '../words/vocabulary.js'
import type { Named } from '../who/names.js'

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
  const { source } = parsing
  const first = parsing.input.tokens[0]
  const isQuestion = first?.kind === 'word' && vocabulary.questions.includes(first.text)
  const words = offending.length > 0 ? strangeWords(parsing, offending) : wordsOf(parsing, offending)
  const read = quoteRead(parsing, chunks)
  const said =
    words === ''
      ? 'I cannot read that as one question.'
      : read === null
        ? `I cannot read "${words}".`
        : `I read ${read} but not "${words}".`
  const when = firstWhen(chunks)[0]
  const isTeams = /\bteams?\b/iu.test(source.characters.join(''))
  const isName =
    (isTeams && !isQuestion) ||
    (!isQuestion && offending.some(({ kind }) => kind === 'unknown') && looksLikeName(words))
  const near = isName ? nearestNames(source.book, words) : []
  const meant = [
    ...guesses.flatMap(({ corrections }) => corrections.map(({ read: word }) => `"${word}"`)),
    ...near.map(({ team, person }) => team?.name ?? (person && person !== 'me' ? person.name : '')),
  ]
  const fact =
    meant.length > 0 ? didYouMean([...new Set(meant)].slice(0, 3)) : isName ? ` ${everyTeam(parsing)}` : ''
  const reason: AskReason = isQuestion ? 'free_question' : 'unknown_words'
  const rest = addWho(when ?? '', parsing, chunks)
  // "off blah"
  const isOwn = source.characters.join('').toLowerCase().startsWith('off ')
  return {
    reason,
    words: (isQuestion ? wordsOf(parsing, []) : words) || cutShort(source.characters.join('')),
    fact: `${isQuestion ? 'I can tell you who is in, who is out, and when. ' : ''}${said}${fact}`,
    suggestions: [
      ...guesses.map(textForm),
      ...chunks
        .flatMap(({ named }) => sharedBy(named, parsing))
        .map((who) => say(parsing, when ?? '', { ...known(parsing, chunks), ...whoFound(who) })),
      ...near.map((who) => say(parsing, when ?? '', { ...known(parsing, chunks), ...whoFound(who) })),
      rest,
      ...(rest !== '' ? vocabulary.examples.slice(-1) : isOwn ? ['off', 'me'] : vocabulary.examples),
    ].filter((suggestion) => suggestion !== ''),
  }
}

/** The people who share the name. */
const sharedBy = (named: Named | undefined, parsing: ParseContext): readonly Who[] =>
  named?.kind === 'people' ? apart(named.people, parsing) : []

/** The known fields, to override what was read. */
const whoFound = ({ team, person }: Who): Partial<Who> => ({
  ...(team ? { team } : {}),
  ...(person ? { person } : {}),
})
