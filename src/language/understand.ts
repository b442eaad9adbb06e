import { namesOf, otherByName, whoOf } from './alternative.js'
import { vocabulary } from './words/vocabulary.js'
import type { Token } from './words/lexer.js'
import { dateWithin, isInDate, misreadWords } from './misread/misread.js'
import { misreadMark } from './misread/names.js'
import { isRefusal } from './misread/refusal.js'
import { cutShort, type Misread } from './misread/say.js'
import { createQuery } from './create-query.js'
import type { Phrase } from './parts.js'
import type { Ask, Correction, RuleReading } from './query.js'
import { createParseContext, readingsOf, type PhraseReading, type ParseContext } from './read.js'
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

export const refused = (misread: Misread): Ask => {
  const { reason, words, fact, heading, suggestions, off = null } = misread
  const helpful = [...new Set(suggestions.length > 0 ? suggestions : vocabulary.examples)]
  return {
    kind: 'misunderstood',
    misunderstanding: {
      reason,
      words,
      message: fact,
      ...(heading !== undefined && { heading }),
      suggestions: helpful,
      off,
    },
  }
}

const wordsOf = ({ outcome }: PhraseReading): string =>
  outcome && !isRefusal(outcome) ? spanWords(outcome.span) : ''

const rulesOf = (reading: PhraseReading, { parsing, marks, uses }: Phrase): readonly RuleReading[] => {
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
const understand = (phrase: Phrase): Understood | null => {
  const { parsing } = phrase
  const readings = readingsOf(parsing)
  const first = readings.next()
  if (first.done) return null
  const reading = first.value
  const rules = rulesOf(reading, phrase)
  const shared = reading.cut.names.find(({ named }) => named.kind === 'people' || named.kind === 'teams')
  if (shared)
    return { ask: refused(misreadMark(parsing, { ...shared, rule: 'person' }, wordsOf(reading))), rules }
  const { outcome, from, to } = reading
  if (!outcome || !isRefusal(outcome)) {
    const made = createQuery(reading, readings, phrase)
    if (!('reason' in made)) return { ask: { kind: 'query', query: made }, rules }
    return { ask: refused({ ...made, words: cutShort(phrase.clean) }), rules }
  }
  const words = cutShort(
    wordsBetween(parsing.source, parsing.input.tokens[from]!, parsing.input.tokens[to - 1]!),
  )
  const named = otherByName(reading, readings, parsing)
  const who = whoOf(namesOf(reading, parsing))
  const suggestions = outcome.suggestions.map((suggestion) =>
    withAsks(parsing.asks, withWho(suggestion, who)),
  )
  return {
    ask: refused({ ...outcome, words, suggestions: named === null ? suggestions : [...suggestions, named] }),
    rules,
  }
}

const repaired = (tokens: readonly Token[], repairs: readonly Repair[]): readonly Token[] =>
  tokens.map((token, at) => {
    const repair = repairs.find((one) => one.at === at)
    return repair ? { ...token, text: repair.read } : token
  })

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

/**
 * The first days within words that are not understood as a whole, repaired if necessary; repaired days are not shown as
 * typed.
 */
export const sentenceDates = (
  parsing: ParseContext,
  base: Omit<ParseContext, 'input'>,
  tokens: readonly Token[],
) => {
  const { date, typedDate } = datesOf(parsing)
  if (date !== '' || tokens.length === 0) return { date, typedDate }
  const mended = findRepairs(tokens, parsing.source).flatMap((repairs) =>
    repairs.length > 0 && repairs.every(({ isSure }) => isSure)
      ? [dateWithin(createParseContext(base, repaired(tokens, repairs)))]
      : [],
  )
  return { date: dateWithin(parsing) || (mended[0] ?? ''), typedDate: '' }
}

const correctionsIn = (repairs: readonly Repair[]): readonly Correction[] =>
  repairs.map(({ typed, read }) => ({ typed, read }))

/** Equally close repairs are accepted only if they lead to the same question. */
const agreed = (all: readonly Understood[]): readonly Understood[] => {
  const queries = all.filter(({ ask }) => ask.kind === 'query')
  const questions = new Set(
    queries.map(({ ask }) =>
      ask.kind === 'query' ? JSON.stringify([ask.query.range, ask.query.ranges, ask.query.who]) : '',
    ),
  )
  return questions.size === 1 ? queries.slice(0, 1) : []
}

/** Repairs the phrase if that is safe; otherwise refuses it, with what was read. */
export const repairPhrase = (
  phrase: Phrase,
  base: Omit<ParseContext, 'input'>,
  tokens: readonly Token[],
): Understood => {
  const { parsing } = phrase
  const parsingWith = (repairs: readonly Repair[]): ParseContext =>
    repairs.length === 0 ? parsing : createParseContext(base, repaired(tokens, repairs))
  const ways = findRepairs(tokens, parsing.source).map((repairs) => ({
    repairs,
    mended: parsingWith(repairs),
  }))
  const read = ways.flatMap(({ repairs, mended }) => {
    if (repairs.length === 0) return []
    const corrections = [...phrase.corrections, ...correctionsIn(repairs)]
    const found = understandOne({ ...phrase, parsing: mended, corrections })
    return found ? [{ ...found, isSure: repairs.every(({ isSure }) => isSure) }] : []
  })
  const [only] = read.length > 1 ? agreed(read) : read
  if (only && read.every(({ isSure }) => isSure)) return only
  const guesses = read.flatMap(({ ask }) => (ask.kind === 'query' ? [ask.query] : []))
  const known =
    ways.length === 1
      ? ways[0]!.repairs.filter(({ at, isSure }) => isSure && isInDate(ways[0]!.mended, at))
      : []
  return { ask: refused(misreadWords(parsingWith(known), guesses)), rules: [] }
}

/** Two marked teams cannot be one question, whatever else was read. */
export const understandOne = (phrase: Phrase): Understood | null => {
  const { marked } = phrase.parsing
  const teams = marked.filter(({ kind }) => kind === 'team' || kind === 'teams').length
  return teams <= 1 && marked.length - teams <= 1 ? understand(phrase) : null
}
