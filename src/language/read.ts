import type { Calendar, Span } from '../calendar/spans.js'
import type { AskTopic } from './words/sentences.js'
import { when } from './grammar/grammar.js'
import type { Token } from './words/lexer.js'
import { readWhen } from './meaning/meaning.js'
import type { When } from './meaning/moment.js'
import { kindOf, teamIn, withinTeam, type Named } from './who/names.js'
import { createInput, type Input, type Match, type RuleUse } from './grammar/parser.js'
import { isRefusal, type Outcome } from './misread/refusal.js'
import { vocabulary } from './words/vocabulary.js'
import { namesAtEnds, type EndName } from './who/end-names.js'
import type { PhraseSource } from './who/who.js'

/** The tokens of one phrase, and the names that were already found and taken out. */
export interface ParseContext {
  readonly source: PhraseSource
  readonly calendar: Calendar
  readonly input: Input
  readonly marked: readonly Named[]
  /** Several people or teams that were named as a list; no other name may then be added. */
  readonly joined: readonly Named[]
  readonly asks: AskTopic
}

export const createParseContext = (
  base: Omit<ParseContext, 'input'>,
  tokens: readonly Token[],
): ParseContext => ({
  ...base,
  input: createInput(tokens, base.source),
})

/** One way to split a phrase into names at its ends and the rest, which should be a date. */
interface Cut {
  readonly from: number
  readonly to: number
  readonly names: readonly EndName[]
}

/** A split whose rest was read completely. `outcome` is null when there is no date. */
export interface PhraseReading {
  readonly cut: Cut
  readonly outcome: Outcome | null
  /** The tokens of the date, without the fillers around them. */
  readonly from: number
  readonly to: number
  readonly trace: readonly RuleUse[]
}

/** At most one team and one person, marked and bare ones together. */
export const fits = (names: readonly EndName[], { marked, joined }: ParseContext): boolean => {
  if (joined.length > 0) return names.length === 0
  const kinds = [...marked, ...names.map(({ named }) => named)].map(kindOf)
  return new Set(kinds).size === kinds.length
}

const cutOnce = (cut: Cut, parsing: ParseContext): readonly Cut[] => {
  const { source, input } = parsing
  const namesIn = (from: number, to: number): readonly EndName[] =>
    namesAtEnds(source, input.tokens, from, to)
  const from = beginnings(parsing, cut).at(-1)!
  const to = endings(parsing, cut).at(-1)!
  // "who is out, design, next week"
  const hasFiller = from < to && (from > cut.from || to < cut.to)
  return [...namesIn(cut.from, cut.to), ...(hasFiller ? namesIn(from, to) : [])]
    .map((name) => ({ from: name.from, to: name.to, names: [...cut.names, name] }))
    .filter((next) => fits(next.names, parsing))
}

/**
 * First the whole phrase, then without one bare name at either end, then without two, so that a date word takes
 * precedence over a name.
 */
const cutsOf = function* (parsing: ParseContext): Generator<Cut> {
  const whole: Cut = { from: 0, to: parsing.input.tokens.length, names: [] }
  yield whole
  const found = cutOnce(whole, parsing)
  // "noel christmas" is Noel Christmas rather than Noel at Christmas.
  const once = [...found.filter(({ from, to }) => from === to), ...found.filter(({ from, to }) => from < to)]
  yield* once
  for (const cut of once) yield* cutOnce(cut, parsing)
}

type WhenMatch = Match<When> & { readonly outcome: Outcome }

/** All readings of the tokens from one to before another, valid ones before refusals. */
export const whenBetween = (parsing: ParseContext, from: number, to: number): WhenMatch | null => {
  let refused: WhenMatch | null = null
  for (const match of when(parsing.input, from)) {
    if (match.next !== to) continue
    parsing.source.meter.steps += 1
    const read = { ...match, outcome: readWhen(match.value, parsing.calendar) }
    if (!isRefusal(read.outcome)) return read
    refused ??= read
  }
  return refused
}

export const spanOf = (outcome: Outcome | null | undefined): Span | null =>
  outcome && !isRefusal(outcome) ? outcome.span : null

/** What some tokens mean as days. */
export const whenOf = (base: Omit<ParseContext, 'input'>, tokens: readonly Token[]): WhenMatch | null =>
  whenBetween(createParseContext(base, tokens), 0, tokens.length)

/** Marks between a name and a date, "design: next week", "next week - design", or before a date. */
const isMark = ({ names }: Cut, text: string): boolean =>
  [',', ':', ';'].includes(text) || (text === '-' && names.length > 0)

/** The end of a mark or a filler that begins at a token. */
const fillerFrom = (parsing: ParseContext, cut: Cut, at: number): number | null => {
  const { tokens } = parsing.input
  if (isMark(cut, tokens[at]!.text)) return at + 1
  for (let length = Math.min(3, cut.to - at); length >= 1; length -= 1) {
    const text = tokens.slice(at, at + length).map((token) => token.text)
    parsing.source.meter.steps += 1
    if (vocabulary.fillers.includes(text.join(' '))) return at + length
  }
  return null
}

/** Where the rest may begin, skipping one filler after the other. */
const beginnings = (parsing: ParseContext, cut: Cut): readonly number[] => {
  const found = [cut.from]
  for (let at: number | null = cut.from; at !== null && at < cut.to;) {
    at = fillerFrom(parsing, cut, at)
    if (at !== null) found.push(at)
  }
  return found
}

const endings = (parsing: ParseContext, cut: Cut): readonly number[] => {
  const found = [cut.to]
  for (let at = cut.to - 1; at >= cut.from; at -= 1) {
    const { text } = parsing.input.tokens[at]!
    parsing.source.meter.steps += 1
    if (!isMark(cut, text) && !vocabulary.fillers.includes(text)) break
    found.push(at)
  }
  return found
}

/** Only words that introduce a date: "on", "for". */
const isUnfinished = ({ input }: ParseContext, { from, to }: Cut): boolean =>
  from < to &&
  input.entries.slice(from, to).every((entries) => entries.some(({ term }) => term.kind !== 'timeOfDay'))

/** Skips as few fillers as possible, because "in" before "2 weeks" has a meaning. */
const readCut = (parsing: ParseContext, cut: Cut): PhraseReading | null => {
  const starts = beginnings(parsing, cut)
  const ends = endings(parsing, cut)
  for (const from of starts) {
    const ways = new Set(when(parsing.input, from).map(({ next }) => next))
    const to = ends.find((end) => end > from && ways.has(end))
    const found = to === undefined ? null : whenBetween(parsing, from, to)
    if (found) return { cut, outcome: found.outcome, from, to: found.next, trace: found.trace }
  }
  const isSpent = ends.at(-1)! <= starts.at(-1)!
  return isSpent && !isUnfinished(parsing, cut)
    ? { cut, outcome: null, from: cut.to, to: cut.to, trace: [] }
    : null
}

/** With a team, a name that several people share means the one in it. */
const toldApart = (cut: Cut, { source, marked }: ParseContext): Cut => {
  const team = teamIn([...marked, ...cut.names.map(({ named }) => named)])
  if (!team) return cut
  const names = cut.names.map((name) => ({ ...name, named: withinTeam(source.book, name.named, team) }))
  return { ...cut, names }
}

/** Every way to read the whole phrase, the likeliest first. */
export const readingsOf = function* (parsing: ParseContext): Generator<PhraseReading> {
  for (const cut of cutsOf(parsing)) {
    parsing.source.meter.steps += 1
    const found = readCut(parsing, toldApart(cut, parsing))
    if (found) yield found
  }
}
