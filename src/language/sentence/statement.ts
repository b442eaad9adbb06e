import { english } from '../words/english.js'
import * as words from '../words/statements.js'
import { leads } from '../words/leads.js'
import { leaveNouns } from '../words/sentences.js'
import { reservedWords } from '../words/reserved.js'
import { bareNameAt } from '../who/who.js'
import type { Statement } from './draft.js'
import { isSubjectNext } from './lead.js'
import { find, findAnywhere, isNameHere, take, type SentenceReader } from './reader.js'
import { findState } from './state.js'
import { pastVerbs, takeSubject } from './subject.js'

const notWords = new Set(["won't", 'wont', "can't", 'cant', 'not', "isn't"])
const wishes = new Set(['want', 'need'])

interface StatementSigns {
  /** Whether the text, or a part of it, ends with a question mark. */
  readonly hasMark: boolean
  /** "can you tell me if …" */
  readonly isIndirect: boolean
}

/** Whose statement it is: "i am out tomorrow", "ana is out tomorrow". Null for a question. */
export const speakerOf = (
  reader: SentenceReader,
  at: number,
  { hasMark, isIndirect }: StatementSigns,
): 'asker' | 'other' | null => {
  const { tokens } = reader
  const stateAfter = (from: number): boolean => findState(reader, from, true) !== null
  const own = find(reader, words.statementLeads, at)
  const isMarkAlone = own?.next === at + 1 && isNameHere(reader, at) && !isRecording(reader, at)
  const lead = find(reader, leads, at)
  // "can i book a meeting with ana"
  if (own && lead && lead.next > own.next) return null
  if (own && !isMarkAlone) {
    if (own.next >= tokens.length) return null
    return isRecording(reader, at)
      ? 'asker'
      : words.softLeads.has(tokens[at]!.text) && own.next === at + 1 && !stateAfter(own.next)
        ? null
        : 'asker'
  }
  const isGerman = /^(?:wer|ist|sind|war|wann)$/u.test(tokens[at]?.text ?? '')
  if (!hasMark && !isGerman && findAnywhere(reader, words.speakingWords, at) && !find(reader, leads, at))
    return 'asker'
  return !hasMark && !isIndirect && isOfOther(reader, at, stateAfter) ? 'other' : null
}

/** "mark tom as out" is not about people called Mark and Tom. */
const isRecording = ({ tokens, source }: SentenceReader, at: number): boolean =>
  words.recordingWords.has(tokens[at]?.text ?? '') &&
  (tokens[at + 1]?.kind === 'name' || bareNameAt(source, tokens, at + 1) !== null)

/** A name and a statement about it: "ana is out", "ana's sick", "ana's vacation is 7-11 dec". */
const isOfOther = (reader: SentenceReader, at: number, stateAfter: (from: number) => boolean): boolean => {
  const { tokens, source } = reader
  const first = ['the', 'team'].includes(tokens[at]?.text ?? '') ? at + 1 : at
  const end = tokens[first]?.kind === 'name' ? first + 1 : (bareNameAt(source, tokens, first)?.next ?? null)
  if (end === null) return false
  const next = tokens[end]?.text === 'team' ? end + 1 : end
  const noun = find(reader, leaveNouns, next)
  const ofLeave = noun && find(reader, words.statementVerbs, noun.next)
  if (ofLeave && ofLeave.next < tokens.length) return true
  if (find(reader, words.statementVerbs, next))
    return stateAfter(find(reader, words.statementVerbs, next)!.next) && !isQuestionLead(reader, at)
  const isContraction = /['’]s$/u.test(tokens[end - 1]?.text ?? '')
  return isContraction && /^(?:out|off|in|away|back|on|not|sick|ill|going)$/u.test(tokens[next]?.text ?? '')
}

/** "will ana be out" and "will will be out" are questions; "will is out" is about Will. */
const isQuestionLead = (reader: SentenceReader, at: number): boolean => {
  const lead = find(reader, leads, at)
  return lead !== null && (lead.next > at + 1 || !isNameHere(reader, at) || isSubjectNext(reader, at + 1))
}

const reasonOf = (reader: SentenceReader, start: number): Statement['reason'] => {
  for (let at = start; at < reader.tokens.length; at += 1) {
    if (find(reader, words.sicknessWords, at)) return 'sick'
    if (find(reader, words.holidayWords, at)) return 'holiday'
  }
  return null
}

/** The position of the person for whom something is to be recorded: "mark tom as out". */
const recordedName = (reader: SentenceReader, start: number): number | null => {
  const { tokens, source } = reader
  if (!words.recordingWords.has(tokens[start]?.text ?? '')) return null
  const at = tokens.findIndex(
    ({ kind, text }, place) =>
      place > start &&
      (kind === 'name' ||
        // After other words "jan" is a month: "log holiday 24 dec - 2 jan".
        ((place === start + 1 || !english.words.has(text)) && bareNameAt(source, tokens, place) !== null)),
  )
  return at < 0 ? null : at
}

/** "i think ana has fridays off", "i'd love to know who is out": nobody's own days, whatever else is said. */
const isOfOthers = (reader: SentenceReader): boolean =>
  reader.tokens.some(({ text }, at) => {
    const named = reservedWords.has(text) ? null : bareNameAt(reader.source, reader.tokens, at)?.named
    return (
      named?.kind === 'person' || named?.kind === 'people' || find(reader, leads, at)?.value.strong === true
    )
  })

/** Reduces a statement to whom it is about and when. */
export const takeStatement = (
  reader: SentenceReader,
  start: number,
  speaker: 'asker' | 'other',
): Statement => {
  const lead = speaker === 'asker' ? find(reader, words.statementLeads, start) : null
  const state = findState(reader, lead?.next ?? start, false)
  const reason = reasonOf(reader, lead?.next ?? start)
  const named = speaker === 'other' ? start : recordedName(reader, start)
  const isAsking = isOfOthers(reader)
  // "we want to do the review on friday" takes nothing.
  const isTaken = reader.tokens
    .slice(start)
    .some(({ text }) => words.recordingWords.has(text) && !wishes.has(text))
  if (named !== null) takeSubject(reader, named)
  const isMe = reader.tokens.every(({ kind, start: place }) => kind !== 'name' || isAsker(reader, place))
  for (let at = start; at < reader.tokens.length;) {
    const found = find(reader, words.statementLeads, at) ?? find(reader, words.statementWords, at)
    if (found) take(reader, at, found.next)
    at = found ? found.next : at + 1
  }
  if (state) take(reader, state.from, state.next)
  take(reader, 0, start)
  const isNot = reader.tokens.some(({ text }) => notWords.has(text))
  const isLeave = state
    ? (state.value.asks === 'out' && state.value.remark !== 'only_out') ||
      (state.value.asks === 'in' && isNot)
    : isTaken || reason !== null
  const isPast = reader.tokens.some(({ text }) => pastVerbs.has(text))
  return { isOwn: isMe, isLeave: isLeave && !isAsking, isAsking, isPast, reason }
}

const isAsker = ({ marks }: SentenceReader, place: number): boolean => {
  const named = marks.get(place)?.named
  return named?.kind === 'person' && named.person === 'me'
}
