import type { Calendar } from '../../calendar/spans.js'
import type { AskTopic } from './language/sentences.js'
import { when } from './grammar/grammar.js'
import type { Token } from './language/lexer.js'
import { readWhen } from './meaning/meaning.js'
import { teamIn, withinTeam, type Named } from './who/names.js'
import { createInput, type Input, type Match, type RuleUse } from './grammar/parser.js'
import type { When } from './grammar/phrase.js'
import { isRefusal, type Outcome } from './misread/refusal.js'
import type { TermIndex } from './language/vocabulary.js'
import { peelLeft, peelRight, type Peel } from './who/peel.js'
import type { PhraseSource } from './who/who.js'

/** The tokens of one phrase, and the names that were already found and taken out. */
export interface Scene {
  readonly source: PhraseSource
  readonly index: TermIndex
  readonly calendar: Calendar
  readonly input: Input
  readonly marked: readonly Named[]
  /** Several people or teams that were named as a list; no other name may then be added. */
  readonly joined: readonly Named[]
  readonly asks: AskTopic
}

export const createScene = (base: Omit<Scene, 'input'>, tokens: readonly Token[]): Scene => ({
  ...base,
  input: createInput(tokens, base.index, base.source.meter),
})

/** One way to split a phrase into names at its ends and the rest, which should be a date. */
interface Cut {
  readonly from: number
  readonly to: number
  readonly peels: readonly Peel[]
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
const fits = (peels: readonly Peel[], { marked, joined }: Scene): boolean => {
  if (joined.length > 0) return peels.length === 0
  const kinds = [...marked, ...peels.map(({ named }) => named)].map(kindOf)
  return new Set(kinds).size === kinds.length
}

const peelOnce = (cut: Cut, scene: Scene): readonly Cut[] => {
  const { source, input } = scene
  const { fillers } = scene.index.vocabulary
  const peel = (from: number, to: number): readonly Peel[] => [
    ...peelLeft(source, input.tokens, from, to),
    ...peelRight(source, input.tokens, from, to),
  ]
  const inner = (words: readonly string[]): readonly Peel[] => {
    const from = beginnings(scene, cut, words).at(-1)!
    const to = endings(scene, cut, words).at(-1)!
    return from < to && (from > cut.from || to < cut.to) ? peel(from, to) : []
  }
  return [...peel(cut.from, cut.to), ...inner(fillers)]
    .map((found) => ({ from: found.from, to: found.to, peels: [...cut.peels, found] }))
    .filter((next) => fits(next.peels, scene))
}

/**
 * First the whole phrase, then without one bare name at either end, then without two, so that a date word takes
 * precedence over a name.
 */
const cutsOf = function* (scene: Scene): Generator<Cut> {
  const whole: Cut = { from: 0, to: scene.input.tokens.length, peels: [] }
  yield whole
  const found = peelOnce(whole, scene)
  // "noel christmas" is Noel Christmas rather than Noel at Christmas.
  const once = [...found.filter(({ from, to }) => from === to), ...found.filter(({ from, to }) => from < to)]
  yield* once
  for (const cut of once) yield* peelOnce(cut, scene)
}

type WhenMatch = Match<When> & { readonly outcome: Outcome }

/** All readings of the tokens from one to before another, valid ones before refusals. */
export const whenBetween = (
  scene: Scene,
  from: number,
  to: number,
): (Match<When> & { outcome: Outcome }) | null => {
  let refused: WhenMatch | null = null
  for (const match of when(scene.input, from)) {
    if (match.next !== to) continue
    scene.source.meter.steps += 1
    const read = { ...match, outcome: readWhen(match.value, scene.calendar) }
    if (!isRefusal(read.outcome)) return read
    refused ??= read
  }
  return refused
}

/**
 * The end of a filler that begins at a token. A filler of several words is never a name; a single word is not a filler
 * if someone is called that, even by first name: "is will out".
 */
const fillerFrom = (scene: Scene, at: number, to: number, fillers: readonly string[]): number | null => {
  const { tokens } = scene.input
  for (let length = Math.min(3, to - at); length >= 1; length -= 1) {
    const text = tokens.slice(at, at + length).map((token) => token.text)
    scene.source.meter.steps += 1
    if (!fillers.includes(text.join(' '))) continue
    return length === 1 && isName(scene, at) ? null : at + length
  }
  return null
}

const isName = ({ source, input }: Scene, at: number): boolean => {
  const { teams, fullNames, firstNames } = source.book
  return [teams, fullNames, firstNames].some((names) => names.has(input.tokens[at]!.text))
}

/** Marks between a name and a date: "design: next week", "next week - design". */
const marksBetween = ({ peels }: Cut): readonly string[] =>
  peels.length > 0 ? [',', ':', ';', '-'] : [',', ':', ';']

/** Where the rest may begin, skipping one filler after the other. */
const beginnings = (scene: Scene, cut: Cut, fillers: readonly string[]): readonly number[] => {
  const { from, to } = cut
  const punctuation = marksBetween(cut)
  const found = [from]
  for (let at = from; at < to;) {
    const next = punctuation.includes(scene.input.tokens[at]!.text)
      ? at + 1
      : fillerFrom(scene, at, to, fillers)
    if (next === null) break
    found.push(next)
    at = next
  }
  return found
}

const endings = (scene: Scene, cut: Cut, fillers: readonly string[]): readonly number[] => {
  const { from, to } = cut
  const punctuation = marksBetween(cut)
  const { tokens } = scene.input
  const found = [to]
  for (let at = to - 1; at >= from; at -= 1) {
    const { text } = tokens[at]!
    scene.source.meter.steps += 1
    if (!punctuation.includes(text) && (!fillers.includes(text) || isName(scene, at))) break
    found.push(at)
  }
  return found
}

/** Only words that introduce a date: "on", "for". */
const isUnfinished = ({ input }: Scene, { from, to }: Cut): boolean =>
  from < to &&
  input.entries.slice(from, to).every((entries) => entries.some(({ term }) => term.kind !== 'timeOfDay'))

/** Skips as few fillers as possible, because "in" before "2 weeks" has a meaning. */
const readCut = (scene: Scene, cut: Cut): PhraseReading | null => {
  const { fillers } = scene.index.vocabulary
  const starts = beginnings(scene, cut, fillers)
  const ends = endings(scene, cut, fillers)
  for (const from of starts) {
    const ways = new Set(when(scene.input, from).map(({ next }) => next))
    const to = ends.find((end) => end > from && ways.has(end))
    const found = to === undefined ? null : whenBetween(scene, from, to)
    if (found) return { cut, outcome: found.outcome, from, to: found.next, trace: found.trace }
  }
  const isSpent = ends.at(-1)! <= starts.at(-1)!
  return isSpent && !isUnfinished(scene, cut)
    ? { cut, outcome: null, from: cut.to, to: cut.to, trace: [] }
    : null
}

/** With a team, a name that several people share means the one in it. */
const toldApart = (cut: Cut, { source, marked }: Scene): Cut => {
  const team = teamIn([...marked, ...cut.peels.map(({ named }) => named)])
  if (!team) return cut
  const peels = cut.peels.map((peel) => ({ ...peel, named: withinTeam(source.book, peel.named, team) }))
  return { ...cut, peels }
}

/** Every way to read the whole phrase, the likeliest first. */
export const readingsOf = function* (scene: Scene): Generator<PhraseReading> {
  for (const cut of cutsOf(scene)) {
    scene.source.meter.steps += 1
    const found = readCut(scene, toldApart(cut, scene))
    if (found) yield found
  }
}
