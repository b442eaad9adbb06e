import { datedTokens, find, findAnywhere, type SentenceReader } from './sentence/reader.js'
import { findState } from './sentence/state.js'
import { compileWords, openPhrases } from './words/phrases.js'
import { bareNameAt, type PhraseSource } from './who/who.js'
import { lex, type Token } from './words/lexer.js'

/** Clauses beside a question that only say why it is asked: "is ana in tomorrow? we have a demo". */

const inCourtesy = openPhrases('courtesy')
const openers = compileWords(inCourtesy('opens a reason'))
const alone = compileWords(inCourtesy('says nothing'))
const purposes = new Set(inCourtesy('purposes').split(' | '))
const limits = compileWords(inCourtesy('limits'))

/** Where a clause may end: at a mark, or before a word that begins a reason. */
const borders =
  /(?<=[,;?!]|[:.](?=\s)|\s[-–—](?=\s))\s*|(?<!\b(?:i|we|because|cuz|just))\s+(?=(?:because|cuz|so (?:i|we)|since (?:i|we)|(?:i|we) (?:need|want) to|trying to|need to|want to)\b)/iu

const ofDays = new Set(['weekday', 'month', 'unit', 'day', 'holiday', 'ordinal', 'endOf'])

export const isOfDay = ({ dates }: PhraseSource, tokens: readonly Token[], at: number): boolean =>
  (dates.get(tokens[at]!.text) ?? []).some(
    ({ words, term }) =>
      ofDays.has(term.kind) && words.every((word, place) => tokens[at + place]?.text === word),
  )

export const readerOf = (names: PhraseSource, clause: string): SentenceReader => {
  const source = { ...names, characters: [...clause] }
  const tokens = lex(source.characters).filter(({ kind }) => kind !== 'mark')
  return { source, marks: new Map(), tokens, gone: new Set(), dated: datedTokens(tokens, source) }
}

/** "for the catering order" */
const isPurpose = (words: readonly string[]): boolean =>
  words[0] === 'for' && words.length <= 5 && purposes.has(words.at(-1)!)

/** Whether a clause gives a reason and limits nothing: it holds no name, no day, no word of state and no question. */
const isReason = (names: PhraseSource, clause: string): boolean => {
  const reader = readerOf(names, clause)
  const { source, tokens } = reader
  const words = tokens.map(({ text }) => text)
  if (words.length === 0) return true
  return (
    (isPurpose(words) ||
      find(reader, openers, 0) !== null ||
      find(reader, alone, 0)?.next === tokens.length) &&
    tokens.every(
      ({ kind }, at) =>
        kind === 'word' && !isOfDay(source, tokens, at) && bareNameAt(source, tokens, at) === null,
    ) &&
    findAnywhere(reader, limits, 0) === null &&
    findState(reader, 0, false) === null
  )
}

/** The question without the clauses around it that give a reason; null where there are none, or nothing else. */
export const withoutReasons = (source: PhraseSource, clean: string): string | null => {
  const clauses = clean.split(borders)
  const isKept = clauses.map((clause) => !isReason(source, clause))
  const [first, last] = [isKept.indexOf(true), isKept.lastIndexOf(true)]
  if (first < 0 || (first === 0 && last === clauses.length - 1)) return null
  const from = clean.indexOf(clauses[first]!)
  const to = clean.lastIndexOf(clauses[last]!) + clauses[last]!.length
  return clean.slice(from, to).replace(/[\s,;:–—-]+$/u, '')
}
