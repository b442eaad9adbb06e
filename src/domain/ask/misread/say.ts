import type { Named } from '../who/names.js'
import type { Scene } from '../read.js'
import type { Chunk } from './chunks.js'
import { isRefusal, type AskRefusal } from './refusal.js'
import { spanWords } from '../show.js'
import { withAsks, withWho, type Who } from '../text-form.js'
import { wordsBetween } from '../who/who.js'

/** What refusals are said with: the words in the way, the days and names that were read, the commands that keep them. */

/** Why a phrase has no answer, with what was read of it and commands that have one. */
export interface Misread extends AskRefusal {
  /** The words in the way, as typed. */
  readonly words: string
  /** The first sentence of `fact`, where that is the whole answer. */
  readonly heading?: string
  /** `off tomorrow`: what records the asker's own days away, where that was said. */
  readonly off?: string | null
}

const longestQuote = 80

export const cutShort = (words: string): string => {
  const characters = [...words]
  return characters.length <= longestQuote ? words : `${characters.slice(0, longestQuote - 1).join('')}…`
}

export const wordsOf = ({ source, input }: Scene, chunks: readonly Chunk[]): string => {
  const [first, last] = [chunks[0], chunks.at(-1)]
  if (!first || !last) return cutShort(source.characters.join(''))
  return cutShort(wordsBetween(source, input.tokens[first.from]!, input.tokens[last.to - 1]!))
}

export const outcomeWords = ({ outcome }: Chunk): readonly string[] => {
  if (!outcome) return []
  return isRefusal(outcome) ? outcome.suggestions : [spanWords(outcome.span)]
}

/** Who was found, as far as it is one team and one person. */
const whoOf = ({ marked }: Scene, chunks: readonly Chunk[]): { team: Named | null; person: Named | null } => {
  const all = [...marked, ...chunks.flatMap(({ named }) => (named ? [named] : []))]
  return {
    team: all.find(({ kind }) => kind === 'team') ?? null,
    person: all.find(({ kind }) => kind === 'person') ?? null,
  }
}

export const addWho = (words: string, scene: Scene, chunks: readonly Chunk[]): string => {
  return say(scene, words, known(scene, chunks))
}

export const known = (scene: Scene, chunks: readonly Chunk[]): Who => {
  const { team, person } = whoOf(scene, chunks)
  return {
    team: team?.kind === 'team' ? team.team : null,
    person: person?.kind === 'person' ? person.person : null,
  }
}

/** A command about days and people that asks what the phrase asked. */
export const say = ({ asks }: Scene, words: string, who: Who): string => {
  const command = withWho(words, who)
  return command === '' ? '' : withAsks(asks, command)
}

/** The last of them is help. */
export const examplesOf = ({ index }: Scene): readonly string[] => index.vocabulary.examples

export const quoteRead = (scene: Scene, chunks: readonly Chunk[]): string | null => {
  const read = chunks.filter(({ kind }) => kind === 'when' || kind === 'name')
  return read.length === 0 ? null : read.map((chunk) => `"${wordsOf(scene, [chunk])}"`).join(' and ')
}

export const firstWhen = (chunks: readonly Chunk[]): readonly string[] =>
  chunks
    .filter(({ kind }) => kind === 'when')
    .flatMap(outcomeWords)
    .slice(0, 1)

export const ofKind = (chunks: readonly Chunk[], kind: Chunk['kind']): readonly Chunk[] =>
  chunks.filter((chunk) => chunk.kind === kind)

/** From the first to the last of some chunks, with what stands between them. */
export const stretch = (chunks: readonly Chunk[], some: readonly Chunk[]): readonly Chunk[] =>
  chunks.slice(chunks.indexOf(some[0]!), chunks.indexOf(some.at(-1)!) + 1)
