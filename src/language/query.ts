import type { Day, DayRange } from '../calendar/day.js'
import type { AskForm, AskTopic } from './words/sentences.js'
import type { AskedFor, AskedKind, ByDay, HalfDay, Quantity, State } from './question.js'
import type { AskPerson, AskTeam } from './context.js'

/** Whom a question is about: a team, a person or both; everybody when neither is set. */
export interface Who {
  readonly team: AskTeam | null
  readonly person: AskPerson | 'me' | null
}

/** Whether a question is about everybody. */
export const isOfAnyone = (who: readonly Who[]): boolean =>
  who.every(({ team, person }) => team === null && person === null)

/** A word that was read as another one; it is shown, so that nobody gets an answer to another question unnoticed. */
export interface Correction {
  readonly typed: string
  readonly read: string
}

export interface AskQuery extends Who {
  readonly asks: AskTopic
  readonly form: AskForm
  readonly asked_for: AskedFor
  /** Null unless a yes, a no or a day is asked for. */
  readonly quantity: Quantity | null
  readonly state: State
  /** Null: any leave. */
  readonly kind: AskedKind | null
  /** Asked with a word for leave, which a bank holiday is not. */
  readonly isOfLeave: boolean
  /** Who was taken out: "everyone except design". */
  readonly except: readonly Who[]
  /** Days that were taken out of `range`; `ranges` is what is left of it. */
  readonly exceptDays: readonly DayRange[]
  /** Other days, on which it must not be so: "out tomorrow but not today". */
  readonly notDays: readonly DayRange[]
  /** Each of the days, not some day among them: "both mon and tue". */
  readonly each: boolean
  /** Null: of the same people on all of the days. A number of people: one for each day. */
  readonly byDay: ByDay | null
  /** "who has not been off in november": in, apart from bank holidays. */
  readonly isNotOut: boolean
  /** Null: the whole of each day. */
  readonly half: HalfDay | null
  /** Whom it is about, in order; several when several teams or people were named. */
  readonly who: readonly Who[]
  /** The days asked for, both ends included: `to` is at most 366 days after `from`. */
  readonly range: DayRange
  /** Separate ranges within `range`, in order; empty when all of `range` is meant. */
  readonly ranges: readonly DayRange[]
  /** What is shown when more than 90 days were asked for and not all of them are looked at; otherwise null. */
  readonly clipped: DayRange | null
  /** "out since september" holds from a day in it on: the last of them; absent: from the first day of `range` on. */
  readonly sinceBy?: Day | undefined
  /** "is ana off until 8 january", from today on: the day as it was named. */
  readonly until?: Day | undefined
  /** Asked in the past tense, or for the last one. */
  readonly isPast: boolean
  /** It names people or days and asks nothing of them: "and design?", "next week". */
  readonly isFragment: boolean
  /** False when no day was named and `range` is the default. */
  readonly isDated: boolean
  readonly corrections: readonly Correction[]
  /** Sentences about how the words were understood, apart from the corrections. */
  readonly remarks: readonly string[]
  /** The other meaning of an ambiguous phrase, as the words of a command. */
  readonly alternative: string | null
}

/** Whether it is about people who were named. */
export const isOfPeople = ({ who }: Pick<AskQuery, 'who'>): boolean =>
  who.every(({ person }) => person !== null)

/** Why a phrase has no answer. */
export type AskReason =
  | 'no_such_date'
  | 'no_such_week'
  | 'weekday_mismatch'
  | 'end_before_start'
  | 'end_before_today'
  | 'over_366'
  | 'time_of_day'
  | 'bare_number'
  | 'two_ranges'
  | 'several_teams'
  | 'several_people'
  | 'free_question'
  | 'too_long'
  | 'unknown_words'
  | 'unknown_holiday'
  | 'other_language'
  | 'other_command'
  | 'statement'
  | 'greeting'
  | 'two_questions'
  | 'in_or_out'
  | 'recurring'
  | 'not_past'
  | 'no_team'

export interface Misunderstanding {
  readonly reason: AskReason
  /** The words that were not understood, as typed, at most 80 characters. */
  readonly words: string
  /** One or two sentences for people. They quote what was typed, so escape them where that matters. */
  readonly message: string
  /** The first sentence of `message`, if that is the whole answer. */
  readonly heading?: string
  /** Words of commands that are understood. */
  readonly suggestions: readonly string[]
  /** `off tomorrow`, also the first suggestion: records the days of someone who said that they are away. */
  readonly off: string | null
}

export type Ask =
  | { readonly kind: 'query'; readonly query: AskQuery }
  | { readonly kind: 'help' }
  | { readonly kind: 'misunderstood'; readonly misunderstanding: Misunderstanding }

/** Which rule read which words, in the order of the words, wider rules first. */
export interface RuleReading {
  readonly rule: string
  readonly words: string
}

export interface Understood {
  readonly ask: Ask
  readonly rules: readonly RuleReading[]
}

export interface Explanation extends Understood {
  /** The number of parsing steps, which is at most linear in the length of the phrase. */
  readonly steps: number
}
