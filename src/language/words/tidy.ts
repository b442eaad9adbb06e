import { kindOfDate } from './english.js'
import { compileHeadings, phraseAt } from './phrases.js'
import { rewritten, splitWords, type Token } from './lexer.js'
import type { NameBook } from '../who/book.js'
import { isNameWord } from '../who/names.js'
import type { Correction } from '../query.js'

/** Common misspellings of what no rule may repair, because prepositions are never guessed. */
const misspelled = compileHeadings('spellings')

/** Two words typed as one: "nextweek". */
const joinedWords =
  /^(next|this|last|every)(week|weekend|month|quarter|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/u

const halves: Readonly<Record<string, string>> = { am: 'morning', pm: 'afternoon', aft: 'afternoon' }
const ofDays = new Set(['weekday', 'day', 'month', 'ordinal', 'ordinalSuffix'])

/** "fri am", "this pm", "xmas eve am", "11th pm": the half of a day that is named before it, unlike "9 am" and "days am i out". */
const halfAfter = (tokens: readonly Token[], at: number): string | undefined => {
  const before = tokens[at - 1]?.text ?? ''
  const isDay = /^(?:this|eve|day)$/u.test(before) || ofDays.has(kindOfDate(before) ?? '')
  return isDay && tokens[at + 1]?.text !== 'i' ? halves[tokens[at]!.text] : undefined
}

/** Words instead of the tokens from one to before another. */
const said = (words: string, tokens: readonly Token[], from: number, next: number) => {
  const [first, { end }] = [tokens[from]!, tokens[next - 1]!]
  const instead = (words === 'nothing' ? [] : splitWords(words)).map((text, place): Token => {
    return { ...first, end, kind: 'word', text, glued: first.glued && place === 0 }
  })
  return { instead, next }
}

/** Corrects common misspellings and separates words that were typed as one. */
export const tidyTokens = (
  tokens: readonly Token[],
  book: NameBook,
): { readonly tokens: readonly Token[]; readonly corrections: readonly Correction[] } => {
  const corrections: Correction[] = []
  const tidy = rewritten(tokens, ({ kind, text }, at) => {
    if (kind !== 'word' || isNameWord(book, text)) return null
    const read = misspelled.get(text)?.[0]?.value
    if (read !== undefined) corrections.push({ typed: text, read })
    const words = halfAfter(tokens, at) ?? read ?? joinedWords.exec(text)?.slice(1).join(' ')
    return words === undefined ? null : said(words, tokens, at, at + 1)
  })
  return { tokens: tidy, corrections }
}

/** Other words for the same, wherever they stand: "who tf is out", "before chrissie"; those that say nothing are left out. */
const instead = compileHeadings('instead')

export const inUsualWords = (
  tokens: readonly Token[],
  book: NameBook,
  meter: { steps: number },
): readonly Token[] =>
  rewritten(tokens, ({ text }, at) => {
    // "do i have any leave coming up" is about somebody.
    const isInside = text === 'any' && at > 0
    if (isInside || isNameWord(book, text)) return null
    const found = phraseAt(instead, tokens, at, tokens.length, meter)
    return found && said(found.value, tokens, at, found.next)
  })
