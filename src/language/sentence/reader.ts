import { unknownHolidays } from '../words/holidays.js'
import { compileWords, phraseAt, type PhraseMatch, type PhraseTable } from '../words/phrases.js'
import type { Token } from '../words/lexer.js'
import { bareNameAt, type Marks, type PhraseSource } from '../who/who.js'

/** The tokens while words are being removed; the part from `at` to before `end` is still to be read. */
export interface SentenceReader {
  readonly source: PhraseSource
  readonly marks: Marks
  tokens: Token[]
  readonly gone: Set<Token>
  /** Tokens of dates with several words, such as "christmas holidays". */
  readonly dated: ReadonlySet<Token>
}

/** The longest phrase of a table that begins at a token. */
export const find = <T>(
  { source, tokens }: SentenceReader,
  table: PhraseTable<T>,
  at: number,
  end = tokens.length,
): PhraseMatch<T> | null => phraseAt(table, tokens, at, end, source.meter)

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

/** Tokens of multi-word dates such as working weeks, in which no state is looked for. */
export const datedTokens = (tokens: readonly Token[], { meter, dates }: PhraseSource): Set<Token> => {
  const dated = new Set<Token>()
  const isHere = (phrase: readonly string[], at: number): boolean =>
    phrase.every((word, place) => tokens[at + place]?.text === word)
  // In "around christmas eve" the words of the day are "christmas eve".
  const isOfDay = (phrase: readonly string[], at: number): boolean =>
    phrase[0] === 'around' &&
    (dates.get(phrase[1]!) ?? []).some(({ words }) => words.length >= phrase.length && isHere(words, at + 1))
  for (const [at, { text }] of tokens.entries())
    for (const { words: phrase, term } of dates.get(text) ?? [])
      if (
        ['holiday', 'unit', 'workday', 'workdays'].includes(term.kind) &&
        phrase.length > 1 &&
        isHere(phrase, at) &&
        !isOfDay(phrase, at)
      )
        for (const token of tokens.slice(at, at + phrase.length)) dated.add(token)
  for (let at = 0; at < tokens.length; at += 1) {
    const found = phraseAt(unknown, tokens, at, tokens.length, meter)
    if (found) for (const token of tokens.slice(at, found.next)) dated.add(token)
  }
  return dated
}

/** "in design": here the word for the state is a preposition. */
export const isPlaceNext = ({ tokens, source }: SentenceReader, at: number): boolean => {
  const place = tokens[at + 1]?.text === 'the' ? at + 2 : at + 1
  return tokens[place]?.kind === 'name' || bareNameAt(source, tokens, place) !== null
}

export const findAnywhere = <T>(
  reader: SentenceReader,
  table: PhraseTable<T>,
  from: number,
): (PhraseMatch<T> & { readonly from: number }) | null => {
  for (let at = from; at < reader.tokens.length; at += 1) {
    const found = find(reader, table, at)
    if (found) return { ...found, from: at }
  }
  return null
}
