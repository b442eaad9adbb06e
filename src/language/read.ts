import type { Calendar } from '../calendar/spans.js'
import type { HalfDay } from './question.js'
import type { AskTopic } from './words/sentences.js'
import { when } from './grammar/grammar.js'
import type { Token } from './words/lexer.js'
import { readWhen } from './meaning/meaning.js'
import type { When } from './meaning/moment.js'
import { teamIn, withinTeam, type Named } from './who/names.js'
import { createInput, type Input, type Match, type RuleUse } from './grammar/parser.js'
import { isRefusal, type Outcome } from './misread/refusal.js'
import { vocabulary } from './words/vocabulary.js'
import { namesAtStart, namesAtEnd, type EndName } from './who/end-names.js'
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
  /** Of today, where it is known. */
  readonly half: HalfDay | null
  /** The asker is somebody who can be left out. */
  readonly knowsAsker: boolean
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

const kindOf = ({ kind }: Named): 'team' | 'person' =>
  kind === 'team' || kind === 'teams' ? 'team' : 'person'

/** At most one team and one person, marked and bare ones together. */
const fits = (names: readonly EndName[], { marked, joined }: ParseContext): boolean => {
  if (joined.length > 0) return names.length === 0
  const kinds = [...marked, ...names.map(({ named }) => named)].map(kindOf)
  return new Set(kinds).size === kinds.length
}

const cutOnce = (cut: Cut, parsing: ParseContext): readonly Cut[] => {
  const { source, input } = parsing
  const { fillers } = vocabulary
  const namesIn = (from: number, to: number): readonly EndName[] => [
    ...namesAtStart(source, input.tokens, from, to),
    ...namesAtEnd(source, input.tokens, from, to),
  ]
  const inner = (words: readonly string[]): readonly EndName[] => {
    const from = beginnings(parsing, cut, words).at(-1)!
    const to = endings(parsing, cut, words).at(-1)!
    return from < to && (from > cut.from || to < cut.to) ? namesIn(from, to) : []
  }
  return [...namesIn(cut.from, cut.to), ...inner(fillers)]
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
export const whenBetween = (
  parsing: ParseContext,
  from: number,
  to: number,
): (Match<When> & { outcome: Outcome }) | null => {
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

/**
 * The end of a filler that begins at a token. A filler of several words is never a name; a single word is not a filler
 * if someone is called that, even by first name: "is will out".
 */
const fillerFrom = (
  parsing: ParseContext,
  at: number,
  to: number,
  fillers: readonly string[],
): number | null => {
  const { tokens } = parsing.input
  for (let length = Math.min(3, to - at); length >= 1; length -= 1) {
    const text = tokens.slice(at, at + length).map((token) => token.text)
    parsing.source.meter.steps += 1
    if (!fillers.includes(text.join(' '))) continue
    return length === 1 && isName(parsing, at) ? null : at + length
  }
  return null
}

const isName = ({ source, input }: ParseContext, at: number): boolean => {
  const { teams, fullNames, firstNames } = source.book
  return [teams, fullNames, firstNames].some((names) => names.has(input.tokens[at]!.text))
}

/** Marks between a name and a date: "design: next week", "next week - design". */
const marksBetween = ({ names }: Cut): readonly string[] =>
  names.length > 0 ? [',', ':', ';', '-'] : [',', ':', ';']

/** Where the rest may begin, skipping one filler after the other. */
const beginnings = (parsing: ParseContext, cut: Cut, fillers: readonly string[]): readonly number[] => {
  const { from, to } = cut
  const punctuation = marksBetween(cut)
  const found = [from]
  for (let at = from; at < to;) {
    const next = punctuation.includes(parsing.input.tokens[at]!.text)
      ? at + 1
      : fillerFrom(parsing, at, to, fillers)
    if (next === null) break
    found.push(next)
    at = next
  }
  return found
}

const endings = (parsing: ParseContext, cut: Cut, fillers: readonly string[]): readonly number[] => {
  const { from, to } = cut
  const punctuation = marksBetween(cut)
  const { tokens } = parsing.input
  const found = [to]
  for (let at = to - 1; at >= from; at -= 1) {
    const { text } = tokens[at]!
    parsing.source.meter.steps += 1
    if (!punctuation.includes(text) && (!fillers.includes(text) || isName(parsing, at))) break
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
  const { fillers } = vocabulary
  const starts = beginnings(parsing, cut, fillers)
  const ends = endings(parsing, cut, fillers)
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
