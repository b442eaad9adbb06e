import { unknownHolidays } from '../words/holidays.js'
import { compileWords, phraseAt, type PhraseMatch, type PhraseTable } from '../words/phrases.js'
import type { Token } from '../words/lexer.js'
import { nameAt, type PhraseSource } from '../who/who.js'

/** The tokens while words are being removed; the part from `at` to before `end` is still to be read. */
export interface SentenceReader {
  readonly source: PhraseSource
  tokens: Token[]
  readonly gone: Set<Token>
  /** Tokens of dates with several words, such as "christmas holidays". */
  readonly dated: ReadonlySet<Token>
}

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
export const datedTokens = (tokens: readonly Token[], source: PhraseSource): Set<Token> =>
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
