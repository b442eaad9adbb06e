import { leads } from './leads.js'
import { english } from './english.js'
import { vocabulary } from './vocabulary.js'
import type { PhraseTable } from './phrases.js'
import * as sentences from './sentences.js'
import { statementLeads } from './statements.js'

const tables: readonly PhraseTable<unknown>[] = [
  leads,
  sentences.states,
  sentences.nextLeave,
  sentences.politeBefore,
  sentences.politeAfter,
  sentences.greetings,
  statementLeads,
  sentences.inner,
  sentences.innerOwning,
  sentences.stillWords,
  sentences.negations,
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
