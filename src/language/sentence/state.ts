import { states, type StateTerm } from '../words/sentences.js'
import { kindOfDate } from '../words/english.js'
import type { Token } from '../words/lexer.js'
import { bareNameAt } from '../who/who.js'
import { datesAt, find, firstFrom, type FoundPhrase, type SentenceReader } from './draft.js'

const afterIn =
  /^(?:on|between|all|both|each|every|today|tomorrow|tmrw|tmr|now|yesterday|this|next|from|since|until|till|before|after|during|over|around|at)$/u

/** What follows "in" where it says that somebody is in: "tomorrow", "from monday". */
export const isAfterIn = (tokens: readonly Token[], at: number): boolean => {
  const { kind, text } = tokens[at] ?? { text: '' }
  return kind === 'name' || afterIn.test(text) || kindOfDate(text) === 'weekday'
}

/**
 * "in" is a state at the end or before a day, whereas "in december" and "in 2 weeks" are dates and "in design" is a
 * place.
 */
const isStateIn = (reader: SentenceReader, at: number): boolean => {
  const { tokens, source } = reader
  const before = tokens[at - 1]?.text ?? ''
  const next = tokens[at + 1]
  if (!next) return at > 0
  if (isBareDay(reader, at + 1)) return !isSaid(reader) && isOfSubject(reader, before === ',' ? at - 1 : at)
  // "who in sales is in next week" is not about a team called Next.
  const isDay = isAfterIn(tokens, at + 1)
  return isDay && next.kind !== 'name' && !bareNameAt(source, tokens, at + 1)
}

/** "sales out in 24th" says already what they are. */
const isSaid = (reader: SentenceReader): boolean =>
  firstFrom(reader, 0, (at) => {
    const found = find(reader, states, at)
    return found?.value.preposition ? null : found
  }) !== null

/** "24th", "10 dec", "24/12", "xmas eve": days that no "in" leads to, unlike "14-18 dec", "2 weeks", "december" and "the morning". */
const isBareDay = ({ tokens, source }: SentenceReader, at: number): boolean => {
  const [first, second, third] = tokens.slice(at, at + 3)
  const behind = second?.text ?? ''
  if (first!.kind === 'number')
    return (
      kindOfDate(behind) === 'month' ||
      /^(?:st|nd|rd|th)$/u.test(behind) ||
      (/^[./]$/u.test(behind) && third?.kind === 'number')
    )
  if (kindOfDate(first!.text) === 'month') return second?.kind === 'number' && behind.length < 3
  return datesAt(source, tokens, at).some(({ term }) => term.kind === 'holiday')
}

export type StateMatch = FoundPhrase<StateTerm>

export const stateAt = (reader: SentenceReader, at: number, isDirect: boolean): StateMatch | null => {
  const { tokens, dated, source } = reader
  const found = find(reader, states, at)
  if (!found || tokens.slice(at, found.next).some((token) => dated.has(token))) return null
  if (isDirect) return found
  // "back office next week" is about the team of that name.
  const isName = (bareNameAt(source, tokens, at)?.next ?? 0) >= found.next
  return isName || (found.value.preposition && !isStateIn(reader, at)) ? null : found
}

export const findState = (reader: SentenceReader, from: number, isDirect: boolean): StateMatch | null =>
  firstFrom(reader, from, (at) => stateAt(reader, at, isDirect && at === from))

/** "tom in", "ana is in" */
export const isOfSubject = ({ tokens, source }: SentenceReader, at: number): boolean => {
  const { kind, text } = tokens[at - 1] ?? { text: '' }
  return (
    kind === 'name' ||
    /^(?:is|are|was|were|be|\w+(?:one|body))$/u.test(text) ||
    bareNameAt(source, tokens, at - 1)?.next === at
  )
}

/** The next state that is no object: "out", unlike "leave". */
export const laterState = (reader: SentenceReader, from: number): StateMatch | null =>
  firstFrom(reader, from, (at) => {
    const found = stateAt(reader, at, false)
    return found?.value.noun ? null : found
  })
