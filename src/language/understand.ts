import { daysOf, namesOf, otherByName, whoOf } from './alternative.js'
import { vocabulary } from './words/vocabulary.js'
import { daysIn, isInDate } from './misread/chunks.js'
import { misreadMark, misreadWords } from './misread/misread.js'
import { cutShort, isRefusal, type Misread } from './misread/refusal.js'
import { createQuery } from './create-query.js'
import type { RuleReading, Understood } from './query.js'
import {
  createParseContext,
  fits,
  isShared,
  readingsOf,
  type ParseContext,
  type Phrase,
  type PhraseReading,
} from './read.js'
import { findRepairs, type Repair } from './words/spelling.js'
import { withAsks, withWho } from './text-form.js'
import { wordsBetween } from './who/who.js'

// Turns the words that say who and when into a question, with repairs where they are safe; otherwise into a refusal.

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
  const shared = reading.cut.names.find(({ named }) => isShared(named))
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

/** Who is named in words, marked or at their ends, and which days are, as words and as typed. */
export const namedIn = (parsing: ParseContext) => {
  const [reading] = readingsOf(parsing)
  const names = reading ? namesOf(reading, parsing) : parsing.marked
  if (!reading?.outcome) return { names, date: '', typedDate: '' }
  return { names, date: daysOf(reading), typedDate: typedBetween(parsing, reading.from, reading.to) }
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

/** The first days within words that are not understood as a whole; repaired ones are not shown as typed. */
export const sentenceDates = (parsing: ParseContext) => {
  const { date, typedDate } = namedIn(parsing)
  if (date !== '') return { date, typedDate }
  const way = repairsOf(parsing).find(({ isSure }) => isSure)
  return {
    date: [parsing, way?.mended].flatMap((read) => (read ? daysIn(read) : []))[0] ?? '',
    typedDate: '',
  }
}

/** Repairs the phrase if that is safe; otherwise refuses it, with what was read. */
export const repairPhrase = (phrase: Phrase): Understood => {
  const ways = repairsOf(phrase.parsing)
  const read = ways.flatMap(({ repairs, isSure, mended }) => {
    const corrected = repairs.map(({ typed, read: as }) => ({ typed, read: as }))
    const corrections = [...phrase.corrections, ...corrected]
    const understood = understand({ ...phrase, parsing: mended, corrections })
    return understood ? [{ understood, isSure }] : []
  })
  const guesses = read.flatMap(({ understood: { ask } }) => (ask.kind === 'query' ? ask.query : []))
  // Equally close repairs are accepted only if they lead to the same question.
  const questions = new Set(guesses.map(({ range, ranges, who }) => JSON.stringify([range, ranges, who])))
  const only = read.find(({ understood }) => read.length === 1 || understood.ask.kind === 'query')
  const isSafe = (read.length === 1 || questions.size === 1) && read.every(({ isSure }) => isSure)
  if (only && isSafe) return only.understood
  const [way] = ways.length === 1 ? ways : []
  const known = way?.repairs.filter(({ at, isSure }) => isSure && isInDate(way.mended, at)) ?? []
  return refused(misreadWords(withRepairs(phrase.parsing, known), guesses), phrase.clean)
}
