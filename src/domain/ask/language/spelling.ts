import { reservedWords } from './reserved.js'
import { lookAlikes } from './spellings.js'
import { beginsName } from '../who/names.js'
import type { NameBook } from '../who/book.js'
import type { Token } from './lexer.js'
import type { TermIndex } from './vocabulary.js'

/** One misspelled word of the closed vocabulary. */
export interface Repair {
  /** Which token. */
  readonly at: number
  readonly typed: string
  readonly read: string
  /** Near enough to answer by. What is not is only suggested. */
  readonly isSure: boolean
}

/** More strange words than this are another subject, not typing errors. */
const mostRepairs = 3

/**
 * Edits from one word to another, swapped neighbours counting one; `limit + 1` when there are more than `limit`.
 * Only the diagonal band that `limit` allows is looked at.
 */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  const beyond = limit + 1
  let before: number[] = []
  let last = new Array<number>(b.length + 1)
  for (let j = 0; j <= b.length; j += 1) last[j] = j
  let fewest = 0
  for (let i = 1; i <= a.length; i += 1) {
    const row = new Array<number>(b.length + 1).fill(beyond)
    row[0] = i
    const fewestBefore = fewest
    fewest = i
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j += 1) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        last[j - 1]! + (same ? 0 : 1),
        last[j]! + 1,
        row[j - 1]! + 1,
        swapped ? before[j - 2]! + 1 : beyond,
      )
      fewest = Math.min(fewest, row[j]!)
    }
    // A later row grows out of this one, or by a swap out of the one before it: most words differ within three letters.
    if (fewest > limit && fewestBefore >= limit) return beyond
    before = last
    last = row
  }
  return Math.min(last[b.length]!, beyond)
}

/** The nearest words of the vocabulary; several when they are equally near, the commoner first: "months", not "mths". */
const nearestWords = (
  typed: string,
  { byLength, ranks, vocabulary }: TermIndex,
  meter: { steps: number },
): readonly string[] => {
  const limit = typed.length >= 7 ? 2 : 1
  let [nearest, least]: [string[], number] = [[], limit]
  for (let length = typed.length - limit; length <= typed.length + limit; length += 1)
    for (const word of byLength.get(length) ?? []) {
      meter.steps += 1
      if (typed.length < 4 && !vocabulary.shortRepairs.includes(word)) continue
      const distance = editDistance(typed, word, least)
      if (distance > least) continue
      nearest = distance < least ? [word] : [...nearest, word]
      least = distance
    }
  return nearest.sort((a, b) => ranks.get(a)! - ranks.get(b)!)
}

/** "is christian in": whoever a question is about has a name, known or not. */
const isAskedAbout = (tokens: readonly Token[], at: number, { vocabulary }: TermIndex): boolean =>
  at > 0 && at < 3 && tokens.slice(0, at).every(({ text }) => vocabulary.questions.includes(text))

const shortestLone = 5

/** A word of three letters only beside others; a lone one is answered by from five on: `jane`, `marc` and `jude` are people. */
const isRepairable = (token: Token, isLone: boolean, index: TermIndex, book: NameBook): boolean =>
  token.kind === 'word' &&
  !token.glued &&
  token.text.length >= (isLone ? shortestLone - 1 : 3) &&
  !index.words.has(token.text) &&
  !reservedWords.has(token.text) &&
  !index.vocabulary.givenNames.includes(token.text) &&
  !beginsName(book, token.text)

/** From so many letters on a word of a date stands two edits. */
const longForTwo = 8

/**
 * Whether a misspelling may be answered by: not a real word or a name, the same first letter or the second of it, and
 * two edits in long words alone.
 */
const isSafe = (typed: string, read: string): boolean => {
  if (lookAlikes.has(typed)) return false
  const isNear = editDistance(typed, read, 1) <= 1
  if (!isNear && (read.length < longForTwo || typed[0] !== read[0])) return false
  return (
    typed[0] === read[0] || typed[0] === read[1] || typed.slice(1) === read.slice(1) || read.endsWith(typed)
  )
}

/** So many ways to mend a phrase are tried, and only a phrase of so many words. */
const mostWays = 4
const longestTried = 12

/**
 * The ways in which the misspelled words may be mended: more than one where words are equally near, and what makes
 * sense decides. Names are kept away from. None when too much is strange, one without repairs when nothing is near.
 */
export const findRepairs = (
  tokens: readonly Token[],
  index: TermIndex,
  book: NameBook,
  meter: { steps: number },
): readonly (readonly Repair[])[] => {
  const strange = tokens.flatMap((token, at) =>
    isRepairable(token, tokens.length === 1, index, book) && !isAskedAbout(tokens, at, index)
      ? [{ token, at }]
      : [],
  )
  if (strange.length > mostRepairs) return []
  let ways: readonly (readonly Repair[])[] = [[]]
  for (const { token, at } of strange) {
    const near = nearestWords(token.text, index, meter)
    const isTried =
      near.length === 1 || (tokens.length <= longestTried && ways.length * near.length <= mostWays)
    if (near.length > 0 && isTried)
      ways = ways.flatMap((way) =>
        near.map((read) => [
          ...way,
          {
            at,
            typed: token.text,
            read,
            isSure: isSafe(token.text, read) && (tokens.length > 1 || token.text.length >= shortestLone),
          },
        ]),
      )
  }
  return ways
}
