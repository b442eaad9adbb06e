import { editDistance } from '../edit-distance.js'
import { reservedWords } from './reserved.js'
import { openPhrases } from './phrases.js'
import { beginsName } from '../who/names.js'
import type { NameBook } from '../who/book.js'
import type { Token } from './lexer.js'
import { english } from './english.js'
import { vocabulary } from './vocabulary.js'

/** A misspelled word and the vocabulary word it was read as. */
export interface Repair {
  /** The index of the token. */
  readonly at: number
  readonly typed: string
  readonly read: string
  /** Whether it is close enough to answer; otherwise it is only suggested. */
  readonly isSure: boolean
}

/** Real words and names that are one edit from a date word: a phrase with one is refused, with the date as a suggestion. */
const lookAlikes = new Set(openPhrases('days')('like words of days'))

/** With more unknown words than this, the phrase is about something else rather than misspelled. */
const maxRepairs = 3

/** The closest words of the vocabulary; with several equally close, the more common first: "months", not "mths". */
const nearestWords = (typed: string, meter: { steps: number }): readonly string[] => {
  const limit = typed.length >= 7 ? 2 : 1
  let [nearest, least]: [string[], number] = [[], limit]
  for (const word of english.repairs) {
    if (Math.abs(word.length - typed.length) > least) continue
    if (typed.length < 4 && !vocabulary.shortRepairs.includes(word)) continue
    meter.steps += 1
    const distance = editDistance(typed, word, least)
    if (distance > least) continue
    nearest = distance < least ? [word] : [...nearest, word]
    least = distance
  }
  return nearest
}

/** "is christian in": the subject of a question is a name, whether known or not. */
const isAskedAbout = (tokens: readonly Token[], at: number): boolean =>
  at > 0 && at < 3 && tokens.slice(0, at).every(({ text }) => vocabulary.questions.includes(text))

/** In letters. A shorter lone word is no more than a suggestion, because `jane`, `marc` and `jude` are people. */
const [minLength, minLoneLength] = [3, 5]

const isRepairable = (token: Token, book: NameBook): boolean =>
  token.kind === 'word' &&
  !token.glued &&
  token.text.length >= minLength &&
  !reservedWords.has(token.text) &&
  !vocabulary.givenNames.includes(token.text) &&
  !beginsName(book, token.text)

/** Date words with at least this many letters may have two errors. */
const longForTwo = 8

/**
 * Whether a repair may be answered without asking: the typed word is not a real word or a name, only long words have
 * two errors, and the first letter is right, wrong, missing or swapped with the second.
 */
const isSafe = (typed: string, read: string): boolean => {
  if (lookAlikes.has(typed)) return false
  const isNear = editDistance(typed, read, 1) <= 1
  if (!isNear && (read.length < longForTwo || typed[0] !== read[0])) return false
  return (
    typed[0] === read[0] || typed[0] === read[1] || typed.slice(1) === read.slice(1) || read.endsWith(typed)
  )
}

/** The number of repairs that are tried, and the length of a phrase with several that is repaired. */
const [maxWays, maxTriedLength] = [4, 12]

/**
 * The possible repairs of a phrase; several when words are equally close, and then the one that makes sense decides.
 * Names are never repaired. Empty when too much is unknown; one entry without repairs when nothing is close.
 */
export const findRepairs = (
  tokens: readonly Token[],
  { book, meter }: { readonly book: NameBook; readonly meter: { steps: number } },
): readonly (readonly Repair[])[] => {
  const strange = tokens.flatMap((token, at) =>
    isRepairable(token, book) && !isAskedAbout(tokens, at) ? [{ token, at }] : [],
  )
  if (strange.length > maxRepairs) return []
  let ways: readonly (readonly Repair[])[] = [[]]
  for (const { token, at } of strange) {
    const near = nearestWords(token.text, meter)
    const isTried =
      near.length === 1 || (tokens.length <= maxTriedLength && ways.length * near.length <= maxWays)
    if (near.length === 0 || !isTried) continue
    const isClear = tokens.length > 1 || token.text.length >= minLoneLength
    const repairs = near.map((read): Repair => {
      return { at, typed: token.text, read, isSure: isClear && isSafe(token.text, read) }
    })
    ways = ways.flatMap((way) => repairs.map((repair) => [...way, repair]))
  }
  return ways
}
