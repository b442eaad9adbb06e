import { reservedWords } from '../words/reserved.js'
import type { PhraseTable } from '../words/phrases.js'
import { inner, innerOwning, negations, stillWords } from '../words/sentences.js'
import { bareNameAt, nameToken, wordsBetween } from '../who/who.js'
import { find, isNameHere, isPlaceNext, take, type SentenceReader } from './reader.js'
import { states } from './state.js'

export const pastVerbs = new Set(['was', 'were', 'had', 'did', 'took'])

/** Replaces bare names at a position by name tokens: "ana", "the design team", "tom and sue". */
export const takeSubject = (
  reader: SentenceReader,
  from: number,
): { readonly next: number; readonly found: boolean } => {
  const { tokens, source, marks } = reader
  let at = from
  let found = false
  for (;;) {
    const start = at
    while (['the', 'team', 'whole', 'entire'].includes(tokens[at]?.text ?? '') && at < start + 2) at += 1
    const me = ['i', 'me', 'myself'].includes(tokens[at]?.text ?? '') && tokens[at]!.kind === 'word'
    const reach = me || tokens[at]?.kind === 'name' ? null : bareNameAt(source, tokens, at)
    if (me || reach) {
      const [first, last] = [tokens[at]!, tokens[reach ? reach.next - 1 : at]!]
      marks.set(first.start, {
        named: reach?.named ?? { kind: 'person', person: 'me' },
        words: wordsBetween(source, first, last),
        rule: 'name',
      })
      tokens.splice(at, (reach ? reach.next : at + 1) - at, nameToken(first, last))
    }
    if (tokens[at]?.kind !== 'name') return { next: found ? start : from, found }
    take(reader, start, at)
    found = true
    at += 1
    if (tokens[at]?.text === 'team') {
      take(reader, at, at + 1)
      at += 1
    }
    const joiner = ['and', 'n', ',', '&', 'or', 'nor', '/', '+'].includes(tokens[at]?.text ?? '')
    const isMe = ['i', 'me', 'myself'].includes(tokens[at + 1]?.text ?? '')
    const isMore = joiner && (isMe || tokens[at + 1]?.kind === 'name' || bareNameAt(source, tokens, at + 1))
    if (!isMore) return { next: at, found }
    at += 1
  }
}

/**
 * "who's there tomorrow" asks who is in; in "is there anyone out" and "how many are there in design" the word means
 * nothing.
 */
const isStateThere = (reader: SentenceReader, at: number): boolean =>
  reader.tokens[at]?.text === 'there' &&
  !reader.tokens.slice(at + 1).some((_, behind) => {
    const state = find(reader, states, at + 1 + behind)
    return state !== null && !(state.value.preposition && isPlaceNext(reader, at + 1 + behind))
  })

export const removeInner = (
  reader: SentenceReader,
  from: number,
  isOwning: boolean,
): { next: number; still: boolean; past: boolean } => {
  let [at, isStill, isPast] = [from, false, false]
  for (;;) {
    const again = find(reader, stillWords, at)
    const found = again ?? find(reader, inner, at) ?? (isOwning ? find(reader, innerOwning, at) : null)
    // "going on leave" is the first day of it.
    const isStarting = find(reader, states, at)?.value.state === 'starting'
    if (
      !found ||
      isStarting ||
      isStateThere(reader, at) ||
      (!again && found.next === at + 1 && isNameHere(reader, at))
    )
      return { next: at, still: isStill, past: isPast }
    isStill ||= again !== null
    isPast ||= reader.tokens.slice(at, found.next).some(({ text }) => pastVerbs.has(text) || text === 'been')
    take(reader, at, found.next)
    at = found.next
  }
}

const [longestLink, noLinks] = [4, new Set(['the', 'coming', 'going', 'there', 'else', 'on'])]

/** Where the verb that ends before a token begins: "is", "is going to be". Null when there is none. */
const linkBefore = (reader: SentenceReader, end: number, isOwning: boolean): number | null => {
  const { tokens } = reader
  for (let from = Math.max(0, end - longestLink); from < end; from += 1) {
    if (tokens.slice(from, end).some((token) => reader.gone.has(token))) continue
    const isWhole = (table: PhraseTable<true>): boolean => find(reader, table, from, end)?.next === end
    const isLone = from === end - 1
    if (isLone && (noLinks.has(tokens[from]!.text) || isNameHere(reader, from))) continue
    const isLink = [stillWords, negations, inner].some(isWhole) || (isOwning && isWhole(innerOwning))
    if (isLink || (isLone && pastVerbs.has(tokens[from]!.text))) return from
  }
  return null
}

/** Removes the verbs directly before a state: "ana, who design is out". */
export const removeBefore = (
  reader: SentenceReader,
  at: number,
  isOwning: boolean,
): { still: boolean; past: boolean; negated: boolean } => {
  let [isStill, isPast, isNegated] = [false, false, false]
  for (let end = at; end > 0;) {
    if (reader.gone.has(reader.tokens[end - 1]!)) {
      end -= 1
      continue
    }
    const from = linkBefore(reader, end, isOwning)
    if (from === null) break
    const words = reader.tokens.slice(from, end)
    isStill ||= find(reader, stillWords, from, end) !== null
    isNegated ||= find(reader, negations, from, end) !== null
    isPast ||= words.some(({ text }) => pastVerbs.has(text) || text === 'been')
    take(reader, from, end)
    end = from
  }
  return { still: isStill, past: isPast, negated: isNegated }
}

const maxUnknown = 3

/** First names that are also date words: "is tom out". */
export const namesOfDates = new Set(['tom', 'jan', 'may', 'april', 'june', 'august'])

/** Where an unknown name ends: "is bob in". Null when nothing there can be a name. */
export const unknownSubject = (reader: SentenceReader, from: number, isWhere: boolean): number | null => {
  const { tokens } = reader
  for (let at = from; at <= from + maxUnknown && at < tokens.length; at += 1) {
    const token = tokens[at]!
    if (find(reader, states, at) || find(reader, inner, at) || find(reader, stillWords, at))
      return at > from ? at : null
    const isDate = reservedWords.has(token.text) && !(at === from && namesOfDates.has(token.text))
    if (token.kind !== 'word' || isDate || token.text === 'it') return null
    if (isWhere && at + 1 === tokens.length) return at + 1
  }
  return null
}
