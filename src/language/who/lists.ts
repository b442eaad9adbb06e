import { kindOfDate } from '../words/english.js'
import type { Token } from '../words/lexer.js'
import { anyoneNamed, type Named } from './names.js'
import { bareNameAt, nameToken, wordsBetween, type Mark, type Marks, type PhraseSource } from './who.js'

/** Consecutive names: "tom and sue", "#design #sales". */
export interface NameList {
  readonly marks: readonly Mark[]
  readonly tokens: readonly Token[]
  /** "tom or sue": one of them is enough. */
  readonly isEither: boolean
}

const joiners = new Set(['and', '&', 'or', 'nor', '/', '+', ',', 'n', 'plus', 'vs', 'versus'])

interface ListedName {
  readonly mark: Mark
  readonly token: Token
  readonly next: number
  readonly isMarked: boolean
  /** The first word of the name, as typed. */
  readonly word: string
}

const memberAt = (
  source: PhraseSource,
  tokens: readonly Token[],
  marks: Marks,
  from: number,
  isLater: boolean,
): ListedName | null => {
  let at = from
  const leads = isLater ? ['the', 'in', 'for', 'team', 'from'] : ['the', 'team']
  while (leads.includes(tokens[at]?.text ?? '') && at < from + 2) at += 1
  const token = tokens[at]
  if (!token) return null
  const behind = (next: number): number =>
    tokens[next]?.text === 'team' || tokens[next]?.text === 'teams' ? next + 1 : next
  const known = token.kind === 'name' ? marks.get(token.start) : undefined
  if (known) return { mark: known, token, next: behind(at + 1), isMarked: true, word: '' }
  if (token.kind !== 'word') return null
  const reach = bareNameAt(source, tokens, at)
  if (!reach?.named) return null
  const last = tokens[reach.next - 1]!
  const words = wordsBetween(source, token, last)
  // A team takes precedence over a person here, as for a single name.
  const mark = { named: anyoneNamed(source.book, words) ?? reach.named, words, rule: 'name' }
  return { mark, token: nameToken(token, last), next: behind(reach.next), isMarked: false, word: token.text }
}

const kindOf = ({ named }: Mark): 'team' | 'person' | null =>
  named === null ? null : named.kind === 'team' || named.kind === 'teams' ? 'team' : 'person'

/** Two such words of the same kind are days, but "tom and jan" are not tomorrow and January. */
const areDates = (members: readonly ListedName[]): boolean => {
  const kinds = new Set(members.map(({ word }) => kindOfDate(word)))
  return !kinds.has(null) && (kinds.size === 1 || !kinds.has('month'))
}

/** One name, or several that are joined; null where no name begins. */
const namesAt = (
  source: PhraseSource,
  tokens: readonly Token[],
  marks: Marks,
  from: number,
): {
  readonly members: readonly ListedName[]
  readonly isWord: boolean
  readonly isEither: boolean
} | null => {
  const first = memberAt(source, tokens, marks, from, false)
  if (!first) return null
  const members = [first]
  let [at, isWord, isEither] = [first.next, false, false]
  for (;;) {
    let next = at
    while (joiners.has(tokens[next]?.text ?? '') && next < at + 2) next += 1
    const member = memberAt(source, tokens, marks, next, next > at)
    // Two bare names without a joiner are a person and a team, not a list.
    if (!member || (next === at && !(member.isMarked && members.at(-1)!.isMarked))) break
    isWord ||= tokens.slice(at, next).some(({ text }) => text !== ',' && text !== '/')
    isEither ||= tokens.slice(at, next).some(({ text }) => text === 'or')
    members.push(member)
    at = member.next
  }
  return { members, isWord, isEither }
}

/** So many people in a row are a list; two names may be those of one person, or of a person and a team. */
const minUnjoined = 3

/** "will ana, ben and tom be in" is not about somebody called Will. */
const isVerb = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.text === 'will' &&
  tokens[at + 1]?.kind === 'word' &&
  tokens.some(({ text }) => text === 'be') &&
  !joiners.has(tokens[at + 1]!.text) &&
  !/^(?:is|are|was|were|and|or)$/u.test(tokens[at - 1]?.text ?? '')

/** "ana ben and tom" with a comma between names that nothing joins. */
export const withCommas = (source: PhraseSource, tokens: readonly Token[]): readonly Token[] => {
  const left: Token[] = []
  for (let from = 0; from < tokens.length;) {
    if (isVerb(tokens, from)) {
      left.push(tokens[from]!)
      from += 1
    }
    const run: Token[] = []
    let [at, people] = [from, 0]
    for (;;) {
      const next = joiners.has(tokens[at]?.text ?? '') && people > 0 ? at + 1 : at
      const reach = bareNameAt(source, tokens, next)
      if (reach?.named?.kind !== 'person') break
      if (next === at && people > 0) run.push({ ...tokens[at]!, kind: 'mark', text: ',' })
      run.push(...tokens.slice(at, reach.next))
      at = reach.next
      people += 1
    }
    left.push(...(people >= minUnjoined ? run : tokens.slice(from, Math.max(at, from + 1))))
    from = Math.max(at, from + 1)
  }
  return left
}

/** The names that begin here, and where they end. */
export const namesFrom = (
  source: PhraseSource,
  tokens: readonly Token[],
  marks: Marks,
  from: number,
): { readonly marks: readonly Mark[]; readonly next: number } | null => {
  const run = namesAt(source, tokens, marks, from)
  return run && { marks: run.members.map(({ mark }) => mark), next: run.members.at(-1)!.next }
}

/**
 * Finds the first list of names, with the tokens around it. A team and a person form a list only when a word joins
 * them.
 */
export const takeList = (source: PhraseSource, tokens: readonly Token[], marks: Marks): NameList | null => {
  for (let from = 0; from < tokens.length; from += 1) {
    source.meter.steps += 1
    const run = namesAt(source, tokens, marks, from)
    if (!run || run.members.length < 2 || areDates(run.members)) continue
    const kinds = run.members.map(({ mark }) => kindOf(mark))
    const isMixed = new Set(kinds).size > 1
    if (isMixed && !run.isWord && kinds.length === 2) return null
    const next = run.members.at(-1)!.next
    const lead = tokens[from - 1]
    const start = lead && ['for', 'of', 'in', 'from', 'on'].includes(lead.text) ? from - 1 : from
    return {
      marks: run.members.map(({ mark }) => mark),
      tokens: [...tokens.slice(0, start), ...tokens.slice(next)],
      isEither: run.isEither,
    }
  }
  return null
}

/** The people and teams of a list, each once. */
export const distinct = (all: readonly Named[]): readonly Named[] => {
  const key = (named: Named): string =>
    named.kind === 'team'
      ? `team ${named.team.name}`
      : named.kind === 'person'
        ? `person ${named.person === 'me' ? '' : `${named.person.name} ${named.person.slackId ?? named.person.id ?? ''}`}`
        : named.kind
  return [...new Map(all.map((named) => [key(named), named])).values()]
}
