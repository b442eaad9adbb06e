import type { NameBook } from '../who/book.js'
import { splitWords, type Token } from './lexer.js'
import { compileHeadings, phraseAt } from './phrases.js'
import { isNameWord } from '../who/names.js'

/** Other words for the same, wherever they stand: "who tf is out", "before chrissie". */
const instead = compileHeadings('instead')

export const inUsualWords = (
  tokens: readonly Token[],
  book: NameBook,
  meter: { steps: number },
): readonly Token[] => {
  const read: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const first = tokens[at]!
    // "do i have any leave coming up" is about somebody.
    const isInside = first.text === 'any' && at > 0
    const found =
      isInside || isNameWord(book, first.text) ? null : phraseAt(instead, tokens, at, tokens.length, meter)
    if (found) {
      const { end } = tokens[found.next - 1]!
      read.push(...splitWords(found.value).map((text): Token => ({ ...first, end, kind: 'word', text })))
    } else read.push(first)
    at = found?.next ?? at + 1
  }
  return read
}
