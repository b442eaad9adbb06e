import { isLeaveWord } from './meaning.js'
import { wordsOf, type Word } from './tokens.js'

/** What may stand between two words of one name: `J. Doe`, `Doe, Jane`, `O'Brien`, `Anna-Lena`, `Jane & John Doe`. */
const insideName = /^(?:[.,'’]*[\s&]*|-)$/

/** Beside the words for a leave: "2 days", "is on holiday". */
const filling = /^(?:\d+|days?|is|on)$/

/** The number of words in the longest expression for a leave. */
const maxExpressionWords = 4

const isAboutLeave = (words: readonly Word[]): boolean =>
  isLeaveWord(words.map(({ text }) => text).join(' ')) || words.every(({ text }) => filling.test(text))

/** Without what is said of a leave at the beginning and at the end: "PTO J. Doe", "K. Pillai is on paid vacation". */
const withoutLeave = (words: readonly Word[]): readonly Word[] => {
  for (let length = Math.min(maxExpressionWords, words.length); length >= 1; length -= 1) {
    if (isAboutLeave(words.slice(-length))) return withoutLeave(words.slice(0, -length))
    if (isAboutLeave(words.slice(0, length))) return withoutLeave(words.slice(length))
  }
  return words
}

/** Words between which nothing separates a name from what is said of it: no dash, colon or bracket. */
const runsIn = (text: string): readonly (readonly Word[])[] => {
  const runs: Word[][] = []
  let end = 0
  for (const word of wordsOf(text)) {
    const last = runs.at(-1)
    if (last && insideName.test(text.slice(end, word.from))) last.push(word)
    else runs.push([word])
    end = word.to
  }
  return runs
}

/** Probably the name: `K. Pillai` in `PTO: K. Pillai (2 days)`; a suggestion for a person to correct. */
export const nameIn = (summary: string): string => {
  for (const run of runsIn(summary)) {
    const name = withoutLeave(run)
    if (name.length > 0) return summary.slice(name[0]!.from, name.at(-1)!.to)
  }
  return summary.trim()
}
