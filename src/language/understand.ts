import { daysOf, namesOf, otherByName, whoOf } from './alternative.js'
import { vocabulary } from './words/vocabulary.js'
import type { Named } from './who/names.js'
import { daysIn, isInDate } from './misread/chunks.js'
import { misreadMark, misreadWords } from './misread/misread.js'
import { cutShort, isRefusal, type Misread } from './misread/refusal.js'
import { createQuery } from './create-query.js'
import type { Phrase } from './parts.js'
import type { Ask, RuleReading } from './query.js'
import { createParseContext, fits, readingsOf, type PhraseReading, type ParseContext } from './read.js'
import { findRepairs, type Repair } from './words/spelling.js'
import { withAsks, withWho } from './text-form.js'
import { wordsBetween } from './who/who.js'

/**
 * Turns the words that say who and when into a question, with repairs where they are safe; otherwise into a refusal.
 */

export interface Understood {
  readonly ask: Ask
  readonly rules: readonly RuleReading[]
}

/** What is said of a phrase without an answer; `clean` are its words, where no others are at fault. */
export const refused = (misread: Misread, clean: string, rules: readonly RuleReading[] = []): Understood => {
  const { reason, words = clean, fact: message, heading, suggestions, off = null } = misread
  const helpful = [...new Set(suggestions.filter(Boolean))]
  const said = { reason, words: cutShort(words), message, ...(heading !== undefined && { heading }) }
  const misunderstanding = { ...said, suggestions: helpful.length > 0 ? helpful : vocabulary.examples, off }
  return { ask: { kind: 'misunderstood', misunderstanding }, rules }
}

const typedBetween = ({ source, input: { tokens } }: ParseContext, from: number, to: number): string =>
  wordsBetween(source, tokens[from]!, tokens[to - 1]!)

const rulesOf = ({ cut, trace }: PhraseReading, phrase: Phrase): readonly RuleReading[] => [
  ...phrase.sentence.uses,
  ...phrase.marks.map(({ rule, words }) => ({ rule, words })),
  ...cut.names.map(({ named, words }) => ({ rule: named.kind === 'team' ? 'team' : 'person', words })),
  ...trace.map(({ rule, start, end }) => ({ rule, words: typedBetween(phrase.parsing, start, end) })),
]

/** Reads the phrase as a whole; null when no rule covers all of it. */
export const understand = (phrase: Phrase): Understood | null => {
  const { parsing } = phrase
  const readings = readingsOf(parsing)
  const first = readings.next()
  // Two marked teams cannot be one question, whatever else was read.
  if (first.done || !fits([], parsing)) return null
  const reading = first.value
  const rules = rulesOf(reading, phrase)
  const refuse = (misread: Misread): Understood => refused(misread, phrase.clean, rules)
  const shared = reading.cut.names.find(({ named }) => named.kind === 'people' || named.kind === 'teams')
  if (shared) return refuse(misreadMark(parsing, { ...shared, rule: 'person' }, daysOf(reading)))
  const { outcome, from, to } = reading
  if (!outcome || !isRefusal(outcome)) {
    const made = createQuery(reading, readings, phrase)
    return 'reason' in made ? refuse(made) : { ask: { kind: 'query', query: made }, rules }
  }
  const words = typedBetween(parsing, from, to)
  const named = otherByName(reading, readings, parsing)
  const who = whoOf(namesOf(reading, parsing))
  const suggestions = outcome.suggestions.map((days) => withAsks(parsing.asks, withWho(days, who)))
  return refuse({ ...outcome, words, suggestions: [...suggestions, named ?? ''] })
}

const firstReading = (parsing: ParseContext): PhraseReading | null => {
  const first = readingsOf(parsing).next()
  return first.done ? null : first.value
}

/** The names that are marked, and those at the ends of the words. */
export const namesRead = (parsing: ParseContext): readonly Named[] => {
  const reading = firstReading(parsing)
  return reading ? namesOf(reading, parsing) : parsing.marked
}

/** The days that a phrase names beside an unknown name, as words and as typed. */
export const datesOf = (parsing: ParseContext): { readonly date: string; readonly typedDate: string } => {
  const reading = firstReading(parsing)
  if (!reading?.outcome) return { date: '', typedDate: '' }
  return { date: daysOf(reading), typedDate: typedBetween(parsing, reading.from, reading.to) }
}

/** Every way to repair the words. */
const repairsOf = (parsing: ParseContext) =>
  findRepairs(parsing.input.tokens, parsing.source)
    .filter((repairs) => repairs.length > 0)
    .map((repairs) => ({
      repairs,
      isSure: repairs.every(({ isSure }) => isSure),
      mended: withRepairs(parsing, repairs),
    }))

const withRepairs = (parsing: ParseContext, repairs: readonly Repair[]): ParseContext => {
  const read = new Map(repairs.map((repair) => [repair.at, repair.read]))
  const tokens = parsing.input.tokens.map((token, at) => ({ ...token, text: read.get(at) ?? token.text }))
  return createParseContext(parsing, tokens)
}

/**
 * The first days within words that are not understood as a whole, repaired if necessary; repaired days are not shown as
 * typed.
 */
export const sentenceDates = (parsing: ParseContext) => {
  const dates = datesOf(parsing)
  if (dates.date !== '' || parsing.input.tokens.length === 0) return dates
  const way = repairsOf(parsing).find(({ isSure }) => isSure)
  return { date: daysIn(parsing)[0] ?? (way ? (daysIn(way.mended)[0] ?? '') : ''), typedDate: '' }
}

/** Repairs the phrase if that is safe; otherwise refuses it, with what was read. */
export const repairPhrase = (phrase: Phrase): Understood => {
  const { parsing } = phrase
  const ways = repairsOf(parsing)
  const read = ways.flatMap(({ repairs, isSure, mended }) => {
    const corrected = repairs.map(({ typed, read: as }) => ({ typed, read: as }))
    const corrections = [...phrase.corrections, ...corrected]
    const understood = understand({ ...phrase, parsing: mended, corrections })
    return understood ? [{ understood, isSure }] : []
  })
  const asked = read.flatMap(({ understood }) =>
    understood.ask.kind === 'query' ? [{ understood, query: understood.ask.query }] : [],
  )
  // Equally close repairs are accepted only if they lead to the same question.
  const questions = new Set(
    asked.map(({ query: { range, ranges, who } }) => JSON.stringify([range, ranges, who])),
  )
  const only = read.length === 1 ? read[0] : questions.size === 1 ? asked[0] : undefined
  if (only && read.every(({ isSure }) => isSure)) return only.understood
  const [way] = ways.length === 1 ? ways : []
  const known = way?.repairs.filter(({ at, isSure }) => isSure && isInDate(way.mended, at)) ?? []
  const guesses = asked.map(({ query }) => query)
  return refused(misreadWords(withRepairs(parsing, known), guesses), phrase.clean)
}
