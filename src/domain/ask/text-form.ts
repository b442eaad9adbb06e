import type { DayRange } from '../../calendar/day.js'
import type { AskPerson, AskTeam } from './context.js'
import type { AskTopic } from './language/sentences.js'
import { cleanText, escapeAmpersands } from './language/normalize.js'

/** Whom a question is about: a team, a person or both; everybody when neither is set. */
export interface Who {
  readonly team: AskTeam | null
  readonly person: AskPerson | 'me' | null
}

const quote = (name: string): string => `"${escapeAmpersands(cleanText(name)).replaceAll('"', '""')}"`

const personWords = (person: AskPerson | 'me'): string => {
  if (person === 'me') return 'me'
  return person.slackId === undefined ? `@${quote(person.name)}` : `<@${person.slackId}>`
}

/** `team:"Customer Success" <@U012AB3CD>`; empty for everybody. */
export const whoWords = ({ team, person }: Who): string =>
  [...(team ? [`team:${quote(team.name)}`] : []), ...(person ? [personWords(person)] : [])].join(' ')

export const withWho = (words: string, who: Who): string => [words, whoWords(who)].filter(Boolean).join(' ')

const askWords: Readonly<Record<AskTopic, string>> = {
  out: '',
  in: 'who is in',
  back: 'who is back',
  holidays: 'bank holidays',
}

/** Adds to the words whether they ask who is in, who returns or about bank holidays; "who is out" needs nothing. */
export const withAsks = (asks: AskTopic, words: string): string =>
  [askWords[asks], words].filter(Boolean).join(' ')

const rangeWords = ({ from, to }: DayRange): string => (from === to ? from : `${from}..${to}`)

/** What is asked, without how the answer begins. */
export interface AskQuestion {
  readonly asks: AskTopic
  readonly who: readonly Who[]
  readonly range: DayRange
  readonly ranges: readonly DayRange[]
}

/**
 * Words that ask the same again on any day: `FROM..TO team:"…" <@ID>`, or `@"full name"`, or `me`. Several subjects and
 * separate days are joined with "and". `range` is the range that was asked for, both days included.
 */
export const textForm = ({ asks, who, range, ranges }: AskQuestion): string => {
  const days = ranges.length > 0 ? ranges.map(rangeWords).join(' and ') : `${range.from}..${range.to}`
  const names = who.map(whoWords).filter(Boolean).join(' and ')
  return withAsks(asks, [days, names].filter(Boolean).join(' '))
}
