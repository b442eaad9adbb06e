import type { Correction } from './query.js'
import type { ParseContext } from './read.js'
import type { Sentence } from './sentence/draft.js'
import type { Named } from './who/names.js'
import type { Token } from './words/lexer.js'
import type { Repeat } from './words/repeats.js'
import type { Mark } from './who/who.js'

/** Everything that was read of a phrase except its date. */
export interface Phrase {
  readonly parsing: ParseContext
  readonly sentence: Sentence
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
