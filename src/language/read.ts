import type { Calendar, Span } from '../calendar/spans.js'
import type { AskTopic } from './words/sentences.js'
import { when } from './grammar/grammar.js'
import type { Token } from './words/lexer.js'
import { readWhen } from './meaning/meaning.js'
import type { When } from './meaning/moment.js'
import { kindOf, teamIn, withinTeam, type Mark, type Named } from './who/names.js'
import { createInput, type Input, type Match, type RuleUse } from './grammar/parser.js'
import { isRefusal, type Outcome } from './misread/refusal.js'
import { vocabulary } from './words/vocabulary.js'
import { phraseAt, wordsBelow } from './words/phrases.js'
import { namesAtEnds, type EndName } from './who/end-names.js'
import type { AskContext } from './context.js'
import type { Correction } from './query.js'
import type { Sentence } from './sentence/draft.js'
import type { TakenException } from './who/exceptions.js'
import type { PhraseSource } from './who/who.js'
import type { Repeat } from './sentence/repeats.js'

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
): ParseContext => ({ ...base, input: createInput(tokens, base.source) })

/** Everything that was read of a phrase except its date. */
export interface Phrase {
  readonly context: AskContext
  readonly parsing: ParseContext
  readonly sentence: Sentence
  /** All tokens, with those that were taken out. */
  readonly tokens: readonly Token[]
  /** Names found before the date was read. */
  readonly marks: readonly Mark[]
  /** "tom or sue": one of them is enough. */
  readonly isEither: boolean
  /** Who and which days are taken out of the question. */
  readonly exception: TakenException | null
  /** The weekdays that are meant, where they repeat. */
  readonly repeat: Repeat | null
  /** "both monday and tuesday": each of the days. */
  readonly isWhole: boolean
  /** "in at all next week": one of the days is enough. */
  readonly isAny: boolean
  readonly corrections: readonly Correction[]
  readonly remarks: readonly string[]
  /** As typed, after cleaning. */
  readonly clean: string
}

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

export const namesIn = (marks: readonly Mark[]): readonly Named[] => marks.flatMap(({ named }) => named ?? [])

export const isShared = ({ kind }: Named): boolean => kind === 'people' || kind === 'teams'

/** At most one team and one person, marked and bare ones together. */
export const fits = (names: readonly EndName[], { marked, joined }: ParseContext): boolean => {
  if (joined.length > 0) return names.length + marked.length === 0
  const kinds = [...marked, ...names.map(({ named }) => named)].map(kindOf)
  return new Set(kinds).size === kinds.length
}

const cutOnce = (cut: Cut, parsing: ParseContext): readonly Cut[] => {
  const { source, input } = parsing
  const { starts, ends } = edgesOf(parsing, cut)
  // "who is out, design, next week"
  const inner = { from: starts.at(-1)!, to: ends.at(-1)! }
  const places = starts.length + ends.length > 2 ? [cut, inner] : [cut]
  return places
    .flatMap(({ from, to }) => namesAtEnds(source, input.tokens, from, to))
    .map((name) => ({ from: name.from, to: name.to, names: [...cut.names, name] }))
    .filter((next) => fits(next.names, parsing))
}

/** The whole phrase, then without one bare name at an end, then without two: a word may rather be a date than a name. */
const cutsOf = function* (parsing: ParseContext): Generator<Cut> {
  const whole: Cut = { from: 0, to: parsing.input.tokens.length, names: [] }
  yield whole
  // "noel christmas" is Noel Christmas rather than Noel at Christmas.
  const once = cutOnce(whole, parsing).toSorted((a, b) => Number(a.from < a.to) - Number(b.from < b.to))
  yield* once
  for (const cut of once) yield* cutOnce(cut, parsing)
}

type WhenMatch = Match<When> & { readonly outcome: Outcome }

/** The reading of the tokens from one to before another, a valid one before a refusal. */
export const whenBetween = (parsing: ParseContext, from: number, to: number): WhenMatch | null => {
  const read = when(parsing.input, from)
    .filter(({ next }) => next === to)
    .map((match) => ({ ...match, outcome: readWhen(match.value, parsing.calendar) }))
  parsing.source.meter.steps += read.length
  return read.find(({ outcome }) => !isRefusal(outcome)) ?? read[0] ?? null
}

export const spanOf = (outcome: Outcome | null | undefined): Span | null =>
  outcome && !isRefusal(outcome) ? outcome.span : null

/** What some tokens mean as days. */
export const whenOf = (base: Omit<ParseContext, 'input'>, tokens: readonly Token[]): WhenMatch | null =>
  whenBetween(createParseContext(base, tokens), 0, tokens.length)

/** The end of a mark or a filler that begins at a token; without one, the token. */
const fillerEnd = ({ input, source }: ParseContext, { names }: Cut, at: number, to: number): number => {
  for (let next = Math.min(at + 3, to); next > at; next -= 1) {
    const words = input.tokens.slice(at, next).map(({ text }) => text)
    source.meter.steps += 1
    const filler = words.join(' ')
    // "design: next week", "next week - design"
    const isMark = [',', ':', ';'].includes(filler) || (filler === '-' && names.length > 0)
    if (isMark || vocabulary.fillers.includes(filler)) return next
  }
  return at
}

/** Where the rest may begin and end, skipping one filler after the other. */
const edgesOf = (parsing: ParseContext, cut: Cut) => {
  const [starts, ends] = [[cut.from], [cut.to]]
  const nextStart = (): number => fillerEnd(parsing, cut, starts.at(-1)!, cut.to)
  while (nextStart() > starts.at(-1)!) starts.push(nextStart())
  for (let at = cut.to - 1; at >= cut.from && fillerEnd(parsing, cut, at, at + 1) > at; at -= 1) ends.push(at)
  return { starts, ends }
}

/** Only words that introduce a date: "on", "for". */
const isUnfinished = ({ input }: ParseContext, { from, to }: Cut): boolean =>
  from < to &&
  input.entries.slice(from, to).every((entries) => entries.some(({ term }) => term.kind !== 'timeOfDay'))

/** Skips as few fillers as possible, because "in" before "2 weeks" has a meaning. */
const readCut = (parsing: ParseContext, cut: Cut): PhraseReading | null => {
  const { starts, ends } = edgesOf(parsing, cut)
  for (const from of starts)
    for (const to of ends) {
      const found = whenBetween(parsing, from, to)
      if (found) return { cut, outcome: found.outcome, from, to, trace: found.trace }
    }
  const isSpent = ends.at(-1)! <= starts.at(-1)!
  return isSpent && !isUnfinished(parsing, cut)
    ? { cut, outcome: null, from: cut.to, to: cut.to, trace: [] }
    : null
}

/** With a team, a name that several people share means the one in it: "is lena from design in". */
export const toldApart = <T extends { readonly named: Named | null }>(
  names: readonly T[],
  all: readonly Named[],
  { book }: PhraseSource,
): readonly T[] => {
  const team = teamIn(all)
  if (!team) return names
  return names.map((name) => ({ ...name, named: name.named && withinTeam(book, name.named, team) }))
}

/** Every way to read the whole phrase, the likeliest first. */
export const readingsOf = function* (parsing: ParseContext): Generator<PhraseReading> {
  for (const cut of cutsOf(parsing)) {
    parsing.source.meter.steps += 1
    const all = [...parsing.marked, ...cut.names.map(({ named }) => named)]
    const found = readCut(parsing, { ...cut, names: toldApart(cut.names, all, parsing.source) })
    if (found) yield found
  }
}

/** How days were said. */
export interface DaysSaid extends PhraseReading {
  readonly words: readonly string[]
  readonly isList: boolean
  /** "monday and tuesday" */
  readonly isAnd: boolean
  readonly isOr: boolean
  /** "since monday", "until friday", "after the 5th" */
  readonly isOpen: boolean
  /** What stands behind "since". */
  readonly since: Span | null
  readonly until: Span | null
}

export interface DatedPhrase extends Phrase {
  readonly said: DaysSaid
}

/** Whether words of a heading are anywhere in a phrase. */
export const createSays = (heading: string): ((phrase: Phrase) => boolean) => {
  const words = wordsBelow('days', heading)
  return ({ tokens, parsing: { source } }) =>
    tokens.some((_, at) => phraseAt(words, tokens, at, tokens.length, source.meter) !== null)
}
