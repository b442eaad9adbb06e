import { datedTokens, datesAt, find, type SentenceReader } from './sentence/reader.js'
import { stateAt } from './sentence/state.js'
import { compileWords, openPhrases } from './words/phrases.js'
import { bareNameAt, wordsBetween, type PhraseSource } from './who/who.js'
import { lex, type Token } from './words/lexer.js'
import type { AskContext } from './context.js'
import { reservedWords } from './words/reserved.js'
import { timesNamed } from './read-phrase.js'
import { shortNameAt } from './who/short-names.js'
import { withoutClosing } from './words/normalize.js'

/** Clauses beside a question that only say why it is asked: "is ana in tomorrow? we have a demo". */

const inCourtesy = openPhrases('courtesy')
const openers = compileWords(inCourtesy('opens a reason'))
const alone = compileWords(inCourtesy('says nothing'))
const purposes = new Set(inCourtesy('purposes'))
const limits = compileWords(inCourtesy('limits'))

/** Where a clause may end: at a mark, or before a word that begins a reason. */
const borders =
  /(?<=[,;?!]|[:.](?=\s)|\s[-–—](?=\s))\s*|(?<!\b(?:i|we|because|cuz|just))\s+(?=(?:because|cuz|so (?:i|we)|since (?:i|we)|(?:i|we) (?:need|want) to|trying to|need to|want to|or (?:can|could|should|shall|may) (?:i|we)|or (?:is|are) (?:he|she|they))\b)/iu

const ofDays = new Set(['weekday', 'month', 'unit', 'day', 'holiday', 'ordinal', 'endOf'])

export const isOfDay = (source: PhraseSource, tokens: readonly Token[], at: number): boolean =>
  datesAt(source, tokens, at).some(({ term }) => ofDays.has(term.kind))

export const readerOf = (names: PhraseSource, clause: string): SentenceReader => {
  const source = { ...names, characters: [...clause] }
  const tokens = lex(source.characters).filter(({ kind }) => kind !== 'mark')
  return { source, tokens, gone: new Set(), dated: datedTokens(tokens, source) }
}

/** "for the catering order" */
const isPurpose = (words: readonly string[]): boolean =>
  words[0] === 'for' && words.length <= 5 && purposes.has(words.at(-1)!)

/** "or can i call him", "or is he off" ask nothing else. */
const orElse =
  /^or (?:(?:can|could|should|shall|may) (?:i|we) (?!be\b)[a-z]+(?: (?:to|with|for|up))?(?: (?:him|her|them|it))?|(?:is|are) (?:he|she|they) (?:out|off|away|in|here|around|on (?:leave|holiday|vacation|pto)))$/iu

/** The days and the teams that a clause beside a question names. */
interface NamedBeside {
  readonly days: readonly string[]
  readonly teams: readonly string[]
}

/** Null where a clause is no reason, or limits the question: by a person, a state or another question. */
const reasonIn = (names: PhraseSource, clause: string, context: AskContext): NamedBeside | null => {
  const reader = readerOf(names, clause)
  const { source, tokens } = reader
  const said = tokens.map(({ text }) => text)
  if (said.length === 0 || orElse.test(said.join(' '))) return { days: [], teams: [] }
  const isOpened = find(reader, openers, 0) !== null
  if (!isOpened && !isPurpose(said) && find(reader, alone, 0)?.next !== tokens.length) return null
  const times = isOpened ? timesNamed(source, tokens, context) : []
  const words = (from: number, to: number): string => wordsBetween(source, tokens[from]!, tokens[to - 1]!)
  const teams: string[] = []
  for (let at = 0; at < tokens.length;) {
    const time = times.find(({ from }) => from === at)
    const name = time ? null : bareNameAt(source, tokens, at)
    const team = isOpened && name?.named?.kind === 'team' ? name.named : null
    if (name && (!team || reservedWords.has(said[at]!))) return null
    // Short names of teams are words, too: "a customer call".
    if (name) teams.push(team!.isShort ? '' : words(at, name.next))
    const isPlain = tokens[at]!.kind === 'word' && !isOfDay(source, tokens, at) && !find(reader, limits, at)
    // To plan cover is a reason to ask.
    const state = time ? null : stateAt(reader, at, false)
    if (!(time || isPlain) || (state && state.value.remark !== 'no_cover')) return null
    at = time?.to ?? name?.next ?? at + 1
  }
  return { days: times.filter(({ kind }) => kind === 'when').map(({ from, to }) => words(from, to)), teams }
}

/**
 * The question without the clauses around it that give a reason, but with the day and the team that only they name; null
 * where there are none, or nothing else. `ofAll`: without the team.
 */
export const withoutReasons = (
  source: PhraseSource,
  clean: string,
  context: AskContext,
): { readonly question: string; readonly ofAll?: string } | null => {
  const clauses = clean.split(borders)
  const reasons = clauses.map((clause) => reasonIn(source, clause, context))
  const [first, last] = [reasons.indexOf(null), reasons.lastIndexOf(null)]
  const beside = reasons.flatMap((one) => one ?? [])
  if (first < 0 || (first === 0 && last === clauses.length - 1)) return null
  const from = clean.indexOf(clauses[first]!)
  const to = clean.lastIndexOf(clauses[last]!) + clauses[last]!.length
  const main = clean.slice(from, to).replace(/[\s,;:–—-]+$/u, '')
  const { source: ofMain, tokens } = readerOf(source, main)
  const isNamed = tokens.some(
    (_, at) => (bareNameAt(ofMain, tokens, at) ?? shortNameAt(source.book, tokens, at))?.named,
  )
  const isDated = timesNamed(ofMain, tokens, context).some(({ kind }) => kind === 'when')
  const [day, ...otherDays] = beside.flatMap(({ days }) => days)
  const [team, ...otherTeams] = isNamed ? [] : beside.flatMap(({ teams }) => teams)
  if ((day && isDated) || otherDays.length + otherTeams.length > 0 || team === '') return null
  const ofAll = day ? `${withoutClosing(main)} ${day}` : main
  return team === undefined ? { question: ofAll } : { question: `${withoutClosing(ofAll)} in ${team}`, ofAll }
}
