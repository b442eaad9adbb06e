import type { AskQuery } from '../query.js'
import type { ParseContext } from '../read.js'
import { withAsks, withWho } from '../text-form.js'
import { bareNameAt, wordsBetween } from '../who/who.js'
import { foreign } from '../words/foreign.js'
import type { Token } from '../words/lexer.js'
import { compilePhrases, compileWords, openPhrases, phraseAt, type PhraseTable } from '../words/phrases.js'
import { reservedWords } from '../words/reserved.js'
import { likelyDays, unknownHolidays } from '../words/unknown-holidays.js'
import { vocabulary } from '../words/vocabulary.js'
import { daysIn } from './chunks.js'
import type { Misread } from './refusal.js'
import { teamNames } from './suggestions.js'

/** Phrases that are recognized but have no answer. */

/** A phrase that was not understood, and how other words are read. */
export interface Unread {
  readonly parsing: ParseContext
  readonly tokens: readonly Token[]
  /** What other words ask on their own; null: nothing. */
  readonly ask: (words: string) => AskQuery | null
}

interface Found<T> {
  readonly value: T
  readonly from: number
  readonly to: number
}

/** Where the phrases of a table stand in the phrase. */
export const findAll = <T>(table: PhraseTable<T>, { tokens, parsing }: Unread): readonly Found<T>[] => {
  const found: Found<T>[] = []
  for (let at = 0; at < tokens.length;) {
    const match = phraseAt(table, tokens, at, tokens.length, parsing.source.meter)
    if (match) found.push({ value: match.value, from: at, to: match.next })
    at = match?.next ?? at + 1
  }
  return found
}

const typed = ({ tokens, parsing }: Unread, { from, to }: Found<unknown>): string =>
  wordsBetween(parsing.source, tokens[from]!, tokens[to - 1]!)

/** The phrase with other words in some places. */
export const replaced = ({ tokens, parsing }: Unread, found: readonly Found<string>[]): string => {
  const { characters } = parsing.source
  let [words, end] = ['', 0]
  for (const { from, to, value } of found) {
    words += characters.slice(end, tokens[from]!.start).join('') + value
    end = tokens[to - 1]!.end
  }
  return (words + characters.slice(end).join('')).trim()
}

export const digestFact =
  'Digests are set up with "/whosout digest" in Slack, or with "whosout digest" on the command line.'

const inRequests = openPhrases('requests')

/** Questions about something other than who is in or out. */
const others = compilePhrases<Misread>([
  [inRequests('digest'), { reason: 'other_command', fact: digestFact, suggestions: ['help'] }],
  [
    inRequests('allowance'),
    {
      reason: 'free_question',
      fact: 'I know who is out and when, but not how many days of leave anybody has left.',
      suggestions: ['me'],
    },
  ],
])

export const misreadOther = (unread: Unread): Misread | null => findAll(others, unread)[0]?.value ?? null

const maxTeams = 5

const teamLists = compileWords(inRequests('teams'))

/** "which teams are there" */
export const misreadTeamList = ({ tokens, parsing: { source } }: Unread): Misread | null => {
  const asked = phraseAt(teamLists, tokens, 0, tokens.length, source.meter)
  const teams = [...source.book.teams.values()]
  if (asked?.next !== tokens.length || teams.length === 0) return null
  return {
    reason: 'other_command',
    fact: `The teams are ${teamNames(source.book)}.`,
    suggestions: teams.slice(0, maxTeams).map((team) => withWho('', { team, person: null })),
  }
}

const rankings = compileWords(inRequests('ranking'))

/** "which team has most people out next week": how many of each team are. */
export const misreadRanking = (unread: Unread): Misread | null => {
  const { tokens, parsing } = unread
  if (findAll(rankings, unread).length === 0) return null
  const [days = ''] = daysIn(parsing)
  const asks = tokens.some(({ text }) => text === 'in' || text === 'working') ? 'in' : 'out'
  const isOfTeams = tokens.slice(0, 2).some(({ text }) => text === 'team' || text === 'teams')
  const teams = isOfTeams ? [...parsing.source.book.teams.values()].slice(0, maxTeams) : []
  const counts = teams.map((team) => withWho(`how many are ${asks} ${days}`.trim(), { team, person: null }))
  return {
    reason: 'free_question',
    fact: 'I can say who is out and how many, but I do not compare teams, people or days.',
    suggestions: counts.length > 0 ? counts : days === '' ? [] : [withAsks(asks, days)],
  }
}

/** Words that may precede a day but not a week. */
const leading: ReadonlySet<string> = new Set(['on', 'at', 'over', 'during', 'for', 'around'])

/** The phrase with other days instead of some words, keeping the person or team that was understood. */
const withOtherDays = (unread: Unread, match: Found<unknown>, days: readonly string[]): readonly string[] => {
  const before = unread.tokens[match.from - 1]
  const from = before?.kind === 'word' && leading.has(before.text) ? match.from - 1 : match.from
  return days
    .map((value) => replaced(unread, [{ ...match, from, value }]))
    .filter((words) => unread.ask(words))
}

const vague = compileWords(openPhrases('days')('vague'))

/** Words of time that name no specific day. */
export const misreadVague = (unread: Unread): Misread | null => {
  const { marked, joined } = unread.parsing
  const [first] = marked.length + joined.length > 0 ? [] : findAll(vague, unread)
  if (!first) return null
  const words = typed(unread, first)
  return {
    reason: 'unknown_words',
    words,
    fact: `"${words}" does not name a day.`,
    suggestions: withOtherDays(unread, first, ['next few days', 'this week', 'next week']),
  }
}

const holidays = compilePhrases<string | null>([...likelyDays, [unknownHolidays, null]])

export const misreadHoliday = (unread: Unread): Misread | null => {
  const [first] = findAll(holidays, unread)
  if (!first) return null
  const days = first.value === null ? ['this week', 'next week', 'next month'] : [first.value]
  return {
    reason: 'unknown_holiday',
    words: typed(unread, first),
    fact: "I don't know that holiday; give its date.",
    suggestions: withOtherDays(unread, first, days),
  }
}

/** The names among other words, as typed: "ist ana morgen da". */
const namesBeside = (
  { tokens, parsing: { source } }: Unread,
  found: readonly Found<string>[],
): readonly string[] => {
  const names: string[] = []
  for (let at = 0; at < tokens.length;) {
    const inside = found.find(({ from, to }) => from <= at && at < to)
    const name = inside || reservedWords.has(tokens[at]!.text) ? null : bareNameAt(source, tokens, at)
    if (name) names.push(wordsBetween(source, tokens[at]!, tokens[name.next - 1]!))
    at = inside?.to ?? name?.next ?? at + 1
  }
  return names
}

/** The phrase with English words of days, or those days with the names beside them. */
const withDays = (unread: Unread, found: readonly Found<string>[]): readonly string[] => {
  const whole = replaced(unread, found)
  if (unread.ask(whole)) return [whole]
  const names = namesBeside(unread, found)
  return found
    .flatMap(({ value }) => [[value, ...names].join(' '), value].find((words) => unread.ask(words)) ?? [])
    .slice(0, 3)
}

const recurring = compilePhrases([
  ...vocabulary.weekdays.map(([name = '']): [string, string] => [
    `{every,each,every other} ${name} | {,all ,on }${name}s`,
    name,
  ]),
  ['every day | each day | daily | every weekday | every working day', 'this week'],
  ['every week | each week | weekly | every other week', 'this week'],
  ['every month | each month | monthly', 'this month'],
  ['every year | each year | yearly | annually', 'this year'],
  ['weekends | every weekend | each weekend', 'weekend'],
])

/** "mondays", "every week": only one day or range can be asked for at a time. */
export const misreadRecurring = (unread: Unread): Misread | null => {
  const found = findAll(recurring, unread)
  if (found.length === 0) return null
  // Which of them, or how many, is not answered by one of them.
  const isOfDays = /^(?:which|what|how)$/u.test(unread.tokens[0]!.text)
  return {
    reason: 'recurring',
    words: typed(unread, found[0]!),
    fact: 'I can answer for one day or one range of days, but not for days that repeat.',
    suggestions: isOfDays ? [] : withDays(unread, found),
  }
}

const translations = compilePhrases(foreign)

const withoutAccents = (token: Token): Token =>
  token.kind === 'word' ? { ...token, text: token.text.normalize('NFD').replace(/\p{M}/gu, '') } : token

/** Common words of another language, with their English equivalents. */
export const misreadForeign = (unread: Unread): Misread | null => {
  const { teams, firstNames } = unread.parsing.source.book
  const tokens = unread.tokens.map(withoutAccents)
  const found = findAll(translations, { ...unread, tokens }).filter(({ from, to }) => {
    const { text } = unread.tokens[from]!
    return to > from + 1 || !(teams.has(text) || firstNames.has(text))
  })
  if (found.length === 0) return null
  return {
    reason: 'other_language',
    words: typed(unread, found[0]!),
    fact: 'I only understand English: tomorrow, next week, 17.12.',
    suggestions: withDays(unread, found),
  }
}
