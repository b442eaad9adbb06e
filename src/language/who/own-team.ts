import type { AskPerson, AskTeam } from '../context.js'
import { phraseAt, wordsBelow, type PhraseTable } from '../words/phrases.js'
import { leaveNouns } from '../words/sentences.js'
import { reservedWords } from '../words/reserved.js'
import { rewritten, type Token } from '../words/lexer.js'
import { personNamed, teamNamed } from './look-up.js'
import { isPossessive, kindOf, teamOf, type Named } from './names.js'
import { bareNameAt, markOf, nameAt, nameInstead, wordsBetween, type PhraseSource } from './who.js'

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

const me = { kind: 'person', person: 'me' } as const

const isTeamWord = (token: Token | undefined): boolean =>
  token?.kind === 'word' && /^(?:teams?|team's|group|squad)$/u.test(token.text)

/** "my team", "our own team", "my lot", where "the lot" and "ana's lot" may be anything. */
const ownTeams = wordsBelow('people', 'my team')

/** "toms": few people type the apostrophe. */
const bearerOf = ({ book }: PhraseSource, text: string): Named | null =>
  /^.{2,}s$/u.test(text) ? personNamed(book, text.slice(0, -1)) : null

/** "ana", "@ana's", "toms" */
const personAt = (
  source: PhraseSource,
  tokens: readonly Token[],
  at: number,
): (PersonHere & { readonly isOwner: boolean }) | null => {
  const name = nameAt(source, tokens, at)
  const bearer = name ? null : bearerOf(source, tokens[at]?.text ?? '')
  if (bearer) return { named: bearer, next: at + 1, isOwner: true }
  if (!name?.named || kindOf(name.named) !== 'person') return null
  if (!markOf(tokens[at]) && teamNamed(source.book, name.words)) return null
  const isApart = tokens[name.next]?.text === 's'
  return {
    named: name.named,
    next: isApart ? name.next + 1 : name.next,
    isOwner: isApart || isPossessive(name.words),
  }
}

/** "ana's team", "@ana's team", "the team of ana", "team ana". */
const theirsAt = (source: PhraseSource, tokens: readonly Token[], at: number): PersonHere | null => {
  const owner = personAt(source, tokens, at)
  if (owner?.isOwner && isTeamWord(tokens[owner.next])) return { named: owner.named, next: owner.next + 1 }
  if (!isTeamWord(tokens[at])) return null
  return personAt(source, tokens, tokens[at + 1]?.text === 'of' ? at + 2 : at + 1)
}

/** Replaces "my team" and "ana's team" by the team. */
export const takeOwnTeams = (
  source: PhraseSource,
  tokens: readonly Token[],
  asker: AskPerson | undefined,
): { readonly tokens: readonly Token[]; readonly found: readonly TeamOfPerson[] } => {
  const found: TeamOfPerson[] = []
  const left = rewritten(tokens, (token, at) => {
    source.meter.steps += 1
    const replaced = (named: Named, rule: string, next: number) =>
      nameInstead(source, tokens, at, { named, rule, next })
    const find = <T>(table: PhraseTable<T>, from: number) =>
      phraseAt(table, tokens, from, tokens.length, source.meter)
    // "my next holiday" is about the asker, "toms holiday" about Tom.
    const isWord = reservedWords.has(token.text) || bareNameAt(source, tokens, at)
    const bearer = token.text === 'my' ? me : isWord ? null : bearerOf(source, token.text)
    if (bearer && find(leaveNouns, at + 1)) return replaced(bearer, 'name', at + 1)
    const own = find(ownTeams, at)
    const place = own ? { named: me, next: own.next } : theirsAt(source, tokens, at)
    if (!place) return null
    const { named, next } = place
    if (named.kind !== 'person') return replaced(named, 'team', next)
    const person = named.person === 'me' ? asker : named.person
    const team = person ? teamOf(source.book, person) : null
    found.push({ person: named.person, team, words: wordsBetween(source, token, tokens[next - 1]!) })
    return replaced(team ? { kind: 'team', team } : named, 'team', next)
  })
  return { tokens: left, found }
}
