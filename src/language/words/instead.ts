import type { NameBook } from '../who/book.js'
import { isNameWord } from '../who/names.js'
import { rewritten, splitWords, type Token } from './lexer.js'
import { compileHeadings, phraseAt } from './phrases.js'

/** Other words for the same, wherever they stand: "who tf is out", "before chrissie". */
const instead = compileHeadings('instead')

export const inUsualWords = (
  tokens: readonly Token[],
  book: NameBook,
  meter: { steps: number },
): readonly Token[] =>
  rewritten(tokens, (first, at) => {
    // "do i have any leave coming up" is about somebody.
    const isInside = first.text === 'any' && at > 0
    if (isInside || isNameWord(book, first.text)) return null
    const found = phraseAt(instead, tokens, at, tokens.length, meter)
    if (!found) return null
    const { end } = tokens[found.next - 1]!
    const words = splitWords(found.value).map((text): Token => ({ ...first, end, kind: 'word', text }))
    return { instead: words, next: found.next }
  })
