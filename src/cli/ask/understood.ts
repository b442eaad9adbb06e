import { dayNumber, type DayRange } from '../../calendar/day.js'
import { maxRangeDays } from '../../calendar/period.js'
import { showSpan } from '../../calendar/spans.js'
import type { AskContext, AskPerson } from '../../language/context.js'
import type { AskQuery, Explanation, Misunderstanding, RuleReading, Who } from '../../language/query.js'
import type { AskTopic } from '../../language/words/sentences.js'

/** What `whosout understand` prints of a phrase. */

const showRange = ({ from, to }: DayRange): string => showSpan({ from: dayNumber(from), to: dayNumber(to) })

/** The part of a long range that a list shows; the days of people are looked at whole. */
const clippedList = ({ clipped, who }: AskQuery): DayRange | null =>
  who.every(({ person }) => person) ? null : clipped

/** Sentences that a reader should see besides the dates. They quote what was typed. */
export const queryNotes = (query: AskQuery): readonly string[] => {
  const { corrections, remarks, range, alternative } = query
  const clipped = clippedList(query)
  return [
    ...corrections.map(({ typed, read }) => `I read "${typed}" as "${read}".`),
    ...remarks,
    ...(clipped ? [`${maxRangeDays} days are shown at a time: you asked for ${showRange(range)}.`] : []),
    ...(alternative === null ? [] : [`Read as ${showRange(range)}. It could also mean: ${alternative}`]),
  ]
}

/** A person's name; the asker's own name, if known. */
const nameOf = (person: Who['person'], asker: AskPerson | undefined): string | null =>
  person === 'me' ? (asker?.name ?? 'me') : (person?.name ?? null)

const teamsOf = (who: AskQuery['who']): readonly string[] => [
  ...new Set(who.flatMap(({ team }) => (team ? [team.name] : []))),
]

const peopleOf = (who: AskQuery['who'], asker: AskPerson | undefined): readonly string[] => [
  ...new Set(who.flatMap(({ person }) => nameOf(person, asker) ?? [])),
]

const queryJson = (phrase: string, query: AskQuery, asker: AskPerson | undefined) => ({
  phrase,
  from: query.range.from,
  to: query.range.to,
  clipped_from: clippedList(query)?.from ?? null,
  clipped_to: clippedList(query)?.to ?? null,
  team: query.team?.name ?? null,
  person: nameOf(query.person, asker),
  notes: queryNotes(query),
  alternative: query.alternative,
  asks: query.asks,
  teams: teamsOf(query.who),
  people: peopleOf(query.who, asker),
  ask: query.asked_for,
  quantity: query.quantity,
  kind: query.kind,
  except: {
    teams: teamsOf(query.except),
    people: peopleOf(query.except, asker),
    days: [...query.exceptDays, ...query.notDays],
  },
  ...(query.ranges.length > 0 ? { ranges: query.ranges } : {}),
})

/** An object of `whosout understand --json`, its properties in the order in which they are written. */
export const askJson = (phrase: string, { ask }: Explanation, { asker }: Pick<AskContext, 'asker'>) => {
  if (ask.kind === 'query') return queryJson(phrase, ask.query, asker)
  if (ask.kind === 'help') return { phrase, action: 'help' }
  const { words, reason, suggestions } = ask.misunderstanding
  return { phrase, misunderstood: words, reason, suggestions }
}

const asksWords: Readonly<Record<AskTopic, readonly string[]>> = {
  out: [],
  in: ['  asks: who is in'],
  back: ['  asks: who is back'],
  holidays: ['  asks: which days are bank holidays'],
}

const queryLines = (query: AskQuery, asker: AskPerson | undefined): readonly string[] => {
  const { range, ranges, asks } = query
  const clipped = clippedList(query)
  const [teams, people] = [teamsOf(query.who), peopleOf(query.who, asker)]
  const except = [...teamsOf(query.except), ...peopleOf(query.except, asker)]
  return [
    ranges.length > 0 ? ranges.map(showRange).join(', ') : showRange(clipped ?? range),
    ...asksWords[asks],
    ...(teams.length > 0 ? [`  team: ${teams.join(', ')}`] : []),
    ...(people.length > 0 ? [`  person: ${people.join(', ')}`] : []),
    ...(except.length > 0 ? [`  except: ${except.join(', ')}`] : []),
    ...(query.kind === null ? [] : [`  only: ${query.kind}`]),
    ...queryNotes(query).map((note) => `  ${note}`),
  ]
}

const misunderstandingLines = ({ message, reason, suggestions }: Misunderstanding): readonly string[] => [
  `Not understood (${reason}): ${message}`,
  ...suggestions.map((suggestion) => `  try: ${suggestion}`),
]

/** For people at a terminal. The first line is the answer; the others are indented. */
export const askLines = ({ ask }: Explanation, { asker }: Pick<AskContext, 'asker'>): readonly string[] => {
  if (ask.kind === 'help')
    return ['Help: today, next week, 24 dec - 2 jan, design next month, until friday, @ana']
  return ask.kind === 'query' ? queryLines(ask.query, asker) : misunderstandingLines(ask.misunderstanding)
}

/** Which rule read which words. */
export const ruleLines = (rules: readonly RuleReading[]): readonly string[] =>
  rules.map(({ rule, words }) => `  ${rule}: ${words}`)
