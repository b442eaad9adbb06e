import { reservedWords } from '../words/reserved.js'
import type { Token } from '../words/lexer.js'
import type { PhraseTable } from '../words/phrases.js'
import { inner, innerOwning, negations, stillWords } from '../words/sentences.js'
import type { Draft } from './draft.js'
import { bareNameAt, nameInstead } from '../who/who.js'
import { find, isNameHere, isSubjectAt, take, type SentenceReader } from './reader.js'
import { states } from './state.js'

export const pastVerbs = new Set(['was', 'were', 'had', 'did', 'took'])

const isMe = (token: Token | undefined): boolean =>
  token?.kind === 'word' && ['i', 'me', 'myself'].includes(token.text)

const me = { kind: 'person', person: 'me' } as const

/** Replaces bare names at a position by name tokens: "ana", "the design team", "tom and sue". */
export const takeSubject = (
  reader: SentenceReader,
  from: number,
): { readonly next: number; readonly found: boolean } => {
  const { tokens, source } = reader
  let at = from
  for (;;) {
    const start = at
    while (['the', 'team', 'whole', 'entire'].includes(tokens[at]?.text ?? '')) at += 1
    const reach = isMe(tokens[at])
      ? { named: me, rule: 'name', next: at + 1 }
      : bareNameAt(source, tokens, at)
    if (reach) tokens.splice(at, reach.next - at, ...nameInstead(source, tokens, at, reach).instead)
    if (tokens[at]?.kind !== 'name') return { next: from, found: false }
    take(reader, start, at)
    at += 1
    if (tokens[at]?.text === 'team') {
      take(reader, at, at + 1)
      at += 1
    }
    const isJoined = ['and', 'n', ',', '&', 'or', 'nor', '/', '+'].includes(tokens[at]?.text ?? '')
    if (!isJoined || !(isMe(tokens[at + 1]) || isSubjectAt(reader, at + 1))) return { next: at, found: true }
    at += 1
  }
}

/** Notes what words between a subject and its state say, and removes them. */
const takeLink = (draft: Draft, from: number, to: number): void => {
  draft.isPast ||= draft.tokens.slice(from, to).some(({ text }) => pastVerbs.has(text) || text === 'been')
  take(draft, from, to)
}

/** Removes the verbs at the cursor: "is ana going to be out". */
export const takeInner = (draft: Draft): void => {
  for (;;) {
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
  }
}

const [longestLink, noLinks] = [4, new Set(['the', 'coming', 'going', 'else'])]

/** Where the verb that ends before a token begins: "is", "is going to be". Null when there is none. */
const linkBefore = (reader: Draft, end: number): number | null => {
  const { tokens } = reader
  for (let from = Math.max(0, end - longestLink); from < end; from += 1) {
    if (tokens.slice(from, end).some((token) => reader.gone.has(token))) continue
    const isWhole = (table: PhraseTable<true>): boolean => find(reader, table, from, end)?.next === end
    const isLone = from === end - 1
    if (isLone && (noLinks.has(tokens[from]!.text) || isNameHere(reader, from))) continue
    const isLink = [stillWords, negations, inner].some(isWhole) || (reader.isOwning && isWhole(innerOwning))
    if (isLink) return from
  }
  return null
}

/** Removes the verbs directly before a state: "ana, who design is out". */
export const takeBefore = (draft: Draft, at: number): void => {
  for (let end = at; end > 0;) {
    if (draft.gone.has(draft.tokens[end - 1]!)) {
      end -= 1
      continue
    }
    const from = linkBefore(draft, end)
    if (from === null) return
    draft.isStill ||= find(draft, stillWords, from, end) !== null
    draft.isNegated ||= find(draft, negations, from, end) !== null
    takeLink(draft, from, end)
    end = from
  }
}

/** First names that are also date words: "is tom out". */
export const namesOfDates = new Set(['tom', 'jan', 'may', 'april', 'june', 'august'])

/** Where an unknown name ends: "is bob in". Null when nothing there can be a name. */
export const unknownSubject = (reader: SentenceReader, from: number, isWhere: boolean): number | null => {
  const { tokens } = reader
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at]!
    if (find(reader, states, at) || find(reader, inner, at) || find(reader, stillWords, at))
      return at > from ? at : null
    const isDate = reservedWords.has(token.text) && !(at === from && namesOfDates.has(token.text))
    if (token.kind !== 'word' || isDate) return null
    if (isWhere && at + 1 === tokens.length) return at + 1
  }
  return null
}
