import type { Unit } from '../../calendar/spans.js'
import type { Holiday } from './holidays.js'
import { splitWords } from './lexer.js'
import { vocabulary } from './vocabulary.js'

export type Term =
  | { readonly kind: keyof typeof vocabulary.particles }
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'month'; readonly month: number }
  | { readonly kind: 'unit'; readonly unit: Unit; readonly form: 'single' | 'plural' | 'short' }
  | { readonly kind: 'count'; readonly value: number }
  | { readonly kind: 'ordinal'; readonly value: number }
  | { readonly kind: 'day'; readonly offset: number }
  | { readonly kind: 'shift'; readonly by: number }
  /** Follows its unit: "week after next" is +2. */
  | { readonly kind: 'beyond'; readonly by: number }
  | { readonly kind: 'endOf'; readonly unit: Unit }
  | { readonly kind: 'holiday'; readonly holiday: Holiday }

export interface Entry {
  readonly words: readonly string[]
  readonly term: Term
}

const termsOf = function* (): Generator<readonly [readonly string[], Term]> {
  for (const [weekday, words] of vocabulary.weekdays.entries()) yield [words, { kind: 'weekday', weekday }]
  for (const [index, words] of vocabulary.months.entries()) yield [words, { kind: 'month', month: index + 1 }]
  for (const { unit, single, plural, short } of vocabulary.units) {
    yield [single, { kind: 'unit', unit, form: 'single' }]
    yield [plural, { kind: 'unit', unit, form: 'plural' }]
    yield [short, { kind: 'unit', unit, form: 'short' }]
  }
  for (const [value, words] of vocabulary.counts) yield [words, { kind: 'count', value }]
  for (const [value, words] of vocabulary.ordinals) yield [words, { kind: 'ordinal', value }]
  for (const [offset, words] of vocabulary.days) yield [words, { kind: 'day', offset }]
  for (const [by, words] of vocabulary.shifts) yield [words, { kind: 'shift', by }]
  for (const [by, words] of vocabulary.beyond) yield [words, { kind: 'beyond', by }]
  for (const [unit, words] of vocabulary.endings) yield [words, { kind: 'endOf', unit }]
  for (const holiday of vocabulary.holidays) yield [holiday.words, { kind: 'holiday', holiday }]
  for (const [kind, words] of Object.entries(vocabulary.particles) as [
    keyof typeof vocabulary.particles,
    readonly string[],
  ][])
    yield [words, { kind }]
}

const minimumRepairLength = 4

/**
 * Terms that a misspelling may be repaired to: days, months, periods, holidays and what qualifies them, but no
 * prepositions or numbers.
 */
const isRepairedInto = (term: Term): boolean =>
  ['weekday', 'month', 'unit', 'day', 'shift'].includes(term.kind) ||
  (term.kind === 'holiday' && term.holiday.isExact !== true)

const groupByLength = (words: Iterable<string>): ReadonlyMap<number, readonly string[]> => {
  const byLength = new Map<number, string[]>()
  for (const word of words)
    if (word.length >= minimumRepairLength)
      byLength.set(word.length, [...(byLength.get(word.length) ?? []), word])
  return byLength
}

const indexVocabulary = () => {
  const byFirstWord = new Map<string, Entry[]>()
  const termWords = new Set<string>()
  const repairWords = new Set<string>()
  // "over" and "before" are function words, even within holidays and days.
  const { before, after, within, from, to } = vocabulary.particles
  const holding = new Set([before, after, within, from, to].flat())
  for (const [phrases, term] of termsOf())
    for (const phrase of phrases) {
      const words = splitWords(phrase)
      words.forEach((word) => termWords.add(word))
      // Nobody mistypes half of "2morrow", and "week's" is rarer than a doubled letter.
      const repairable = /[\d']/u.test(phrase) || !isRepairedInto(term) ? [] : words
      for (const word of repairable)
        if (!vocabulary.unrepaired.includes(word) && !holding.has(word)) repairWords.add(word)
      byFirstWord.set(words[0]!, [...(byFirstWord.get(words[0]!) ?? []), { words, term }])
    }
  const { fillers, questions, me, team, nameLead } = vocabulary
  const others = [fillers, questions, me, team, nameLead].flat().flatMap(splitWords)
  return {
    /** Entries by their first word, so that a look-up costs only the phrases that begin with it. */
    byFirstWord: byFirstWord as ReadonlyMap<string, readonly Entry[]>,
    /** Every word that has a meaning, fillers included. */
    words: new Set([...termWords, ...others]) as ReadonlySet<string>,
    /** Date words that a misspelling may be repaired to, by length. */
    byLength: groupByLength(repairWords),
    /** Position in the vocabulary; more common words come first. */
    ranks: new Map([...repairWords].map((word, rank) => [word, rank])) as ReadonlyMap<string, number>,
  }
}

export const english = indexVocabulary()

/** The kind of term that a word alone is; null when it has no meaning in a date. */
export const kindOfDate = (word: string): Term['kind'] | null =>
  english.byFirstWord.get(word)?.[0]?.term.kind ?? null
