import { groupedBy } from '../../calendar/grouped.js'
import type { Unit } from '../../calendar/spans.js'
import type { Holiday } from './holidays.js'
import { splitWords } from './lexer.js'
import { openPhrases, type Phrases } from './phrases.js'
import { or, vocabulary, type Particle } from './vocabulary.js'

export type Term =
  | { readonly kind: Particle }
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'month'; readonly month: number }
  | { readonly kind: 'unit'; readonly unit: Unit; readonly isSingle: boolean }
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

/** Entries by their first word, so that a look-up costs only the phrases that begin with it. */
export type DateWords = ReadonlyMap<string, readonly Entry[]>

type TermRow = readonly [phrases: readonly string[], term: Term]

const inDays = openPhrases('days')

const units: readonly (readonly [unit: Unit, single: Phrases, others: string])[] = [
  ['day', 'day', 'days | d'],
  ['week', inDays('week'), 'weeks | wks | w'],
  ['fortnight', "fortnight | fortnight's", 'fortnights'],
  ['weekend', 'weekend | week-end | wkend | wknd', ''],
  ['month', "month | month's | mth", 'months | mo | mths | mos'],
  ['quarter', 'quarter | qtr', 'quarters'],
  ['year', "year | year's | yr", 'years | yrs'],
]

/** The more common ones first. */
const rows: readonly TermRow[] = [
  ...vocabulary.weekdays.map((words, weekday): TermRow => [words, { kind: 'weekday', weekday }]),
  ...vocabulary.months.map((words, at): TermRow => [words, { kind: 'month', month: at + 1 }]),
  ...units.flatMap(([unit, single, others]): readonly TermRow[] => [
    [or(single), { kind: 'unit', unit, isSingle: true }],
    [or(others), { kind: 'unit', unit, isSingle: false }],
  ]),
  ...vocabulary.counts.map(([value, words]): TermRow => [words, { kind: 'count', value }]),
  ...vocabulary.ordinals.map(([value, words]): TermRow => [words, { kind: 'ordinal', value }]),
  [or(inDays('today')), { kind: 'day', offset: 0 }],
  [or(inDays('tomorrow')), { kind: 'day', offset: 1 }],
  [or("yesterday | yesterday's"), { kind: 'day', offset: -1 }],
  [or('day after tomorrow | overmorrow'), { kind: 'day', offset: 2 }],
  [or('day before yesterday'), { kind: 'day', offset: -2 }],
  [or('this | current | the current'), { kind: 'shift', by: 0 }],
  [or('next | following'), { kind: 'shift', by: 1 }],
  [or('last | previous | prev'), { kind: 'shift', by: -1 }],
  [or('after next | after the next'), { kind: 'beyond', by: 2 }],
  [or('before last | before the last'), { kind: 'beyond', by: -2 }],
  [or('eow'), { kind: 'endOf', unit: 'week' }],
  [or('eom | month end | month-end'), { kind: 'endOf', unit: 'month' }],
  [or('eoq | quarter end | quarter-end'), { kind: 'endOf', unit: 'quarter' }],
  [or('eoy | year end | year-end'), { kind: 'endOf', unit: 'year' }],
  ...vocabulary.holidays.map((holiday): TermRow => [holiday.words, { kind: 'holiday', holiday }]),
  ...(Object.keys(vocabulary.particles) as Particle[]).map((kind): TermRow => [
    vocabulary.particles[kind],
    { kind },
  ]),
]

const entries = rows.flatMap(([phrases, term]) =>
  phrases.map((phrase): Entry => ({ words: splitWords(phrase), term })),
)

/**
 * Terms that a misspelling may be repaired to: days, months, periods, holidays and what qualifies them, but no
 * prepositions or numbers. Nobody mistypes half of "2morrow", and "week's" is rarer than a doubled letter.
 */
const isRepairedInto = ({ words, term }: Entry): boolean =>
  !words.some((word) => /[\d']/u.test(word)) &&
  (['weekday', 'month', 'unit', 'day', 'shift'].includes(term.kind) ||
    (term.kind === 'holiday' && !term.holiday.isExact))

const minimumRepairLength = 4

const { fillers, questions, me, team, nameLead, unrepaired } = vocabulary
const { before, after, within, from, to } = vocabulary.particles
// "over" and "before" are function words, even within holidays and days.
const unguessed = new Set([unrepaired, before, after, within, from, to].flat())
const repairWords = new Set(
  entries
    .filter(isRepairedInto)
    .flatMap(({ words }) => words)
    .filter((word) => word.length >= minimumRepairLength && !unguessed.has(word)),
)

export const english = {
  byFirstWord: groupedBy(entries, ({ words }) => words[0]!) as DateWords,
  /** Every word that has a meaning, fillers included. */
  words: new Set([
    ...entries.flatMap(({ words }) => words),
    ...[fillers, questions, me, team, nameLead].flat().flatMap(splitWords),
  ]) as ReadonlySet<string>,
  /** Date words that a misspelling may be repaired to; more common words come first. */
  repairs: repairWords as ReadonlySet<string>,
}

/** The kind of term that a word alone is; null when it has no meaning in a date. */
export const kindOfDate = (word: string): Term['kind'] | null =>
  english.byFirstWord.get(word)?.[0]?.term.kind ?? null
