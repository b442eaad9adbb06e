import type { DayRange } from '../day.js'
import type { AskPerson, AskTeam } from './context.js'
import { cleanText, escapeAmpersands } from './normalize.js'

/** Who is asked about: of a team, a person, or both; neither is everybody. */
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

/**
 * The words that ask the same again, on whatever day: `FROM..TO team:"…" <@ID>`, or `@"full name"`, or `me`.
 * `range` is what was asked, both days included.
 */
export const textForm = ({ range, ...who }: Who & { readonly range: DayRange }): string =>
  withWho(`${range.from}..${range.to}`, who)
