import { when } from '../grammar/grammar.js'
import { count, month } from '../grammar/words.js'
import type { Token } from '../words/lexer.js'
import { anyoneNamed, mayBeginName, type Named } from '../who/names.js'
import { either, digits, glued, mark, maybe, rule, seq, term, unless } from '../grammar/parser.js'
import { whenBetween, type ParseContext } from '../read.js'
import type { Outcome } from './refusal.js'
import { wordsBetween } from '../who/who.js'

/** A run of tokens and what it may be. */
export interface Chunk {
  readonly kind: 'when' | 'name' | 'time' | 'number' | 'joint' | 'filler' | 'unknown'
  readonly from: number
  readonly to: number
  readonly outcome?: Outcome
  readonly named?: Named
}

const noonOrPm = term('timeOfDay')
const clock = seq(digits(1, 2), glued(mark(':')), glued(digits(2, 2)), maybe(noonOrPm))

const timeOfDay = rule(
  'time of day',
  either<unknown>(
    seq(maybe(term('timeLead')), either<unknown>(clock, seq(digits(1, 4), noonOrPm), noonOrPm)),
    seq(term('timeLead'), unless(digits(1, 2), month)),
    seq(maybe(term('in')), count, term('timeUnit')),
  ),
)

const longest = <T extends { readonly next: number }>(matches: readonly T[]): T | null =>
  matches.reduce<T | null>((best, match) => (best && best.next >= match.next ? best : match), null)

const placeWords = new Set(['in', 'from', 'team', 'for', 'of', 'at', 'and', ','])

const nameFrom = ({ source, input }: ParseContext, at: number): Chunk | null => {
  let found: Chunk | null = null
  const { tokens } = input
  if (tokens[at]?.kind === 'word' && !mayBeginName(source.book, tokens[at]!.text)) return null
  // "the most people out" is not about a team called People.
  const before = tokens[at - 1]?.text
  if (tokens[at]?.text === 'people' && before !== undefined && !placeWords.has(before)) return null
  for (let end = at; end < tokens.length; end += 1) {
    if (tokens[end]!.end - tokens[at]!.start > source.book.longest) break
    source.meter.steps += 1
    const named = anyoneNamed(source.book, wordsBetween(source, tokens[at]!, tokens[end]!))
    if (named) found = { kind: 'name', from: at, to: end + 1, named }
  }
  return found
}

const timeFrom = ({ input }: ParseContext, from: number): Chunk | null => {
  const match = longest(timeOfDay(input, from))
  return match && { kind: 'time', from, to: match.next }
}

/** "friday 5pm": the number is an hour, not a day. */
const isHour = ({ input }: ParseContext, next: number): boolean =>
  input.tokens[next - 1]?.kind === 'number' && noonOrPm(input, next).length > 0

/** "which week …", "the week after the fair": of words that are not understood, it is not this week. */
const isBareWeek = ({ input }: ParseContext, from: number, to: number): boolean =>
  input.tokens.slice(from, to).every(({ text }) => text === 'the' || text === 'week')

const whenFrom = (parsing: ParseContext, from: number): Chunk | null => {
  const match = longest(when(parsing.input, from).filter(({ next }) => !isHour(parsing, next)))
  const found = match && whenBetween(parsing, from, match.next)
  if (!found || isBareWeek(parsing, from, found.next)) return null
  return { kind: 'when', from, to: found.next, outcome: found.outcome }
}

const isKnown = ({ index }: ParseContext, { kind, text }: Token): boolean =>
  kind === 'mark' || (kind === 'word' && index.words.has(text))

const kindOf = (parsing: ParseContext, token: Token): Chunk['kind'] => {
  if (token.kind === 'number') return 'number'
  if (parsing.index.vocabulary.fillers.includes(token.text)) return 'filler'
  return isKnown(parsing, token) ? 'joint' : 'unknown'
}

const chunkAt = (parsing: ParseContext, at: number): Chunk => {
  const found = [whenFrom(parsing, at), nameFrom(parsing, at), timeFrom(parsing, at)]
    .filter((chunk): chunk is Chunk => chunk !== null)
    .sort((a, b) => b.to - a.to)
  const token = parsing.input.tokens[at]!
  return found[0] ?? { kind: kindOf(parsing, token), from: at, to: at + 1 }
}

/** A phrase that no rule reads as a whole, split into the longest pieces with a meaning. */
export const chunksOf = (parsing: ParseContext): readonly Chunk[] => {
  const chunks: Chunk[] = []
  for (let at = 0; at < parsing.input.tokens.length; at = chunks.at(-1)!.to) {
    parsing.source.meter.steps += 1
    chunks.push(chunkAt(parsing, at))
  }
  return chunks
}
