import { editDistance } from '../edit-distance.js'
import { reservedWords } from '../words/reserved.js'
import type { Token } from '../words/lexer.js'
import { isNameWord } from '../who/names.js'
import type { PhraseSource } from '../who/who.js'
import type { IsUnderstood } from './known.js'
import { cutShort, type Misread } from './say.js'

/** The short words that questions consist of. A misspelled one is never answered, but always suggested. */
const telling = (
  'who is are was out off in back away here around working on vacation holiday leave sick returns return ' +
  'anyone everyone anybody everybody how many when still team people available until from after before'
).split(' ')

/** "who is of tomorrow" */
const oftenMeant: Readonly<Record<string, string>> = { of: 'off', ut: 'out', oout: 'out', pff: 'off' }

const nearWords = (typed: string): readonly string[] => {
  const meant = oftenMeant[typed]
  if (meant !== undefined) return [meant]
  return telling.filter(
    (word) =>
      Math.abs(word.length - typed.length) <= 1 &&
      editDistance(typed, word, 1) === 1 &&
      (word[0] === typed[0] || [...word].sort().join('') === [...typed].sort().join('') || word.length > 3),
  )
}

const maxTried = 3

/** "who is oot tomorrow": the question with that word corrected. */
export const misreadSlip = (
  source: PhraseSource,
  tokens: readonly Token[],
  isUnderstood: IsUnderstood,
): Misread | null => {
  const strange = tokens.filter(
    ({ kind, text }) =>
      kind === 'word' &&
      (text in oftenMeant || (text.length > 1 && !reservedWords.has(text) && !isNameWord(source.book, text))),
  )
  const [slip] = strange
  if (!slip || strange.length > 1 || tokens.length < 2) return null
  const { characters } = source
  const typed = characters.slice(slip.start, slip.end).join('')
  const found = nearWords(slip.text)
    .slice(0, maxTried)
    .map((word) => characters.slice(0, slip.start).join('') + word + characters.slice(slip.end).join(''))
    .filter(isUnderstood)
  return found.length === 0
    ? null
    : {
        reason: 'unknown_words',
        words: cutShort(typed),
        fact: `I cannot read "${cutShort(typed)}". Did you mean "${found[0]!}"?`,
        suggestions: found,
      }
}
