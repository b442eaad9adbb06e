import { kindOfDate } from '../words/english.js'
import { rewritten, type Token } from '../words/lexer.js'
import { anyoneNamed, kindOf, type Named } from './names.js'
import { bareNameAt, wordsBetween, type Mark, type Marks, type PhraseSource } from './who.js'

/** Consecutive names: "tom and sue", "#design #sales". */
export interface NameList {
  readonly marks: readonly Mark[]
  readonly tokens: readonly Token[]
  /** "tom or sue": one of them is enough. */
  readonly isEither: boolean
}

export const joiners = new Set(['and', '&', 'or', 'nor', '/', '+', ',', 'n', 'plus', 'vs', 'versus'])

interface ListedName {
  readonly mark: Mark
  readonly next: number
  readonly isMarked: boolean
  /** The first word of the name, as typed. */
  readonly word: string
}

/** "ana or tom", "ana, tom and sue": a name between names, even if nobody has it, and not tomorrow. */
export const isListedTom = (source: PhraseSource, tokens: readonly Token[], at: number): boolean => {
  const joined = (joiner: number, name: number): string | null =>
    joiners.has(tokens[joiner]?.text ?? '') &&
    (tokens[name]?.kind === 'name' || bareNameAt(source, tokens, name))
      ? tokens[joiner]!.text
      : null
  if (tokens[at]?.text !== 'tom') return false
  const found = [joined(at - 1, at - 2), joined(at + 1, at + 2)].filter((joiner) => joiner !== null)
  return found.some((joiner) => joiner !== ',')
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
  const behind = (next: number): number => (/^teams?$/u.test(tokens[next]?.text ?? '') ? next + 1 : next)
  const known = token.kind === 'name' ? marks.get(token.start) : undefined
  if (known) return { mark: known, next: behind(at + 1), isMarked: true, word: '' }
  if (token.kind !== 'word') return null
  const isTom = isListedTom(source, tokens, at)
  const reach = bareNameAt(source, tokens, at) ?? (isTom ? { named: null, next: at + 1 } : null)
  if (!reach) return null
  const last = tokens[reach.next - 1]!
  const words = wordsBetween(source, token, last)
  // A team takes precedence over a person here, as for a single name.
  const mark = { named: anyoneNamed(source.book, words) ?? reach.named, words, rule: 'name' }
  return { mark, next: behind(reach.next), isMarked: false, word: token.text }
}

/** Two such words of the same kind are days, but "tom and jan" are not tomorrow and January. */
const areDates = (members: readonly ListedName[]): boolean => {
  const kinds = new Set(members.map(({ word }) => kindOfDate(word)))
  return !kinds.has(null) && (kinds.size === 1 || !kinds.has('month'))
}

/** The names that begin here, joined or alone, and where they end; null where no name begins. */
export const namesFrom = (source: PhraseSource, tokens: readonly Token[], marks: Marks, from: number) => {
  const first = memberAt(source, tokens, marks, from, false)
  if (!first) return null
  const members = [first]
  let [next, isWord, isEither] = [first.next, false, false]
  for (;;) {
    let at = next
    while (joiners.has(tokens[at]?.text ?? '') && at < next + 2) at += 1
    const member = memberAt(source, tokens, marks, at, at > next)
    // Two bare names without a joiner are a person and a team, not a list.
    if (!member || (at === next && !(member.isMarked && members.at(-1)!.isMarked))) break
    const joined = tokens.slice(next, at).map(({ text }) => text)
    isWord ||= joined.some((text) => text !== ',' && text !== '/')
    isEither ||= joined.includes('or')
    members.push(member)
    next = member.next
  }
  return { members, marks: members.map(({ mark }) => mark), next, isWord, isEither }
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
export const withCommas = (source: PhraseSource, tokens: readonly Token[]): readonly Token[] =>
  rewritten(tokens, (_, from) => {
    if (isVerb(tokens, from)) return null
    const instead: Token[] = []
    let [at, people] = [from, 0]
    for (;;) {
      const next = people > 0 && joiners.has(tokens[at]?.text ?? '') ? at + 1 : at
      const reach = bareNameAt(source, tokens, next)
      if (reach?.named?.kind !== 'person') break
      if (next === at && people > 0) instead.push({ ...tokens[at]!, kind: 'mark', text: ',' })
      instead.push(...tokens.slice(at, reach.next))
      at = reach.next
      people += 1
    }
    if (people === 0) return null
    return { instead: people >= minUnjoined ? instead : tokens.slice(from, at), next: at }
  })

/**
 * Finds the first list of names, with the tokens around it. A team and a person form a list only when a word joins
 * them.
 */
export const takeList = (source: PhraseSource, tokens: readonly Token[], marks: Marks): NameList | null => {
  for (let from = 0; from < tokens.length; from += 1) {
    source.meter.steps += 1
    const run = namesFrom(source, tokens, marks, from)
    if (!run || run.members.length < 2 || areDates(run.members)) continue
    const kinds = run.marks.map(({ named }) => named && kindOf(named))
    if (new Set(kinds).size > 1 && !run.isWord && kinds.length === 2) return null
    const start = /^(?:for|of|in|from|on)$/u.test(tokens[from - 1]?.text ?? '') ? from - 1 : from
    const left = [...tokens.slice(0, start), ...tokens.slice(run.next)]
    return { marks: run.marks, tokens: left, isEither: run.isEither }
  }
  return null
}

/** The people and teams of a list, each once. */
export const distinct = (all: readonly Named[]): readonly Named[] => {
  const key = (named: Named): string => {
    if (named.kind === 'team') return `team ${named.team.name}`
    if (named.kind !== 'person') return named.kind
    const { name = '', slackId = '', id = '' } = named.person === 'me' ? {} : named.person
    return `person ${name} ${slackId || id}`
  }
  return [...new Map(all.map((named) => [key(named), named])).values()]
}
