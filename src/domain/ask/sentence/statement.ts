import { compilePhrases, compileWords, phraseAt } from '../language/phrases.js'
import { leads, statementLeads } from '../language/sentences.js'
import type { Token } from '../language/lexer.js'
import { bareNameAt, type PhraseSource } from '../who/who.js'
import { find, take, type SentenceReader } from './reader.js'
import { findState } from './state.js'
import { takeSubject } from './subject.js'

const firstPerson = compileWords(statementLeads)
const questions = compilePhrases(leads)

/** What follows the name in "ana is out", "ana will be away". */
const verbs = compileWords(
  "is | are | will be | 'll be | will | has | was | were | won't be | isn't | is not | will not be | is going to be | is going | is taking | takes | has booked | is on | has taken | took | wants | would like | needs",
)

/** Asked with words that make a statement only when more follows them. */
const soft = new Set([
  'my',
  'taking',
  'feeling',
  'book',
  'log',
  'record',
  'add',
  'register',
  'request',
  'mark',
])

interface StatementSigns {
  /** The text ends or breaks with a question mark. */
  readonly hasMark: boolean
  /** "can you tell me if …" */
  readonly isIndirect: boolean
  readonly stateAfter: (at: number) => boolean
}

/** "i am out tomorrow", "ana is out tomorrow": something to record, and not a question. */
export const isStatement = (
  source: PhraseSource,
  tokens: readonly Token[],
  at: number,
  { hasMark, isIndirect, stateAfter }: StatementSigns,
): boolean => {
  const own = phraseAt(firstPerson, tokens, at, tokens.length, source.meter)
  const word = tokens[at]?.text ?? ''
  if (own && !(own.next === at + 1 && isNamed(source, tokens, at))) {
    if (own.next >= tokens.length) return false
    if (soft.has(word) && own.next === at + 1) return stateAfter(own.next)
    return true
  }
  if (hasMark || isIndirect) return false
  const isTeamLead = word === 'the' || word === 'team'
  const first = isTeamLead ? at + 1 : at
  const end = tokens[first]?.kind === 'name' ? first + 1 : (bareNameAt(source, tokens, first)?.next ?? null)
  if (end === null) return false
  const next = tokens[end]?.text === 'team' ? end + 1 : end
  const verb = phraseAt(verbs, tokens, next, tokens.length, source.meter)
  if (verb)
    return stateAfter(verb.next) && phraseAt(questions, tokens, at, tokens.length, source.meter) === null
  const isContraction = /['’]s$/u.test(tokens[end - 1]?.text ?? '')
  return isContraction && /^(?:out|off|in|away|back|on|not|sick|ill|going)$/u.test(tokens[next]?.text ?? '')
}

const isNamed = ({ book }: PhraseSource, tokens: readonly Token[], at: number): boolean =>
  book.firstNames.has(tokens[at]?.text ?? '') || book.fullNames.has(tokens[at]?.text ?? '')

/** What is said around the name and the days. */
const wordsOfStatements = new Set(
  'am is are will be have has need want like would to going off day take took a taking me log book put mark set sign record add register request not'.split(
    ' ',
  ),
)

/** Leaves of a statement who it is about, and when. */
export const takeStatement = (reader: SentenceReader, start: number): void => {
  const state = findState(reader, start, false)
  takeSubject(reader, start)
  for (const [at, token] of reader.tokens.entries()) {
    if (at < start || token.kind !== 'word') continue
    if (wordsOfStatements.has(token.text) || find(reader, firstPerson, at)) reader.gone.add(token)
  }
  if (state) take(reader, state.from, state.next)
  take(reader, 0, start)
}
