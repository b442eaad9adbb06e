import { kindOfDate } from './english.js'
import { compileHeadings, phraseAt, wordsBelow } from './phrases.js'
import { rewritten, type Token } from './lexer.js'
import type { NameBook } from '../who/book.js'
import { isNameWord } from '../who/names.js'
import type { Correction } from '../query.js'

/** Common misspellings of what no rule may repair, because prepositions are never guessed. */
const misspelled = compileHeadings('spellings')

/** Two words typed as one: "nextweek". */
const joinedWords =
  /^(next|this|last|every)(week|weekend|month|quarter|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/u

/** Polite words that may be anywhere and mean nothing. */
const courtesies = new Set(['please', 'pls', 'plz', 'kindly'])

const halves: Readonly<Record<string, string>> = { am: 'morning', pm: 'afternoon', aft: 'afternoon' }
const ofDays = new Set(['weekday', 'day', 'month', 'ordinal', 'ordinalSuffix'])

/** "fri am", "this pm", "xmas eve am", "11th pm": the half of a day that is named before it, unlike "9 am" and "days am i out". */
const halfAfter = (tokens: readonly Token[], at: number): string | undefined => {
  const before = tokens[at - 1]?.text ?? ''
  const isDay = /^(?:this|eve|day)$/u.test(before) || ofDays.has(kindOfDate(before) ?? '')
  return isDay && tokens[at + 1]?.text !== 'i' ? halves[tokens[at]!.text] : undefined
}

/** Corrects common misspellings and separates words that were typed as one. */
export const tidyTokens = (
  tokens: readonly Token[],
  book: NameBook,
): { readonly tokens: readonly Token[]; readonly corrections: readonly Correction[] } => {
  const corrections: Correction[] = []
  const tidy = tokens.flatMap((token, at): readonly Token[] => {
    if (token.kind !== 'word' || isNameWord(book, token.text)) return [token]
    if (courtesies.has(token.text)) return []
    const half = halfAfter(tokens, at)
    const [, ...joined] = joinedWords.exec(token.text) ?? []
    const read = misspelled.get(token.text)?.[0]?.value
    if (read !== undefined) corrections.push({ typed: token.text, read })
    const words = half === undefined ? (joined.length > 0 ? joined : [read ?? token.text]) : [half]
    return words.map((text, place) => ({ ...token, text, glued: token.glued && place === 0 }))
  })
  return { tokens: tidy, corrections }
}

/** Anywhere, of everybody: "how many are out company-wide". */
const inAll = wordsBelow('people', 'in all')

/** "anyone else" is not somebody called Else, and "across the company" says nothing beside other words. */
export const withoutElse = (tokens: readonly Token[], meter: { steps: number }): readonly Token[] => {
  const isElse = (at: number): boolean =>
    tokens[at]!.text === 'else' && /^(?:who|people|many|\w*(?:one|body|1))$/u.test(tokens[at - 1]?.text ?? '')
  const left = rewritten(tokens, (_, at) => {
    const found = phraseAt(inAll, tokens, at, tokens.length, meter)
    return found || isElse(at) ? { instead: [], next: found?.next ?? at + 1 } : null
  })
  return left.length > 0 ? left : tokens
}
