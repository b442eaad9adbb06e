import type { PhraseMatch } from '../words/phrases.js'
import * as words from '../words/sentences.js'
import type { StateTerm } from '../words/sentences.js'
import { kindOfDate } from '../words/english.js'
import { reservedWords } from '../words/reserved.js'
import type { Token } from '../words/lexer.js'
import { bareNameAt } from '../who/who.js'
import { find, isNameHere, type SentenceReader } from './reader.js'

export const { states } = words

/** What follows "in" where it says that somebody is in. */
export const isAfterIn = (tokens: readonly Token[], at: number): boolean =>
  isDayword(tokens[at]) || isPeriod(tokens[tokens[at]?.text === 'the' ? at + 1 : at])

const isDayword = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'name' ||
    /^(?:on|between|all|both|each|every|today|tomorrow|tmrw|tmr|now|yesterday|this|next|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/u.test(
      token.text,
    ))

/** "is in the whole of next week", "is in from monday" */
const isPeriod = (token: Token | undefined): boolean =>
  /^(?:whole|entire|rest|from|since|until|till|before|after|during|over|around|at)$/u.test(token?.text ?? '')

const beforeState = new Set(
  'is are was were be anyone anybody someone somebody everyone everybody nobody noone one'.split(' '),
)

/**
 * "in" is a state at the end or before a day, whereas "in december" and "in 2 weeks" are dates and "in design" is a
 * place.
 */
const isStateIn = (reader: SentenceReader, at: number): boolean => {
  const { tokens, source } = reader
  const before = tokens[at - 1]?.text ?? ''
  if (at + 1 >= tokens.length) return at > 0
  const next = tokens[at + 1]
  const isExpected = beforeState.has(before)
  if (isBareDay(reader, at + 1) && !hasOther(reader))
    return isOfSubject(reader, before === ',' ? at - 1 : at) || isExpected
  const isDay = isDayword(next) || (isExpected && isAfterIn(tokens, at + 1))
  // "who in sales is in next week" is not about a team called Next.
  if (next?.kind === 'name' || (!(isExpected && isDay) && bareNameAt(source, tokens, at + 1))) return false
  return isDay && before !== 'from' && before !== 'for'
}

const dayWord = /^(?:day|eve|nye)$/u

/** "24th", "10 dec", "24/12", "xmas eve": days that no "in" leads to, unlike "14-18 dec", "2 weeks", "december" and "the morning". */
const isBareDay = ({ tokens, source: { dates } }: SentenceReader, at: number): boolean => {
  const [first, second, third] = tokens.slice(at, at + 3)
  if (!first) return false
  if (first.kind === 'number')
    return (
      kindOfDate(second?.text ?? '') === 'month' ||
      (second?.glued === true && /^(?:st|nd|rd|th)$/u.test(second.text)) ||
      (/^[./]$/u.test(second?.text ?? '') && third?.kind === 'number')
    )
  if (kindOfDate(first.text) === 'month') return second?.kind === 'number' && second.text.length < 3
  return [1, 2, 3].some((length) => {
    const words = tokens.slice(at, at + length).map(({ text }) => text)
    const found = dates.get(first.text)?.find((entry) => entry.words.join(' ') === words.join(' '))
    return found?.term.kind === 'holiday' && dayWord.test(words.at(-1)!)
  })
}

/** "sales out in 24th" says already what they are. */
const hasOther = (reader: SentenceReader): boolean =>
  reader.tokens.some((_, at) => {
    const found = find(reader, states, at)
    return found !== null && !found.value.preposition
  })

/** "is ana in july blah": not about being in, whatever the last word means. */
const isOfMonth = ({ tokens, source }: SentenceReader, at: number): boolean => {
  const behind = tokens[at + 2]
  return (
    kindOfDate(tokens[at + 1]?.text ?? '') === 'month' &&
    behind?.kind === 'word' &&
    !reservedWords.has(behind.text) &&
    !bareNameAt(source, tokens, at + 2)
  )
}

export interface StateMatch extends PhraseMatch<StateTerm> {
  readonly from: number
}

export const stateAt = (reader: SentenceReader, at: number, isDirect: boolean): StateMatch | null => {
  const { tokens, dated, source } = reader
  const found = find(reader, states, at)
  if (!found || tokens.slice(at, found.next).some((token) => dated.has(token))) return null
  if (!isDirect && found.next === at + 1 && isNameHere(reader, at)) return null
  // "back office next week" is about the team of that name.
  const named = isDirect ? null : bareNameAt(source, tokens, at)
  if (named && named.next > found.next) return null
  if (found.value.preposition && (isDirect ? isOfMonth(reader, at) : !isStateIn(reader, at))) return null
  return { ...found, from: at }
}

export const findState = (reader: SentenceReader, from: number, isDirect: boolean): StateMatch | null => {
  for (let at = from; at < reader.tokens.length; at += 1) {
    if (reader.gone.has(reader.tokens[at]!)) continue
    const found = stateAt(reader, at, isDirect && at === from)
    if (found) return found
  }
  return null
}

/** "tom in", "ana is in" */
export const isOfSubject = (reader: SentenceReader, at: number): boolean => {
  const before = reader.tokens[at - 1]
  return (
    before !== undefined &&
    (before.kind === 'name' ||
      ['is', 'are', 'was', 'were'].includes(before.text) ||
      bareNameAt(reader.source, reader.tokens, at - 1)?.next === at)
  )
}

export const laterState = (reader: SentenceReader, from: number): StateMatch | null => {
  for (let at = from; at < reader.tokens.length; at += 1) {
    const found = stateAt(reader, at, false)
    if (found && !found.value.noun) return found
    if (
      found?.value.noun &&
      ['out', 'off', 'away', 'missing', 'absent', 'gone'].includes(reader.tokens[at]!.text)
    )
      return found
  }
  return null
}
