import { kindOfDate } from '../words/english.js'
import { rewritten, type Token } from '../words/lexer.js'
import { kindOf, type Mark } from './names.js'
import { bareNameAt, markOf, nameAt, type NameHere, type PhraseSource } from './who.js'

/** Consecutive names: "tom and sue", "#design #sales". */
export interface NameList {
  readonly marks: readonly Mark[]
  readonly tokens: readonly Token[]
  /** "tom or sue": one of them is enough. */
  readonly isEither: boolean
}

const joiners = new Set(['and', '&', 'or', 'nor', '/', '+', ',', 'n', 'plus', 'vs', 'versus'])

interface ListedName extends NameHere {
  /** The first one of the name. */
  readonly token: Token
}

const memberAt = (
  source: PhraseSource,
  tokens: readonly Token[],
  from: number,
  isLater: boolean,
): ListedName | null => {
  let at = from
  const leads = isLater ? ['the', 'in', 'for', 'team', 'from'] : ['the', 'team']
  while (leads.includes(tokens[at]?.text ?? '') && at < from + 2) at += 1
  const name = nameAt(source, tokens, at)
  if (!name) return null
  const next = /^teams?$/u.test(tokens[name.next]?.text ?? '') ? name.next + 1 : name.next
  return { ...name, next, token: tokens[at]! }
}

/** Two such words of the same kind are days, but "tom and jan" are not tomorrow and January. */
const areDates = (members: readonly ListedName[]): boolean => {
  const kinds = new Set(members.map(({ token }) => kindOfDate(token.text)))
  return !kinds.has(null) && (kinds.size === 1 || !kinds.has('month'))
}

/** The names that begin here, joined or alone, and where they end; null where no name begins. */
export const namesFrom = (source: PhraseSource, tokens: readonly Token[], from: number) => {
  const first = memberAt(source, tokens, from, false)
  if (!first) return null
  const members = [first]
  let [next, isWord, isEither] = [first.next, false, false]
  for (;;) {
    let at = next
    while (joiners.has(tokens[at]?.text ?? '') && at < next + 2) at += 1
    const member = memberAt(source, tokens, at, at > next)
    // Two bare names without a joiner are a person and a team, not a list.
    if (!member || (at === next && !(markOf(member.token) && markOf(members.at(-1)!.token)))) break
    const joined = tokens.slice(next, at).map(({ text }) => text)
    isWord ||= joined.some((text) => text !== ',' && text !== '/')
    isEither ||= joined.includes('or')
    members.push(member)
    next = member.next
  }
  return { marks: members, next, isWord, isEither }
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
      if (reach?.named.kind !== 'person') break
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
export const takeList = (source: PhraseSource, tokens: readonly Token[]): NameList | null => {
  for (let from = 0; from < tokens.length; from += 1) {
    source.meter.steps += 1
    const run = namesFrom(source, tokens, from)
    if (!run || run.marks.length < 2 || areDates(run.marks)) continue
    const kinds = run.marks.map(({ named }) => named && kindOf(named))
    if (new Set(kinds).size > 1 && !run.isWord && kinds.length === 2) return null
    const start = /^(?:for|of|in|from|on)$/u.test(tokens[from - 1]?.text ?? '') ? from - 1 : from
    const left = [...tokens.slice(0, start), ...tokens.slice(run.next)]
    return { marks: run.marks, tokens: left, isEither: run.isEither }
  }
  return null
}
