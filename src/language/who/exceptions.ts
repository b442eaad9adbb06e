import { compileWords, phraseAt } from '../words/phrases.js'
import * as words from '../words/sentences.js'
import type { Token } from '../words/lexer.js'
import { namesFrom, type KindOfDate } from './lists.js'
import type { Mark, Marks, PhraseSource } from './who.js'

const exceptions = compileWords(words.exceptions)
const exceptionsOfAll = compileWords(words.exceptionsOfAll)
const everyones = compileWords(words.everyones)

/** "except design and ana", "but not friday", taken out of a phrase. */
export interface TakenException {
  /** Names that were taken out; empty where days were. */
  readonly marks: readonly Mark[]
  /** The tokens of days that were taken out; empty where names were. */
  readonly days: readonly Token[]
  /** What the phrase asks without it. */
  readonly tokens: readonly Token[]
}

/** In tokens. */
const maxDateLength = 8

/** The end of the longest date that begins here. */
const dateFrom = (
  tokens: readonly Token[],
  from: number,
  isDate: (tokens: readonly Token[]) => boolean,
): number | null => {
  for (let to = Math.min(tokens.length, from + maxDateLength); to > from; to -= 1)
    if (isDate(tokens.slice(from, to))) return to
  return null
}

/** Null where nothing is taken out, or what is taken out is neither a name nor a day. */
export const takeException = (
  source: PhraseSource,
  tokens: readonly Token[],
  marks: Marks,
  isDate: (tokens: readonly Token[]) => boolean,
  kindOfDate: KindOfDate,
): TakenException | null => {
  for (let at = 1; at < tokens.length; at += 1) {
    const ofAll = phraseAt(everyones, tokens, at - 1, at, source.meter)
    const found =
      phraseAt(exceptions, tokens, at, tokens.length, source.meter) ??
      (ofAll && phraseAt(exceptionsOfAll, tokens, at, tokens.length, source.meter))
    if (!found) continue
    const from = ['on', 'in', 'for', 'the'].includes(tokens[found.next]?.text ?? '')
      ? found.next + 1
      : found.next
    const isDay = kindOfDate(tokens[from]?.text ?? '') === 'weekday'
    const names = isDay ? null : namesFrom(source, tokens, marks, found.next)
    const end = names?.next ?? dateFrom(tokens, from, isDate)
    if (end === null) return null
    const before = tokens.slice(0, tokens[at - 1]?.text === ',' ? at - 1 : at)
    return {
      marks: names?.marks ?? [],
      days: names ? [] : tokens.slice(from, end),
      tokens: [...before, ...tokens.slice(end)],
    }
  }
  return null
}
