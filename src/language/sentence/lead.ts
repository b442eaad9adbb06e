import { leads } from '../words/leads.js'
import { nextLeave, type LeadTerm } from '../words/sentences.js'
import { bareNameAt } from '../who/who.js'
import type { Draft } from './draft.js'
import { find, isNameHere, isPlaceNext, type SentenceReader } from './reader.js'
import { stateAt } from './state.js'
import { removeInner, takeSubject } from './subject.js'

const isAgain = (first: LeadTerm, second: LeadTerm): boolean =>
  first.subject === 'who' &&
  second.subject === 'who' &&
  !second.negated &&
  !second.form &&
  first.past === second.past

/** The words that introduce a question, and their position. */
export interface QuestionLead {
  readonly term: LeadTerm
  readonly from: number
  readonly next: number
}

/** "people on leave tomorrow" is about everybody, even where a team is called People. */
const isPeople = (reader: SentenceReader, at: number): boolean => {
  if (reader.tokens[at]?.text !== 'people') return false
  const state = stateAt(reader, at + 1, false)
  return state !== null && !state.value.preposition
}

/** "all of people", where a team is called that. */
const isTeamHere = ({ source, tokens }: SentenceReader, at: number): boolean =>
  tokens[at - 1]?.text === 'of' && source.book.teams.has(tokens[at]?.text ?? '')

const leadAt = (reader: SentenceReader, at: number): QuestionLead | null => {
  const first = find(reader, leads, at)
  const upcoming = find(reader, nextLeave, at)
  // "next day off for ana", "first day of december"
  if (!first || (upcoming && upcoming.next > first.next)) return null
  if (reader.tokens[first.next - 1]?.text === 'day' && reader.tokens[first.next]?.text === 'of') return null
  // "last day before christmas" is a day, "last day ana was in" a question.
  const isLast =
    !first.value.strong && reader.tokens.slice(at, first.next).some(({ text }) => text === 'last')
  if (isLast && reader.tokens[first.next]?.text !== 'i' && !isSubjectNext(reader, first.next)) return null
  const isVerb =
    reader.tokens[at]?.text === 'will' && bareNameAt(reader.source, reader.tokens, at)?.next === at + 1
  const isName = first.next === at + 1 && !first.value.strong && isNameHere(reader, at)
  if (isName && !isPeople(reader, at) && !(isVerb && isSubjectNext(reader, at + 1))) return null
  let next = first.next
  // "all people who are out": the second phrase repeats the first.
  for (
    let again = find(reader, leads, next);
    again && isAgain(first.value, again.value) && !isTeamHere(reader, next);
    again = find(reader, leads, next)
  )
    next = again.next
  return { term: first.value, from: at, next }
}

export const isSubjectNext = ({ tokens, source }: SentenceReader, at: number): boolean =>
  tokens[at]?.kind === 'name' || bareNameAt(source, tokens, at) !== null

/** At the start, or at words that can only begin a question. */
export const findLead = (reader: SentenceReader, start: number): QuestionLead | null => {
  const here = leadAt(reader, start)
  if (here) return here
  for (let at = start + 1; at < reader.tokens.length; at += 1) {
    const found = leadAt(reader, at)
    if (found?.term.strong || (found && reader.tokens[at - 1]?.text === ',')) return found
  }
  return null
}

/** "who is", "is anyone" and "who's", but not "everyone" and "how many people". */
export const hasCopula = ({ tokens }: SentenceReader, { from }: QuestionLead, end: number): boolean =>
  tokens
    .slice(from, end)
    .some(({ text }) => /^(?:is|are|was|were|be|been|who['’]s|whos|whose|who're|who['’]ll)$/u.test(text))

/** "who is ana" asks nothing that a calendar of leave knows. */
export const isWhoAlone = ({ reader, cursor, subject }: Draft, lead: QuestionLead): boolean => {
  const { tokens, source } = reader
  const end = tokens[cursor]?.kind === 'name' ? cursor + 1 : bareNameAt(source, tokens, cursor)?.next
  return subject === 'who' && hasCopula(reader, lead, cursor) && end === tokens.length
}

/** "who is on tomorrow" may ask who is working, or be a misspelled "off". */
export const isOnAlone = (
  { reader, cursor, subject, form, asks }: Draft,
  lead: QuestionLead | null,
): boolean =>
  asks === null &&
  reader.tokens[cursor]?.text === 'on' &&
  lead !== null &&
  ((subject === 'who' && hasCopula(reader, lead, cursor)) || (form === 'whether' && subject === 'name'))

/** "how many people in design" may ask who is in, who is out, or how many there are. */
export const isCountOfPlace = ({ reader, cursor, form, asks }: Draft): boolean =>
  form === 'count' && asks === null && reader.tokens[cursor]?.text === 'in' && isPlaceNext(reader, cursor)

/** "who is at the front desk on monday", "who's on support today": who works there. */
export const isAtPlace = ({ reader, cursor, subject, asks }: Draft, lead: QuestionLead | null): boolean =>
  asks === null &&
  subject === 'who' &&
  lead !== null &&
  ['at', 'on'].includes(reader.tokens[cursor]?.text ?? '') &&
  hasCopula(reader, lead, cursor) &&
  isPlaceNext(reader, cursor)

/** "do you know if everyone is in" */
export const isOfAll = ({ reader: { tokens }, subject }: Draft, { from, term }: QuestionLead): boolean =>
  subject === 'who' && !term.strong && ['everyone', 'everybody', 'all'].includes(tokens[from]!.text)

/** "do you know if ana is in": the subject precedes the verb. */
export const readWhether = (draft: Draft, start: number): void => {
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
