import type { Token } from '../words/lexer.js'
import * as words from '../words/sentences.js'
import type { Asks } from '../words/sentences.js'
import { errorBetween, noError, use, type Draft, type SentenceFailure } from './draft.js'
import { leads } from '../words/leads.js'
import {
  findLead,
  hasCopula,
  isAtPlace,
  isCountOfPlace,
  isOfAll,
  isOnAlone,
  isWhoAlone,
  readWhether,
  type QuestionLead,
} from './lead.js'
import { find, isPlaceNext, take } from './reader.js'
import { findState, isOfSubject, laterState, stateAt, type StateMatch } from './state.js'
import { readEdge, readUpcoming } from './leave-dates.js'
import { isBound } from './bound.js'
import { removeBefore, removeInner, takeSubject, unknownSubject } from './subject.js'

const linkVerbs = new Set(['does', 'do', 'did', 'is', 'are', 'was', 'were'])

/** "is", "when is" and the like need a subject: a name, everybody, or a name that nobody has. */
const readSubject = (draft: Draft, lead: QuestionLead): SentenceFailure => {
  const { reader } = draft
  const { tokens } = reader
  const subject = find(reader, words.subjects, draft.cursor)
  if (subject) {
    const quantity = subject.value
    take(reader, draft.cursor, subject.next)
    draft.cursor = subject.next
    draft.form = draft.form === 'whether' && quantity === 'all' ? 'everyone' : draft.form
    draft.subject = quantity === 'all' ? 'every' : 'any'
    draft.quantity = quantity
    draft.isQuestion = true
    return noError
  }
  if (tokens[draft.cursor]?.text === 'both') {
    take(reader, draft.cursor, draft.cursor + 1)
    draft.cursor += 1
    draft.quantity ??= 'all'
  }
  const first = tokens[lead.from]?.text ?? ''
  const isWhole = /^(?:whole|entire)$/u.test(tokens[draft.cursor + 1]?.text ?? '')
  if (isWhole && first === 'when') draft.quantity ??= 'all'
  const { next, found } = takeSubject(reader, draft.cursor)
  if (!found) {
    const unknown = unknownSubject(reader, draft.cursor, first.startsWith('where'))
    // Without a subject it is not such a question, and its words are not understood.
    if (unknown === null) {
      for (const token of tokens.slice(lead.from, lead.next)) reader.gone.delete(token)
      draft.isUnread = true
    }
    return unknown === null ? noError : refuseSubject(draft, unknown)
  }
  draft.cursor = next
  draft.subject = 'name'
  draft.isOwning ||= linkVerbs.has(first)
  const negation = find(reader, words.negations, next)
  if (negation) {
    take(reader, next, negation.next)
    draft.cursor = negation.next
    draft.isNegated = true
  }
  return noError
}

const refuseSubject = (draft: Draft, end: number): SentenceFailure => {
  const error = errorBetween(draft, 'unknown_person', draft.cursor, end)
  take(draft.reader, draft.cursor, end)
  const state = findState(draft.reader, end, true)
  if (state) take(draft.reader, state.from, state.next)
  draft.asks = state?.value.asks ?? 'out'
  return error
}

const both = new Set(['both', 'all'])

/** "are ana and tom both in" */
const isOfBoth = ({ reader: { tokens }, cursor, subject }: Draft, end: number): boolean =>
  subject === 'name' && tokens.slice(cursor, end).some(({ text }) => both.has(text))

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
  draft.quantity = term.quantity ?? null
  draft.subject = term.subject ?? null
  draft.asks = term.asks ?? null
  draft.state = term.state ?? null
  draft.asked = term.asked ?? null
  draft.kind = term.kind ?? null
  draft.isMeeting = term.meets ?? false
  draft.isQuestion ||= term.subject !== undefined
  const error = term.verb ? readSubject(draft, lead) : noError
  if (error.error) return error
  if (draft.isUnread) return noError
  const between = removeInner(reader, draft.cursor, draft.isOwning)
  if (isOfBoth(draft, between.next)) draft.quantity ??= 'all'
  draft.cursor = between.next
  draft.isStill ||= between.still
  draft.isPast ||= between.past
  return noError
}

/** Someone who is not back is still out. */
const opposite = (asks: Asks): Asks => (asks === 'out' ? 'in' : 'out')

/** "how many days is paul taking in december" */
const owningVerbs = new Set(['taking', 'take', 'takes', 'took', 'taken', 'booked', 'having'])

/** "anyone from support around dec 31", "who is at the front desk": who is around. */
const readAround = (draft: Draft, lead: QuestionLead | null): boolean => {
  const { reader, subject, cursor } = draft
  const isThere = isAtPlace(draft, lead)
  const at = isThere
    ? cursor
    : reader.tokens.findIndex((token) => token.text === 'around' && !reader.gone.has(token))
  if (at < 0 || !lead || !(isThere || subject === 'any' || subject === 'every')) return false
  take(reader, at, at + 1)
  use(draft, 'state', at, at + 1)
  draft.asks = 'in'
  return true
}

/** "in" right after the subject is a preposition if a state follows: "is anyone in design out". */
const chooseState = (
  draft: Draft,
  lead: QuestionLead | null,
  start: number,
): StateMatch | SentenceFailure | null => {
  const { reader, cursor, subject } = draft
  const isPlace = isPlaceNext(reader, cursor)
  // "how many people are there in design" counts them all.
  if (isPlace && lead && draft.form === 'count' && reader.tokens[cursor - 1]?.text === 'there') return null
  const isDirect =
    lead !== null &&
    (subject !== null || (lead.term.verb ?? false)) &&
    !(isPlace && !hasCopula(reader, lead, cursor))
  const isTaken = isDirect && owningVerbs.has(reader.tokens[cursor - 1]?.text ?? '')
  const state =
    findState(reader, cursor, isDirect && !isTaken) ?? (lead ? null : findState(reader, start, false))
  if (!state?.value.preposition || state.from !== cursor || !isDirect) return state
  const later = laterState(reader, state.next)
  if (later && (isPlace || subject !== 'name')) return later
  return isPlace && subject === 'name' ? errorBetween(draft, 'two_questions', cursor, state.next + 1) : state
}

const readState = (draft: Draft, state: StateMatch): void => {
  const { reader } = draft
  const before = removeBefore(reader, state.from, draft.isOwning)
  const { asks, remark, past, kind, state: event = null, meets = false } = state.value
  draft.asked = state.value.asked ?? draft.asked
  // "when do ana's and tom's days off overlap" is about all of those days.
  if (draft.asked === 'days' && draft.form === 'next') draft.form = 'days'
  draft.isStill ||= before.still
  draft.isPast ||= before.past || (past ?? false)
  draft.isNegated ||= before.negated
  take(reader, state.from, state.next)
  use(draft, 'state', state.from, state.next)
  if (state.value.ofSomebody) takeSubject(reader, state.next)
  if (draft.form === 'next' && reader.tokens[state.from - 1]?.text === 'next')
    take(reader, state.from - 1, state.from)
  const isNot = draft.isNegated && (draft.subject !== 'every' || kind !== undefined)
  // Somebody who is not on holiday may be sick.
  const isNone = isNot && kind !== undefined && draft.subject === 'name' && draft.form === 'whether'
  if (isNone) draft.quantity = 'none'
  draft.isMeeting = meets
  draft.isOfLeave = state.value.isLeave ?? false
  draft.isLeave = draft.isOfLeave && state.value.noun === true && draft.subject === null
  draft.asks = isNot && !isNone ? opposite(asks) : asks
  const isNoLeave = asks === 'in' && draft.isOfLeave
  draft.denied = isNoLeave ? 'out' : isNot && kind === undefined ? asks : null
  draft.isQuestion = true
  if (isNot && !isNone && kind !== undefined) draft.remarks = ['read_as_in']
  if (remark) draft.remarks = [remark]
  draft.kind = kind ?? draft.kind
  const isOfEdge = draft.form === 'next' && draft.quantity === null && draft.asked === null
  draft.state = isOfEdge ? null : isNot ? draft.state : (event ?? draft.state)
  // "since when is ana back", or here, asks for her return.
  if (draft.asks !== 'out' && draft.asked === 'starts' && draft.form === 'how_long') {
    draft.asks = 'back'
    draft.form = 'next'
    draft.isPast = true
    draft.asked = null
  }
  let at = state.next
  for (let more = stateAt(reader, at, false); more?.value.asks === asks; more = stateAt(reader, at, false)) {
    take(reader, at, more.next)
    if (more.value.remark) draft.remarks = [more.value.remark]
    draft.kind = more.value.kind ?? draft.kind
    at = more.next
  }
}

/** The word of "who goes on leave next", "who is back first in design". */
const ofNext = ({ form, subject, asks, isPast, reader: { tokens, gone } }: Draft): Token | undefined =>
  form === 'list' && subject === 'who' && !isPast && (asks === 'out' || asks === 'back')
    ? tokens.find(
        (token, at) =>
          /^(?:next|first)$/u.test(token.text) &&
          !gone.has(token) &&
          tokens[at - 1]?.text !== 'after' &&
          /^(?:in|from|of|)$/u.test(tokens[at + 1]?.text ?? ''),
      )
    : undefined

/** Refuses a second question in the rest of the sentence. */
const findSecond = (draft: Draft): SentenceFailure => {
  const { reader, asks } = draft
  const { tokens, gone } = reader
  const last = tokens.findLast((token) => !gone.has(token))
  const next = ofNext(draft)
  if (next) {
    draft.asked = 'when'
    draft.quantity = 'any'
    gone.add(next)
  }
  if (draft.asked === 'when' && draft.form === 'list' && asks === 'out') draft.state ??= 'starting'
  const isSpent = last?.text === 'for' || (last?.text === 'next' && draft.form === 'next')
  if (last && isSpent && asks !== null) gone.add(last)
  for (const [at, token] of tokens.entries()) {
    if (gone.has(token)) continue
    const second = find(reader, leads, at)
    const isTeam = tokens[second?.next ?? 0]?.text === 'team'
    if (second?.value.strong && draft.isQuestion && !isTeam)
      return errorBetween(draft, 'two_questions', at, second.next)
    const other = asks === null ? null : stateAt(reader, at, false)
    if (other && (!other.value.preposition || isOfSubject(reader, at)))
      return errorBetween(draft, 'two_questions', at, other.next)
  }
  return noError
}

/** "is ana in or out" asks for her state. */
const readBoth = (draft: Draft): SentenceFailure | null => {
  const both = find(draft.reader, words.bothStates, draft.cursor)
  if (!both || (draft.subject !== 'name' && draft.subject !== 'who')) return null
  const error = errorBetween(draft, 'in_or_out', draft.cursor, both.next)
  take(draft.reader, draft.cursor, both.next)
  if (draft.subject === 'who') return error
  draft.form = 'list'
  draft.isQuestion = true
  return findSecond(draft)
}

/** Reads what is asked and about whom, or the error, and removes those words. */
export const readQuestion = (draft: Draft, start: number, isWhether: boolean): SentenceFailure => {
  const lead = findLead(draft.reader, start)
  if (!lead && isWhether) readWhether(draft, start)
  if (lead) {
    const error = readLead(draft, lead)
    if (error.error) return error
  }
  if (draft.isUnread) return noError
  // "everyone back tuesday?" asks for no list.
  const isBackAlone =
    lead?.next === draft.cursor &&
    lead.next === lead.from + 1 &&
    stateAt(draft.reader, draft.cursor, true)?.value.asks === 'back'
  if (lead && (isWhether || isBackAlone) && isOfAll(draft, lead)) {
    draft.form = 'everyone'
    draft.quantity = 'all'
    draft.subject = 'every'
  }
  if (lead && isWhoAlone(draft, lead)) {
    const error = errorBetween(draft, 'who_is', lead.from, draft.reader.tokens.length)
    takeSubject(draft.reader, draft.cursor)
    return error
  }
  const both = readBoth(draft)
  if (both) return both
  if (readEdge(draft, start) || readUpcoming(draft, start)) return findSecond(draft)
  const chosen = chooseState(draft, lead, start)
  // "how many days off did ana have in august"
  const isPreposition = chosen !== null && 'value' in chosen && chosen.value.preposition === true
  const state = isPreposition && lead?.term.asks === 'out' && lead.term.form === 'days' ? null : chosen
  if (state && 'error' in state) return state
  // Who is off at the same time is asked of people who are named, or of some number of them.
  const isOfSeveral = draft.subject === 'name' || draft.reader.tokens.some(isBound)
  if (state?.value.asked === 'days' && !isOfSeveral) return noError
  if (state) readState(draft, state)
  else if (draft.asks === null && readAround(draft, lead)) return findSecond(draft)
  else if (isOnAlone(draft, lead)) return errorBetween(draft, 'in_or_out', lead!.from, draft.cursor + 1)
  else if (isCountOfPlace(draft)) {
    const error = errorBetween(draft, 'in_or_out', lead!.from, draft.cursor + 1)
    takeSubject(draft.reader, draft.cursor + 1)
    return error
  }
  return findSecond(draft)
}
