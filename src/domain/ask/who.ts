import { lex, type Token } from './lexer.js'
import { anyoneNamed, nameKey, personNamed, teamNamed, type NameBook, type Named } from './names.js'
import type { Vocabulary } from './vocabulary.js'

/** A name that was marked as one: `@ana`, `#design`, `team:design`, `"customer success"`, a mention. */
export interface Mark {
  readonly named: Named | null
  /** As typed. */
  readonly words: string
  readonly rule: string
}

export interface Marked {
  readonly marks: readonly Mark[]
  /** The tokens that are left. */
  readonly tokens: readonly Token[]
}

export interface Source {
  readonly characters: readonly string[]
  readonly book: NameBook
  readonly vocabulary: Vocabulary
  readonly meter: { steps: number }
}

/** The phrase between two tokens, both included, as typed. */
export const wordsBetween = ({ characters }: Source, first: Token, last: Token): string =>
  characters.slice(first.start, last.end).join('')

type LookUp = (book: NameBook, name: string) => Named | null

interface Reach {
  readonly named: Named | null
  readonly next: number
}

/** The longest known name that begins at a token; else that one token, as a name nobody has. */
const nameFrom = (source: Source, tokens: readonly Token[], at: number, lookUp: LookUp): Reach | null => {
  const first = tokens[at]
  if (!first) return null
  if (first.kind === 'quoted') return { named: lookUp(source.book, first.text), next: at + 1 }
  let found: Reach = { named: null, next: at + 1 }
  for (let end = at; end < tokens.length; end += 1) {
    const last = tokens[end]!
    if (last.end - first.start > source.book.longest || last.kind === 'mention') break
    source.meter.steps += 1
    const named = lookUp(source.book, wordsBetween(source, first, last))
    if (named) found = { named, next: end + 1 }
  }
  return found
}

const personOrTeam: LookUp = (book, name) => personNamed(book, name) ?? teamNamed(book, name)

const ofMention = ({ book }: Source, text: string): Named | null => {
  const [id = '', label = ''] = text.slice(1).split('|', 2)
  if (!text.startsWith('@')) return label === '' ? null : teamNamed(book, label.replace(/^[@#]/u, ''))
  const person = book.slackIds.get(id)
  if (person) return { kind: 'person', person }
  const byLabel = label === '' ? null : personNamed(book, label)
  return byLabel?.kind === 'person' && byLabel.person !== 'me' && byLabel.person.slackId === undefined
    ? byLabel
    : null
}

interface Lead {
  readonly rule: string
  readonly lookUp: LookUp
  readonly length: number
}

/** What marks the name behind it: `@`, `#`, `team:`. */
const leadAt = ({ vocabulary }: Source, tokens: readonly Token[], at: number): Lead | null => {
  const [first, second, third] = [tokens[at]!, tokens[at + 1], tokens[at + 2]]
  if (first.text === '@' && first.kind === 'mark' && second)
    return { rule: '@name', lookUp: personOrTeam, length: 1 }
  if (first.text === '#' && first.kind === 'mark' && second && second.kind !== 'number')
    return { rule: '#team', lookUp: teamNamed, length: 1 }
  const isTeamWord = first.kind === 'word' && vocabulary.team.includes(first.text)
  return isTeamWord && second?.text === ':' && second.glued && third
    ? { rule: 'team:name', lookUp: teamNamed, length: 2 }
    : null
}

/** "me", unless it belongs to a filler: "show me". */
const isMe = ({ vocabulary }: Source, tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at]!
  if (token.kind !== 'word' || !vocabulary.me.includes(token.text)) return false
  return !vocabulary.fillers.includes(`${tokens[at - 1]?.text ?? ''} ${token.text}`)
}

interface Step {
  readonly mark: Mark | null
  readonly next: number
}

const stepAt = (source: Source, tokens: readonly Token[], at: number): Step => {
  const token = tokens[at]!
  const words = (next: number): string => wordsBetween(source, token, tokens[next - 1]!)
  if (token.kind === 'mention')
    return {
      mark: { named: ofMention(source, token.text), words: words(at + 1), rule: 'mention' },
      next: at + 1,
    }
  if (token.kind === 'quoted')
    return {
      mark: { named: anyoneNamed(source.book, token.text), words: words(at + 1), rule: 'quoted name' },
      next: at + 1,
    }
  if (isMe(source, tokens, at))
    return { mark: { named: { kind: 'person', person: 'me' }, words: token.text, rule: 'me' }, next: at + 1 }
  const lead = leadAt(source, tokens, at)
  const reach = lead && nameFrom(source, tokens, at + lead.length, lead.lookUp)
  if (!lead || !reach) return { mark: null, next: at + 1 }
  return { mark: { named: reach.named, words: words(reach.next), rule: lead.rule }, next: reach.next }
}

/** Takes the marked names out, wherever they stand: the order of words is free. */
export const takeMarks = (source: Source, tokens: readonly Token[]): Marked => {
  const marks: Mark[] = []
  const left: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const { mark, next } = stepAt(source, tokens, at)
    if (mark) marks.push(mark)
    else left.push(tokens[at]!)
    source.meter.steps += 1
    at = next
  }
  return { marks, tokens: left }
}

/** The tokens of a quoted text, at the places where they stand in the phrase. Doubled quotes do not occur in dates. */
export const lexQuoted = (source: Source, token: Token): readonly Token[] =>
  lex(source.characters.slice(token.start + 1, token.end - 1)).map((inner, index) => ({
    ...inner,
    start: inner.start + token.start + 1,
    end: inner.end + token.start + 1,
    glued: inner.glued && index > 0,
  }))

/** A bare name at one end of the tokens `from` to before `to`, and what is left of them. */
export interface Peel {
  readonly named: Named
  readonly words: string
  readonly from: number
  readonly to: number
}

const isOneOf = (token: Token | undefined, words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text)

const skip = (
  tokens: readonly Token[],
  at: number,
  step: 1 | -1,
  words: readonly string[],
  most: number,
): number => {
  let end = at
  while (most > 0 && Math.abs(end - at) < most && isOneOf(tokens[end], words)) end += step
  return end
}

/** "design …", "the design team …", "team design …", "for design …"; the shortest name first. */
export const peelLeft = (
  source: Source,
  tokens: readonly Token[],
  from: number,
  to: number,
): readonly Peel[] => {
  const { vocabulary } = source
  const afterLead = skip(tokens, from, 1, vocabulary.nameLead, 2)
  const start = skip(tokens, afterLead, 1, vocabulary.team, 1)
  const starts = [...new Set([from, start])]
  return starts.flatMap((first) =>
    namesFrom(source, tokens, first, to).map(({ named, words, end }) => ({
      named,
      words,
      from: skip(tokens, end, 1, vocabulary.team, end < to ? 1 : 0),
      to,
    })),
  )
}

const namesFrom = (
  source: Source,
  tokens: readonly Token[],
  first: number,
  to: number,
): readonly { named: Named; words: string; end: number }[] => {
  const found = []
  for (let end = first; end < to && first < to; end += 1) {
    if (tokens[end]!.end - tokens[first]!.start > source.book.longest) break
    source.meter.steps += 1
    const words = wordsBetween(source, tokens[first]!, tokens[end]!)
    const named = anyoneNamed(source.book, words)
    if (named) found.push({ named, words, end: end + 1 })
  }
  return found
}

/** "… design", "… in the design team". What leads to the name may also belong to what is left: both are offered. */
export const peelRight = (
  source: Source,
  tokens: readonly Token[],
  from: number,
  to: number,
): readonly Peel[] => {
  const { vocabulary } = source
  const ends = isOneOf(tokens[to - 1], vocabulary.team) ? [to, to - 1] : [to]
  return ends.flatMap((end) =>
    namesUpTo(source, tokens, from, end).flatMap(({ named, words, start }) => {
      const lead = skip(tokens, start - 1, -1, vocabulary.team, 1)
      const cuts = [
        start,
        lead + 1,
        skip(tokens, lead, -1, vocabulary.nameLead, 1) + 1,
        skip(tokens, lead, -1, vocabulary.nameLead, 2) + 1,
      ]
      return [...new Set(cuts)].filter((cut) => cut >= from).map((cut) => ({ named, words, from, to: cut }))
    }),
  )
}

const namesUpTo = (
  source: Source,
  tokens: readonly Token[],
  from: number,
  end: number,
): readonly { named: Named; words: string; start: number }[] => {
  const found = []
  for (let start = end - 1; start >= from; start -= 1) {
    if (tokens[end - 1]!.end - tokens[start]!.start > source.book.longest) break
    source.meter.steps += 1
    const words = wordsBetween(source, tokens[start]!, tokens[end - 1]!)
    const named = anyoneNamed(source.book, words)
    if (named) found.push({ named, words, start })
  }
  return found
}

/** The same name, as words that reach it although a date has the same: `team:may`, `@may`. */
export const markedName = ({ named, words }: Pick<Peel, 'named' | 'words'>): string => {
  const lead = named.kind === 'team' ? 'team:' : '@'
  const key = nameKey(words)
  return /^[\p{L}\p{N}]+$/u.test(key) ? `${lead}${key}` : `${lead}"${key.replaceAll('"', '""')}"`
}
