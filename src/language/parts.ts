import type { AskContext } from './context.js'
import type { Span } from '../calendar/spans.js'
import type { Correction } from './query.js'
import type { ParseContext, PhraseReading } from './read.js'
import type { Sentence } from './sentence/draft.js'
import type { Mark, Named } from './who/names.js'
import type { Token } from './words/lexer.js'
import { compileWords, openPhrases, phraseAt } from './words/phrases.js'
import type { Repeat } from './words/repeats.js'

/** Everything that was read of a phrase except its date. */
export interface Phrase {
  readonly context: AskContext
  readonly parsing: ParseContext
  readonly sentence: Sentence
  /** All tokens, with those that were taken out. */
  readonly typed: readonly Token[]
  /** Names found before the date was read. */
  readonly marks: readonly Mark[]
  /** "tom or sue": one of them is enough. */
  readonly isEither: boolean
  /** Who is taken out of the question. */
  readonly except: readonly Named[]
  /** The tokens of days that are taken out. */
  readonly exceptDays: readonly Token[]
  readonly exceptWeekdays: readonly number[]
  /** The weekdays that are meant, where they repeat. */
  readonly repeat: Repeat | null
  /** "both monday and tuesday": each of the days. */
  readonly isWhole: boolean
  /** "in at all next week": one of the days is enough. */
  readonly isAny: boolean
  readonly corrections: readonly Correction[]
  readonly remarks: readonly string[]
  /** As typed, after cleaning. */
  readonly clean: string
  readonly isBlank: boolean
}

/** How days were said. */
export interface DaysSaid extends PhraseReading {
  readonly words: readonly string[]
  readonly isList: boolean
  /** "monday and tuesday" */
  readonly isAnd: boolean
  readonly isOr: boolean
  /** "since monday", "until friday", "after the 5th" */
  readonly isOpen: boolean
  /** What stands behind "since". */
  readonly since: Span | null
  readonly until: Span | null
}

export interface DatedPhrase extends Phrase {
  readonly said: DaysSaid
}

const inDays = openPhrases('days')

/** Whether words of a heading are anywhere in a phrase. */
export const createSays = (heading: string): ((phrase: Phrase) => boolean) => {
  const words = compileWords(inDays(heading))
  return ({ typed, parsing: { source } }) =>
    typed.some((_, at) => phraseAt(words, typed, at, typed.length, source.meter) !== null)
}
