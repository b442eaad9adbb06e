import type { AskQuery } from '../query.js'
import type { ParseContext } from '../read.js'
import { withAsks, withWho } from '../text-form.js'
import { wordsBetween } from '../who/who.js'
import type { Token } from '../words/lexer.js'
import { likelyDays, unknownHolidays } from '../words/holidays.js'
import {
  compileHeadings,
  compilePhrases,
  compileWords,
  openPhrases,
  phraseAt,
  type PhraseTable,
} from '../words/phrases.js'
import { vocabulary } from '../words/vocabulary.js'
import { daysIn } from './chunks.js'
import type { Misread } from './refusal.js'
import { teamNames } from './suggestions.js'

/** Phrases that some words give away, and that have no answer. */

/** A phrase that was not understood, and how other words are read. */
export interface Misreading {
  readonly parsing: ParseContext
  readonly tokens: readonly Token[]
  /** What other words ask on their own; null: nothing. */
  readonly ask: (words: string) => AskQuery | null
}

/** Why a phrase has no answer; null: for another reason. */
export type Refuse = (unread: Misreading) => Misread | null

export interface KnownMatch<T> {
  readonly value: T
  readonly from: number
  readonly to: number
}

const plainText = ({ kind, text }: Token): string =>
  kind === 'word' ? text.normalize('NFD').replace(/\p{M}/gu, '') : text

/** Where the phrases of a table are in the phrase; a word that is a name is none of them. */
export const findAll = <T>(table: PhraseTable<T>, unread: Misreading): readonly KnownMatch<T>[] => {
  const { book, meter } = unread.parsing.source
  const tokens = unread.tokens.map((token) => ({ ...token, text: plainText(token) }))
  const found: KnownMatch<T>[] = []
  for (let at = 0; at < tokens.length;) {
    const match = phraseAt(table, tokens, at, tokens.length, meter)
    const next = match?.next ?? at + 1
    const { text } = unread.tokens[at]!
    const isName = next === at + 1 && (book.teams.has(text) || book.firstNames.has(text))
    if (match && !isName) found.push({ value: match.value, from: at, to: next })
    at = next
  }
  return found
}

/** The phrase with other words in some places. */
export const replaced = ({ tokens, parsing }: Misreading, found: readonly KnownMatch<string>[]): string => {
  const { characters } = parsing.source
  let [words, end] = ['', 0]
  for (const { from, to, value } of found) {
    words += characters.slice(end, tokens[from]!.start).join('') + value
    end = tokens[to - 1]!.end
  }
  return (words + characters.slice(end).join('')).trim()
}

/** What is said of a phrase with words of a table: `words` are the first of them, as typed. */
const refusing =
  <T>(
    table: PhraseTable<T>,
    misread: (
      unread: Misreading,
      found: readonly [KnownMatch<T>, ...KnownMatch<T>[]],
      words: string,
    ) => Misread,
  ): Refuse =>
  (unread) => {
    const [first, ...others] = findAll(table, unread)
    if (!first) return null
    const { tokens, parsing } = unread
    const words = wordsBetween(parsing.source, tokens[first.from]!, tokens[first.to - 1]!)
    return misread(unread, [first, ...others], words)
  }

const inRequests = openPhrases('requests')

const digestFact =
  'Digests are set up with "/whosout digest" in Slack, or with "whosout digest" on the command line.'

export const refuseDigest = refusing(compileWords(inRequests('digest')), () => ({
  reason: 'other_command',
  fact: digestFact,
  suggestions: ['help'],
}))

const maxTeams = 5
const teamLists = compileWords(inRequests('teams'))

/** "which teams are there" */
export const refuseTeamList: Refuse = ({ tokens, parsing: { source } }) => {
  const asked = phraseAt(teamLists, tokens, 0, tokens.length, source.meter)
  const teams = [...source.book.teams.values()]
  if (asked?.next !== tokens.length || teams.length === 0) return null
  return {
    reason: 'other_command',
    fact: `The teams are ${teamNames(source.book)}.`,
    suggestions: teams.slice(0, maxTeams).map((team) => withWho('', { team, person: null })),
  }
}

export const refuseAllowance = refusing(compileWords(inRequests('allowance')), () => ({
  reason: 'free_question',
  fact: 'I know who is out and when, but not how many days of leave anybody has left.',
  suggestions: ['me'],
}))

/** "which team has most people out next week": how many of each team are. */
export const refuseRanking = refusing(compileWords(inRequests('ranking')), ({ tokens, parsing }) => {
  const [days = ''] = daysIn(parsing)
  const asks = tokens.some(({ text }) => text === 'in' || text === 'working') ? 'in' : 'out'
  const isOfTeams = tokens.slice(0, 2).some(({ text }) => text === 'team' || text === 'teams')
  const teams = isOfTeams ? [...parsing.source.book.teams.values()].slice(0, maxTeams) : []
  const counts = teams.map((team) => withWho(`how many are ${asks} ${days}`.trim(), { team, person: null }))
  return {
    reason: 'free_question',
    fact: 'I can say who is out and how many, but I do not compare teams, people or days.',
    suggestions: counts.length > 0 || days === '' ? counts : [withAsks(asks, days)],
  }
})

/** Words that may precede a day but not a week. */
const leading: ReadonlySet<string> = new Set(['on', 'at', 'over', 'during', 'for', 'around'])

/** The phrase with other days instead of some words, keeping the person or team that was understood. */
const withOtherDays = (
  unread: Misreading,
  match: KnownMatch<unknown>,
  days: readonly string[],
): readonly string[] => {
  const before = unread.tokens[match.from - 1]
  const from = before?.kind === 'word' && leading.has(before.text) ? match.from - 1 : match.from
  return days
    .map((value) => replaced(unread, [{ ...match, from, value }]))
    .filter((words) => unread.ask(words))
}

const vague = refusing(compileWords(openPhrases('days')('vague')), (unread, [first], words) => ({
  reason: 'unknown_words',
  words,
  fact: `"${words}" does not name a day.`,
  suggestions: withOtherDays(unread, first, ['next few days', 'this week', 'next week']),
}))

/** Words of time that name no specific day, of everybody. */
export const refuseVague: Refuse = (unread) =>
  unread.parsing.marked.length + unread.parsing.joined.length > 0 ? null : vague(unread)

export const refuseHoliday = refusing(
  compilePhrases<string | null>([...likelyDays, [unknownHolidays, null]]),
  (unread, [first], words) => ({
    reason: 'unknown_holiday',
    words,
    fact: "I don't know that holiday; give its date.",
    suggestions: withOtherDays(
      unread,
      first,
      first.value === null ? ['this week', 'next week', 'next month'] : [first.value],
    ),
  }),
)

/** The phrase with English words of days; otherwise those days alone. */
const withDays = (unread: Misreading, found: readonly KnownMatch<string>[]): readonly string[] => {
  const whole = replaced(unread, found)
  return unread.ask(whole) ? [whole] : found.map(({ value }) => value).slice(0, 3)
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
export const refuseRecurring = refusing(recurring, (unread, found, words) => ({
  reason: 'recurring',
  words,
  fact: 'I can answer for one day or one range of days, but not for days that repeat.',
  // Which of them, or how many, is not answered by one of them.
  suggestions: /^(?:which|what|how)$/u.test(unread.tokens[0]!.text) ? [] : withDays(unread, found),
}))

/** Common words of another language, with their English equivalents. */
export const refuseForeign = refusing(compileHeadings('foreign'), (unread, found, words) => ({
  reason: 'other_language',
  words,
  fact: 'I only understand English: tomorrow, next week, 17.12.',
  suggestions: withDays(unread, found),
}))
