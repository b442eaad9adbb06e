import { when } from '../grammar/grammar.js'
import { count, month } from '../grammar/words.js'
import { english } from '../words/english.js'
import { vocabulary } from '../words/vocabulary.js'
import type { Token } from '../words/lexer.js'
import { mayBeginName } from '../who/look-up.js'
import type { Named } from '../who/names.js'
import { either, digits, glued, mark, maybe, rule, seq, term, unless } from '../grammar/parser.js'
import { whenBetween, type ParseContext } from '../read.js'
import { cutShort, isRefusal, type Outcome } from './refusal.js'
import { nameFrom, wordsBetween } from '../who/who.js'
import { spanWords } from '../text-form.js'

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

const nameChunk = ({ source, input: { tokens } }: ParseContext, from: number): Chunk | null => {
  if (tokens[from]?.kind === 'word' && !mayBeginName(source.book, tokens[from]!.text)) return null
  // "the most people out" is not about a team called People.
  const before = tokens[from - 1]?.text
  if (tokens[from]?.text === 'people' && before !== undefined && !placeWords.has(before)) return null
  const reach = nameFrom(source, tokens, from)
  return reach ? { kind: 'name', from, to: reach.next, named: reach.named } : null
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
  (from > 0 || input.tokens[to]?.kind !== 'number') &&
  input.tokens.slice(from, to).every(({ text }) => text === 'the' || text === 'week')

const whenFrom = (parsing: ParseContext, from: number): Chunk | null => {
  const match = longest(when(parsing.input, from).filter(({ next }) => !isHour(parsing, next)))
  const found = match && whenBetween(parsing, from, match.next)
  if (!found || isBareWeek(parsing, from, found.next)) return null
  return { kind: 'when', from, to: found.next, outcome: found.outcome }
}

const kindOf = ({ kind, text }: Token): Chunk['kind'] => {
  if (kind === 'number') return 'number'
  if (vocabulary.fillers.includes(text)) return 'filler'
  return kind === 'mark' || (kind === 'word' && english.words.has(text)) ? 'joint' : 'unknown'
}

/** "has tom …": whom something is asked about, rather than tomorrow. */
const isSubject = ({ input: { tokens } }: ParseContext, at: number): boolean =>
  at === 0 || /^(?:is|are|has|have|does|did|was|will|can)$/u.test(tokens[at - 1]!.text)

const chunkAt = (parsing: ParseContext, at: number): Chunk => {
  const [days, name] = [whenFrom(parsing, at), nameChunk(parsing, at)]
  const found = [...(isSubject(parsing, at) ? [name, days] : [days, name]), timeFrom(parsing, at)]
    .filter((chunk): chunk is Chunk => chunk !== null)
    .sort((a, b) => b.to - a.to)
  const token = parsing.input.tokens[at]!
  return found[0] ?? { kind: kindOf(token), from: at, to: at + 1 }
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

export const ofKind = (chunks: readonly Chunk[], kind: Chunk['kind']): readonly Chunk[] =>
  chunks.filter((chunk) => chunk.kind === kind)

/** The days that are named, as words; of days that do not exist the first that may be meant. */
export const daysOf = (chunks: readonly Chunk[]): readonly string[] =>
  chunks.flatMap(({ outcome }) =>
    !outcome ? [] : isRefusal(outcome) ? outcome.suggestions.slice(0, 1) : spanWords(outcome.span),
  )

export const daysIn = (parsing: ParseContext): readonly string[] => daysOf(chunksOf(parsing))

/** Whether a token was read as part of a date. A repair that was not is not shown. */
export const isInDate = (parsing: ParseContext, at: number): boolean =>
  ofKind(chunksOf(parsing), 'when').some(({ from, to }) => from <= at && at < to)

/** From the first to the last of some chunks, as typed. */
export const wordsOf = ({ source, input: { tokens } }: ParseContext, chunks: readonly Chunk[]): string =>
  cutShort(wordsBetween(source, tokens[chunks[0]!.from]!, tokens[chunks.at(-1)!.to - 1]!))
