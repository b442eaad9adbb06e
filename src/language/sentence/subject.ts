import { joiners } from '../who/lists.js'
import { bareNameAt, nameInstead } from '../who/who.js'
import type { Token } from '../words/lexer.js'
import { wordsBelow } from '../words/phrases.js'
import { reservedWords } from '../words/reserved.js'
import { leads, oneLeave, states, type LeadTerm } from '../words/sentences.js'
import { find, firstFrom, isNameHere, isSubjectAt, set, take } from './draft.js'
import type { Draft, FoundPhrase, SentenceReader } from './draft.js'
import { stateAt } from './state.js'

/** May stand between a subject and its state. */
const inner = wordsBelow('states', 'before a state')
const innerOwning = wordsBelow('states', 'before time off')
export const stillWords = wordsBelow('states', 'still')
export const negations = wordsBelow('states', 'not')

export const pastVerbs = new Set(['was', 'were', 'had', 'did', 'took'])

const isMe = (token: Token | undefined): boolean =>
  token?.kind === 'word' && ['i', 'me', 'myself'].includes(token.text)

const me = { kind: 'person', person: 'me' } as const

/** Replaces bare names at a position by name tokens: "ana", "the design team", "tom and sue". Where they end. */
export const takeSubject = (reader: SentenceReader, from: number): number | null => {
  const { tokens, source } = reader
  let at = from
  for (;;) {
    const start = at
    while (['the', 'team', 'whole', 'entire'].includes(tokens[at]?.text ?? '')) at += 1
    const reach = isMe(tokens[at])
      ? { named: me, rule: 'name', next: at + 1 }
      : bareNameAt(source, tokens, at)
    if (reach) tokens.splice(at, reach.next - at, ...nameInstead(source, tokens, at, reach).instead)
    if (tokens[at]?.kind !== 'name') return null
    take(reader, start, at)
    const next = tokens[at + 1]?.text === 'team' ? at + 2 : at + 1
    take(reader, at + 1, next)
    const isJoined = joiners.has(tokens[next]?.text ?? '')
    if (!isJoined || !(isMe(tokens[next + 1]) || isSubjectAt(reader, next + 1))) return next
    at = next + 1
  }
}

/** Notes what words between a subject and its state say, and removes them. */
const takeLink = (draft: Draft, from: number, to: number): void => {
  draft.isPast ||= draft.tokens.slice(from, to).some(({ text }) => pastVerbs.has(text) || text === 'been')
  take(draft, from, to)
}

/** Removes the verbs at the cursor: "is ana going to be out". */
export const takeInner = (draft: Draft): void => {
  const at = draft.cursor
  const again = find(draft, stillWords, at)
  const found = again ?? find(draft, inner, at) ?? (draft.isOwning ? find(draft, innerOwning, at) : null)
  // "going on leave" is the first day of it.
  const isStarting = find(draft, states, at)?.value.state === 'starting'
  const isName = !again && found?.next === at + 1 && isNameHere(draft, at)
  if (!found || isStarting || isName) return
  draft.isStill ||= again !== null
  takeLink(draft, at, found.next)
  draft.cursor = found.next
  takeInner(draft)
}

const [longestLink, noLinks] = [4, new Set(['the', 'coming', 'going', 'else'])]

/** Where the verb that ends before a token begins: "is", "is going to be"; -1: there is none. */
const linkBefore = (draft: Draft, end: number): number => {
  const { tokens, gone } = draft
  const links = [stillWords, negations, inner, ...(draft.isOwning ? [innerOwning] : [])]
  return tokens.findIndex((token, from) => {
    if (from < end - longestLink || from >= end) return false
    const isLone = from === end - 1 && (noLinks.has(token.text) || isNameHere(draft, from))
    const isOpen = !isLone && !tokens.slice(from, end).some((one) => gone.has(one))
    return isOpen && links.some((table) => find(draft, table, from, end)?.next === end)
  })
}

/** Removes the verbs directly before a state: "ana, who design is out". */
export const takeBefore = (draft: Draft, at: number): void => {
  const end = draft.tokens.findLastIndex((token, place) => place < at && !draft.gone.has(token)) + 1
  const from = linkBefore(draft, end)
  if (from < 0) return
  draft.isStill ||= find(draft, stillWords, from, end) !== null
  draft.isNegated ||= find(draft, negations, from, end) !== null
  takeLink(draft, from, end)
  takeBefore(draft, from)
}

/** First names that are also date words: "is tom out". */
const namesOfDates = new Set(['tom', 'jan', 'may', 'april', 'june', 'august'])

/** Where an unknown name ends: "is bob in". Null when nothing there can be a name. */
export const unknownSubject = (reader: SentenceReader, from: number): number | null => {
  const { tokens } = reader
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at]!
    if (find(reader, states, at) || find(reader, inner, at) || find(reader, stillWords, at))
      return at > from ? at : null
    const isDate = reservedWords.has(token.text) && !(at === from && namesOfDates.has(token.text))
    if (token.kind !== 'word' || isDate) return null
  }
  return from < tokens.length ? tokens.length : null
}

/** The words that introduce a question, and their position. */
export type QuestionLead = FoundPhrase<LeadTerm>

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
  // "next day off for ana", "first day of december"
  if (!first || find(reader, oneLeave, at)) return null
  if (tokens[first.next - 1]!.text === 'day' && tokens[first.next]?.text === 'of') return null
  // "last day before christmas" is a day, "last day ana was in" a question.
  const isLast = first.value.isWeak && tokens.slice(at, first.next).some(({ text }) => text === 'last')
  if (isLast && !isSubjectAt(reader, first.next)) return null
  const isVerb = tokens[at]!.text === 'will' && bareNameAt(source, tokens, at)?.next === at + 1
  const isName = first.next === at + 1 && first.value.isWeak && isNameHere(reader, at)
  if (isName && !isPeople(reader, at) && !(isVerb && isSubjectAt(reader, at + 1))) return null
  // "all people who are out": the second phrase repeats the first.
  const again = find(reader, leads, first.next)
  const { subject, isPast, form, isNegated } = again?.value ?? {}
  const isAgain = subject === 'who' && first.value.subject === 'who' && isPast === first.value.isPast
  const isSame = isAgain && !form && !isNegated && !isTeamHere(reader, first.next)
  return again && isSame ? { ...first, next: again.next } : first
}

/** At the start, or at words that can only begin a question. */
export const findLead = (reader: SentenceReader, start: number): QuestionLead | null =>
  firstFrom(reader, start, (at) => {
    const found = leadAt(reader, at)
    const isHere = at === start || (found && !found.value.isWeak) || reader.tokens[at - 1]!.text === ','
    return isHere ? found : null
  })

/** "who is", "is anyone" and "who's", but not "everyone" and "how many people". */
export const hasCopula = ({ tokens }: SentenceReader, { from }: QuestionLead, end: number): boolean =>
  tokens
    .slice(from, end)
    .some(({ text }) => /^(?:is|are|was|were|be|been|who['’]s|whos|whose|who're|who['’]ll)$/u.test(text))

/** "do you know if ana is in": the subject precedes the verb. */
export const readWhether = (draft: Draft, start: number): void => {
  const next = takeSubject(draft, start)
  if (next === null) return
  set(draft, { form: 'whether', subject: 'name', isQuestion: true, cursor: next })
  takeInner(draft)
}
