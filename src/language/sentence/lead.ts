import { leads } from '../words/leads.js'
import { nextLeave, type LeadTerm } from '../words/sentences.js'
import { bareNameAt } from '../who/who.js'
import { set, type Draft } from './draft.js'
import { find, firstFrom, isNameHere, isSubjectAt, type SentenceReader } from './reader.js'
import { stateAt } from './state.js'
import { takeInner, takeSubject } from './subject.js'

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
  if (reader.tokens[at]!.text !== 'people') return false
  const state = stateAt(reader, at + 1, false)
  return state !== null && !state.value.preposition
}

/** "all of people", where a team is called that. */
const isTeamHere = ({ source, tokens }: SentenceReader, at: number): boolean =>
  tokens[at - 1]!.text === 'of' && source.book.teams.has(tokens[at]!.text)

const leadAt = (reader: SentenceReader, at: number): QuestionLead | null => {
  const { tokens, source } = reader
  const first = find(reader, leads, at)
  const behind = first && tokens[first.next]?.text
  // "next day off for ana", "first day of december"
  if (!first || find(reader, nextLeave, at)) return null
  if (tokens[first.next - 1]!.text === 'day' && behind === 'of') return null
  // "last day before christmas" is a day, "last day ana was in" a question.
  const isLast = !first.value.strong && tokens.slice(at, first.next).some(({ text }) => text === 'last')
  if (isLast && !isSubjectAt(reader, first.next)) return null
  const isVerb = tokens[at]!.text === 'will' && bareNameAt(source, tokens, at)?.next === at + 1
  const isName = first.next === at + 1 && !first.value.strong && isNameHere(reader, at)
  if (isName && !isPeople(reader, at) && !(isVerb && isSubjectAt(reader, at + 1))) return null
  let next = first.next
  // "all people who are out": the second phrase repeats the first.
  for (;;) {
    const again = find(reader, leads, next)
    if (!again || !isAgain(first.value, again.value) || isTeamHere(reader, next)) break
    next = again.next
  }
  return { term: first.value, from: at, next }
}

/** At the start, or at words that can only begin a question. */
export const findLead = (reader: SentenceReader, start: number): QuestionLead | null =>
  firstFrom(reader, start, (at) => {
    const found = leadAt(reader, at)
    const isHere = at === start || found?.term.strong || reader.tokens[at - 1]!.text === ','
    return isHere ? found : null
  })

/** "who is", "is anyone" and "who's", but not "everyone" and "how many people". */
export const hasCopula = ({ tokens }: SentenceReader, { from }: QuestionLead, end: number): boolean =>
  tokens
    .slice(from, end)
    .some(({ text }) => /^(?:is|are|was|were|be|been|who['’]s|whos|whose|who're|who['’]ll)$/u.test(text))

/** "who is ana" asks nothing that a calendar of leave knows. */
export const isWhoAlone = (draft: Draft, lead: QuestionLead): boolean => {
  const { cursor, subject, tokens, source } = draft
  const end = tokens[cursor]?.kind === 'name' ? cursor + 1 : bareNameAt(source, tokens, cursor)?.next
  return subject === 'who' && hasCopula(draft, lead, cursor) && end === tokens.length
}

/** "do you know if everyone is in" */
export const isOfAll = ({ tokens, subject }: Draft, { from, term }: QuestionLead): boolean =>
  subject === 'who' && !term.strong && ['everyone', 'everybody', 'all'].includes(tokens[from]!.text)

/** "do you know if ana is in": the subject precedes the verb. */
export const readWhether = (draft: Draft, start: number): void => {
  const { next, found } = takeSubject(draft, start)
  if (!found) return
  set(draft, { form: 'whether', subject: 'name', isQuestion: true, cursor: next })
  takeInner(draft)
}
