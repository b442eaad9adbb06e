import { dayNumber, type Day, type DayRange } from '../day.js'
import type { Correction, Explanation, Misunderstanding, Query, RuleReading } from './query.js'
import type { Reason } from './refusal.js'
import { showSpan } from './show.js'

/** The objects of `whosout understand --json`. The order of the properties is the order in which they are written. */
export type AskJson =
  | {
      readonly phrase: string
      readonly from: Day
      readonly to: Day
      readonly clipped_from: Day | null
      readonly clipped_to: Day | null
      readonly team: string | null
      readonly person: string | null
      readonly notes: readonly string[]
      readonly alternative: string | null
    }
  | { readonly phrase: string; readonly action: 'help' }
  | {
      readonly phrase: string
      readonly misunderstood: string
      readonly reason: Reason
      readonly suggestions: readonly string[]
    }

const showRange = ({ from, to }: DayRange): string => showSpan({ from: dayNumber(from), to: dayNumber(to) })

const correctionNote = ({ typed, read }: Correction): string => `I read "${typed}" as "${read}".`

const personName = ({ person }: Query): string | null =>
  person === null || person === 'me' ? person : person.name

/** What a reader should know besides the dates: sentences, quoting what was typed. */
export const queryNotes = (query: Query): readonly string[] => {
  const { corrections, clipped, range, alternative } = query
  return [
    ...corrections.map(correctionNote),
    ...(clipped ? [`90 days at a time: you asked for ${showRange(range)}.`] : []),
    ...(alternative === null ? [] : [`Read as ${showRange(range)}. The other reading: ${alternative}`]),
  ]
}

const queryJson = (phrase: string, query: Query): AskJson => ({
  phrase,
  from: query.range.from,
  to: query.range.to,
  clipped_from: query.clipped?.from ?? null,
  clipped_to: query.clipped?.to ?? null,
  team: query.team?.name ?? null,
  person: personName(query),
  notes: queryNotes(query),
  alternative: query.alternative,
})

export const askJson = (phrase: string, { ask }: Explanation): AskJson => {
  if (ask.kind === 'query') return queryJson(phrase, ask.query)
  if (ask.kind === 'help') return { phrase, action: 'help' }
  const { words, reason, suggestions } = ask.misunderstanding
  return { phrase, misunderstood: words, reason, suggestions }
}

const queryLines = (query: Query): readonly string[] => {
  const shown = query.clipped ?? query.range
  const person = personName(query)
  return [
    showRange(shown),
    ...(query.team ? [`  team: ${query.team.name}`] : []),
    ...(person === null ? [] : [`  person: ${person}`]),
    ...queryNotes(query).map((note) => `  ${note}`),
  ]
}

const misunderstandingLines = ({ message, reason, suggestions }: Misunderstanding): readonly string[] => [
  `Not understood (${reason}): ${message}`,
  ...suggestions.map((suggestion) => `  try: ${suggestion}`),
]

/** For people in a terminal. The first line answers, the ones below it are indented. */
export const askLines = ({ ask }: Explanation): readonly string[] => {
  if (ask.kind === 'help')
    return ['Help: today, next week, 24 dec - 2 jan, design next month, until friday, @ana']
  return ask.kind === 'query' ? queryLines(ask.query) : misunderstandingLines(ask.misunderstanding)
}

/** Which rule read which words. */
export const ruleLines = (rules: readonly RuleReading[]): readonly string[] =>
  rules.map(({ rule, words }) => `  ${rule}: ${words}`)
