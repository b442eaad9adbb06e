import type { AskPerson, AskTeam } from '../context.js'
import { phraseAt } from '../words/phrases.js'
import { leaveNouns } from '../words/sentences.js'
import { reservedWords } from '../words/reserved.js'
import type { Token } from '../words/lexer.js'
import { isPossessive, personNamed, teamNamed, teamOf, type Named } from './names.js'
import { bareNameAt, nameToken, wordsBetween, type Marks, type PhraseSource } from './who.js'

/** A person whose team is asked for, and the team; null when it is unknown. */
export interface TeamOfPerson {
  readonly person: AskPerson | 'me'
  readonly team: AskTeam | null
  readonly words: string
}

export const noteOfTeam = ({ person, team }: TeamOfPerson): string =>
  person === 'me' ? `Your team is ${team!.name}.` : `${person.name}'s team is ${team!.name}.`

interface TeamPlace {
  readonly from: number
  readonly to: number
  readonly named: Named
}

const isTeamWord = (token: Token | undefined): boolean =>
  token?.kind === 'word' && ['team', 'teams', 'group', 'squad', "team's"].includes(token.text)

/** "my lot" is one's team, where "the lot" and "ana's lot" may be anything. */
const ownWords = new Set(['lot', 'crew', 'gang'])

/** "my team", "our team", "my own team". */
const ownAt = (tokens: readonly Token[], at: number): TeamPlace | null => {
  if (!['my', 'our'].includes(tokens[at]?.text ?? '')) return null
  const team = tokens[at + 1]?.text === 'own' || tokens[at + 1]?.text === 'whole' ? at + 2 : at + 1
  const isOwn = isTeamWord(tokens[team]) || ownWords.has(tokens[team]?.text ?? '')
  return isOwn ? { from: at, to: team + 1, named: { kind: 'person', person: 'me' } } : null
}

/** "toms": few people type the apostrophe. */
const bearerOf = ({ book }: PhraseSource, text: string): Named | null => {
  const name = /^(.{2,})s$/u.exec(text)?.[1]
  return name === undefined ? null : personNamed(book, name)
}

/** "ana's team", "@ana's team", "the team of ana", "team ana". */
const theirsAt = (
  source: PhraseSource,
  tokens: readonly Token[],
  marks: Marks,
  at: number,
): TeamPlace | null => {
  const token = tokens[at]!
  const reach = token.kind === 'name' ? null : bareNameAt(source, tokens, at)
  const mark = marks.get(token.start)
  if (mark?.named?.kind === 'person') {
    const isOwn = isPossessive(mark.words) || (tokens[at + 1]?.text === 's' && tokens[at + 1]!.glued)
    const team = isPossessive(mark.words) ? at + 1 : at + 2
    return isOwn && isTeamWord(tokens[team]) ? { from: at, to: team + 1, named: mark.named } : null
  }
  if (reach?.named && isTeamWord(tokens[reach.next])) {
    const words = wordsBetween(source, token, tokens[reach.next - 1]!)
    const named = isPossessive(words) ? personNamed(source.book, words.replace(/['’]s$/iu, '')) : null
    if (named && !teamNamed(source.book, words)) return { from: at, to: reach.next + 1, named }
  }
  const plain = !reach && isTeamWord(tokens[at + 1]) ? bearerOf(source, token.text) : null
  if (plain) return { from: at, to: at + 2, named: plain }
  const isLead = isTeamWord(token)
  const first = isLead && tokens[at + 1]?.text === 'of' ? at + 2 : at + 1
  if (!isLead || !tokens[first]) return null
  const inMark = marks.get(tokens[first].start)?.named
  if (tokens[first].kind === 'name' && inMark?.kind === 'person' && tokens[first - 1]?.text !== ':')
    return { from: at, to: first + 1, named: inMark }
  const behind = bareNameAt(source, tokens, first)
  const named = behind?.named
  if (!behind || (named?.kind !== 'person' && named?.kind !== 'people')) return null
  return teamNamed(source.book, wordsBetween(source, tokens[first], tokens[behind.next - 1]!))
    ? null
    : { from: at, to: behind.next, named }
}

/** "my next holiday" is about the asker, "toms holiday" about Tom. */
const ofLeaveAt = (source: PhraseSource, tokens: readonly Token[], at: number): Named | null => {
  const { text } = tokens[at]!
  if (!text.endsWith('s') && text !== 'my') return null
  if (phraseAt(leaveNouns, tokens, at + 1, tokens.length, source.meter) === null) return null
  if (text === 'my') return { kind: 'person', person: 'me' }
  return reservedWords.has(text) || bareNameAt(source, tokens, at) ? null : bearerOf(source, text)
}

/** Replaces "my team" and "ana's team" by the team. */
export const takeOwnTeams = (
  source: PhraseSource,
  tokens: readonly Token[],
  marks: Marks,
  asker: AskPerson | undefined,
): { readonly tokens: readonly Token[]; readonly found: readonly TeamOfPerson[] } => {
  const left: Token[] = []
  const found: TeamOfPerson[] = []
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!
    source.meter.steps += 1
    const bearer = ofLeaveAt(source, tokens, at)
    if (bearer) {
      marks.set(token.start, { named: bearer, words: token.text, rule: token.text === 'my' ? 'me' : 'name' })
      left.push(nameToken(token, token))
      at += 1
      continue
    }
    const place = ownAt(tokens, at) ?? theirsAt(source, tokens, marks, at)
    if (!place) {
      left.push(token)
      at += 1
      continue
    }
    const [first, last] = [tokens[place.from]!, tokens[place.to - 1]!]
    const words = wordsBetween(source, first, last)
    const { named } = place
    if (named.kind === 'person') {
      const person = named.person === 'me' ? asker : named.person
      const team = person ? teamOf(source.book, person) : null
      found.push({ person: named.person === 'me' ? 'me' : named.person, team, words })
      marks.set(first.start, { named: team ? { kind: 'team', team } : named, words, rule: 'team' })
    } else marks.set(first.start, { named, words, rule: 'team' })
    left.push(nameToken(first, last))
    at = place.to
  }
  return { tokens: left, found }
}
