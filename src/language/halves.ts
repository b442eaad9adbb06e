import type { Span } from '../calendar/spans.js'
import type { DatedPhrase } from './asked-days.js'
import type { HalfDay } from './question.js'

const now = /\b(?:now|currently|at the moment|atm|rn|already)\b/iu

/** "who is in now", "sue here?": about the running half of today. */
const isOfRunningHalf = (
  { clean, parsing: { calendar }, sentence, said: { outcome } }: DatedPhrase,
  spans: readonly Span[],
): boolean => {
  const isIn = sentence.state === 'in' && sentence.isStated
  const isNow = isIn || (sentence.asked_for === 'whether' && sentence.subject === 'name')
  const isToday = outcome === null || spans.every(({ from, to }) => from === to && to === calendar.today)
  return isNow && isToday && (now.test(clean) || (isIn && outcome === null && /\bhere\b/iu.test(clean)))
}

const half = /\b(?:morning|afternoon)\b/u

export const saysHalf = ({ said }: DatedPhrase): boolean => said.words.some((word) => half.test(word))

/** "friday morning": the half that is meant, or those that are named with each of the days; none: no half is. */
export const halvesOf = (phrase: DatedPhrase, spans: readonly Span[]): readonly (HalfDay | null)[] => {
  const { said, parsing } = phrase
  if (parsing.half !== null && isOfRunningHalf(phrase, spans)) return [parsing.half]
  const words = said.words.join(' ')
  const items = said.isList ? words.split(/ (?:and|or|,|&)(?: |$)/u) : [words]
  const halves = items.map((item) => (half.exec(item)?.[0] ?? null) as HalfDay | null)
  const [one, ...others] = halves.filter((found) => found !== null)
  if (one === undefined) return []
  // "the 11th and 12th pm", "the afternoon of the 24th and 31st": that half of each.
  const isOfAll = others.length === 0 && (halves.at(-1) === one || /^(?:the )?\w+ of\b/u.test(items[0]!))
  return isOfAll ? [one] : halves
}
