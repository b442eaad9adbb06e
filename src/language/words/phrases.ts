import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { groupedBy } from '../../calendar/grouped.js'
import { splitWords, type Token } from './lexer.js'

/** The tables are not compiled: built code reads those in the source tree. */
const beside = new URL('../phrases/', import.meta.url)
const folder = existsSync(beside) ? beside : new URL('../../../../src/language/phrases/', import.meta.url)

const spellOut = (phrase: string): readonly string[] => {
  const [whole, before = '', choices = '', behind = ''] = /^(.*?)\{(.*?)\}(.*)$/u.exec(phrase) ?? []
  if (whole === undefined) return [phrase]
  return choices.split(',').flatMap((choice) => spellOut(`${before}${choice}${behind}`))
}

export type Phrases = string | readonly string[]

/** Phrases of a list or in a row, "today | tonight": "who {is,was}" stands for two of them, "how many{, more} days" too. */
export const splitPhrases = (phrases: Phrases): readonly string[] =>
  [phrases].flat().flatMap((row) => row.split(' | ').filter(Boolean).flatMap(spellOut))

const sectionsOf = (file: string) =>
  readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n\n')
    .map((section) => {
      const [heading = '', ...phrases] = section.split('\n')
      return [heading.slice(2), splitPhrases(phrases)] as const
    })

const tables = new Map(readdirSync(folder).map((file) => [file, new Map(sectionsOf(file))]))

/** The sections of a table of `phrases/`, which has a phrase a line below headings ("# who"). */
export const phrasesByHeading = (table: string): ReadonlyMap<string, readonly string[]> =>
  tables.get(`${table}.txt`)!

/** Opens a table; what it returns reads one of its sections. */
export const openPhrases =
  (table: string) =>
  (heading: string): readonly string[] => {
    const phrases = phrasesByHeading(table).get(heading)
    if (phrases === undefined) throw new Error(`${table}.txt has no heading "${heading}"`)
    return phrases
  }

/** Phrases by their first word, so that a look-up costs only the phrases that begin with it; the longest first. */
export type PhraseTable<T> = ReadonlyMap<
  string,
  readonly { readonly words: readonly string[]; readonly value: T }[]
>

export const compilePhrases = <T>(rows: readonly (readonly [Phrases, T])[]): PhraseTable<T> => {
  const all = rows.flatMap(([phrases, value]) =>
    splitPhrases(phrases).map((phrase) => ({ words: splitWords(phrase), value })),
  )
  const table = groupedBy(all, ({ words }) => words[0]!)
  for (const entries of table.values()) entries.sort((a, b) => b.words.length - a.words.length)
  return table
}

export const compileWords = (phrases: Phrases): PhraseTable<true> => compilePhrases([[phrases, true]])

/** The phrases below some headings of a table, with what each heading means. */
export const compileTable = <T>(table: string, meanings: Readonly<Record<string, T>>): PhraseTable<T> => {
  const phrasesOf = openPhrases(table)
  return compilePhrases(Object.entries(meanings).map(([heading, value]) => [phrasesOf(heading), value]))
}

/** The phrases below one heading of a table. */
export const wordsBelow = (table: string, heading: string): PhraseTable<true> =>
  compileTable(table, { [heading]: true })

/** A table whose headings are the words that stand for the phrases below them. */
export const compileHeadings = (table: string): PhraseTable<string> =>
  compilePhrases([...phrasesByHeading(table)].map(([heading, phrases]) => [phrases, heading]))

export interface PhraseMatch<T> {
  readonly value: T
  readonly next: number
}

/** The longest phrase of the table that begins at a token and ends no later than `end`. */
export const phraseAt = <T>(
  table: PhraseTable<T>,
  tokens: readonly Token[],
  at: number,
  end: number,
  meter: { steps: number },
): PhraseMatch<T> | null => {
  const first = tokens[at]
  if (first === undefined || first.kind === 'quoted' || first.kind === 'name') return null
  for (const { words, value } of table.get(first.text) ?? []) {
    meter.steps += 1
    if (at + words.length > end) continue
    if (words.every((word, place) => place === 0 || isWord(tokens[at + place]!, word)))
      return { value, next: at + words.length }
  }
  return null
}

const isWord = ({ kind, text }: Token, word: string): boolean =>
  text === word && kind !== 'quoted' && kind !== 'name'
