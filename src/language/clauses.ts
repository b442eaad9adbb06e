import { lex, type Token } from './words/lexer.js'
import { phraseAt } from './words/phrases.js'
import { states } from './sentence/state.js'
import type { StateTerm } from './words/sentences.js'
import { bareNameAt, type PhraseSource } from './who/who.js'

/** What people say around a question: "is theo out next week? i heard he cancelled his trip". */

/** Where a clause ends, with what ends it. */
const ends = /(?<=[?!.;:,])\s+|\s+(?=[-–—]+\s)/u

/** In clauses: of a story nobody knows which part is the question. */
const maxClauses = 5

/** Words that would take something out of the question, or ask another one. */
const turning = new Set(
  (
    "except excluding excl without besides only unless minus other than or who who's whos when when's which how many " +
    'where what anyone anybody everyone everybody someone somebody nobody noone'
  ).split(' '),
)

const dates = new Set(['weekday', 'month', 'unit', 'day', 'holiday', 'endOf', 'workday', 'workdays'])

/** "in" and "around" may stand before anything. */
const isState = (state: StateTerm | undefined): boolean => state !== undefined && !state.preposition

/** Whether the question is the same without the words: they name nobody and no day, and say nothing of being in or out. */
const isBeside = (source: PhraseSource, clause: string): boolean => {
  const characters = [...clause.toLowerCase()]
  const inner = { ...source, characters }
  const tokens = lex(characters)
  const isOf = ({ kind, text }: Token, at: number): boolean =>
    (kind !== 'word' && kind !== 'mark') ||
    text === '@' ||
    turning.has(text) ||
    (source.dates.get(text) ?? []).some(
      ({ term, words }) =>
        dates.has(term.kind) && words.every((word, place) => tokens[at + place]?.text === word),
    ) ||
    isState(phraseAt(states, tokens, at, tokens.length, source.meter)?.value) ||
    bareNameAt(inner, tokens, at) !== null
  return !tokens.some(isOf)
}

/** The question among the clauses of a text that is no question as a whole; null where there is none besides others. */
export const mainClause = (source: PhraseSource): string | null => {
  const clauses = source.characters.join('').split(ends)
  if (clauses.length < 2 || clauses.length > maxClauses) return null
  const beside = clauses.map((clause) => isBeside(source, clause))
  const [first, last] = [beside.indexOf(false), beside.lastIndexOf(false)]
  if (first < 0 || (first === 0 && last === clauses.length - 1)) return null
  return clauses
    .slice(first, last + 1)
    .join(' ')
    .replace(/^[-–—]+\s+|[\s,;:.–—-]+$/gu, '')
}
