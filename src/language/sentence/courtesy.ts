import { compileWords } from '../words/phrases.js'
import * as words from '../words/sentences.js'
import { find, isNameHere, skipAll, type SentenceReader } from './reader.js'
import { states } from './state.js'

const politeBefore = compileWords(words.politeBefore)
const politeAfter = compileWords(words.politeAfter)
/** "when is ana in again" ends with a state. */
const isOfState = (reader: SentenceReader, from: number): boolean =>
  reader.tokens.some(({ text }) => text === 'when') &&
  reader.tokens.slice(0, from).some((_, at) => find(reader, states, at)?.next === reader.tokens.length)

const greetings = compileWords(words.greetings)

export const isGreeting = (reader: SentenceReader): boolean =>
  find(reader, greetings, 0)?.next === reader.tokens.length && !isNameHere(reader, 0)

/** Removes polite phrases at the end. */
const dropEnd = (reader: SentenceReader): void => {
  const { tokens } = reader
  for (let isMore = true; isMore && tokens.length > 0;) {
    isMore = false
    for (let length = Math.min(5, tokens.length); length > 0; length -= 1) {
      const from = tokens.length - length
      if (from > 0 && find(reader, politeAfter, from)?.next === tokens.length && !isOfState(reader, from)) {
        tokens.splice(from, length)
        if (tokens.at(-1)?.text === ',') tokens.pop()
        isMore = true
        break
      }
    }
  }
}

/** Skips "can you tell me" at the start and removes polite phrases at the end; returns where the sentence begins. */
export const skipCourtesies = (reader: SentenceReader): number => {
  dropEnd(reader)
  return skipAll(reader, politeBefore, 0)
}
