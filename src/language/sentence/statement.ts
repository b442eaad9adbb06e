import { english } from '../words/english.js'
import * as words from '../words/statements.js'
import { leads } from '../words/leads.js'
import { leaveNouns } from '../words/sentences.js'
import { reservedWords } from '../words/reserved.js'
import { bareNameAt, markOf, nameAt } from '../who/who.js'
import type { Statement } from './draft.js'
import { find, findAnywhere, isNameHere, isSubjectAt, take, type SentenceReader } from './reader.js'
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
  const own = find(reader, words.statementLeads, at)
  const lead = find(reader, leads, at)
  const first = tokens[at]?.text ?? ''
  const isOne = own?.next === at + 1
  // "mark tom as out" is not about people called Mark and Tom.
  const isRecording = words.recordingWords.has(first) && isSubjectAt(reader, at + 1)
  // "can i book a meeting with ana"
  if (own && lead && lead.next > own.next) return null
  if (own && (isRecording || !(isOne && isNameHere(reader, at)))) {
    const isSoft = isOne && !isRecording && words.softLeads.has(first)
    const isSaid = own.next < tokens.length && (!isSoft || findState(reader, own.next, true) !== null)
    return isSaid ? 'asker' : null
  }
  if (hasMark) return null
  const isGerman = /^(?:wer|ist|sind|war|wann)$/u.test(first)
  if (!isGerman && !lead && findAnywhere(reader, words.speakingWords, at)) return 'asker'
  return !isIndirect && isOfOther(reader, at) ? 'other' : null
}

/** A name and a statement about it: "ana is out", "ana's sick", "ana's vacation is 7-11 dec". */
const isOfOther = (reader: SentenceReader, at: number): boolean => {
  const { tokens, source } = reader
  const first = ['the', 'team'].includes(tokens[at]?.text ?? '') ? at + 1 : at
  const end = nameAt(source, tokens, first)?.next
  if (end === undefined) return false
  const next = tokens[end]?.text === 'team' ? end + 1 : end
  const noun = find(reader, leaveNouns, next)
  const ofLeave = noun && find(reader, words.statementVerbs, noun.next)
  if (ofLeave && ofLeave.next < tokens.length) return true
  const verb = find(reader, words.statementVerbs, next)
  // "will ana be out" and "will will be out" are questions; "will is out" is about Will.
  const isQuestion = find(reader, leads, at) !== null && isSubjectAt(reader, at + 1)
  if (verb) return findState(reader, verb.next, true) !== null && !isQuestion
  const isContraction = /['’]s$/u.test(tokens[end - 1]!.text)
  return isContraction && /^(?:out|off|in|away|back|on|not|sick|ill|going)$/u.test(tokens[next]?.text ?? '')
}

/** The position of the person for whom something is to be recorded: "mark tom as out". */
const recordedName = ({ tokens, source }: SentenceReader, start: number): number | null => {
  if (!words.recordingWords.has(tokens[start]!.text)) return null
  const at = tokens.findIndex(
    ({ text }, place) =>
      // After other words "jan" is a month: "log holiday 24 dec - 2 jan".
      (place === start + 1 || (place > start && !english.words.has(text))) &&
      bareNameAt(source, tokens, place) !== null,
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
  const from = lead?.next ?? start
  const state = findState(reader, from, false)
  const isSick = findAnywhere(reader, words.sicknessWords, from)
  const reason = isSick ? 'sick' : findAnywhere(reader, words.holidayWords, from) ? 'holiday' : null
  const named = speaker === 'other' ? start : recordedName(reader, start)
  const isAsking = isOfOthers(reader)
  const has = (said: ReadonlySet<string>): boolean => reader.tokens.some(({ text }) => said.has(text))
  // "we want to do the review on friday" takes nothing.
  const isTaken = reader.tokens.some(({ text }) => words.recordingWords.has(text) && !wishes.has(text))
  if (named !== null) takeSubject(reader, named)
  const isOwn = reader.tokens.every((token) => {
    const who = markOf(token)?.named
    return token.kind !== 'name' || (who?.kind === 'person' && who.person === 'me')
  })
  for (let at = start; at < reader.tokens.length;) {
    const found = find(reader, words.statementLeads, at) ?? find(reader, words.statementWords, at)
    if (found) take(reader, at, found.next)
    at = found?.next ?? at + 1
  }
  if (state) take(reader, state.from, state.next)
  take(reader, 0, start)
  const isLeave = !state
    ? isTaken || reason !== null
    : state.value.asks === 'in'
      ? has(notWords)
      : state.value.asks === 'out' && state.value.remark !== 'only_out'
  return { isOwn, isLeave: isLeave && !isAsking, isAsking, isPast: has(pastVerbs), reason }
}
