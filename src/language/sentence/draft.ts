import type { Token } from '../words/lexer.js'
import type { AskedFor, AskedKind, Quantity, State } from '../question.js'
import type { AskForm, Asks, AskTopic, LeadTerm, Remark } from '../words/sentences.js'
import { wordsBetween } from '../who/who.js'
import type { SentenceReader } from './reader.js'

/** Why a sentence is not a single question about days, people or teams. */
export type SentenceError =
  | 'statement'
  | 'greeting'
  | 'two_questions'
  | 'in_or_out'
  | 'unknown_person'
  | 'who_is'

export interface SentenceFailure {
  readonly error: SentenceError | null
  /** The words at fault, by their tokens in the phrase. */
  readonly at: readonly [first: Token, last: Token] | null
}

/** Something to be recorded, which was typed where questions are answered. */
export interface Statement {
  /** About the asker and nobody else. */
  readonly isOwn: boolean
  /** About days away, unlike "i work from home" or "i am back". */
  readonly isLeave: boolean
  /** About others: "i'd love to know who is out". */
  readonly isAsking: boolean
  readonly isPast: boolean
  readonly reason: 'sick' | 'holiday' | null
}

/** What was read of a sentence so far; `cursor` is the next token. */
export interface Draft extends SentenceReader {
  cursor: number
  asks: AskTopic | null
  form: AskForm
  /** Of how many of the people it asks; null where no word says so. */
  quantity: Quantity | null
  /** Null: any leave. */
  kind: AskedKind | null
  /** Where it is about the first day of a leave, or the last one before it. */
  state: State | null
  /** Where it is not what the form says. */
  asked: AskedFor | null
  /** "is ana": somebody is named. */
  subject: LeadTerm['subject'] | 'name' | null
  isPast: boolean
  isStill: boolean
  /** It contains "who", or asks whether someone is in or out. */
  isQuestion: boolean
  isNegated: boolean
  /** What is denied: "who is not back by friday", "who has not been off". */
  denied: Asks | null
  /** "can they meet": one of several days is enough. */
  isMeeting: boolean
  /** "ana's holidays": all that are known, not only those of the next weeks. */
  isLeave: boolean
  /** Asked with a word for leave, which a bank holiday is not. */
  isOfLeave: boolean
  /** Only about days from today on: "left this year", "who is still out". */
  isLeft: boolean
  /** "so far this year": until today. */
  isSoFar: boolean
  /** Verbs of possession may precede time off: "has friday off". */
  isOwning: boolean
  remarks: readonly Remark[]
  readonly uses: { readonly rule: string; readonly words: string }[]
}

/** A sentence without the words that make it a question; `tokens` are the rest, which says who and when. */
export interface Sentence extends SentenceFailure, Readonly<Omit<Draft, 'asks' | 'state' | 'tokens'>> {
  readonly asks: AskTopic
  readonly state: State
  /** A word says whether it is about who is out, in or back. */
  readonly isStated: boolean
  readonly asked_for: AskedFor
  /** It begins with "when". */
  readonly isWhen: boolean
  /** For a statement; otherwise null. */
  readonly statement: Statement | null
  /** How a number of people was found. */
  readonly note?: string | null
  readonly tokens: readonly Token[]
}

export const set = (draft: Draft, read: Partial<Draft>): void => {
  Object.assign(draft, read)
}

export const use = ({ source, tokens, uses }: Draft, rule: string, from: number, to: number): void => {
  uses.push({ rule, words: wordsBetween(source, tokens[from]!, tokens[to - 1]!) })
}

export const noError: SentenceFailure = { error: null, at: null }

export const errorBetween = (
  { tokens }: Draft,
  error: SentenceError,
  from: number,
  to: number,
): SentenceFailure => ({ error, at: [tokens[from]!, tokens[Math.max(from, to - 1)]!] })
