import { english } from './english.js'
import { splitWords } from './lexer.js'
import { vocabulary } from './vocabulary.js'
import { openPhrases, phrasesByHeading } from './phrases.js'

/** Words that have a meaning only after a number; on their own they may be a team's initials ("hr", "rd"). */
const afterNumbers = new Set([...vocabulary.particles.timeUnit, ...vocabulary.particles.ordinalSuffix])

export const isInitialsOnly = (word: string): boolean => word.length === 2 && afterNumbers.has(word)

const ofSentences = [
  ...['leads', 'states'].flatMap((table) => [...phrasesByHeading(table).values()].flat()),
  ...['before a question', 'after a question', 'greetings'].flatMap(openPhrases('courtesy')),
  ...openPhrases('statements')('about the asker'),
].flatMap(splitWords)

/** Every word with a meaning of its own, so never part of a team's name. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...english.words,
  // "on support" is something that people do, but "support" is a team.
  ...ofSentences.filter((word) => word !== 'support'),
])
