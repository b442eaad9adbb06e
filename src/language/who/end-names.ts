import type { Token } from '../words/lexer.js'
import { mayBeginName } from './look-up.js'
import type { Named } from './names.js'
import { vocabulary } from '../words/vocabulary.js'
import { nameKey } from './book.js'
import { nameBetween, type PhraseSource } from './who.js'

/** A bare name at one end of the tokens from `from` to before `to`, and the remaining tokens. */
export interface EndName {
  readonly named: Named
  readonly words: string
  readonly from: number
  readonly to: number
}

/** "next to christmas" is not about a team called Next. */
const mayBegin = ({ book }: PhraseSource, tokens: readonly Token[], at: number): boolean => {
  const { kind, text } = tokens[at]!
  const isNextTo = text === 'next' && tokens[at + 1]?.text === 'to'
  return kind !== 'word' || (!isNextTo && mayBeginName(book, text))
}

/**
 * Names at the start, "design …", "the design team …", "for design …", and at the end, "… in the design team". Words that
 * introduce a name at the end may also belong to the rest, so both splits are offered.
 */
export const namesAtEnds = (
  source: PhraseSource,
  tokens: readonly Token[],
  from: number,
  to: number,
): readonly EndName[] => {
  const { nameLead, team, teamAfter } = vocabulary
  /** Over up to `most` of these words, forwards or backwards. */
  const skip = (at: number, step: 1 | -1, words: readonly string[], most = 1): number => {
    let end = at
    while (Math.abs(end - at) < most && words.includes(tokens[end]?.text ?? '')) end += step
    return end
  }
  const between = (first: number, next: number) =>
    mayBegin(source, tokens, first) ? (nameBetween(source, tokens, first, next) ?? []) : []
  const places = [...tokens.keys()].slice(from, to)
  const atStart = [...new Set([from, skip(skip(from, 1, nameLead, 2), 1, team)])]
    .flatMap((first) => places.flatMap((last) => (last < first ? [] : between(first, last + 1))))
    .map((name) => ({ ...name, from: Math.min(to, skip(name.next, 1, teamAfter)), to }))
  const ends = teamAfter.includes(tokens[to - 1]?.text ?? '') ? [to, to - 1] : [to]
  const atEnd = ends.flatMap((end) =>
    places.toReversed().flatMap((first) => {
      const lead = skip(first - 1, -1, team)
      const cuts = [first, lead + 1, ...[1, 2].map((most) => skip(lead, -1, nameLead, most) + 1)]
      const names = first < end ? [between(first, end)].flat() : []
      return names.flatMap((name) => [...new Set(cuts)].map((cut) => ({ ...name, from, to: cut })))
    }),
  )
  return [...atStart, ...atEnd.filter((name) => name.to >= from)]
}

/** The name in words that refer to it even if a date has the same name: `team:may`, `@may`. */
export const markedName = ({ named, words }: Pick<EndName, 'named' | 'words'>): string => {
  const lead = named.kind === 'team' ? 'team:' : '@'
  const key = nameKey(words)
  return /^[\p{L}\p{N}]+$/u.test(key) ? `${lead}${key}` : `${lead}"${key.replaceAll('"', '""')}"`
}
