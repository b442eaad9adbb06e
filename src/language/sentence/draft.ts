import { unknownHolidays } from '../words/holidays.js'
import { compileWords, phraseAt, type PhraseMatch, type PhraseTable } from '../words/phrases.js'
import type { Token } from '../words/lexer.js'
import type { AskedFor, State } from '../question.js'
import type { AskParts, Asks, AskTopic, Remark } from '../words/sentences.js'
import { nameAt, wordsBetween, type PhraseSource } from '../who/who.js'

/** The tokens while words are being removed; the part from `at` to before `end` is still to be read. */
export interface SentenceReader {
  readonly source: PhraseSource
  tokens: Token[]
  readonly gone: Set<Token>
  /** Tokens of dates with several words, such as "christmas holidays". */
  readonly dated: ReadonlySet<Token>
}

export const createReader = (source: PhraseSource, tokens: readonly Token[]): SentenceReader => ({
  source,
  tokens: [...tokens],
  gone: new Set(),
  dated: datedTokens(tokens, source),
})

export interface FoundPhrase<T> extends PhraseMatch<T> {
  readonly from: number
}

/** The longest phrase of a table that begins at a token. */
export const find = <T>(
  { source, tokens }: SentenceReader,
  table: PhraseTable<T>,
  from: number,
  end = tokens.length,
): FoundPhrase<T> | null => {
  const found = phraseAt(table, tokens, from, end, source.meter)
  return found && { ...found, from }
}

/** What is found at the first token, from one on, where something is. */
export const firstFrom = <T>(
  { tokens }: SentenceReader,
  from: number,
  look: (at: number) => T | null,
): T | null => {
  for (let at = from; at < tokens.length; at += 1) {
    const found = look(at)
    if (found) return found
  }
  return null
}

export const findAnywhere = <T>(
  reader: SentenceReader,
  table: PhraseTable<T>,
  from: number,
): FoundPhrase<T> | null => firstFrom(reader, from, (at) => find(reader, table, at))

/** The position after all consecutive phrases of a table. */
export const skipAll = (reader: SentenceReader, table: PhraseTable<unknown>, from: number): number => {
  let at = from
  for (;;) {
    const found = find(reader, table, at)
    const isComma = at > from && [',', ':', '-', '–'].includes(reader.tokens[at]?.text ?? '')
    if (!found && !isComma) return at
    // A single word may be a name: "will", "may".
    if (found && found.next === at + 1 && isNameHere(reader, at)) return at
    at = found ? found.next : at + 1
  }
}

/** Whether the word at a position is a person's or team's name. */
export const isNameHere = ({ source, tokens }: SentenceReader, at: number): boolean => {
  const { teams, fullNames, firstNames } = source.book
  return [teams, fullNames, firstNames].some((names) => names.has(tokens[at]?.text ?? ''))
}

/** Removes words; the rest says who and when. */
export const take = (reader: SentenceReader, from: number, to: number): void => {
  for (const token of reader.tokens.slice(from, to)) reader.gone.add(token)
}

const unknown = compileWords(unknownHolidays)

/** The words of dates that begin at a token. */
export const datesAt = ({ dates }: PhraseSource, tokens: readonly Token[], at: number) =>
  (dates.get(tokens[at]?.text ?? '') ?? []).filter(({ words }) =>
    words.every((word, place) => tokens[at + place]?.text === word),
  )

/** Tokens of multi-word dates such as working weeks, in which no state is looked for. */
const datedTokens = (tokens: readonly Token[], source: PhraseSource): Set<Token> =>
  new Set(
    tokens.flatMap((_, at) => {
      const { next = at } = phraseAt(unknown, tokens, at, tokens.length, source.meter) ?? {}
      const ends = datesAt(source, tokens, at).map(({ words, term }) => {
        // In "around christmas eve" the words of the day are "christmas eve".
        const isOfDay =
          words[0] === 'around' &&
          datesAt(source, tokens, at + 1).some(({ words: day }) => day.length >= words.length)
        const isDated = words.length > 1 && !isOfDay && dateKinds.has(term.kind)
        return isDated ? at + words.length : at
      })
      return tokens.slice(at, Math.max(next, ...ends))
    }),
  )

const dateKinds = new Set(['holiday', 'unit', 'workday', 'workdays'])

/** Whether a name begins at a position. */
export const isSubjectAt = ({ tokens, source }: SentenceReader, at: number): boolean =>
  nameAt(source, tokens, at) !== null

/** "in design": here the word for the state is a preposition. */
export const isPlaceNext = (reader: SentenceReader, at: number): boolean =>
  isSubjectAt(reader, reader.tokens[at + 1]?.text === 'the' ? at + 2 : at + 1)

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
export interface Draft extends SentenceReader, AskParts {
  cursor: number
  isStill: boolean
  /** It contains "who", or asks whether someone is in or out. */
  isQuestion: boolean
  /** What is denied: "who is not back by friday", "who has not been off". */
  denied: Asks | null
  /** "ana's holidays": all that are known, not only those of the next weeks. */
  isLeave: boolean
  /** Only about days from today on: "left this year", "who is still out". */
  isLeft: boolean
  /** "so far this year": until today. */
  isSoFar: boolean
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
  readonly note?: string | undefined
  readonly tokens: readonly Token[]
}

export const set = (draft: Draft, read: Partial<Draft>): void => {
  Object.assign(draft, read)
}

/** Removes words that a rule read. */
export const takeAs = (
  draft: Draft,
  rule: 'question' | 'state' | 'bank holidays',
  from: number,
  to: number,
): void => {
  const { source, tokens, uses } = draft
  take(draft, from, to)
  uses.push({ rule, words: wordsBetween(source, tokens[from]!, tokens[to - 1]!) })
}

export const noError: SentenceFailure = { error: null, at: null }

export const errorBetween = (
  { tokens }: Draft,
  error: SentenceError,
  from: number,
  to: number,
): SentenceFailure => ({ error, at: [tokens[from]!, tokens[Math.max(from, to - 1)]!] })
