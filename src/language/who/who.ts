import type { AskPerson } from '../context.js'
import { english, type DateWords } from '../words/english.js'
import { lex, rewritten, type Token } from '../words/lexer.js'
import {
  anyoneNamed,
  isPossessive,
  mayBeginName,
  personNamed,
  teamNamed,
  withoutPossessive,
  type Named,
} from './names.js'
import type { NameBook } from './book.js'
import { vocabulary } from '../words/vocabulary.js'
import { shortNameAt } from './short-names.js'

/** A name that was marked as one: `@ana`, `#design`, `team:design`, `"customer success"`, a mention. */
export interface Mark {
  readonly named: Named | null
  /** As typed. */
  readonly words: string
  readonly rule: string
}

/** The names that were found, by their position; each is replaced by a token of the kind `name`. */
export type Marks = Map<number, Mark>

/** A token that replaces a name from one token to another, both included. */
export const nameToken = (first: Token, last: Token): Token => ({
  kind: 'name',
  text: '',
  start: first.start,
  end: last.end,
  glued: false,
})

export interface PhraseSource {
  readonly characters: readonly string[]
  readonly book: NameBook
  /** Words of dates, with the days that calendars name. */
  readonly dates: DateWords
  readonly meter: { steps: number }
  /** Names are also read by their short forms, "jess" and "liz". */
  readonly isShort?: true
}

/** The phrase from one token to another, both included, as typed. */
export const wordsBetween = ({ characters }: PhraseSource, first: Token, last: Token): string =>
  characters.slice(first.start, last.end).join('')

type LookUp = (book: NameBook, name: string) => Named | null

export interface Reach {
  readonly named: Named | null
  readonly next: number
}

/** The longest known name that begins at a token; otherwise that token as an unknown name. */
const nameFrom = (
  source: PhraseSource,
  tokens: readonly Token[],
  at: number,
  lookUp: LookUp,
): Reach | null => {
  const first = tokens[at]
  if (!first) return null
  if (first.kind === 'quoted') return { named: lookUp(source.book, first.text), next: at + 1 }
  let found: Reach = { named: null, next: at + 1 }
  for (let end = at; end < tokens.length; end += 1) {
    const last = tokens[end]!
    if (last.end - first.start > source.book.longest || last.kind === 'mention' || last.kind === 'name') break
    source.meter.steps += 1
    const named = lookUp(source.book, wordsBetween(source, first, last))
    if (named) found = { named, next: end + 1 }
  }
  return found
}

const personOrTeam: LookUp = (book, name) =>
  personNamed(book, name) ??
  teamNamed(book, name) ??
  (isPossessive(name) ? personOrTeam(book, withoutPossessive(name)) : null)

/** The longest name that begins at a bare word, people before teams. */
export const bareNameAt = (source: PhraseSource, tokens: readonly Token[], at: number): Reach | null => {
  const token = tokens[at]
  if (token?.kind !== 'word' && token?.kind !== 'number') return null
  if (!mayBeginName(source.book, token.text)) return null
  const reach = nameFrom(source, tokens, at, personOrTeam)
  return reach?.named ? reach : null
}

/** A mention's label never refers to someone who has a Slack id of their own. */
const hasSlackId = ({ slackIds }: NameBook, { id, slackId }: AskPerson): boolean =>
  slackId !== undefined || (id !== undefined && [...slackIds.values()].some((known) => known.id === id))

const ofMention = ({ book }: PhraseSource, text: string): Named | null => {
  if (text.startsWith('mailto:')) {
    const person = book.emails.get(text.slice('mailto:'.length).split('|', 1)[0]!)
    return person ? { kind: 'person', person } : null
  }
  const [id = '', label = ''] = text.slice(1).split('|', 2)
  if (!text.startsWith('@')) return label === '' ? null : teamNamed(book, label.replace(/^[@#]/u, ''))
  const person = book.slackIds.get(id)
  if (person) return { kind: 'person', person }
  const byLabel = label === '' ? null : personNamed(book, label)
  return byLabel?.kind === 'person' && byLabel.person !== 'me' && !hasSlackId(book, byLabel.person)
    ? byLabel
    : null
}

/** What marks the following name, and how many tokens that is: `@`, `#`, `team:`. */
const leadAt = (tokens: readonly Token[], at: number) => {
  const [first, second, third] = [tokens[at]!, tokens[at + 1], tokens[at + 2]]
  if (first.text === '@' && first.kind === 'mark' && second)
    return { rule: '@name', lookUp: personOrTeam, length: 1 }
  if (first.text === '#' && first.kind === 'mark' && second && second.kind !== 'number')
    return { rule: '#team', lookUp: teamNamed, length: 1 }
  if (first.kind !== 'word' || !vocabulary.team.includes(first.text)) return null
  const length = second?.kind === 'quoted' ? 1 : second?.text === ':' && second.glued && third ? 2 : 0
  return length > 0 ? { rule: 'team:name', lookUp: teamNamed, length } : null
}

const beforeMe = new Set(
  'excuse show tell give get find let remind book log mark put set sign help'.split(' '),
)

/** "me", unless it is part of the words that introduce a question: "show me". */
const isMe = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at]!
  if (token.kind !== 'word' || !vocabulary.me.includes(token.text)) return false
  return !beforeMe.has(tokens[at - 1]?.text ?? '')
}

/** What only a team can stand before: "who from next is off", unlike "from next friday". */
const afterTeam =
  /^(?:is|isn't|isnt|are|aren't|was|were|wasn't|will|won't|has|hasn't|out|off|in|away|here|around|working|left|on|today|tomorrow|yesterday|this|and|or|except|but|,|\))$/u

/** A team called "Next" or "March", where no day can be meant. */
const isTeamOfDayWord = ({ book }: PhraseSource, tokens: readonly Token[], at: number): boolean => {
  const { kind, text } = tokens[at]!
  const [before, after] = [tokens[at - 1]?.text ?? '', tokens[at + 1]?.text]
  return (
    kind === 'word' &&
    english.words.has(text) &&
    book.teams.has(text) &&
    /^(?:in|from)$/u.test(before) &&
    (after === undefined || afterTeam.test(after))
  )
}

/** "tom is out", "tom off?", unlike "tom in sales" and "tom and friday": somebody is meant, not tomorrow. */
const ofTom =
  /^tom (?:(?:is|was|has|not|out|off|away|back|here|around)\b|on (?:leave|holiday|vacation|pto|sick)|in(?:$| (?:on|today|this|next)\b))/iu

/** Somebody called by what is short for a day, where the phrase begins with a statement of them. */
const tomAt = (source: PhraseSource, tokens: readonly Token[], at: number): Reach | null => {
  if (at > 0 || tokens[0]!.text !== 'tom' || tokens.length < 2) return null
  if (!ofTom.test(source.characters.join(''))) return null
  return bareNameAt(source, tokens, 0) ?? shortNameAt(source.book, tokens, 0)
}

/** "off in office", "the office team", where a team is called that: not those who are in. */
const isTeamOfPlaceWord = ({ book }: PhraseSource, tokens: readonly Token[], at: number): boolean => {
  const before = tokens.slice(0, at).map(({ text }) => text)
  const isAway = tokens.some(({ text }, place) => away.test(text) && tokens[place + 1]?.text !== 'of')
  const isPlace = /^(?:in|from)$/u.test(before.at(-1) ?? '') && isAway && !before.includes('or')
  return (
    tokens[at]!.text === 'office' && book.teams.has('office') && (isPlace || tokens[at + 1]?.text === 'team')
  )
}

const away = /^(?:out|off|away|absent|sick|leave|holiday|vacation|pto)$/u

const stepAt = (
  source: PhraseSource,
  tokens: readonly Token[],
  at: number,
): (Reach & { readonly rule: string }) | null => {
  const token = tokens[at]!
  const alone = (named: Named | null, rule: string) => ({ named, rule, next: at + 1 })
  if (token.kind === 'mention') return alone(ofMention(source, token.text), 'mention')
  if (token.kind === 'quoted') return alone(anyoneNamed(source.book, token.text), 'quoted name')
  if (isMe(tokens, at)) return alone({ kind: 'person', person: 'me' }, 'me')
  if (isTeamOfDayWord(source, tokens, at) || isTeamOfPlaceWord(source, tokens, at))
    return alone(teamNamed(source.book, token.text), 'team')
  const lead = leadAt(tokens, at)
  const reach = lead && nameFrom(source, tokens, at + lead.length, lead.lookUp)
  const start = at + (lead?.lookUp === personOrTeam ? lead.length : 0)
  const short =
    tomAt(source, tokens, at) ??
    (source.isShort && !reach?.named && tokens[start] ? shortNameAt(source.book, tokens, start) : null)
  const found = short ?? reach
  return found && { ...found, rule: lead?.rule ?? 'name' }
}

/** Replaces every marked name by a token, because names may be anywhere in the phrase. */
export const takeMarks = (
  source: PhraseSource,
  tokens: readonly Token[],
): { readonly marks: Marks; readonly tokens: readonly Token[] } => {
  const marks: Marks = new Map()
  const left = rewritten(tokens, (token, at) => {
    source.meter.steps += 1
    const step = stepAt(source, tokens, at)
    if (!step) return null
    const last = tokens[step.next - 1]!
    marks.set(token.start, { named: step.named, words: wordsBetween(source, token, last), rule: step.rule })
    return { instead: [nameToken(token, last)], next: step.next }
  })
  return { marks, tokens: left }
}

/** The tokens of a quoted text, at their positions in the phrase. Dates contain no doubled quotes. */
export const lexQuoted = (source: PhraseSource, token: Token): readonly Token[] =>
  lex(source.characters.slice(token.start + 1, token.end - 1)).map((inner, index) => ({
    ...inner,
    start: inner.start + token.start + 1,
    end: inner.end + token.start + 1,
    glued: inner.glued && index > 0,
  }))
