import type { DayRange } from '../day.js'
import type { Reason } from './refusal.js'
import type { Who } from './text-form.js'

/** A word that was read as another one: shown, so that nobody is answered about something else unawares. */
export interface Correction {
  readonly typed: string
  readonly read: string
}

export interface Query extends Who {
  /** What was asked, both days included: at most 366 days from one to the other. */
  readonly range: DayRange
  /** What is shown when more than 90 days were asked for; else null. From today on when today is inside. */
  readonly clipped: DayRange | null
  readonly corrections: readonly Correction[]
  /** Words of a command with the other meaning of an ambiguous phrase. */
  readonly alternative: string | null
}

export interface Misunderstanding {
  readonly reason: Reason
  /** The words in the way, as typed, at most 80 characters. */
  readonly words: string
  /** A sentence or two for people. It quotes what was typed: escape it where that matters. */
  readonly message: string
  /** Words of commands that are understood. */
  readonly suggestions: readonly string[]
}

export type Ask =
  | { readonly kind: 'query'; readonly query: Query }
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
