import { lex, type Token } from './lexer.js'
import { anyoneNamed, personNamed, teamNamed, type NameBook, type Named } from './names.js'
import type { Vocabulary } from './vocabulary.js'

/** A name that was marked as one: `@ana`, `#design`, `team:design`, `"customer success"`, a mention. */
export interface Mark {
  readonly named: Named | null
  /** As typed. */
  readonly words: string
  readonly rule: string
}

interface Marked {
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
  if (isTeamWord && second?.kind === 'quoted') return { rule: 'team:name', lookUp: teamNamed, length: 1 }
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
