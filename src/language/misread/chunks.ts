import { when } from '../grammar/grammar.js'
import { count, month } from '../grammar/words.js'
import { english } from '../words/english.js'
import { vocabulary } from '../words/vocabulary.js'
import type { Token } from '../words/lexer.js'
import type { Named } from '../who/names.js'
import { either, digits, glued, pick, rule, term, unless } from '../grammar/parser.js'
import { whenBetween, type ParseContext } from '../read.js'
import { cutShort, isRefusal, type Outcome } from './refusal.js'
import { isListedTom } from '../who/lists.js'
import { bareNameAt, wordsBetween } from '../who/who.js'
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
const clock = pick(digits(1, 2), '~:', glued(digits(2, 2)), '[timeOfDay]')

const timeOfDay = rule(
  'time of day',
  either<unknown>(
    pick('[timeLead]', either<unknown>(clock, pick(digits(1, 4), noonOrPm), noonOrPm)),
    pick('timeLead', unless(digits(1, 2), month)),
    pick('[in]', count, 'timeUnit'),
  ),
)

const whenFrom = (parsing: ParseContext, from: number): Chunk | null => {
  const { tokens } = parsing.input
  if (isListedTom(parsing.source, tokens, from)) return null
  // "friday 5pm": the number is an hour, not a day.
  const ends = when(parsing.input, from).filter(({ next }) => noonOrPm(parsing.input, next).length === 0)
  const found = whenBetween(parsing, from, Math.max(...ends.map(({ next }) => next)))
  if (!found) return null
  // "which week …", "the week after the fair": of words that are not understood, it is not this week.
  const isBareWeek = tokens.slice(from, found.next).every(({ text }) => text === 'the' || text === 'week')
  if (isBareWeek && (from > 0 || tokens[found.next]?.kind !== 'number')) return null
  return { kind: 'when', from, to: found.next, outcome: found.outcome }
}

const kindOf = ({ kind, text }: Token): Chunk['kind'] => {
  if (kind === 'number') return 'number'
  if (vocabulary.fillers.includes(text)) return 'filler'
  return kind === 'mark' || english.words.has(text) ? 'joint' : 'unknown'
}

/** "has tom …": a name comes before a day, as whom something is asked about. */
const chunkAt = (parsing: ParseContext, from: number): Chunk => {
  const { source, input } = parsing
  const reach = bareNameAt(source, input.tokens, from)
  // "how many people …" is not about a team called People.
  const before = input.tokens[from - 1]?.text ?? ','
  const isNoun = input.tokens[from]!.text === 'people' && !/^(?:in|from|team|for|of|at|and|,)$/u.test(before)
  const name = reach && !isNoun && { kind: 'name' as const, from, to: reach.next, named: reach.named }
  const times = timeOfDay(input, from).map(({ next: to }) => ({ kind: 'time' as const, from, to }))
  const found = [name || [], whenFrom(parsing, from) ?? [], times].flat()
  const [first] = found.sort((a, b) => b.to - a.to)
  return first ?? { kind: kindOf(input.tokens[from]!), from, to: from + 1 }
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
