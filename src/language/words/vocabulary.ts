import type { Span, Unit } from '../../calendar/spans.js'
import { splitWords } from './lexer.js'

/**
 * A day of the year: a day of a month, the n-th weekday of a month, or an offset from Easter Sunday. `yearOffset` is -1
 * when it is in the year before the one it is named after. `plus` counts days from there.
 */
export type DayOfYear = (
  | { readonly month: number; readonly day: number }
  | { readonly month: number; readonly weekday: number; readonly nth: number }
  | { readonly easter: number }
) & { readonly yearOffset?: number; readonly plus?: number }

export interface Holiday {
  readonly from: DayOfYear
  readonly to: DayOfYear
  /** The single day that others mean by the same words; null when the range itself is a single day. */
  readonly day: DayOfYear | null
  /** Other days that some people mean by the same words. */
  readonly other?: { readonly from: DayOfYear; readonly to: DayOfYear }
  /** Shown with the days: whose holiday it is, or what the word is taken to cover. */
  readonly remark?: string
  /** The whole week around `day` instead of `from` to `to`. */
  readonly wholeWeek?: boolean
  /** The days that a calendar has; `from` and `to` are for other years. */
  readonly byYear?: ReadonlyMap<number, Span>
  /** Its words are not guessed from a misspelling: they are names, too. */
  readonly isExact?: boolean
}

/** Function words; the grammar decides where they may stand. */
type Particle =
  | 'after'
  | 'ago'
  | 'and'
  | 'at'
  | 'before'
  | 'between'
  | 'coming'
  | 'daypart'
  | 'ending'
  | 'from'
  | 'fromNow'
  | 'half'
  | 'in'
  | 'lasting'
  | 'later'
  | 'of'
  | 'offsetFrom'
  | 'on'
  | 'onwards'
  | 'early'
  | 'middle'
  | 'firstHalf'
  | 'secondHalf'
  | 'late'
  | 'workday'
  | 'workdays'
  | 'ordinalSuffix'
  | 'past'
  | 'quarter'
  | 'rest'
  | 'since'
  | 'span'
  | 'starting'
  | 'the'
  | 'timeLead'
  | 'timeOfDay'
  | 'timeUnit'
  | 'to'
  | 'until'
  | 'weekNumber'
  | 'weekOf'
  | 'within'
  | 'yearWord'

export type Term =
  | { readonly kind: Particle }
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

/** A language. All words and phrases are in lower case, and the first of each list is the one used in messages. */
export interface Vocabulary {
  /** Monday first. */
  readonly weekdays: readonly (readonly string[])[]
  /** January first. */
  readonly months: readonly (readonly string[])[]
  readonly units: readonly {
    readonly unit: Unit
    readonly single: readonly string[]
    readonly plural: readonly string[]
    readonly short: readonly string[]
  }[]
  readonly counts: readonly (readonly [number, readonly string[]])[]
  readonly ordinals: readonly (readonly [number, readonly string[]])[]
  readonly days: readonly (readonly [number, readonly string[]])[]
  readonly shifts: readonly (readonly [number, readonly string[]])[]
  readonly beyond: readonly (readonly [number, readonly string[]])[]
  readonly endings: readonly (readonly [Unit, readonly string[]])[]
  readonly holidays: readonly (Holiday & { readonly words: readonly string[] })[]
  readonly particles: Readonly<Record<Particle, readonly string[]>>
  readonly help: readonly string[]
  /** Commands that always work, as examples for someone who was not understood. */
  readonly examples: readonly string[]
  /** Words for the asker. */
  readonly me: readonly string[]
  /** The word "team" beside a team's name. */
  readonly team: readonly string[]
  /** Words that may introduce a name: "for design". */
  readonly nameLead: readonly string[]
  /** Words at either end of a phrase that say nothing about who or when. */
  readonly fillers: readonly string[]
  /** First words of questions about something other than a range, a team or a person. */
  readonly questions: readonly string[]
  /** Words of three letters that are repaired too. */
  readonly shortRepairs: readonly string[]
  /** Short words that resemble too many names and other words to be repaired. */
  readonly unrepaired: readonly string[]
  /** First names that resemble a month or a weekday and are never taken for a misspelling of it. */
  readonly givenNames: readonly string[]
}

export interface Entry {
  readonly words: readonly string[]
  readonly term: Term
}

export interface TermIndex {
  readonly vocabulary: Vocabulary
  /** Entries by their first word, so that a look-up costs only the phrases that begin with it. */
  readonly byFirstWord: ReadonlyMap<string, readonly Entry[]>
  /** Every word that has a meaning, fillers included. */
  readonly words: ReadonlySet<string>
  /** Date words that a misspelling may be repaired to, by length. */
  readonly byLength: ReadonlyMap<number, readonly string[]>
  /** Position in the vocabulary; more common words come first. */
  readonly ranks: ReadonlyMap<string, number>
}

const termsOf = function* (vocabulary: Vocabulary): Generator<readonly [readonly string[], Term]> {
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
  for (const [kind, words] of Object.entries(vocabulary.particles) as [Particle, readonly string[]][])
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

export const indexVocabulary = (vocabulary: Vocabulary): TermIndex => {
  const byFirstWord = new Map<string, Entry[]>()
  const termWords = new Set<string>()
  const repairWords = new Set<string>()
  // "over" and "before" are function words, even within holidays and days.
  const { before, after, within, from, to } = vocabulary.particles
  const holding = new Set([before, after, within, from, to].flat())
  for (const [phrases, term] of termsOf(vocabulary))
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
    vocabulary,
    byFirstWord,
    words: new Set([...termWords, ...others]),
    byLength: groupByLength(repairWords),
    ranks: new Map([...repairWords].map((word, rank) => [word, rank])),
  }
}
