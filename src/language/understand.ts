import { namesOf, otherByName, whoOf } from './alternative.js'
import { vocabulary } from './words/vocabulary.js'
import type { Named } from './who/names.js'
import { dateWithin, isInDate, misreadWords } from './misread/misread.js'
import { misreadMark } from './misread/names.js'
import { isRefusal } from './misread/refusal.js'
import { cutShort, type Misread } from './misread/say.js'
import { createQuery } from './create-query.js'
import type { Phrase } from './parts.js'
import type { Ask, RuleReading } from './query.js'
import {
  createParseContext,
  fits,
  readingsOf,
  spanOf,
  type PhraseReading,
  type ParseContext,
} from './read.js'
import { spanWords } from './show.js'
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

export const refused = (misread: Misread, rules: readonly RuleReading[] = []): Understood => {
  const { reason, words, fact: message, heading, suggestions, off = null } = misread
  const helpful = [...new Set(suggestions.length > 0 ? suggestions : vocabulary.examples)]
  const said = { reason, words, message, ...(heading !== undefined && { heading }) }
  return { ask: { kind: 'misunderstood', misunderstanding: { ...said, suggestions: helpful, off } }, rules }
}

const wordsOf = ({ outcome }: PhraseReading): string => {
  const span = spanOf(outcome)
  return span ? spanWords(span) : ''
}

const rulesOf = (
  reading: PhraseReading,
  { parsing, marks, sentence: { uses } }: Phrase,
): readonly RuleReading[] => {
  const { source, input } = parsing
  return [
    ...uses,
    ...marks.map(({ rule, words }) => ({ rule, words })),
    ...reading.cut.names.map(({ named, words }) => ({
      rule: named.kind === 'team' ? 'team' : 'person',
      words,
    })),
    ...reading.trace.map(({ rule, start, end }) => ({
      rule,
      words: wordsBetween(source, input.tokens[start]!, input.tokens[end - 1]!),
    })),
  ]
}

/** Reads the phrase as a whole; null when no rule covers all of it. */
export const understand = (phrase: Phrase): Understood | null => {
  const { parsing } = phrase
  const { source, input } = parsing
  const readings = readingsOf(parsing)
  const first = readings.next()
  // Two marked teams cannot be one question, whatever else was read.
  if (first.done || !fits([], parsing)) return null
  const reading = first.value
  const rules = rulesOf(reading, phrase)
  const shared = reading.cut.names.find(({ named }) => named.kind === 'people' || named.kind === 'teams')
  if (shared) return refused(misreadMark(parsing, { ...shared, rule: 'person' }, wordsOf(reading)), rules)
  const { outcome, from, to } = reading
  if (!outcome || !isRefusal(outcome)) {
    const made = createQuery(reading, readings, phrase)
    if (!('reason' in made)) return { ask: { kind: 'query', query: made }, rules }
    return refused({ ...made, words: cutShort(phrase.clean) }, rules)
  }
  const words = cutShort(wordsBetween(source, input.tokens[from]!, input.tokens[to - 1]!))
  const named = otherByName(reading, readings, parsing)
  const who = whoOf(namesOf(reading, parsing))
  const suggestions = outcome.suggestions.map((suggestion) =>
    withAsks(parsing.asks, withWho(suggestion, who)),
  )
  return refused(
    { ...outcome, words, suggestions: [...suggestions, ...(named === null ? [] : [named])] },
    rules,
  )
}

/** The names that are marked, and those at the ends of the words. */
export const namesRead = (parsing: ParseContext): readonly Named[] => {
  const first = readingsOf(parsing).next()
  return first.done ? parsing.marked : namesOf(first.value, parsing)
}

/** The days that a phrase names beside an unknown name, as words and as typed. */
export const datesOf = (parsing: ParseContext): { readonly date: string; readonly typedDate: string } => {
  const first = readingsOf(parsing).next()
  if (first.done || first.value.outcome === null) return { date: '', typedDate: '' }
  const { from, to } = first.value
  const { tokens } = parsing.input
  return {
    date: wordsOf(first.value),
    typedDate: wordsBetween(parsing.source, tokens[from]!, tokens[to - 1]!),
  }
}

/** Every way to repair the words. */
const repairsOf = (parsing: ParseContext) =>
  findRepairs(parsing.input.tokens, parsing.source).map((repairs) => ({
    repairs,
    isSure: repairs.every(({ isSure }) => isSure),
    mended: withRepairs(parsing, repairs),
  }))

const withRepairs = (parsing: ParseContext, repairs: readonly Repair[]): ParseContext => {
  if (repairs.length === 0) return parsing
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
  const way = repairsOf(parsing).find(({ repairs, isSure }) => repairs.length > 0 && isSure)
  return { date: dateWithin(parsing) || (way ? dateWithin(way.mended) : ''), typedDate: '' }
}

/** Repairs the phrase if that is safe; otherwise refuses it, with what was read. */
export const repairPhrase = (phrase: Phrase): Understood => {
  const { parsing } = phrase
  const ways = repairsOf(parsing)
  const read = ways.flatMap(({ repairs, isSure, mended }) => {
    if (repairs.length === 0) return []
    const corrections = [
      ...phrase.corrections,
      ...repairs.map(({ typed, read: as }) => ({ typed, read: as })),
    ]
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
  const [way, ...others] = ways
  const known =
    way && others.length === 0
      ? way.repairs.filter(({ at, isSure }) => isSure && isInDate(way.mended, at))
      : []
  const guesses = asked.map(({ query }) => query)
  return refused(misreadWords(withRepairs(parsing, known), guesses))
}
