import { whoOf as whoNamed } from '../alternative.js'
import type { ParseContext } from '../read.js'
import type { Chunk } from './chunks.js'
import { isRefusal, type AskRefusal } from './refusal.js'
import { spanWords } from '../show.js'
import type { Who } from '../query.js'
import { withAsks, withWho } from '../text-form.js'
import { wordsBetween } from '../who/who.js'

/**
 * The parts of a refusal: the words that were not understood, the days and names that were, and commands that keep
 * them.
 */

/** Why a phrase has no answer, what was read of it, and commands that work. */
export interface Misread extends AskRefusal {
  /** The words that were not understood, as typed. */
  readonly words: string
  /** The first sentence of `fact`, if that is the whole answer. */
  readonly heading?: string
  /** `off tomorrow`: the command that records the asker's own days, if that is what was said. */
  readonly off?: string | null
}

const maxQuoteLength = 80

export const cutShort = (words: string): string => {
  const characters = [...words]
  return characters.length <= maxQuoteLength ? words : `${characters.slice(0, maxQuoteLength - 1).join('')}…`
}

export const wordsOf = ({ source, input }: ParseContext, chunks: readonly Chunk[]): string => {
  const [first, last] = [chunks[0], chunks.at(-1)]
  if (!first || !last) return cutShort(source.characters.join(''))
  return cutShort(wordsBetween(source, input.tokens[first.from]!, input.tokens[last.to - 1]!))
}

export const outcomeWords = ({ outcome }: Chunk): readonly string[] => {
  if (!outcome) return []
  return isRefusal(outcome) ? outcome.suggestions : [spanWords(outcome.span)]
}

export const addWho = (words: string, parsing: ParseContext, chunks: readonly Chunk[]): string => {
  const { asks, joined } = parsing
  if (joined.length === 0) return say(parsing, words, known(parsing, chunks))
  const names = joined.map((named) => withWho('', whoNamed([named]))).join(' and ')
  return withAsks(asks, `${words} ${names}`.trim())
}

export const known = ({ marked }: ParseContext, chunks: readonly Chunk[]): Who =>
  whoNamed([...marked, ...chunks.flatMap(({ named }) => named ?? [])])

/** A command about days and people that asks the same thing as the phrase. */
export const say = ({ asks }: ParseContext, words: string, who: Who): string => {
  const command = withWho(words, who)
  return command === '' ? '' : withAsks(asks, command)
}

export const quoteRead = (parsing: ParseContext, chunks: readonly Chunk[]): string | null => {
  const read = chunks.filter(({ kind }) => kind === 'when' || kind === 'name')
  return read.length === 0 ? null : read.map((chunk) => `"${wordsOf(parsing, [chunk])}"`).join(' and ')
}

export const firstWhen = (chunks: readonly Chunk[]): readonly string[] =>
  chunks
    .filter(({ kind }) => kind === 'when')
    .flatMap(outcomeWords)
    .slice(0, 1)

export const ofKind = (chunks: readonly Chunk[], kind: Chunk['kind']): readonly Chunk[] =>
  chunks.filter((chunk) => chunk.kind === kind)

/** From the first to the last of some chunks, including what is between them. */
export const stretch = (chunks: readonly Chunk[], some: readonly Chunk[]): readonly Chunk[] =>
  chunks.slice(chunks.indexOf(some[0]!), chunks.indexOf(some.at(-1)!) + 1)
