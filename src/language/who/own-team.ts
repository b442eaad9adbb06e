import type { AskPerson, AskTeam } from '../context.js'
import { phraseAt } from '../words/phrases.js'
import { leaveNouns } from '../words/sentences.js'
import { reservedWords } from '../words/reserved.js'
import { rewritten, type Token } from '../words/lexer.js'
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

/** Somebody who is named at a token, and where what says so ends. */
interface PersonHere {
  readonly named: Named
  readonly next: number
}

const isTeamWord = (token: Token | undefined): boolean =>
  token?.kind === 'word' && /^(?:teams?|team's|group|squad)$/u.test(token.text)

/** "my lot" is one's team, where "the lot" and "ana's lot" may be anything. */
const ownWords = new Set(['lot', 'crew', 'gang'])

/** "my team", "our team", "my own team". */
const ownAt = (tokens: readonly Token[], at: number): PersonHere | null => {
  if (!['my', 'our'].includes(tokens[at]?.text ?? '')) return null
  const team = ['own', 'whole'].includes(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1
  const isOwn = isTeamWord(tokens[team]) || ownWords.has(tokens[team]?.text ?? '')
  return isOwn ? { named: { kind: 'person', person: 'me' }, next: team + 1 } : null
}

/** "toms": few people type the apostrophe. */
const bearerOf = ({ book }: PhraseSource, text: string): Named | null => {
  const name = /^(.{2,})s$/u.exec(text)?.[1]
  return name === undefined ? null : personNamed(book, name)
}

/** "ana", "@ana's", "toms" */
const personAt = (
  source: PhraseSource,
  tokens: readonly Token[],
  marks: Marks,
  at: number,
): (PersonHere & { readonly isOwner: boolean }) | null => {
  const token = tokens[at]
  if (!token) return null
  const mark = token.kind === 'name' ? marks.get(token.start) : undefined
  if (mark?.named?.kind === 'person') {
    const isApart = tokens[at + 1]?.text === 's' && tokens[at + 1]!.glued
    return {
      named: mark.named,
      next: isApart ? at + 2 : at + 1,
      isOwner: isApart || isPossessive(mark.words),
    }
  }
  const reach = bareNameAt(source, tokens, at)
  if (!reach?.named) {
    const bearer = bearerOf(source, token.text)
    return bearer && { named: bearer, next: at + 1, isOwner: true }
  }
  const words = wordsBetween(source, token, tokens[reach.next - 1]!)
  const isPerson = reach.named.kind === 'person' || reach.named.kind === 'people'
  return isPerson && !teamNamed(source.book, words)
    ? { named: reach.named, next: reach.next, isOwner: isPossessive(words) }
    : null
}

/** "ana's team", "@ana's team", "the team of ana", "team ana". */
const theirsAt = (
  source: PhraseSource,
  tokens: readonly Token[],
  marks: Marks,
  at: number,
): PersonHere | null => {
  const owner = personAt(source, tokens, marks, at)
  if (owner?.isOwner && isTeamWord(tokens[owner.next])) return { named: owner.named, next: owner.next + 1 }
  if (!isTeamWord(tokens[at])) return null
  return personAt(source, tokens, marks, tokens[at + 1]?.text === 'of' ? at + 2 : at + 1)
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
  const found: TeamOfPerson[] = []
  const left = rewritten(tokens, (token, at) => {
    source.meter.steps += 1
    const bearer = ofLeaveAt(source, tokens, at)
    if (bearer) {
      marks.set(token.start, { named: bearer, words: token.text, rule: token.text === 'my' ? 'me' : 'name' })
      return { instead: [nameToken(token, token)], next: at + 1 }
    }
    const place = ownAt(tokens, at) ?? theirsAt(source, tokens, marks, at)
    if (!place) return null
    const last = tokens[place.next - 1]!
    const words = wordsBetween(source, token, last)
    let { named } = place
    if (named.kind === 'person') {
      const person = named.person === 'me' ? asker : named.person
      const team = person ? teamOf(source.book, person) : null
      found.push({ person: named.person, team, words })
      if (team) named = { kind: 'team', team }
    }
    marks.set(token.start, { named, words, rule: 'team' })
    return { instead: [nameToken(token, last)], next: place.next }
  })
  return { tokens: left, found }
}
