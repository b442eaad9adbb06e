import type { Token } from '../words/lexer.js'
import { anyoneNamed, mayBeginName, type Named } from './names.js'
import { vocabulary } from '../words/vocabulary.js'
import { nameKey } from './book.js'
import { wordsBetween, type PhraseSource } from './who.js'

/** A bare name at one end of the tokens from `from` to before `to`, and the remaining tokens. */
export interface EndName {
  readonly named: Named
  readonly words: string
  readonly from: number
  readonly to: number
}

const isOneOf = (token: Token | undefined, words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text)

/** Skips up to `most` of these words, forwards or backwards. */
const skip = (
  tokens: readonly Token[],
  at: number,
  step: 1 | -1,
  words: readonly string[],
  most: number,
): number => {
  let end = at
  while (Math.abs(end - at) < most && isOneOf(tokens[end], words)) end += step
  return end
}

/** "next to christmas" is not about a team called Next. */
const isNextTo = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'next' && tokens[at + 1]?.text === 'to'

interface NameSpan extends Pick<EndName, 'named' | 'words'> {
  readonly first: number
  /** The token after the last one. */
  readonly next: number
}

/**
 * The names that begin at `pinned` (or end there, if `step` is -1) and reach no further than `limit`, the shortest
 * first.
 */
const namesAt = (
  source: PhraseSource,
  tokens: readonly Token[],
  pinned: number,
  step: 1 | -1,
  limit: number,
): readonly NameSpan[] => {
  const found: NameSpan[] = []
  for (let other = pinned; step > 0 ? other <= limit : other >= limit; other += step) {
    const [first, last] = step > 0 ? [pinned, other] : [other, pinned]
    const [start, end] = [tokens[first], tokens[last]]
    if (!start || !end || end.end - start.start > source.book.longest) break
    source.meter.steps += 1
    const mayBegin =
      start.kind !== 'word' || (mayBeginName(source.book, start.text) && !isNextTo(tokens, first))
    if (!mayBegin && step > 0) break
    const words = wordsBetween(source, start, end)
    const named = mayBegin ? anyoneNamed(source.book, words) : null
    if (named) found.push({ named, words, first, next: last + 1 })
  }
  return found
}

/** "design …", "the design team …", "team design …", "for design …". */
export const namesAtStart = (
  source: PhraseSource,
  tokens: readonly Token[],
  from: number,
  to: number,
): readonly EndName[] => {
  const { nameLead, team, teamAfter } = vocabulary
  const start = skip(tokens, skip(tokens, from, 1, nameLead, 2), 1, team, 1)
  return [...new Set([from, start])].flatMap((first) =>
    namesAt(source, tokens, first, 1, to - 1).map(({ named, words, next }) => ({
      named,
      words,
      from: next < to ? skip(tokens, next, 1, teamAfter, 1) : next,
      to,
    })),
  )
}

/**
 * "… design", "… in the design team". Words that introduce the name may also belong to the rest, so both splits are
 * offered.
 */
export const namesAtEnd = (
  source: PhraseSource,
  tokens: readonly Token[],
  from: number,
  to: number,
): readonly EndName[] => {
  const { nameLead, team, teamAfter } = vocabulary
  const ends = isOneOf(tokens[to - 1], teamAfter) ? [to, to - 1] : [to]
  return ends.flatMap((end) =>
    namesAt(source, tokens, end - 1, -1, from).flatMap(({ named, words, first }) => {
      const lead = skip(tokens, first - 1, -1, team, 1)
      const cuts = [first, lead + 1, ...[1, 2].map((most) => skip(tokens, lead, -1, nameLead, most) + 1)]
      return [...new Set(cuts)].filter((cut) => cut >= from).map((cut) => ({ named, words, from, to: cut }))
    }),
  )
}

/** The name in words that refer to it even if a date has the same name: `team:may`, `@may`. */
export const markedName = ({ named, words }: Pick<EndName, 'named' | 'words'>): string => {
  const lead = named.kind === 'team' ? 'team:' : '@'
  const key = nameKey(words)
  return /^[\p{L}\p{N}]+$/u.test(key) ? `${lead}${key}` : `${lead}"${key.replaceAll('"', '""')}"`
}
