import type { Span } from '../calendar/spans.js'
import { type AskQuery, type Who, isOfAnyone } from './query.js'
import { kindOfDate } from './words/english.js'
import { teamNamed } from './who/look-up.js'
import { teamIn, type Named } from './who/names.js'
import { markedName } from './who/end-names.js'
import { spanOf, type ParseContext, type Phrase, type PhraseReading } from './read.js'
import { rangeOf, spaced, spanWords, textForm, withAsks, withWho } from './text-form.js'

/** What a phrase asks, and what else the same words may ask where a name is also a date. */

export const whoOf = (all: readonly Named[]): Who => {
  const found = all.find((named) => named.kind === 'person')
  return { team: teamIn(all), person: found?.person ?? null }
}

export const nameOf = ({ team, person }: Who): string =>
  person === 'me' ? 'me' : (person?.name ?? team?.name ?? '')

export const namesOf = (reading: PhraseReading, parsing: ParseContext): readonly Named[] => [
  ...parsing.marked,
  ...reading.cut.names.map(({ named }) => named),
]

/** The days of a reading, as words; none where it has none. */
export const daysOf = ({ outcome }: PhraseReading): string => {
  const span = spanOf(outcome)
  return span ? spanWords(span) : ''
}

/** Who and when in canonical words, so that two readings that ask the same thing count as one. */
const questionOf = (reading: PhraseReading, parsing: ParseContext): string =>
  withWho(daysOf(reading), whoOf(namesOf(reading, parsing)))

/**
 * The first other reading that asks a different question, with its names marked as names, so that words such as "may"
 * cannot be read as dates: `team:may 2026-12-24`.
 */
export const otherByName = (
  main: PhraseReading,
  others: Iterable<PhraseReading>,
  parsing: ParseContext,
): string | null => {
  for (const reading of others) {
    // "next week" is not a week of a team called Next.
    const isPartOfDate = reading.cut.names.some(({ words }) => kindOfDate(words.toLowerCase()) === 'shift')
    if (isPartOfDate || questionOf(reading, parsing) === questionOf(main, parsing)) continue
    return withWho(spaced(daysOf(reading), ...reading.cut.names.map(markedName)), whoOf(parsing.marked))
  }
  return null
}

/** "people off tomorrow" is about everybody, or about the team People. */
const teamOfLead = (query: AskQuery, { sentence, parsing }: Phrase): string | null => {
  const lead = sentence.uses.find(({ rule }) => rule === 'question')
  const named = lead && teamNamed(parsing.source.book, lead.words)
  return named?.kind === 'team' ? textForm({ ...query, who: [{ team: named.team, person: null }] }) : null
}

const everyone: Who = { team: null, person: null }

/** The same question about other days: for yes or no again one for yes or no, otherwise a list. */
const askedOn = (query: AskQuery, span: Span, who: Who): string => {
  if (query.asked_for !== 'whether') return withAsks(query.asks, withWho(spanWords(span), who))
  // A person who is meant whole is one of many now.
  const ofAnyone = who === everyone && { who: [who], quantity: 'any' as const }
  return textForm({ ...query, ...ofAnyone, ranges: [rangeOf(span)], isDated: true })
}

/** What else the same words may ask, as words; null: nothing. Other days may be meant, or those of a name ("may"). */
export const alternativeTo = (
  query: AskQuery,
  reading: PhraseReading,
  others: Iterable<PhraseReading>,
  phrase: Phrase,
  { other, named }: { readonly other: Span | null; readonly named: Span | null },
): string | null => {
  const { parsing } = phrase
  const byDate = other && askedOn(query, other, whoOf(namesOf(reading, parsing)))
  if (query.asks === 'holidays') return byDate
  return (
    otherByName(reading, others, parsing) ??
    byDate ??
    (named && askedOn(query, named, everyone)) ??
    (isOfAnyone(query.who) ? teamOfLead(query, phrase) : null)
  )
}
