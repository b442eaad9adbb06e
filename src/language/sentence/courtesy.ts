import * as words from '../words/sentences.js'
import { find, isNameHere, skipAll, type SentenceReader } from './reader.js'

export const isGreeting = (reader: SentenceReader): boolean =>
  find(reader, words.greetings, 0)?.next === reader.tokens.length && !isNameHere(reader, 0)

/** Removes polite phrases at the end. */
const dropEnd = (reader: SentenceReader): void => {
  const { tokens } = reader
  for (let from = Math.max(1, tokens.length - 5); from < tokens.length; from += 1) {
    if (find(reader, words.politeAfter, from)?.next !== tokens.length) continue
    tokens.splice(from)
    if (tokens.at(-1)?.text === ',') tokens.pop()
    return dropEnd(reader)
  }
}

/** Skips "can you tell me" at the start and removes polite phrases at the end; returns where the sentence begins. */
export const skipCourtesies = (reader: SentenceReader): number => {
  dropEnd(reader)
  return skipAll(reader, words.politeBefore, 0)
}
