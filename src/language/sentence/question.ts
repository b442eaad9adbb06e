import type { Token } from '../words/lexer.js'
import * as words from '../words/sentences.js'
import { leads } from '../words/leads.js'
import { errorBetween, noError, set, use, type Draft, type SentenceFailure } from './draft.js'
import { findLead, hasCopula, isOfAll, isWhoAlone, readWhether, type QuestionLead } from './lead.js'
import { find, isPlaceNext, take } from './reader.js'
import { findState, isOfSubject, laterState, stateAt, type StateMatch } from './state.js'
import { readEdge, readUpcoming } from './leave-dates.js'
import { isBound } from './bound.js'
import { takeBefore, takeInner, takeSubject, unknownSubject } from './subject.js'

const linkVerbs = new Set(['does', 'do', 'did', 'is', 'are', 'was', 'were'])

/** "is", "when is" and the like need a subject: a name, everybody, or a name that nobody has. Null where there is one. */
const readSubject = (draft: Draft, lead: QuestionLead): SentenceFailure | null => {
  const { tokens } = draft
  const subject = find(draft, words.subjects, draft.cursor)
  if (subject) {
    const quantity = subject.value
    take(draft, draft.cursor, subject.next)
    draft.cursor = subject.next
    if (draft.form === 'whether' && quantity === 'all') draft.form = 'everyone'
    draft.subject = quantity === 'all' ? 'every' : 'any'
    draft.quantity = quantity
    draft.isQuestion = true
    return null
  }
  if (tokens[draft.cursor]?.text === 'both') {
    take(draft, draft.cursor, draft.cursor + 1)
    draft.cursor += 1
    draft.quantity ??= 'all'
  }
  const first = tokens[lead.from]!.text
  const isWhole = /^(?:whole|entire)$/u.test(tokens[draft.cursor + 1]?.text ?? '')
  if (isWhole && first === 'when') draft.quantity ??= 'all'
  const { next, found } = takeSubject(draft, draft.cursor)
  if (!found) {
    const unknown = unknownSubject(draft, draft.cursor, first.startsWith('where'))
    if (unknown !== null) return refuseSubject(draft, unknown)
    // Without a subject it is not such a question, and its words are not understood.
    for (const token of tokens.slice(lead.from, lead.next)) draft.gone.delete(token)
    return noError
  }
  draft.cursor = next
  draft.subject = 'name'
  draft.isOwning ||= linkVerbs.has(first)
  const negation = find(draft, words.negations, next)
  if (negation) {
    take(draft, next, negation.next)
    draft.cursor = negation.next
    draft.isNegated = true
  }
  return null
}

const refuseSubject = (draft: Draft, end: number): SentenceFailure => {
  const error = errorBetween(draft, 'unknown_person', draft.cursor, end)
  take(draft, draft.cursor, end)
  const state = findState(draft, end, true)
  if (state) take(draft, state.from, state.next)
  draft.asks = state?.value.asks ?? 'out'
  return error
}

/** Null where the sentence goes on. */
const readLead = (draft: Draft, lead: QuestionLead): SentenceFailure | null => {
  const { owning = false, negated = false, past = false, meets = false, ...asked } = lead.term
  take(draft, lead.from, lead.next)
  use(draft, 'question', lead.from, lead.next)
  set(draft, { ...asked, isOwning: owning, isNegated: negated, isPast: past, isMeeting: meets })
  draft.cursor = lead.next
  draft.isQuestion ||= draft.subject !== null
  const failure = lead.term.verb ? readSubject(draft, lead) : null
  if (failure) return failure
  const from = draft.cursor
  takeInner(draft)
  // "are ana and tom both in"
  const isBoth = draft.tokens.slice(from, draft.cursor).some(({ text }) => text === 'both' || text === 'all')
  if (isBoth && draft.subject === 'name') draft.quantity ??= 'all'
  return null
}

/** "how many days is paul taking in december" */
const owningVerbs = new Set(['taking', 'take', 'takes', 'took', 'taken', 'booked', 'having'])

/** What is asked without a state; who is around, where words say so. */
const readStateless = (draft: Draft, lead: QuestionLead): SentenceFailure | null => {
  const { tokens, cursor, subject, form } = draft
  const word = tokens[cursor]?.text ?? ''
  const isWho = subject === 'who' && hasCopula(draft, lead, cursor)
  const isPlace = isPlaceNext(draft, cursor)
  // "who is at the front desk on monday", "who's on support today": who works there.
  const isThere = isWho && isPlace && (word === 'at' || word === 'on')
  // "anyone from support around dec 31"
  const isAround = subject === 'any' || subject === 'every'
  const at = isThere ? cursor : isAround ? tokens.findIndex(({ text }) => text === 'around') : -1
  if (at >= 0) {
    take(draft, at, at + 1)
    use(draft, 'state', at, at + 1)
    draft.asks = 'in'
    return null
  }
  // "who is on tomorrow" may ask who is working, or be a misspelled "off".
  const isOn = word === 'on' && (isWho || (form === 'whether' && subject === 'name'))
  // "how many people in design" may ask who is in, who is out, or how many there are.
  const isCount = word === 'in' && form === 'count' && isPlace
  if (!isOn && !isCount) return null
  const error = errorBetween(draft, 'in_or_out', lead.from, cursor + 1)
  if (isCount) takeSubject(draft, cursor + 1)
  return error
}

/** "in" right after the subject is a preposition if a state follows: "is anyone in design out". */
const chooseState = (
  draft: Draft,
  lead: QuestionLead | null,
  start: number,
): StateMatch | SentenceFailure | null => {
  const { tokens, cursor, subject } = draft
  const isPlace = isPlaceNext(draft, cursor)
  const isDirect = lead !== null && !(isPlace && !hasCopula(draft, lead, cursor))
  const isTaken = isDirect && owningVerbs.has(tokens[cursor - 1]!.text)
  const state =
    findState(draft, cursor, isDirect && !isTaken) ?? (lead ? null : findState(draft, start, false))
  if (!state?.value.preposition || state.from !== cursor || !isDirect) return state
  const later = laterState(draft, state.next)
  if (later && (isPlace || subject !== 'name')) return later
  return isPlace && subject === 'name' ? errorBetween(draft, 'two_questions', cursor, state.next + 1) : state
}

const readState = (draft: Draft, state: StateMatch): void => {
  const {
    asks,
    remark,
    past,
    kind,
    state: event,
    meets = false,
    asked,
    noun,
    ofSomebody,
    isLeave,
  } = state.value
  takeBefore(draft, state.from)
  draft.asked = asked ?? draft.asked
  // "when do ana's and tom's days off overlap" is about all of those days.
  if (draft.asked === 'days' && draft.form === 'next') draft.form = 'days'
  draft.isPast ||= past ?? false
  take(draft, state.from, state.next)
  use(draft, 'state', state.from, state.next)
  if (ofSomebody) takeSubject(draft, state.next)
  if (draft.form === 'next' && draft.tokens[state.from - 1]?.text === 'next')
    take(draft, state.from - 1, state.from)
  const isNot = draft.isNegated
  // Somebody who is not on holiday may be sick.
  const isNone = isNot && kind !== undefined && draft.subject === 'name'
  if (isNone) draft.quantity = 'none'
  draft.isMeeting = meets
  draft.isOfLeave = isLeave ?? false
  draft.isLeave = draft.isOfLeave && noun === true && draft.subject === null
  // Someone who is not back is still out.
  draft.asks = !isNot || isNone ? asks : asks === 'out' ? 'in' : 'out'
  const isNoLeave = asks === 'in' && draft.isOfLeave
  draft.denied = isNoLeave ? 'out' : isNot && kind === undefined ? asks : null
  draft.isQuestion = true
  if (isNot && !isNone && kind !== undefined) draft.remarks = ['read_as_in']
  if (remark) draft.remarks = [remark]
  draft.kind = kind ?? draft.kind
  const isOfEdge = draft.form === 'next' && draft.quantity === null && draft.asked === null
  draft.state = isOfEdge ? null : isNot ? draft.state : (event ?? draft.state)
  // "since when is ana back", or here, asks for her return.
  if (draft.asks !== 'out' && draft.asked === 'starts')
    set(draft, { asks: 'back', form: 'next', isPast: true, asked: null })
  let at = state.next
  for (let more = stateAt(draft, at, false); more?.value.asks === asks; more = stateAt(draft, at, false)) {
    take(draft, at, more.next)
    if (more.value.remark) draft.remarks = [more.value.remark]
    draft.kind = more.value.kind ?? draft.kind
    at = more.next
  }
}

/** The word of "who goes on leave next", "who is back first in design". */
const ofNext = ({ form, subject, asks, isPast, tokens, gone }: Draft): Token | undefined =>
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
  const { tokens, gone, asks } = draft
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
    const second = find(draft, leads, at)
    const isLead = second?.value.strong && draft.isQuestion && tokens[second.next]?.text !== 'team'
    const other = isLead || asks === null ? null : stateAt(draft, at, false)
    const isOther = other && (!other.value.preposition || isOfSubject(draft, at))
    if (isLead || isOther) return errorBetween(draft, 'two_questions', at, (isLead ? second : other!).next)
  }
  return noError
}

/** "is ana in or out" asks for her state. */
const readBoth = (draft: Draft): SentenceFailure | null => {
  const both = find(draft, words.bothStates, draft.cursor)
  if (!both || (draft.subject !== 'name' && draft.subject !== 'who')) return null
  const error = errorBetween(draft, 'in_or_out', draft.cursor, both.next)
  take(draft, draft.cursor, both.next)
  if (draft.subject === 'who') return error
  draft.form = 'list'
  draft.isQuestion = true
  return findSecond(draft)
}

/** Reads what is asked and about whom, or the error, and removes those words. */
export const readQuestion = (draft: Draft, start: number, isWhether: boolean): SentenceFailure => {
  const lead = findLead(draft, start)
  if (!lead && isWhether) readWhether(draft, start)
  const failure = lead && readLead(draft, lead)
  if (failure) return failure
  // "everyone back tuesday?" asks for no list.
  const isBackAlone =
    lead?.next === draft.cursor &&
    lead.next === lead.from + 1 &&
    stateAt(draft, draft.cursor, true)?.value.asks === 'back'
  if (lead && (isWhether || isBackAlone) && isOfAll(draft, lead))
    set(draft, { form: 'everyone', quantity: 'all', subject: 'every' })
  if (lead && isWhoAlone(draft, lead)) {
    const error = errorBetween(draft, 'who_is', lead.from, draft.tokens.length)
    takeSubject(draft, draft.cursor)
    return error
  }
  const both = readBoth(draft)
  if (both) return both
  if (readEdge(draft, start) || readUpcoming(draft, start)) return findSecond(draft)
  const state = chooseState(draft, lead, start)
  if (state && 'error' in state) return state
  // Who is off at the same time is asked of people who are named, or of some number of them.
  const isOfSeveral = draft.subject === 'name' || draft.tokens.some(isBound)
  if (state?.value.asked === 'days' && !isOfSeveral) return noError
  // "how many days off did ana have in august"
  if (state && !(state.value.preposition && lead?.term.asks === 'out')) readState(draft, state)
  else if (lead && draft.asks === null) return readStateless(draft, lead) ?? findSecond(draft)
  return findSecond(draft)
}
