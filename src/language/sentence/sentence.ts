import type { Token } from '../words/lexer.js'
import type { AskedFor, HalfDay } from '../question.js'
import { greetings, politeAfter, politeBefore, stillWords, type AskForm } from '../words/sentences.js'
import { namesFrom } from '../who/lists.js'
import type { PhraseSource } from '../who/who.js'
import { readHolidayQuestion, type IsDate } from './bank-holidays.js'
import {
  errorBetween,
  noError,
  type Draft,
  type SentenceFailure,
  type Sentence,
  type Statement,
} from './draft.js'
import { datedTokens, find, isNameHere, skipAll, take } from './reader.js'
import { readQuestion } from './question.js'
import { states } from './state.js'
import { toUsualOrder } from './word-order.js'
import { takeBound, takePart } from './bound.js'
import { speakerOf, takeStatement } from './statement.js'

/** The form of "when is ana …" depends on what is asked about her. */
const formOf = ({ form, isStill, asks, subject }: Draft): AskForm => {
  if (asks === 'holidays') return form
  if (isStill && subject === 'name') return 'still'
  if (form === 'next') return asks === 'back' ? 'list' : asks === 'in' ? 'days' : 'next'
  return form
}

const askedFor: Readonly<Record<AskForm, AskedFor>> = {
  list: 'people',
  count: 'count',
  whether: 'whether',
  everyone: 'whether',
  still: 'whether',
  next: 'starts',
  how_long: 'ends',
  days: 'days',
  workday: 'workday',
  closed: 'workday',
}

const askedOf = (draft: Draft): AskedFor => {
  const form = formOf(draft)
  if (draft.asks === 'holidays') return askedFor[form] === 'workday' ? 'workday' : 'holidays'
  // "when did ana get back" is about her last leave.
  if (draft.form === 'next' && draft.asks === 'back' && draft.isPast && draft.subject === 'name')
    return 'ends'
  return draft.asked ?? (draft.form === 'next' && draft.quantity !== null ? 'when' : askedFor[form])
}

const isOfReturns = ({ asks, subject, quantity }: Draft): boolean =>
  asks === 'back' && (subject === 'who' || quantity === 'any')

/** "how many more days is ana off": those that are left. */
const asksMore = ({ uses }: Draft): boolean =>
  uses.some(({ rule, words }) => rule === 'question' && /^how (?:many|much) more\b/iu.test(words))

const sentenceOf = (
  draft: Draft,
  { error, at }: SentenceFailure,
  statement: Statement | null = null,
): Sentence => ({
  ...draft,
  error,
  at,
  statement,
  asks: draft.asks ?? 'out',
  form: formOf(draft),
  // Who is in, or back by a day, is so whatever others are out for.
  kind: draft.asks === 'out' || isOfReturns(draft) ? draft.kind : null,
  state: draft.state ?? (draft.asks === null || draft.asks === 'holidays' ? 'out' : draft.asks),
  isStated: draft.asks !== null,
  asked_for: askedOf(draft),
  isWhen: draft.form === 'next',
  isLeft:
    draft.isLeft ||
    (draft.isStill && (draft.subject !== 'name' || draft.asked === 'how_long')) ||
    asksMore(draft),
  tokens: draft.tokens.filter((token) => !draft.gone.has(token)),
})

/** Removes polite phrases at the end. */
const dropEnd = (draft: Draft): void => {
  const { tokens } = draft
  for (let from = Math.max(1, tokens.length - 5); from < tokens.length; from += 1) {
    if (find(draft, politeAfter, from)?.next !== tokens.length) continue
    tokens.splice(from)
    if (tokens.at(-1)?.text === ',') tokens.pop()
    return dropEnd(draft)
  }
}

/** What reading a sentence needs besides the names. */
export interface SentenceClues {
  /** Whether a question mark was typed. */
  readonly hasMark: boolean
  readonly isDate: IsDate
  /** Whether they name a holiday. */
  readonly isHoliday: IsDate
  /** Of today. */
  readonly half: HalfDay | null
  /** Nobody is left out. */
  readonly isWhole: boolean
}

/** "jacinta still sick?", "sam here?" */
const verbFirst = (draft: Draft): void => {
  const names = namesFrom(draft.source, draft.tokens, 0)
  if (names?.marks.length !== 1 || names.marks[0]!.named?.kind !== 'person') return
  const state = find(draft, states, find(draft, stillWords, names.next)?.next ?? names.next)
  // "sue back?" asks for the day, too.
  if (state?.next === draft.tokens.length && state.value.asks !== 'back')
    draft.tokens.unshift({ ...draft.tokens[0]!, text: 'is', kind: 'word' })
}

/**
 * What was taken is over: "how many days has ana taken this year". What was booked may be to come: "how many days have i
 * booked for august"; so may days that are named as taken off: "has anyone taken next monday off".
 */
const isOfPast = (tokens: readonly Token[], isDate: IsDate): boolean => {
  const words = tokens.map(({ text }) => text)
  const [from, off] = [words.indexOf('taken') + 1, words.indexOf('off', words.indexOf('taken'))]
  const isOfSome = tokens[from]?.kind === 'number' || /^(?:an?|any|some)$/u.test(words[from] ?? '')
  return from > 0 && (off <= from || isOfSome || !isDate(tokens.slice(from, off)))
}

/** Removes the words that make a sentence a question; the rest says who and when. */
export const readSentence = (
  source: PhraseSource,
  typed: readonly Token[],
  clues: SentenceClues,
): Sentence => {
  const bounded = takeBound(typed) ?? (clues.isWhole ? takePart(source, typed) : null)
  const read = bounded && readTokens(source, bounded.tokens, clues)
  return read?.error === null && read.quantity === 'any'
    ? { ...read, quantity: bounded!.bound, note: bounded!.remark ?? null }
    : readTokens(source, typed, clues)
}

const readTokens = (source: PhraseSource, typed: readonly Token[], clues: SentenceClues): Sentence => {
  const { hasMark, isDate, half } = clues
  const soFar = typed.findIndex(({ text }, at) => text === 'so' && typed[at + 1]?.text === 'far')
  const said = soFar < 0 ? typed : typed.toSpliced(soFar, 2)
  const hasSaid = (word: string): boolean => said.some(({ text }) => text === word)
  const draft: Draft = {
    source,
    tokens: [...said],
    gone: new Set(),
    dated: datedTokens(said, source),
    cursor: 0,
    asks: null,
    form: 'list',
    quantity: null,
    kind: null,
    state: null,
    asked: null,
    subject: null,
    isPast: false,
    isStill: false,
    isQuestion: false,
    isNegated: false,
    denied: null,
    isMeeting: false,
    isLeave: false,
    isOfLeave: false,
    isLeft: false,
    isSoFar: soFar >= 0,
    isOwning: true,
    remarks: [],
    uses: [],
  }
  if (said.length === 0) return sentenceOf(draft, noError)
  if (find(draft, greetings, 0)?.next === said.length && !isNameHere(draft, 0))
    return sentenceOf(draft, errorBetween(draft, 'greeting', 0, said.length))
  dropEnd(draft)
  const start = skipAll(draft, politeBefore, 0)
  toUsualOrder(draft, start, isDate, half)
  if (hasMark && start === 0) verbFirst(draft)
  draft.cursor = start
  const { tokens } = draft
  const before = tokens[start - 1]?.text ?? ''
  const isOurs = ['my', 'our'].includes(tokens[start]?.text ?? '')
  if (isOurs && readHolidayQuestion(draft, start, clues)) return sentenceOf(draft, noError)
  const isWhether = ['if', 'whether'].includes(before)
  const speaker = isWhether ? null : speakerOf(draft, start, { hasMark, isIndirect: start > 0 })
  if (speaker) {
    const error = errorBetween(draft, 'statement', start, tokens.length)
    const statement = takeStatement(draft, start, speaker)
    return sentenceOf({ ...draft, isPast: statement.isPast }, error, statement)
  }
  take(draft, 0, start)
  if (readHolidayQuestion(draft, start, clues)) return sentenceOf(draft, noError)
  draft.isQuestion = ['show', 'list', 'display'].includes(before)
  const failure = readQuestion(draft, start, isWhether)
  draft.isPast ||= !hasSaid('booked') && !hasSaid('planned') && isOfPast(said, isDate)
  draft.isSoFar ||= draft.asked === 'how_long' && hasSaid('already')
  return sentenceOf(draft, failure)
}
