import { onlyDay } from '../../calendar/day.js'
import type { Span } from '../../calendar/spans.js'
import type { AskQuery, Who } from '../query.js'
import type { HalfDay } from '../question.js'
import type { Sentence } from '../sentence/draft.js'
import { showSpan, spanWords } from '../show.js'
import { textForm, withAsks, withWho } from '../text-form.js'
import type { Misread } from './say.js'

/** Why what was read is not one question that can be answered, and what can be asked instead. */

export const noQuestion = (): Misread => ({
  reason: 'unknown_words',
  words: '',
  fact: 'That is not a question.',
  suggestions: [],
})

/** "is tom in on monday or tuesday": who is in is so on all of the days. Or another half of each of the days. */
export const oneDay = (query: AskQuery, halves: readonly (HalfDay | null)[]): Misread => ({
  reason: 'two_questions',
  words: '',
  fact: 'Ask about one of these days at a time.',
  suggestions: [
    { day: query.range.from, half: halves[0] ?? null },
    { day: query.range.to, half: halves.at(-1) ?? null },
  ].map(({ day, half }) => textForm({ ...query, range: onlyDay(day), ranges: [], half })),
})

export const oneTeam = (query: AskQuery): Misread => ({
  reason: 'several_teams',
  words: '',
  fact: 'Ask about one of these teams at a time.',
  suggestions: query.who.map((one) => textForm({ ...query, ...one, who: [one], quantity: 'all' })),
})

export const noEnd = (): Misread => ({
  reason: 'recurring',
  words: '',
  fact: 'Say of which days you mean them, for example of next week.',
  suggestions: [],
})

export const notPast = (span: Span, who: Who, { asks }: Sentence): Misread => ({
  reason: 'not_past',
  words: '',
  fact: `${showSpan(span)} is still to come.`,
  suggestions: [withAsks(asks, withWho(spanWords(span), who))],
})
