import type { Token } from '../words/lexer.js'
import type { AskedFor } from '../question.js'
import { stillWords, type AskForm } from '../words/sentences.js'
import { leads } from '../words/leads.js'
import { splitWords } from '../words/lexer.js'
import { namesFrom } from '../who/lists.js'
import { bareNameAt, type Marks, type PhraseSource } from '../who/who.js'
import { readHolidayQuestion, type HolidayQuestion, type IsDate } from './bank-holidays.js'
import { isGreeting, skipCourtesies } from './courtesy.js'
import {
  errorBetween,
  noError,
  use,
  type Draft,
  type SentenceFailure,
  type Sentence,
  type Statement,
} from './draft.js'
import { datedTokens, find, take, type SentenceReader } from './reader.js'
import { dateFrom } from './repeats.js'
import { readQuestion } from './question.js'
import { isAfterIn, states } from './state.js'
import { takeBound, takePart } from './bound.js'
import { sinceStill, takeSoFar, tenseOf } from './until-today.js'
import { speakerOf, takeStatement } from './statement.js'

/** The form of "when is ana …" depends on what is asked about her. */
const formOf = ({ form, isStill, asks, subject }: Draft): AskForm => {
  if (asks === 'holidays') return form
  if (isStill && subject === 'name') return 'still'
  if (form === 'next') return asks === 'back' ? 'list' : asks === 'in' ? 'days' : 'next'
  return form
}

const askedFor: Readonly<Record<AskForm, AskedFor>> = {
  list: 'people',
  count: 'count',
  whether: 'whether',
  everyone: 'whether',
  still: 'whether',
  next: 'starts',
  how_long: 'ends',
  days: 'days',
  workday: 'workday',
  closed: 'workday',
}

const askedOf = (draft: Draft): AskedFor => {
  const form = formOf(draft)
  if (draft.asks === 'holidays') return askedFor[form] === 'workday' ? 'workday' : 'holidays'
  // "when did ana get back" is about her last leave.
  if (draft.form === 'next' && draft.asks === 'back' && draft.isPast && draft.subject === 'name')
    return 'ends'
  return draft.asked ?? (draft.form === 'next' && draft.quantity !== null ? 'when' : askedFor[form])
}

const isOfReturns = ({ asks, subject, quantity }: Draft): boolean =>
  asks === 'back' && (subject === 'who' || quantity === 'any')

/** "how many more days is ana off": those that are left. */
const asksMore = ({ uses }: Draft): boolean =>
  uses.some(({ rule, words }) => rule === 'question' && /^how (?:many|much) more\b/iu.test(words))

const sentenceOf = (
  draft: Draft,
  { error, at }: SentenceFailure,
  statement: Statement | null = null,
): Sentence => ({
  ...draft,
  error,
  at,
  statement,
  asks: draft.asks ?? 'out',
  form: formOf(draft),
  // Who is in, or back by a day, is so whatever others are out for.
  kind: draft.asks === 'out' || isOfReturns(draft) ? draft.kind : null,
  state: draft.state ?? (draft.asks === null || draft.asks === 'holidays' ? 'out' : draft.asks),
  isStated: draft.asks !== null,
  asked_for: askedOf(draft),
  isWhen: draft.form === 'next',
  isLeft:
    draft.isLeft ||
    (draft.isStill && (draft.subject !== 'name' || draft.asked === 'how_long')) ||
    asksMore(draft),
  tokens: draft.reader.tokens.filter((token) => !draft.reader.gone.has(token)),
})

const sentenceOfHolidays = (draft: Draft, { form, isPast, isLeft, from, to }: HolidayQuestion): Sentence => {
  use(draft, 'bank holidays', from, to)
  return sentenceOf({ ...draft, asks: 'holidays', form, isPast, isLeft, isQuestion: true }, noError)
}

const copulas = new Set('can could is are am will was were does do did has'.split(' '))
/** Tokens before "days". */
const maxLeadLength = 4

/** What reading a sentence needs besides the names. */
export interface SentenceClues {
  /** Whether a question mark was typed. */
  readonly hasMark: boolean
  readonly isDate: IsDate
  /** Whether they name a holiday. */
  readonly isHoliday: IsDate
  /** Nobody is left out. */
  readonly isWhole: boolean
}

/** "which days next week is ana out", "any day next week when ana is in": the days come last. */
const datesLast = (tokens: readonly Token[], isDate: IsDate): Token[] => {
  const at = tokens.findIndex(({ text }) => text === 'days' || text === 'day')
  const isAsked =
    at > 0 && at <= maxLeadLength && /^(?:which|what|many|first|any|a)$/u.test(tokens[at - 1]!.text)
  if (!isAsked) return [...tokens]
  const end = dateFrom(tokens, at + 1, isDate)
  const behind = tokens[end ?? at + 1]?.text ?? ''
  const link = ['that', 'when', 'where'].includes(behind)
    ? 1
    : behind === 'on' && tokens[(end ?? at + 1) + 1]?.text === 'which'
      ? 2
      : 0
  if (link === 0 && (end === null || !copulas.has(behind))) return [...tokens]
  return [
    ...tokens.slice(0, at + 1),
    ...tokens.slice((end ?? at + 1) + link),
    ...tokens.slice(at + 1, end ?? at + 1),
  ]
}

/** "next week - who is off", "tomorrow - out": what is asked stands behind a dash. */
const withoutDashes = (reader: SentenceReader): Token[] =>
  reader.tokens.map((token, at) =>
    token.text === '-' && (find(reader, leads, at + 1) ?? find(reader, states, at + 1))
      ? { ...token, text: ',' }
      : token,
  )

const askedLast = /(?:^| )(?<word>who|when|since(?: when)?|(?:un)?till?(?: when)?)$/u

const leadOf: Readonly<Record<string, string>> = {
  who: 'who',
  when: 'when is',
  since: 'since when is',
  'since when': 'since when is',
}

/** "ana back when", "back next week - who", "lena til when": the word that asks comes first. */
const askedFirst = (reader: SentenceReader): Token[] => {
  const { tokens } = reader
  const word = askedLast.exec(tokens.map(({ text }) => text).join(' '))?.groups?.['word']
  // "ana is out until when"
  const isLead = (at: number): boolean =>
    find(reader, leads, at) !== null && !(at > 0 && copulas.has(tokens[at]!.text))
  const isAlone = word !== undefined && tokens.every((_, at) => at + 2 >= tokens.length || !isLead(at))
  const length = word?.split(' ').length ?? 0
  // "who is on leave until when" is answered with the days of each.
  if (!isAlone && /^(?:un)?till? when$/u.test(word ?? '')) return tokens.slice(0, -length)
  if (!isAlone || length >= tokens.length) return tokens
  const rest = tokens.slice(0, tokens.length - length)
  if (rest.at(-1)?.text === ',') rest.pop()
  const last = tokens.at(-1)!
  const lead = splitWords(leadOf[word] ?? 'until when is').map((text) => ({
    ...last,
    text,
    kind: 'word' as const,
  }))
  return word === 'who' || takesName(reader, rest) ? [...lead, ...rest] : tokens
}

/** "jacinta still sick?", "sam here?" */
const verbFirst = (reader: SentenceReader): Token[] => {
  const { source, tokens, marks } = reader
  const {
    marks: [one, other],
    next,
  } = (takesName(reader, tokens) && namesFrom(source, tokens, marks, 0)) || { marks: [], next: 0 }
  if (one?.named?.kind !== 'person' || other) return tokens
  const state = find(reader, states, find(reader, stillWords, next)?.next ?? next)
  // "sue back?" asks for the day, too.
  const isWhole = state?.next === tokens.length && state.value.asks !== 'back'
  return isWhole ? [{ ...tokens[0]!, text: 'is', kind: 'word' }, ...tokens] : tokens
}

const takesName = ({ source }: SentenceReader, tokens: readonly Token[]): boolean =>
  tokens[0]?.kind === 'name' || bareNameAt(source, tokens, 0) !== null

const someone = /^(?:who|anyone|anybody|someone|somebody|everyone|everybody|nobody|noone|one|people|many)$/u
const places = /^(?:in|from|of|on)$/u
const afterPlace =
  /^(?:is|isn't|isnt|are|aren't|arent|was|wasn't|wasnt|were|weren't|will|won't|wont|has|hasn't|hasnt|have|haven't|had|does|doesn't|did|didn't|not|been|going|got|out|off|away|back|around|here|working|available)$/u

/** "who in design is out", "is anyone in design in from friday": the place comes last. */
const placeLast = ({ source, tokens, marks }: SentenceReader): Token[] => {
  const at = tokens.findIndex(
    ({ text }, place) =>
      someone.test(text) &&
      places.test(tokens[place + 1]?.text ?? '') &&
      // "is one of ana and tom in"
      !(text === 'one' && tokens[place + 1]!.text === 'of'),
  )
  const first = tokens[at + 2]?.text === 'the' ? at + 3 : at + 2
  const next = at < 0 ? undefined : namesFrom(source, tokens, marks, first)?.next
  if (next === undefined) return tokens
  const isStated = tokens[next]?.text === 'in' && (next + 1 === tokens.length || isAfterIn(tokens, next + 1))
  if (!isStated && !afterPlace.test(tokens[next]?.text ?? '')) return tokens
  return [...tokens.slice(0, at + 1), ...tokens.slice(next), ...tokens.slice(at + 1, next)]
}

/** Removes the words that make a sentence a question; the rest says who and when. */
export const readSentence = (
  source: PhraseSource,
  typed: readonly Token[],
  marks: Marks,
  clues: SentenceClues,
): Sentence => {
  const bounded = takeBound(typed) ?? (clues.isWhole ? takePart(source, typed, marks) : null)
  const read = bounded && readTokens(source, bounded.tokens, marks, clues)
  return read?.error === null && read.quantity === 'any'
    ? { ...read, quantity: bounded!.bound, note: bounded!.remark ?? null }
    : readTokens(source, typed, marks, clues)
}

const readTokens = (
  source: PhraseSource,
  typed: readonly Token[],
  marks: Marks,
  { hasMark, isDate, isHoliday }: SentenceClues,
): Sentence => {
  const { tokens: left, isSoFar } = takeSoFar(typed)
  const said = sinceStill(left, isDate)
  const reader: SentenceReader = {
    source,
    marks,
    tokens: datesLast(said, isDate),
    gone: new Set(),
    dated: datedTokens(said, source),
  }
  const draft: Draft = {
    reader,
    cursor: 0,
    asks: null,
    form: 'list',
    quantity: null,
    kind: null,
    state: null,
    asked: null,
    subject: null,
    isPast: false,
    isStill: false,
    isQuestion: false,
    isNegated: false,
    denied: null,
    isMeeting: false,
    isLeave: false,
    isOfLeave: false,
    isLeft: false,
    isSoFar,
    isUnread: false,
    isOwning: true,
    remarks: [],
    uses: [],
  }
  if (said.length === 0) return sentenceOf(draft, noError)
  if (isGreeting(reader)) return sentenceOf(draft, errorBetween(draft, 'greeting', 0, typed.length))
  const start = skipCourtesies(reader)
  reader.tokens = withoutDashes(reader)
  reader.tokens = askedFirst(reader)
  reader.tokens = placeLast(reader)
  if (hasMark && start === 0) reader.tokens = verbFirst(reader)
  draft.cursor = start
  const isOurs = ['my', 'our'].includes(reader.tokens[start]?.text ?? '')
  const ofOurs = isOurs ? readHolidayQuestion(reader, start, isDate, isHoliday) : null
  if (ofOurs) return sentenceOfHolidays(draft, ofOurs)
  const isWhether = start > 0 && ['if', 'whether'].includes(reader.tokens[start - 1]!.text)
  const speaker = isWhether ? null : speakerOf(reader, start, { hasMark, isIndirect: start > 0 })
  if (speaker) {
    const error = errorBetween(draft, 'statement', start, reader.tokens.length)
    const statement = takeStatement(reader, start, speaker)
    return sentenceOf({ ...draft, isPast: statement.isPast }, error, statement)
  }
  take(reader, 0, start)
  const holidays = readHolidayQuestion(reader, start, isDate, isHoliday)
  if (holidays) return sentenceOfHolidays(draft, holidays)
  draft.isQuestion = start > 0 && /^(?:show|list|display)$/u.test(reader.tokens[start - 1]?.text ?? '')
  const failure = readQuestion(draft, start, isWhether)
  draft.isPast = tenseOf(said, draft.isPast, isDate)
  draft.isSoFar ||= draft.asked === 'how_long' && said.some(({ text }) => text === 'already')
  return sentenceOf(draft, failure)
}
