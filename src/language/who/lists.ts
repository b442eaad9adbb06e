import { kindOfDate } from '../words/english.js'
import { rewritten, type Token } from '../words/lexer.js'
import { kindOf, type Mark, type NameHere } from './names.js'
import { bareNameAt, markOf, nameAt, wordsBetween, type PhraseSource } from './who.js'

/** Consecutive names: "tom and sue", "#design #sales". */
export interface NameList {
  readonly marks: readonly Mark[]
  readonly tokens: readonly Token[]
  /** "tom or sue": one of them is enough. */
  readonly isEither: boolean
}

export const joiners = new Set(['and', '&', 'or', 'nor', '/', '+', ',', 'n', 'plus', 'vs', 'versus'])

interface ListedName extends NameHere<Mark['named']> {
  /** The first one of the name. */
  readonly token: Token
}

/** "ana or tom", "ana, tom and sue": a name between names, even if nobody has it, and not tomorrow. */
export const isListedTom = (source: PhraseSource, tokens: readonly Token[], at: number): boolean => {
  const joined = (joiner: number, name: number): string | null =>
    joiners.has(tokens[joiner]?.text ?? '') && nameAt(source, tokens, name) ? tokens[joiner]!.text : null
  if (tokens[at]?.text !== 'tom') return false
  const found = [joined(at - 1, at - 2), joined(at + 1, at + 2)].filter((joiner) => joiner !== null)
  return found.some((joiner) => joiner !== ',')
}

const leads = new Set(['the', 'in', 'for', 'team', 'from', 'of', 'on'])

const memberAt = (source: PhraseSource, tokens: readonly Token[], from: number): ListedName | null => {
  let at = from
  while (leads.has(tokens[at]?.text ?? '') && at < from + 2) at += 1
  const token = tokens[at]
  if (!token) return null
  const tom = { named: null, words: wordsBetween(source, token, token), rule: 'name', next: at + 1 }
  const name = nameAt(source, tokens, at) ?? (isListedTom(source, tokens, at) ? tom : null)
  if (!name) return null
  const next = /^teams?$/u.test(tokens[name.next]?.text ?? '') ? name.next + 1 : name.next
  return { ...name, next, token }
}

/** Two such words of the same kind are days, but "tom and jan" are not tomorrow and January. */
const areDates = (members: readonly ListedName[]): boolean => {
  const kinds = new Set(members.map(({ token }) => kindOfDate(token.text)))
  return !kinds.has(null) && (kinds.size === 1 || !kinds.has('month'))
}

/** The names that begin here, joined or alone, and where they end; null where no name begins. */
export const namesFrom = (source: PhraseSource, tokens: readonly Token[], from: number) => {
  const first = memberAt(source, tokens, from)
  if (!first) return null
  const members = [first]
  let [next, isWord, isEither] = [first.next, false, false]
  for (;;) {
    let at = next
    while (joiners.has(tokens[at]?.text ?? '') && at < next + 2) at += 1
    const member = memberAt(source, tokens, at)
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

/** "ana ben and tom" with a comma between names that nothing joins. */
export const withCommas = (source: PhraseSource, tokens: readonly Token[]): readonly Token[] =>
  rewritten(tokens, ({ text }, from) => {
    // "will ana, ben and tom be in" is not about somebody called Will.
    if (from === 0 && text === 'will' && !joiners.has(tokens[1]?.text ?? '')) return null
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
    // Two names may be those of one person, or of a person and a team.
    return people > 2 ? { instead, next: at } : null
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
    const left = tokens.toSpliced(from, run.next - from)
    return { marks: run.marks, tokens: left, isEither: run.isEither }
  }
  return null
}
