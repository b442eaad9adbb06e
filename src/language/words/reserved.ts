import { english } from './english.js'
import { vocabulary } from './vocabulary.js'
import { wordsBelow, type PhraseTable } from './phrases.js'
import { leads, oneLeave, states } from './sentences.js'

const tables: readonly PhraseTable<unknown>[] = [
  leads,
  states,
  oneLeave,
  wordsBelow('courtesy', 'before a question'),
  wordsBelow('courtesy', 'after a question'),
  wordsBelow('courtesy', 'greetings'),
  wordsBelow('statements', 'about the asker'),
  ...['before a state', 'before time off', 'still', 'not'].map((heading) => wordsBelow('states', heading)),
]

/** Words that have a meaning only after a number; on their own they may be a team's initials ("hr", "rd"). */
const afterNumbers = new Set([...vocabulary.particles.timeUnit, ...vocabulary.particles.ordinalSuffix])

export const isInitialsOnly = (word: string): boolean => word.length === 2 && afterNumbers.has(word)

/** "on support" is something that people do, but "support" is a team. */
const teamAsWell = 'support'

/** Every word with a meaning of its own, so never part of a team's name. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...english.words,
  ...tables
    .flatMap((table) => [...table.values()].flat())
    .flatMap(({ words }) => words)
    .filter((word) => word !== teamAsWell),
])
