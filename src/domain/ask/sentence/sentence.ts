import type { Token } from '../language/lexer.js'
import { compileWords } from '../language/phrases.js'
import * as words from '../language/sentences.js'
import type { AskForm, Asks } from '../language/sentences.js'
import type { Entry } from '../language/vocabulary.js'
import { bareNameAt, type Marks, type PhraseSource } from '../who/who.js'
import { readHolidayQuestion, type HolidayQuestion, type IsDate } from './bank-holidays.js'
import { isGreeting, skipCourtesies } from './courtesy.js'
import {
  faultBetween,
  noFault,
  use,
  type Draft,
  type SentenceFailure,
  type Sentence,
  type Statement,
} from './draft.js'
import { findLead, hasCopula, leads, type QuestionLead } from './lead.js'
import { datedTokens, find, findAnywhere, isPlaceNext, take, type SentenceReader } from './reader.js'
import { findState, isOfSubject, laterState, stateAt, type StateMatch } from './state.js'
import { speakerOf, takeStatement } from './statement.js'
import { negations, removeBefore, removeInner, takeSubject, unknownSubject } from './subject.js'

const bothStates = compileWords(words.bothStates)
const nextLeave = compileWords(words.nextLeave)

/** The form of "when is ana" depends on what is asked of her. */
const formOf = ({ form, isStill, asks, subject }: Draft): AskForm => {
  if (asks === 'holidays') return form
  if (isStill && subject === 'name') return 'still'
  if (form === 'next') return asks === 'back' ? 'list' : asks === 'in' ? 'days' : 'next'
  return form
}

const sentenceOf = (
  draft: Draft,
  { fault, at }: SentenceFailure,
  statement: Statement | null = null,
): Sentence => ({
  fault,
  at,
  statement,
  asks: draft.asks ?? 'out',
  form: formOf(draft),
  isPast: draft.isPast,
  remarks: draft.remarks,
  isQuestion: draft.isQuestion,
  tokens: draft.reader.tokens.filter((token) => !draft.reader.gone.has(token)),
  uses: draft.uses,
})

const everybody = new Set(['we', 'us', 'everyone', 'everybody', 'all'])
const linkVerbs = new Set(['does', 'do', 'did', 'is', 'are', 'was', 'were'])

/** Somebody must follow "is", "when is" and the like: a name, everybody, or a name that nobody has. */
const readSubject = (draft: Draft, lead: QuestionLead): SentenceFailure => {
  const { reader } = draft
  const { tokens } = reader
  if (everybody.has(tokens[draft.cursor]?.text ?? '')) {
    take(reader, draft.cursor, draft.cursor + 1)
    draft.cursor += 1
    draft.form = draft.form === 'whether' ? 'everyone' : draft.form
    draft.subject = 'every'
    draft.isQuestion = true
    return noFault
  }
  const first = tokens[lead.from]?.text ?? ''
  const { next, found } = takeSubject(reader, draft.cursor)
  if (!found) {
    const unknown = unknownSubject(reader, draft.cursor, first.startsWith('where'))
    // Without a subject it is no question of this kind, and its words are not understood.
    if (unknown === null) {
      for (const token of tokens.slice(lead.from, lead.next)) reader.gone.delete(token)
      draft.isUnread = true
    }
    return unknown === null ? noFault : refuseSubject(draft, unknown)
  }
  draft.cursor = next
  draft.subject = 'name'
  draft.isOwning ||= linkVerbs.has(first)
  const negation = find(reader, negations, next)
  if (negation) {
    take(reader, next, negation.next)
    draft.cursor = negation.next
    draft.isNegated = true
  }
  return noFault
}

const refuseSubject = (draft: Draft, end: number): SentenceFailure => {
  const fault = faultBetween(draft, 'unknown_person', draft.cursor, end)
  take(draft.reader, draft.cursor, end)
  const state = findState(draft.reader, end, true)
  if (state) take(draft.reader, state.from, state.next)
  draft.asks = state?.value.asks ?? 'out'
  return fault
}

const readLead = (draft: Draft, lead: QuestionLead): SentenceFailure => {
  const { reader } = draft
  const { term } = lead
  take(reader, lead.from, lead.next)
  use(draft, 'question', lead.from, lead.next)
  draft.cursor = lead.next
  draft.isOwning = term.owning ?? false
  draft.isNegated = term.negated ?? false
  draft.isPast = term.past ?? false
  draft.form = term.form ?? 'list'
  draft.subject = term.subject ?? null
  draft.asks = term.asks ?? null
  draft.isQuestion ||= term.subject !== undefined
  const fault = term.verb ? readSubject(draft, lead) : noFault
  if (fault.fault) return fault
  if (draft.isUnread) return noFault
  const between = removeInner(reader, draft.cursor, draft.isOwning)
  draft.cursor = between.next
  draft.isStill ||= between.still
  draft.isPast ||= between.past
  return noFault
}

const opposite = (asks: Asks): Asks => (asks === 'in' ? 'out' : 'in')

/** "in" right behind the subject is a preposition where a state follows: "is anyone in design out". */
const chooseState = (
  draft: Draft,
  lead: QuestionLead | null,
  start: number,
): StateMatch | SentenceFailure | null => {
  const { reader, cursor, subject } = draft
  const isPlace = isPlaceNext(reader, cursor)
  const isDirect =
    lead !== null &&
    (subject !== null || (lead.term.verb ?? false)) &&
    !(isPlace && !hasCopula(reader, lead, cursor))
  const state = findState(reader, cursor, isDirect) ?? (lead ? null : findState(reader, start, false))
  if (!state?.value.preposition || state.from !== cursor || !isDirect) return state
  const later = laterState(reader, state.next)
  if (later && (isPlace || subject !== 'name')) return later
  return isPlace && subject === 'name' ? faultBetween(draft, 'two_questions', cursor, state.next + 1) : state
}

const readState = (draft: Draft, state: StateMatch): void => {
  const { reader } = draft
  const before = removeBefore(reader, state.from, draft.isOwning)
  const { asks, remark, past } = state.value
  draft.isStill ||= before.still
  draft.isPast ||= before.past || (past ?? false)
  draft.isNegated ||= before.negated
  take(reader, state.from, state.next)
  use(draft, 'state', state.from, state.next)
  if (state.value.ofSomebody) takeSubject(reader, state.next)
  if (draft.form === 'next' && reader.tokens[state.from - 1]?.text === 'next')
    take(reader, state.from - 1, state.from)
  draft.asks = draft.isNegated && asks !== 'back' && draft.subject !== 'every' ? opposite(asks) : asks
  draft.isQuestion = true
  if (remark) draft.remarks = [remark]
  let at = state.next
  for (let more = stateAt(reader, at, false); more?.value.asks === asks; more = stateAt(reader, at, false)) {
    take(reader, at, more.next)
    if (more.value.remark) draft.remarks = [more.value.remark]
    at = more.next
  }
}

/** A second question in what is left is one too many. */
const findSecond = (draft: Draft): SentenceFailure => {
  const { reader, asks } = draft
  const { tokens, gone } = reader
  const last = tokens.findLast((token) => !gone.has(token))
  const isSpent = last?.text === 'for' || (last?.text === 'next' && draft.form === 'next')
  if (last && isSpent && asks !== null) gone.add(last)
  for (const [at, token] of tokens.entries()) {
    if (gone.has(token)) continue
    const second = find(reader, leads, at)
    if (second?.value.strong && draft.isQuestion) return faultBetween(draft, 'two_questions', at, second.next)
    const other = asks === null ? null : stateAt(reader, at, false)
    if (other && (!other.value.preposition || isOfSubject(reader, at)))
      return faultBetween(draft, 'two_questions', at, other.next)
  }
  return noFault
}

/** "ana's next holiday", "upcoming leave". */
const readUpcoming = (draft: Draft, start: number): boolean => {
  const { reader, form, subject } = draft
  const upcoming = form === 'count' || subject === 'any' ? null : findAnywhere(reader, nextLeave, start)
  if (!upcoming) return false
  take(reader, upcoming.from, upcoming.next)
  use(draft, 'state', upcoming.from, upcoming.next)
  draft.asks = 'out'
  draft.form = 'next'
  draft.isQuestion = true
  return true
}

/** "do you know if ana is in": the subject stands before the verb. */
const readWhether = (draft: Draft, start: number): void => {
  const { next, found } = takeSubject(draft.reader, start)
  if (!found) return
  draft.form = 'whether'
  draft.subject = 'name'
  draft.isQuestion = true
  const inner = removeInner(draft.reader, next, false)
  draft.cursor = inner.next
  draft.isStill = inner.still
  draft.isPast = inner.past
}

/** "is ana in or out": how she stands. */
const readBoth = (draft: Draft): SentenceFailure | null => {
  const both = find(draft.reader, bothStates, draft.cursor)
  if (!both || (draft.subject !== 'name' && draft.subject !== 'who')) return null
  if (draft.subject === 'who') return faultBetween(draft, 'two_questions', draft.cursor, both.next)
  take(draft.reader, draft.cursor, both.next)
  draft.form = 'list'
  draft.isQuestion = true
  return findSecond(draft)
}

/** "how many people in design": who are in, or out, or there at all. */
const isCountOfPlace = ({ reader, cursor, form, asks }: Draft): boolean =>
  form === 'count' && asks === null && reader.tokens[cursor]?.text === 'in' && isPlaceNext(reader, cursor)

/** "who is on tomorrow": who is working, or "off" mistyped. */
const isOnAlone = ({ reader, cursor, subject, form, asks }: Draft, lead: QuestionLead | null): boolean =>
  asks === null &&
  reader.tokens[cursor]?.text === 'on' &&
  lead !== null &&
  (subject === 'who' || (form === 'whether' && subject === 'name'))

/** "who is ana": the words ask nothing that a calendar of leave knows. */
const isWhoAlone = ({ reader, cursor, subject }: Draft, lead: QuestionLead): boolean => {
  const { tokens, source } = reader
  const end = tokens[cursor]?.kind === 'name' ? cursor + 1 : bareNameAt(source, tokens, cursor)?.next
  return subject === 'who' && hasCopula(reader, lead, cursor) && end === tokens.length
}

const readQuestion = (draft: Draft, start: number, isWhether: boolean): SentenceFailure => {
  const lead = findLead(draft.reader, start)
  if (!lead && isWhether) readWhether(draft, start)
  if (lead) {
    const fault = readLead(draft, lead)
    if (fault.fault) return fault
  }
  if (draft.isUnread) return noFault
  if (lead && isWhoAlone(draft, lead)) {
    const fault = faultBetween(draft, 'who_is', lead.from, draft.reader.tokens.length)
    takeSubject(draft.reader, draft.cursor)
    return fault
  }
  const both = readBoth(draft)
  if (both) return both
  if (readUpcoming(draft, start)) return findSecond(draft)
  const state = chooseState(draft, lead, start)
  if (state && 'fault' in state) return state
  if (state) readState(draft, state)
  else if (isOnAlone(draft, lead)) return faultBetween(draft, 'in_or_out', lead!.from, draft.cursor + 1)
  else if (isCountOfPlace(draft)) {
    const fault = faultBetween(draft, 'in_or_out', lead!.from, draft.cursor + 1)
    takeSubject(draft.reader, draft.cursor + 1)
    return fault
  }
  return findSecond(draft)
}

const sentenceOfHolidays = (draft: Draft, { form, isPast, from, to }: HolidayQuestion): Sentence => {
  use(draft, 'bank holidays', from, to)
  return sentenceOf({ ...draft, asks: 'holidays', form, isPast, isQuestion: true }, noFault)
}

/** What a phrase is read with, besides its names. */
export interface SentenceClues {
  readonly byFirstWord: ReadonlyMap<string, readonly Entry[]>
  /** A question mark was typed. */
  readonly hasMark: boolean
  readonly isDate: IsDate
}

/** What makes a sentence a question is taken out of it; the rest says who and when. */
export const readSentence = (
  source: PhraseSource,
  typed: readonly Token[],
  marks: Marks,
  { byFirstWord, hasMark, isDate }: SentenceClues,
): Sentence => {
  const reader: SentenceReader = {
    source,
    marks,
    tokens: [...typed],
    gone: new Set(),
    dated: datedTokens(typed, byFirstWord, source.meter),
  }
  const draft: Draft = {
    reader,
    cursor: 0,
    asks: null,
    form: 'list',
    subject: null,
    isPast: false,
    isStill: false,
    isQuestion: false,
    isNegated: false,
    isUnread: false,
    isOwning: true,
    remarks: [],
    uses: [],
  }
  if (typed.length === 0) return sentenceOf(draft, noFault)
  if (isGreeting(reader)) return sentenceOf(draft, faultBetween(draft, 'greeting', 0, typed.length))
  const start = skipCourtesies(reader)
  draft.cursor = start
  const isOurs = ['my', 'our'].includes(reader.tokens[start]?.text ?? '')
  const ofOurs = isOurs ? readHolidayQuestion(reader, start, isDate) : null
  if (ofOurs) return sentenceOfHolidays(draft, ofOurs)
  const isWhether = start > 0 && ['if', 'whether'].includes(reader.tokens[start - 1]!.text)
  const speaker = isWhether ? null : speakerOf(reader, start, { hasMark, isIndirect: start > 0 })
  if (speaker) {
    const fault = faultBetween(draft, 'statement', start, reader.tokens.length)
    const statement = takeStatement(reader, start, speaker)
    return sentenceOf({ ...draft, isPast: statement.isPast }, fault, statement)
  }
  take(reader, 0, start)
  const holidays = readHolidayQuestion(reader, start, isDate)
  if (holidays) return sentenceOfHolidays(draft, holidays)
  draft.isQuestion = start > 0 && /^(?:show|list|display)$/u.test(reader.tokens[start - 1]?.text ?? '')
  return sentenceOf(draft, readQuestion(draft, start, isWhether))
}
