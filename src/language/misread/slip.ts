import { editDistance } from '../edit-distance.js'
import { reservedWords } from '../words/reserved.js'
import type { Token } from '../words/lexer.js'
import { isNameWord } from '../who/names.js'
import { wordsBetween } from '../who/who.js'
import { isUnderstood, type Misreading } from './known.js'
import { cutShort, type Misread } from './say.js'

/** The short words that questions consist of. A misspelled one is never answered, but always suggested. */
const telling = (
  'who is are was out off in back away here around working on vacation holiday leave sick returns return ' +
  'anyone everyone anybody everybody how many when still team people available until from after before except without excluding besides nobody none neither either both'
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

const [maxTried, maxSlips] = [3, 2]

/** "who is oot tomorrow": the question with that word corrected, or two of them. */
export const misreadSlip = (place: Misreading): Misread | null => {
  const { source, tokens } = place
  const strange = tokens.filter(
    ({ kind, text }) =>
      kind === 'word' &&
      (text in oftenMeant || (text.length > 1 && !reservedWords.has(text) && !isNameWord(source.book, text))),
  )
  const [slip] = strange
  if (!slip || strange.length > maxSlips || tokens.length <= strange.length) return null
  const { characters } = source
  const typedOf = ({ start, end }: Token): string => characters.slice(start, end).join('')
  let [ways, end]: [readonly string[], number] = [[''], 0]
  for (const token of strange) {
    const before = characters.slice(end, token.start).join('')
    // A day that is misspelled beside it is repaired when the words are read.
    const words = [
      ...nearWords(token.text).slice(0, maxTried),
      ...(strange.length > 1 ? [typedOf(token)] : []),
    ]
    ways = ways.flatMap((way) => words.map((word) => way + before + word))
    end = token.end
  }
  const found = ways
    .map((way) => way + characters.slice(end).join(''))
    .filter((way) => way !== characters.join('') && isUnderstood(place, way))
    .slice(0, maxTried)
  return found.length === 0
    ? null
    : {
        reason: 'unknown_words',
        words: cutShort(wordsBetween(source, slip, strange.at(-1)!)),
        fact: `I cannot read "${cutShort(wordsBetween(source, slip, strange.at(-1)!))}". Did you mean "${found[0]!}"?`,
        suggestions: found,
      }
}
