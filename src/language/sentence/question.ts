import { nameAt } from '../who/who.js'
import { compileTable, wordsBelow } from '../words/phrases.js'
import { leads, oneLeave, type AskParts } from '../words/sentences.js'
import { errorBetween, find, firstFrom, isPlaceNext, noError, set, take, takeAs } from './draft.js'
import type { Draft, SentenceFailure } from './draft.js'
import { isBound } from './bound.js'
import { findState, isOfSubject, laterState, stateAt, type StateMatch } from './state.js'
import { findLead, hasCopula, negations, readWhether } from './subject.js'
import { takeBefore, takeInner, takeSubject, unknownSubject, type QuestionLead } from './subject.js'

const linkVerbs = new Set(['does', 'do', 'did', 'is', 'are', 'was', 'were'])

/** Words for people, instead of names. */
const subjects = compileTable<Partial<AskParts>>('people', {
  all: { subject: 'every', quantity: 'all' },
  any: { subject: 'any', quantity: 'any' },
  none: { subject: 'any', quantity: 'none' },
})

/** "is", "when is" and the like need a subject: a name, everybody, or a name that nobody has. Null where there is one. */
const readSubject = (draft: Draft, lead: QuestionLead): SentenceFailure | null => {
  const { tokens, cursor } = draft
  const subject = find(draft, subjects, cursor)
  if (subject) {
    take(draft, cursor, subject.next)
    set(draft, { ...subject.value, cursor: subject.next, isQuestion: true })
    return null
  }
  const first = tokens[lead.from]!.text
  const from = tokens[cursor]?.text === 'both' ? cursor + 1 : cursor
  take(draft, cursor, from)
  const next = takeSubject(draft, from)
  if (next === null) {
    const unknown = unknownSubject(draft, from)
    if (unknown !== null) return refuseSubject(draft, from, unknown)
    // Without a subject it is not such a question, and its words are not understood.
    for (const token of tokens.slice(lead.from, lead.next)) draft.gone.delete(token)
    return noError
  }
  const negation = find(draft, negations, next)
  if (negation) take(draft, next, negation.next)
  draft.isOwning ||= linkVerbs.has(first)
  set(draft, {
    subject: 'name',
    cursor: negation?.next ?? next,
    isNegated: draft.isNegated || negation !== null,
  })
  return null
}

const refuseSubject = (draft: Draft, from: number, end: number): SentenceFailure => {
  const error = errorBetween(draft, 'unknown_person', from, end)
  take(draft, from, end)
  const state = findState(draft, end, true)
  if (state) take(draft, state.from, state.next)
  draft.asks = state?.value.asks ?? 'out'
  return error
}

const allWords = new Set(['both', 'all', 'whole', 'entire'])

/** Null where the sentence goes on. */
const readLead = (draft: Draft, lead: QuestionLead): SentenceFailure | null => {
  takeAs(draft, 'question', lead.from, lead.next)
  // "how many more days is ana off"
  const isLeft = draft.tokens.slice(lead.from, lead.next).some(({ text }) => text === 'more')
  set(draft, { isOwning: false, ...lead.value, isLeft, cursor: lead.next })
  draft.isQuestion ||= draft.subject !== null
  const failure = draft.subject === null ? readSubject(draft, lead) : null
  if (failure) return failure
  takeInner(draft)
  // "are ana and tom both in", "when is the whole team back"
  const isAll = draft.tokens.slice(lead.next, draft.cursor).some(({ text }) => allWords.has(text))
  if (isAll) draft.quantity ??= 'all'
  return null
}

/** "how many days is paul taking in december" */
const owningVerbs = new Set(['taking', 'take', 'takes', 'took', 'taken', 'booked', 'having'])

/** Where nothing says whether it is about who is in or out. */
const readStateless = (draft: Draft, lead: QuestionLead): SentenceFailure | null => {
  const { tokens, cursor, subject, form } = draft
  const word = tokens[cursor]?.text
  // "who is on tomorrow" may ask who is working, or be a misspelled "off".
  const isWho = subject === 'who' && hasCopula(draft, lead, cursor)
  const isOn = word === 'on' && (isWho || (form === 'whether' && subject === 'name'))
  // "how many people in design" may ask who is in, who is out, or how many there are.
  const isCount = word === 'in' && form === 'count' && isPlaceNext(draft, cursor)
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
  if (later && subject !== 'name') return later
  return isPlace && subject === 'name' ? errorBetween(draft, 'two_questions', cursor, state.next + 1) : state
}

const readState = (draft: Draft, { value, from, next }: StateMatch): void => {
  const { asks, kind, remark, noun = false, isOfLeave = noun } = value
  takeBefore(draft, from)
  takeAs(draft, 'state', from, next)
  if (value.ofSomebody) takeSubject(draft, next)
  const { tokens, subject, isNegated } = draft
  const asked = value.asked ?? draft.asked
  // "when do ana's and tom's days off overlap" is about all of those days.
  const form = asked === 'days' && draft.form === 'next' ? 'days' : draft.form
  if (form === 'next' && tokens[from - 1]?.text === 'next') take(draft, from - 1, from)
  // Somebody who is not on holiday may be sick.
  const isNone = isNegated && kind !== undefined && subject === 'name'
  const isOther = isNegated && kind !== undefined && subject !== 'name'
  const quantity = isNone ? 'none' : draft.quantity
  const isOfEdge = form === 'next' && quantity === null && asked === null
  set(draft, {
    form,
    asked,
    quantity,
    isOfLeave,
    kind: kind ?? draft.kind,
    // Someone who is not back is still out.
    asks: !isNegated || isNone ? asks : asks === 'out' ? 'in' : 'out',
    denied: asks === 'in' && isOfLeave ? 'out' : isNegated && kind === undefined ? asks : null,
    state: isOfEdge ? null : isNegated ? draft.state : (value.state ?? draft.state),
    remarks: remark ? [remark] : isOther ? ['read_as_in'] : draft.remarks,
    isPast: draft.isPast || value.isPast === true,
    isMeeting: value.isMeeting === true,
    isLeave: noun && subject === null,
    isQuestion: true,
  })
  // "since when is ana back", or here, asks for her return.
  if (draft.asks !== 'out' && asked === 'starts')
    set(draft, { asks: 'back', form: 'next', isPast: true, asked: null })
  for (
    let more = stateAt(draft, next, false);
    more?.value.asks === asks;
    more = stateAt(draft, more.next, false)
  ) {
    take(draft, more.from, more.next)
    if (more.value.remark) draft.remarks = [more.value.remark]
    draft.kind = more.value.kind ?? draft.kind
  }
}

/** Refuses a second question in the rest of the sentence. */
const findSecond = (draft: Draft): SentenceFailure => {
  const { tokens, gone, asks } = draft
  const last = tokens.findLast((token) => !gone.has(token))
  if (draft.asked === 'when' && asks === 'out') draft.state ??= 'starting'
  const isSpent = last?.text === 'for' || (last?.text === 'next' && draft.form === 'next')
  if (last && isSpent && asks !== null) gone.add(last)
  for (const [at, token] of tokens.entries()) {
    if (gone.has(token)) continue
    const second = find(draft, leads, at)
    const isLead = second && !second.value.isWeak && draft.isQuestion && tokens[second.next]?.text !== 'team'
    const other = isLead || asks === null ? null : stateAt(draft, at, false)
    const isOther = other && (!other.value.preposition || isOfSubject(draft, at))
    if (isLead || isOther) return errorBetween(draft, 'two_questions', at, (isLead ? second : other!).next)
  }
  return noError
}

// Questions for the days of one leave: when it starts or ends, the next one, the last one.

const leaves = compileTable('leave', {
  'leave, that begins or ends': null,
  'holiday, that begins or ends': 'holiday',
  'sick leave, that begins or ends': 'sick',
  'parental leave, that begins or ends': 'personal',
} as const)
const edges = compileTable('leave', { starts: 'starts', ends: 'ends' } as const)
/** Before somebody's leave: "what's ana's next holiday". */
const whatLeads = wordsBelow('leave', 'what is')

/** "when does ana's leave start": the first or the last day of a leave of that kind. */
const readEdge = (draft: Draft): boolean => {
  const leave = draft.form === 'next' && draft.subject === 'name' ? find(draft, leaves, draft.cursor) : null
  const edge = leave && find(draft, edges, leave.next)
  if (!edge) return false
  const form = edge.value === 'starts' ? 'list' : 'how_long'
  takeAs(draft, 'state', leave.from, edge.next)
  set(draft, { asks: 'out', form, asked: edge.value, kind: leave.value, isQuestion: true })
  return true
}

/** "ana's next holiday", "upcoming leave". */
const readUpcoming = (draft: Draft, start: number): boolean => {
  const { form, subject, source, tokens } = draft
  const leave = firstFrom(draft, start, (at) => {
    const found = find(draft, oneLeave, at)
    if (!found || found.value.isPlanned) return subject === 'name' ? found : null
    const isNext = !found.value.isPast && !found.value.asked
    return form !== 'count' && subject !== 'any' && (isNext || subject !== 'who') ? found : null
  })
  if (!leave) return false
  const { kind = null, asked = draft.asked } = leave.value
  // "ana next off"; who is next off of several is no question for one leave.
  const isOff = tokens[leave.from]!.text === 'next' && /^(?:off|out)$/u.test(tokens[leave.from + 1]!.text)
  const one = nameAt(source, tokens, start)?.named
  if (isOff && subject !== 'name' && one?.kind !== 'person') return false
  // "when is ana's last day off" is still to come.
  const isEnd = leave.value.asked === 'ends'
  const isPast = draft.isPast || leave.value.isPast === true || (isEnd && form !== 'next')
  take(draft, start, find(draft, whatLeads, start)?.next ?? start)
  takeAs(draft, 'state', leave.from, leave.next)
  set(draft, {
    asks: 'out',
    form: isEnd && !isPast ? 'how_long' : 'next',
    asked,
    kind,
    isPast,
    isQuestion: true,
  })
  return true
}

const bothStates = wordsBelow('states', 'in or out')

/** Reads what is asked and about whom, or the error, and removes those words. */
export const readQuestion = (draft: Draft, start: number, isWhether: boolean): SentenceFailure => {
  const lead = findLead(draft, start)
  if (!lead && isWhether) readWhether(draft, start)
  const failure = lead && readLead(draft, lead)
  if (failure) return failure
  // "do you know if everyone is in"
  const isOfAll = lead?.value.isWeak && /^(?:everyone|everybody|all)$/u.test(draft.tokens[lead.from]!.text)
  if (isWhether && isOfAll && draft.subject === 'who')
    set(draft, { form: 'whether', quantity: 'all', subject: 'every' })
  // "who is ana" asks nothing that a calendar of leave knows.
  const isWho = lead !== null && draft.subject === 'who' && hasCopula(draft, lead, draft.cursor)
  if (isWho && nameAt(draft.source, draft.tokens, draft.cursor)?.next === draft.tokens.length) {
    const error = errorBetween(draft, 'who_is', lead.from, draft.tokens.length)
    takeSubject(draft, draft.cursor)
    return error
  }
  // "is ana in or out" asks for her state.
  const both = find(draft, bothStates, draft.cursor)
  if (both && (draft.subject === 'name' || draft.subject === 'who')) {
    take(draft, both.from, both.next)
    set(draft, { form: 'list', isQuestion: true })
    return draft.subject === 'name'
      ? findSecond(draft)
      : errorBetween(draft, 'in_or_out', both.from, both.next)
  }
  if (readEdge(draft) || readUpcoming(draft, start)) return findSecond(draft)
  const state = chooseState(draft, lead, start)
  if (state && 'error' in state) return state
  // Who is off at the same time is asked of people who are named, or of some number of them.
  const isOfSeveral = draft.subject === 'name' || draft.tokens.some(isBound)
  if (state?.value.asked === 'days' && !isOfSeveral) return noError
  // "how many days off did ana have in august"
  if (state && !(state.value.preposition && lead?.value.asks === 'out')) readState(draft, state)
  else if (lead && draft.asks === null) return readStateless(draft, lead) ?? findSecond(draft)
  return findSecond(draft)
}
