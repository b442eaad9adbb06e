import { teamIn, type Named } from './who/names.js'
import { markedName } from './who/end-names.js'
import type { PhraseReading, ParseContext } from './read.js'
import { isRefusal } from './misread/refusal.js'
import { spanWords } from './show.js'
import { withWho, type Who } from './text-form.js'

/** What a phrase asks, and what else the same words may ask where a name is also a date. */

export const whoOf = (all: readonly Named[]): Who => {
  const person = all.find(({ kind }) => kind === 'person')
  return {
    team: teamIn(all),
    person: person?.kind === 'person' ? person.person : null,
  }
}

export const namesOf = (reading: PhraseReading, parsing: ParseContext): readonly Named[] => [
  ...parsing.marked,
  ...reading.cut.names.map(({ named }) => named),
]

/**
 * The phrase with its names marked as names, so that words such as "may" cannot be read as dates: `team:may
 * 2026-12-24`.
 */
const nameReading = (reading: PhraseReading, parsing: ParseContext): string | null => {
  const { outcome, cut } = reading
  if (outcome && isRefusal(outcome)) return null
  if (cut.names.length === 0 || namesOf(reading, parsing).some(({ kind }) => kind === 'people')) return null
  const names = cut.names.map(markedName).join(' ')
  return withWho(
    [outcome ? spanWords(outcome.span) : '', names].filter(Boolean).join(' '),
    whoOf(parsing.marked),
  )
}

/** The question in canonical words, so that two readings that ask the same thing count as one. */
const questionOf = (reading: PhraseReading, parsing: ParseContext): string => {
  const { outcome } = reading
  const { team, person } = whoOf(namesOf(reading, parsing))
  const days = outcome && !isRefusal(outcome) ? spanWords(outcome.span) : ''
  return JSON.stringify([days, team?.name, person === 'me' ? person : person?.name])
}

const isPartOfDate = ({ cut, outcome }: PhraseReading, { index }: ParseContext): boolean =>
  outcome !== null &&
  cut.names.some(({ words }) => index.byFirstWord.get(words.toLowerCase())?.[0]?.term.kind === 'shift')

/** The first other reading that asks a different question. */
export const otherByName = (
  main: PhraseReading,
  others: Iterable<PhraseReading>,
  parsing: ParseContext,
): string | null => {
  const asked = questionOf(main, parsing)
  for (const reading of others) {
    // "next week" is not a week of a team called Next.
    if (isPartOfDate(reading, parsing)) continue
    const words = nameReading(reading, parsing)
    if (words !== null && questionOf(reading, parsing) !== asked) return words
  }
  return null
}
