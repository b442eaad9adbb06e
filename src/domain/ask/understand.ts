import { namesOf, otherByName, whoOf } from './alternative.js'
import { english } from './language/english.js'
import type { Token } from './language/lexer.js'
import { dateWithin, isInDate, misreadWords } from './misread/misread.js'
import { misreadMark } from './misread/names.js'
import { isRefusal } from './misread/refusal.js'
import { cutShort, type Misread } from './misread/say.js'
import { createQuery, type Phrase } from './create-query.js'
import type { Ask, Correction, RuleReading } from './query.js'
import { createScene, readingsOf, type PhraseReading, type Scene } from './read.js'
import { spanWords } from './show.js'
import { findRepairs, type Repair } from './language/spelling.js'
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
  const helpful = [...new Set(suggestions.length > 0 ? suggestions : english.vocabulary.examples)]
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

const rulesOf = (reading: PhraseReading, { scene, marks, uses }: Phrase): readonly RuleReading[] => {
  const { source, input } = scene
  return [
    ...uses,
    ...marks.map(({ rule, words }) => ({ rule, words })),
    ...reading.cut.peels.map(({ named, words }) => ({
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
  const { scene } = phrase
  const readings = readingsOf(scene)
  const first = readings.next()
  if (first.done) return null
  const reading = first.value
  const rules = rulesOf(reading, phrase)
  const shared = reading.cut.peels.find(({ named }) => named.kind === 'people' || named.kind === 'teams')
  if (shared)
    return { ask: refused(misreadMark(scene, { ...shared, rule: 'person' }, wordsOf(reading))), rules }
  const { outcome, from, to } = reading
  if (!outcome || !isRefusal(outcome)) {
    const made = createQuery(reading, readings, phrase)
    return { ask: 'reason' in made ? refused(made) : { kind: 'query', query: made }, rules }
  }
  const words = cutShort(wordsBetween(scene.source, scene.input.tokens[from]!, scene.input.tokens[to - 1]!))
  const named = otherByName(reading, readings, scene)
  const who = whoOf(namesOf(reading, scene))
  const suggestions = outcome.suggestions.map((suggestion) => withAsks(scene.asks, withWho(suggestion, who)))
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
export const datesOf = (scene: Scene): { readonly date: string; readonly typedDate: string } => {
  const first = readingsOf(scene).next()
  if (first.done || first.value.outcome === null) return { date: '', typedDate: '' }
  const { from, to } = first.value
  const { tokens } = scene.input
  return {
    date: wordsOf(first.value),
    typedDate: wordsBetween(scene.source, tokens[from]!, tokens[to - 1]!),
  }
}

/**
 * The first days within words that are not understood as a whole, repaired if necessary; repaired days are not shown as
 * typed.
 */
export const sentenceDates = (scene: Scene, base: Omit<Scene, 'input'>, tokens: readonly Token[]) => {
  const { date, typedDate } = datesOf(scene)
  if (date !== '' || tokens.length === 0) return { date, typedDate }
  const mended = findRepairs(tokens, english, scene.source.book, scene.source.meter).flatMap((repairs) =>
    repairs.length > 0 && repairs.every(({ isSure }) => isSure)
      ? [dateWithin(createScene(base, repaired(tokens, repairs)))]
      : [],
  )
  return { date: dateWithin(scene) || (mended[0] ?? ''), typedDate: '' }
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
  base: Omit<Scene, 'input'>,
  tokens: readonly Token[],
): Understood => {
  const { scene } = phrase
  const sceneWith = (repairs: readonly Repair[]): Scene =>
    repairs.length === 0 ? scene : createScene(base, repaired(tokens, repairs))
  const ways = findRepairs(tokens, english, scene.source.book, scene.source.meter).map((repairs) => ({
    repairs,
    mended: sceneWith(repairs),
  }))
  const read = ways.flatMap(({ repairs, mended }) => {
    if (repairs.length === 0) return []
    const corrections = [...phrase.corrections, ...correctionsIn(repairs)]
    const found = understandOne({ ...phrase, scene: mended, corrections })
    return found ? [{ ...found, isSure: repairs.every(({ isSure }) => isSure) }] : []
  })
  const [only] = read.length > 1 ? agreed(read) : read
  if (only && read.every(({ isSure }) => isSure)) return only
  const guesses = read.flatMap(({ ask }) => (ask.kind === 'query' ? [ask.query] : []))
  const known =
    ways.length === 1
      ? ways[0]!.repairs.filter(({ at, isSure }) => isSure && isInDate(ways[0]!.mended, at))
      : []
  return { ask: refused(misreadWords(sceneWith(known), guesses)), rules: [] }
}

/** Two marked teams cannot be one question, whatever else was read. */
export const understandOne = (phrase: Phrase): Understood | null => {
  const { marked } = phrase.scene
  const teams = marked.filter(({ kind }) => kind === 'team' || kind === 'teams').length
  return teams <= 1 && marked.length - teams <= 1 ? understand(phrase) : null
}
