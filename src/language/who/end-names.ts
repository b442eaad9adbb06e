import type { Token } from '../words/lexer.js'
import { anyoneNamed, mayBeginName } from './look-up.js'
import type { Named } from './names.js'
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

/** The name from one token to another, both included, if there is one. */
const nameBetween = (source: PhraseSource, tokens: readonly Token[], first: number, last: number) => {
  const [start, end] = [tokens[first], tokens[last]]
  if (!start || !end || end.end - start.start > source.book.longest) return []
  // "next to christmas" is not about a team called Next.
  const isNextTo = start.text === 'next' && tokens[first + 1]?.text === 'to'
  if (start.kind === 'word' && (isNextTo || !mayBeginName(source.book, start.text))) return []
  source.meter.steps += 1
  const words = wordsBetween(source, start, end)
  const named = anyoneNamed(source.book, words)
  return named ? [{ named, words, first, next: last + 1 }] : []
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
  return [...new Set([from, start])]
    .flatMap((first) =>
      tokens.slice(first, to).flatMap((_, more) => nameBetween(source, tokens, first, first + more)),
    )
    .map(({ named, words, next }) => {
      return { named, words, from: next < to ? skip(tokens, next, 1, teamAfter, 1) : next, to }
    })
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
  const lasts = isOneOf(tokens[to - 1], teamAfter) ? [to - 1, to - 2] : [to - 1]
  return lasts
    .flatMap((last) =>
      tokens.slice(from, last + 1).flatMap((_, more) => nameBetween(source, tokens, last - more, last)),
    )
    .flatMap(({ named, words, first }) => {
      const lead = skip(tokens, first - 1, -1, team, 1)
      const cuts = [first, lead + 1, ...[1, 2].map((most) => skip(tokens, lead, -1, nameLead, most) + 1)]
      return [...new Set(cuts)].filter((cut) => cut >= from).map((cut) => ({ named, words, from, to: cut }))
    })
}

/** The name in words that refer to it even if a date has the same name: `team:may`, `@may`. */
export const markedName = ({ named, words }: Pick<EndName, 'named' | 'words'>): string => {
  const lead = named.kind === 'team' ? 'team:' : '@'
  const key = nameKey(words)
  return /^[\p{L}\p{N}]+$/u.test(key) ? `${lead}${key}` : `${lead}"${key.replaceAll('"', '""')}"`
}
