import type { AskedFor } from '../question.js'
import { namesFrom } from '../who/lists.js'
import type { PhraseSource } from '../who/who.js'
import type { Token } from '../words/lexer.js'
import { wordsBelow } from '../words/phrases.js'
import { states, type AskForm } from '../words/sentences.js'
import { readHolidayQuestion, type IsDate } from './bank-holidays.js'
import { takeBound, takePart } from './bound.js'
import { createReader, errorBetween, find, isNameHere, noError, skipAll, take } from './draft.js'
import type { Draft, Sentence, SentenceFailure, Statement } from './draft.js'
import { readQuestion } from './question.js'
import { speakerOf, takeStatement } from './statement.js'
import { stillWords } from './subject.js'
import { toUsualOrder, type SentenceClues } from './word-order.js'

/** Polite phrases around a question, without a meaning of their own. */
export const politeBefore = wordsBelow('courtesy', 'before a question')
const politeAfter = wordsBelow('courtesy', 'after a question')
const greetings = wordsBelow('courtesy', 'greetings')

/** The form of "when is ana …" depends on what is asked about her. */
const formOf = ({ form, isStill, asks, subject }: Draft): AskForm => {
  if (isStill && subject === 'name') return 'still'
  if (form === 'whether' && subject === 'every') return 'everyone'
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
  // "when did ana get back" is about her last leave.
  if (draft.form === 'next' && draft.asks === 'back' && draft.isPast && draft.subject === 'name')
    return 'ends'
  return draft.asked ?? (draft.form === 'next' && draft.quantity !== null ? 'when' : askedFor[formOf(draft)])
}

const sentenceOf = (
  draft: Draft,
  { error, at }: SentenceFailure,
  statement: Statement | null = null,
): Sentence => {
  const { asks, subject, quantity, kind, state, isLeft, isStill, tokens, gone } = draft
  const isOfReturns = asks === 'back' && (subject === 'who' || quantity === 'any')
  return {
    ...draft,
    error,
    at,
    statement,
    asks: asks ?? 'out',
    form: formOf(draft),
    // Who is in, or back by a day, is so whatever others are out for.
    kind: asks === 'out' || isOfReturns ? kind : null,
    state: state ?? (asks === null || asks === 'holidays' ? 'out' : asks),
    isStated: asks !== null,
    asked_for: askedOf(draft),
    isWhen: draft.form === 'next',
    isLeft: isLeft || isStill,
    tokens: tokens.filter((token) => !gone.has(token)),
  }
}

/** Removes polite phrases at the end. */
const dropEnd = (draft: Draft): void => {
  const { tokens } = draft
  for (let from = Math.max(1, tokens.length - 5); from < tokens.length; from += 1) {
    if (find(draft, politeAfter, from)?.next !== tokens.length) continue
    tokens.splice(from)
    return dropEnd(draft)
  }
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
  return from > 0 && (isOfSome || !isDate(tokens.slice(from, off)))
}

/** Removes the words that make a sentence a question; the rest says who and when. */
export const readSentence = (
  source: PhraseSource,
  typed: readonly Token[],
  clues: SentenceClues,
): Sentence => {
  const bounded = takeBound(typed) ?? (clues.isWhole ? takePart(source, typed) : null)
  const read = bounded && readTokens(source, bounded.tokens, clues)
  return read?.error === null
    ? { ...read, quantity: bounded!.bound, note: bounded!.remark }
    : readTokens(source, typed, clues)
}

const readTokens = (source: PhraseSource, typed: readonly Token[], clues: SentenceClues): Sentence => {
  const { hasMark, isDate } = clues
  const soFar = typed.findIndex(({ text }, at) => text === 'so' && typed[at + 1]?.text === 'far')
  const said = soFar < 0 ? typed : typed.toSpliced(soFar, 2)
  const hasSaid = (word: string): boolean => said.some(({ text }) => text === word)
  const draft: Draft = {
    ...createReader(source, said),
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
  toUsualOrder(draft, start, clues)
  if (hasMark && start === 0) verbFirst(draft)
  draft.cursor = start
  const { tokens } = draft
  const before = tokens[start - 1]?.text ?? ''
  const isOurs = ['my', 'our'].includes(tokens[start]?.text ?? '')
  if (isOurs && readHolidayQuestion(draft, start, clues)) return sentenceOf(draft, noError)
  const isWhether = ['if', 'whether'].includes(before)
  const speaker = isWhether ? null : speakerOf(draft, start, hasMark)
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
