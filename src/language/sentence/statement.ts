import { bareNameAt, markOf, nameAt } from '../who/who.js'
import { english } from '../words/english.js'
import { compileTable, openPhrases, wordsBelow } from '../words/phrases.js'
import { reservedWords } from '../words/reserved.js'
import { leads, leaveNouns } from '../words/sentences.js'
import { find, findAnywhere, isNameHere, isSubjectAt, take } from './draft.js'
import type { SentenceReader, Statement } from './draft.js'
import { findState } from './state.js'
import { pastVerbs, takeSubject } from './subject.js'

/** Statements, which want something recorded rather than answered. */

const inStatements = openPhrases('statements')
const ownLeads = wordsBelow('statements', 'about the asker')
/** Those that begin a statement only when more words follow. */
const softLeads = new Set(inStatements('about the asker, before more words'))
/** "tomorrow i'm off" */
const speakingWords = wordsBelow('statements', 'about the asker, anywhere')
/** Requests to record something, perhaps for someone else. */
const recordingWords = new Set(inStatements('recording'))
/** Verbs after the name in "ana is out", "ana will be away". */
const verbs = wordsBelow('statements', 'verbs')
const fillers = wordsBelow('statements', 'beside names and days')
const reasons = compileTable('statements', { sickness: 'sick', holiday: 'holiday' } as const)

const notWords = new Set(["won't", 'wont', "can't", 'cant', 'not', "isn't"])
const wishes = new Set(['want', 'need'])

type Speaker = 'asker' | 'other'

/** Whose statement it is: "i am out tomorrow", "ana is out tomorrow". Null for a question, such as "tell me if …". */
export const speakerOf = (reader: SentenceReader, at: number, hasMark: boolean): Speaker | null => {
  const { tokens } = reader
  const own = find(reader, ownLeads, at)
  const lead = find(reader, leads, at)
  const first = tokens[at]?.text ?? ''
  const isOne = own?.next === at + 1
  // "mark tom as out" is not about people called Mark and Tom.
  const isRecording = recordingWords.has(first) && isSubjectAt(reader, at + 1)
  // "can i book a meeting with ana"
  if (own && lead && lead.next > own.next) return null
  if (own && (isRecording || !(isOne && isNameHere(reader, at)))) {
    const isSoft = isOne && !isRecording && softLeads.has(first)
    const isSaid = own.next < tokens.length && (!isSoft || findState(reader, own.next, true) !== null)
    return isSaid ? 'asker' : null
  }
  if (hasMark) return null
  const isGerman = /^(?:wer|ist|sind|war|wann)$/u.test(first)
  if (!isGerman && !lead && findAnywhere(reader, speakingWords, at)) return 'asker'
  return at === 0 && isOfOther(reader, at) ? 'other' : null
}

/** A name and a statement about it: "ana is out", "ana's sick", "ana's vacation is 7-11 dec". */
const isOfOther = (reader: SentenceReader, at: number): boolean => {
  const { tokens } = reader
  const first = ['the', 'team'].includes(tokens[at]?.text ?? '') ? at + 1 : at
  const end = nameAt(reader.source, tokens, first)?.next
  if (end === undefined) return false
  const next = tokens[end]?.text === 'team' ? end + 1 : end
  const noun = find(reader, leaveNouns, next)
  if (noun && find(reader, verbs, noun.next)) return true
  const verb = find(reader, verbs, next)
  // "will ana be out" and "will will be out" are questions; "will is out" is about Will.
  const isQuestion = find(reader, leads, at) !== null && isSubjectAt(reader, at + 1)
  if (verb) return findState(reader, verb.next, true) !== null && !isQuestion
  const isContraction = /['’]s$/u.test(tokens[end - 1]!.text)
  return isContraction && /^(?:out|off|in|away|back|on|not|sick|ill|going)$/u.test(tokens[next]?.text ?? '')
}

/** The position of the person for whom something is to be recorded: "mark tom as out". */
const recordedName = ({ tokens, source }: SentenceReader, start: number): number => {
  if (!recordingWords.has(tokens[start]!.text)) return -1
  return tokens.findIndex(
    ({ text }, place) =>
      // After other words "jan" is a month: "log holiday 24 dec - 2 jan".
      (place === start + 1 || (place > start && !english.words.has(text))) &&
      bareNameAt(source, tokens, place) !== null,
  )
}

/** "i think ana has fridays off", "i'd love to know who is out": nobody's own days, whatever else is said. */
const isOfOthers = (reader: SentenceReader): boolean =>
  reader.tokens.some(({ text }, at) => {
    const named = reservedWords.has(text) ? null : bareNameAt(reader.source, reader.tokens, at)?.named
    const lead = find(reader, leads, at)
    return named?.kind === 'person' || named?.kind === 'people' || (lead !== null && !lead.value.isWeak)
  })

/** Reduces a statement to whom it is about and when. */
export const takeStatement = (reader: SentenceReader, start: number, speaker: Speaker): Statement => {
  const lead = speaker === 'asker' ? find(reader, ownLeads, start) : null
  const from = lead?.next ?? start
  const state = findState(reader, from, false)
  const reason = findAnywhere(reader, reasons, from)?.value ?? null
  const named = speaker === 'other' ? start : recordedName(reader, start)
  const isAsking = isOfOthers(reader)
  const has = (said: ReadonlySet<string>): boolean => reader.tokens.some(({ text }) => said.has(text))
  // "we want to do the review on friday" takes nothing.
  const isTaken = reader.tokens.some(({ text }) => recordingWords.has(text) && !wishes.has(text))
  takeSubject(reader, named)
  const isOwn = reader.tokens.every((token) => {
    const who = markOf(token)?.named
    return token.kind !== 'name' || (who?.kind === 'person' && who.person === 'me')
  })
  for (let at = start; at < reader.tokens.length;) {
    const found = find(reader, ownLeads, at) ?? find(reader, fillers, at)
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
