import { beginsName, type NameBook } from './names.js'
import type { Token } from './lexer.js'
import type { TermIndex } from './vocabulary.js'

/** One misspelled word of the closed vocabulary. */
export interface Repair {
  /** Which token. */
  readonly at: number
  readonly typed: string
  readonly read: string
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
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = new Array<number>(b.length + 1).fill(beyond)
    row[0] = i
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j += 1) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        last[j - 1]! + (same ? 0 : 1),
        last[j]! + 1,
        row[j - 1]! + 1,
        swapped ? before[j - 2]! + 1 : beyond,
      )
    }
    ;[before, last] = [last, row]
  }
  return Math.min(last[b.length]!, beyond)
}

/** The one nearest word of the vocabulary; null when two are equally near. */
const nearestWord = (
  typed: string,
  { byLength, vocabulary }: TermIndex,
  meter: { steps: number },
): string | null => {
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
  return nearest.length === 1 ? nearest[0]! : null
}

/** A word of three letters only beside others; a lone one from five on: `jane`, `marc` and `jude` are people. */
const isRepairable = (token: Token, isLone: boolean, index: TermIndex, book: NameBook): boolean =>
  token.kind === 'word' &&
  !token.glued &&
  token.text.length >= (isLone ? 5 : 3) &&
  !index.words.has(token.text) &&
  !index.vocabulary.givenNames.includes(token.text) &&
  !beginsName(book, token.text)

/** What the misspelled words most likely are. Names are kept away from; nothing when too much is strange. */
export const findRepairs = (
  tokens: readonly Token[],
  index: TermIndex,
  book: NameBook,
  meter: { steps: number },
): readonly Repair[] => {
  const strange = tokens.flatMap((token, at) =>
    isRepairable(token, tokens.length === 1, index, book) ? [{ token, at }] : [],
  )
  if (strange.length > mostRepairs) return []
  return strange.flatMap(({ token, at }) => {
    const read = nearestWord(token.text, index, meter)
    return read === null ? [] : [{ at, typed: token.text, read }]
  })
}
