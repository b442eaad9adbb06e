import type { AskPerson } from '../context.js'
import type { DateWords } from '../words/english.js'
import { lex, rewritten, type Token } from '../words/lexer.js'
import { anyoneNamed, mayBeginName, personNamed, teamNamed, type LookUp } from './look-up.js'
import type { Mark, NameHere, Named } from './names.js'
import type { NameBook } from './book.js'
import { reservedWords } from '../words/reserved.js'
import { vocabulary } from '../words/vocabulary.js'
import { shortNameAt } from './short-names.js'

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

/** A token that replaces a name from one token on, for `rewritten`. */
export const nameInstead = (
  source: PhraseSource,
  tokens: readonly Token[],
  from: number,
  { named, rule, next }: Omit<NameHere<Named | null>, 'words'>,
) => {
  const [first, last] = [tokens[from]!, tokens[next - 1]!]
  const mark = { named, words: wordsBetween(source, first, last), rule }
  const token: Token = { kind: 'name', text: '', start: first.start, end: last.end, glued: false, mark }
  return { instead: [token], next }
}

/** The name from one token to before another, if there is one. */
export const nameBetween = (
  source: PhraseSource,
  tokens: readonly Token[],
  from: number,
  next: number,
  lookUp: LookUp = anyoneNamed,
): NameHere | null => {
  const [first, last] = [tokens[from]!, tokens[next - 1]!]
  if (last.end - first.start > source.book.longest) return null
  source.meter.steps += 1
  const words = wordsBetween(source, first, last)
  const named = lookUp(source.book, words)
  return named && { named, words, rule: 'name', next }
}

/** The longest known name that begins at a token. */
const nameFrom = (
  source: PhraseSource,
  tokens: readonly Token[],
  at: number,
  lookUp?: LookUp,
): NameHere | null => {
  const length = tokens.slice(at).findIndex(({ kind }) => kind === 'mention' || kind === 'name')
  for (let next = length < 0 ? tokens.length : at + length; next > at; next -= 1) {
    const found = nameBetween(source, tokens, at, next, lookUp)
    if (found) return found
  }
  return null
}

/** Also several people by the plural of their name: "toms". */
const anyoneOrAll: LookUp = (book, typed) => anyoneNamed(book, typed) ?? personNamed(book, typed)

/** The longest name that begins at a bare word. */
export const bareNameAt = (source: PhraseSource, tokens: readonly Token[], at: number): NameHere | null => {
  const token = tokens[at]
  const isBare = token?.kind === 'word' || token?.kind === 'number'
  return isBare && mayBeginName(source.book, token.text) ? nameFrom(source, tokens, at, anyoneOrAll) : null
}

/** The name that a token replaces, known or not. */
export const markOf = (token: Token | undefined): Mark | undefined =>
  token?.kind === 'name' ? token.mark : undefined

/** The name that a token replaces, or that begins at a bare word. */
export const nameAt = (
  source: PhraseSource,
  tokens: readonly Token[],
  at: number,
): NameHere<Named | null> | null => {
  const mark = markOf(tokens[at])
  return mark ? { ...mark, next: at + 1 } : bareNameAt(source, tokens, at)
}

/** A mention's label never refers to someone who has a Slack id of their own. */
const hasSlackId = ({ slackIds }: NameBook, { id, slackId }: AskPerson): boolean =>
  slackId !== undefined || (id !== undefined && [...slackIds.values()].some((known) => known.id === id))

const ofMention = (book: NameBook, text: string): Named | null => {
  if (text.startsWith('mailto:')) return personNamed(book, text.slice('mailto:'.length).split('|', 1)[0]!)
  const [id = '', label = ''] = text.slice(1).split('|', 2)
  if (!text.startsWith('@')) return teamNamed(book, label.replace(/^[@#]/u, ''))
  const person = book.slackIds.get(id)
  if (person) return { kind: 'person', person }
  const byLabel = personNamed(book, label)
  return byLabel?.kind === 'person' && byLabel.person !== 'me' && !hasSlackId(book, byLabel.person)
    ? byLabel
    : null
}

/** "@may" is the person rather than the team. */
const personFirst: LookUp = (book, typed) => personNamed(book, typed) ?? anyoneNamed(book, typed)

/** What marks the following name, and how many tokens that is: `@`, `#`, `team:`. */
const leadAt = (tokens: readonly Token[], at: number) => {
  const [first, second, third] = [tokens[at]!, tokens[at + 1], tokens[at + 2]]
  if (first.text === '@' && first.kind === 'mark' && second)
    return { rule: '@name', lookUp: personFirst, length: 1 }
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
const isMe = (tokens: readonly Token[], at: number): boolean =>
  vocabulary.me.includes(tokens[at]!.text) && !beforeMe.has(tokens[at - 1]?.text ?? '')

/** "tom is out", "tom off?", unlike "tom in sales" and "tom and friday": somebody is meant, not tomorrow. */
const ofTom =
  /^tom (?:(?:is|was|has|not|out|off|away|back|here|around)\b|on (?:leave|holiday|vacation|pto|sick)|in(?:$| (?:on|today|this|next)\b))/iu

/** Somebody called by what is short for a day, where the phrase begins with a statement of them. */
const tomAt = (source: PhraseSource, tokens: readonly Token[], at: number) => {
  if (at > 0 || !ofTom.test(source.characters.join(''))) return null
  return bareNameAt(source, tokens, 0) ?? shortNameAt(source.book, tokens, 0)
}

const away = /^(?:out|off|away|absent|sick|leave|holiday|vacation|pto)$/u

/** "off in office", where that is a team: not those who are in. */
const isPlace = (tokens: readonly Token[], at: number): boolean =>
  /^(?:in|from)$/u.test(tokens[at - 1]?.text ?? '') &&
  tokens.some(({ text }, place) => away.test(text) && tokens[place + 1]?.text !== 'of') &&
  !tokens.slice(0, at).some(({ text }) => text === 'or')

/** A marked name at a token, known or not, and where it ends. */
const markedAt = (
  source: PhraseSource,
  tokens: readonly Token[],
  at: number,
): Omit<NameHere<Named | null>, 'words'> | null => {
  const { book } = source
  const { kind, text } = tokens[at]!
  const alone = (named: Named | null, rule: string) => ({ named, rule, next: at + 1 })
  if (kind === 'mention') return alone(ofMention(book, text), 'mention')
  if (kind === 'quoted') return alone(anyoneNamed(book, text), 'quoted name')
  if (isMe(tokens, at)) return alone({ kind: 'person', person: 'me' }, 'me')
  // "the office team", "the march team", where a team is called that.
  const isTeam = tokens[at + 1]?.text === 'team' || (text === 'office' && isPlace(tokens, at))
  if (isTeam && reservedWords.has(text) && book.teams.has(text)) return alone(teamNamed(book, text), 'team')
  const { rule, lookUp, length } = leadAt(tokens, at) ?? { rule: 'name', lookUp: null, length: 0 }
  const start = at + length
  const marked = tokens[start]!
  const name =
    lookUp &&
    (marked.kind === 'quoted'
      ? { named: lookUp(book, marked.text), next: start + 1 }
      : nameFrom(source, tokens, start, lookUp))
  const short = source.isShort && !name?.named ? shortNameAt(book, tokens, start) : null
  const found = tomAt(source, tokens, at) ?? short ?? name ?? (lookUp && { named: null, next: start + 1 })
  return found && { ...found, rule }
}

/** Replaces every marked name by a token, because names may be anywhere in the phrase. */
export const takeMarks = (source: PhraseSource, tokens: readonly Token[]): readonly Token[] =>
  rewritten(tokens, (_, at) => {
    source.meter.steps += 1
    const name = markedAt(source, tokens, at)
    return name && nameInstead(source, tokens, at, name)
  })

/** The tokens of a quoted text, at their positions in the phrase. Dates contain no doubled quotes. */
export const lexQuoted = (source: PhraseSource, token: Token): readonly Token[] =>
  lex(source.characters.slice(token.start + 1, token.end - 1)).map((inner, index) => ({
    ...inner,
    start: inner.start + token.start + 1,
    end: inner.end + token.start + 1,
    glued: inner.glued && index > 0,
  }))
