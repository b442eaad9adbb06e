import type { DayRange } from '../calendar/day.js'
import type { AskForm, AskTopic } from './language/sentences.js'
import type { AskReason } from './misread/refusal.js'
import type { Who } from './text-form.js'

/** A word that was read as another one: shown, so that nobody is answered about something else unawares. */
export interface Correction {
  readonly typed: string
  readonly read: string
}

export interface AskQuery extends Who {
  readonly asks: AskTopic
  readonly form: AskForm
  /** Of whom, one after the other: more than one where several teams or people were named. */
  readonly who: readonly Who[]
  /** What was asked, both days included: at most 366 days from one to the other. */
  readonly range: DayRange
  /** Days apart, within `range`, one after the other; none where `range` is all of it. */
  readonly ranges: readonly DayRange[]
  /** What is shown when more than 90 days were asked for; else null. From today on when today is inside. */
  readonly clipped: DayRange | null
  /** Asked in the past tense, or for the last one. */
  readonly isPast: boolean
  /** False where no day was named, and `range` is the usual one. */
  readonly isDated: boolean
  readonly corrections: readonly Correction[]
  /** Sentences about how the words were taken, beyond the corrections. */
  readonly remarks: readonly string[]
  /** Words of a command with the other meaning of an ambiguous phrase. */
  readonly alternative: string | null
}

/** One part of an answer: of whom, on which days. */
export interface AskSection extends Who {
  readonly range: DayRange
}

/** At most so many parts are answered at once. */
export const mostSections = 5

/** The parts of a question, in the order in which they were named. */
export const sectionsOf = ({
  who,
  range,
  ranges,
}: Pick<AskQuery, 'who' | 'range' | 'ranges'>): readonly AskSection[] =>
  (ranges.length > 0 ? ranges : [range]).flatMap((days) => who.map((one) => ({ ...one, range: days })))

export interface Misunderstanding {
  readonly reason: AskReason
  /** The words in the way, as typed, at most 80 characters. */
  readonly words: string
  /** A sentence or two for people. It quotes what was typed: escape it where that matters. */
  readonly message: string
  /** The first sentence of `message`, where that is the whole answer. */
  readonly heading?: string
  /** Words of commands that are understood. */
  readonly suggestions: readonly string[]
  /** `off tomorrow`, the first suggestion too: what records the days of somebody who said to be away; else null. */
  readonly off: string | null
}

export type Ask =
  | { readonly kind: 'query'; readonly query: AskQuery }
  | { readonly kind: 'help' }
  | { readonly kind: 'misunderstood'; readonly misunderstanding: Misunderstanding }

/** Which rule read which words, in the order of the words, wider ones first. */
export interface RuleReading {
  readonly rule: string
  readonly words: string
}

export interface Explanation {
  readonly ask: Ask
  readonly rules: readonly RuleReading[]
  /** Work done, at most linear in the length of the phrase. */
  readonly steps: number
}
