import type { Token } from '../language/lexer.js'
import { anyoneNamed, mayBeginName, type Named } from './names.js'
import { nameKey } from './book.js'
import { wordsBetween, type PhraseSource } from './who.js'

/** A bare name at one end of the tokens `from` to before `to`, and what is left of them. */
export interface Peel {
  readonly named: Named
  readonly words: string
  readonly from: number
  readonly to: number
}

const isOneOf = (token: Token | undefined, words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text)

const skip = (
  tokens: readonly Token[],
  at: number,
  step: 1 | -1,
  words: readonly string[],
  most: number,
): number => {
  let end = at
  while (most > 0 && Math.abs(end - at) < most && isOneOf(tokens[end], words)) end += step
  return end
}

/** "design …", "the design team …", "team design …", "for design …"; the shortest name first. */
export const peelLeft = (
  source: PhraseSource,
  tokens: readonly Token[],
  from: number,
  to: number,
): readonly Peel[] => {
  const { vocabulary } = source
  const afterLead = skip(tokens, from, 1, vocabulary.nameLead, 2)
  const start = skip(tokens, afterLead, 1, vocabulary.team, 1)
  const starts = [...new Set([from, start])]
  return starts.flatMap((first) =>
    namesFrom(source, tokens, first, to).map(({ named, words, end }) => ({
      named,
      words,
      from: skip(tokens, end, 1, vocabulary.team, end < to ? 1 : 0),
      to,
    })),
  )
}

const mayStartName = ({ book }: PhraseSource, { kind, text }: Token): boolean =>
  kind !== 'word' || mayBeginName(book, text)

const namesFrom = (
  source: PhraseSource,
  tokens: readonly Token[],
  first: number,
  to: number,
): readonly { named: Named; words: string; end: number }[] => {
  const found = []
  if (first < to && !mayStartName(source, tokens[first]!)) return []
  for (let end = first; end < to && first < to; end += 1) {
    if (tokens[end]!.end - tokens[first]!.start > source.book.longest) break
    source.meter.steps += 1
    const words = wordsBetween(source, tokens[first]!, tokens[end]!)
    const named = anyoneNamed(source.book, words)
    if (named) found.push({ named, words, end: end + 1 })
  }
  return found
}

/** "… design", "… in the design team". What leads to the name may also belong to what is left: both are offered. */
export const peelRight = (
  source: PhraseSource,
  tokens: readonly Token[],
  from: number,
  to: number,
): readonly Peel[] => {
  const { vocabulary } = source
  const ends = isOneOf(tokens[to - 1], vocabulary.team) ? [to, to - 1] : [to]
  return ends.flatMap((end) =>
    namesUpTo(source, tokens, from, end).flatMap(({ named, words, start }) => {
      const lead = skip(tokens, start - 1, -1, vocabulary.team, 1)
      const cuts = [
        start,
        lead + 1,
        skip(tokens, lead, -1, vocabulary.nameLead, 1) + 1,
        skip(tokens, lead, -1, vocabulary.nameLead, 2) + 1,
      ]
      return [...new Set(cuts)].filter((cut) => cut >= from).map((cut) => ({ named, words, from, to: cut }))
    }),
  )
}

const namesUpTo = (
  source: PhraseSource,
  tokens: readonly Token[],
  from: number,
  end: number,
): readonly { named: Named; words: string; start: number }[] => {
  const found = []
  for (let start = end - 1; start >= from; start -= 1) {
    if (tokens[end - 1]!.end - tokens[start]!.start > source.book.longest) break
    source.meter.steps += 1
    if (!mayStartName(source, tokens[start]!)) continue
    const words = wordsBetween(source, tokens[start]!, tokens[end - 1]!)
    const named = anyoneNamed(source.book, words)
    if (named) found.push({ named, words, start })
  }
  return found
}

/** The same name, as words that reach it although a date has the same: `team:may`, `@may`. */
export const markedName = ({ named, words }: Pick<Peel, 'named' | 'words'>): string => {
  const lead = named.kind === 'team' ? 'team:' : '@'
  const key = nameKey(words)
  return /^[\p{L}\p{N}]+$/u.test(key) ? `${lead}${key}` : `${lead}"${key.replaceAll('"', '""')}"`
}
