import { phraseAt } from '../words/phrases.js'
import * as phrases from '../words/sentences.js'
import { findAll, type Misreading } from './known.js'
import { cutShort, type Misread } from './say.js'
import { withAsks, withWho } from '../text-form.js'
import { bareNameAt, wordsBetween, type PhraseSource } from '../who/who.js'
import { reservedWords } from '../words/reserved.js'
import { daysIn } from './misread.js'
import { misreadMark } from './names.js'
import { teamNames } from './suggestions.js'

/**
 * Questions about something other than who is in or out, recognized so that people can be pointed to the right place.
 */

export const digestFact =
  'Digests are set up with "/whosout digest" in Slack, or with "whosout digest" on the command line.'

const whole = ({ characters }: PhraseSource): string => cutShort(characters.join(''))

export const misreadDigest = ({ source, tokens }: Misreading): Misread | null =>
  (findAll(phrases.digestWords, tokens, source)[0] ?? null) && {
    reason: 'other_command',
    words: whole(source),
    fact: digestFact,
    suggestions: ['help'],
  }

const maxSuggested = 5

/** "which teams are there" */
export const misreadTeamList = ({ source, tokens }: Misreading): Misread | null => {
  if (phraseAt(phrases.teamLists, tokens, 0, tokens.length, source.meter)?.next !== tokens.length) return null
  const teams = [...source.book.teams.values()]
  if (tokens.length === 0 || teams.length === 0) return null
  return {
    reason: 'other_command',
    words: whole(source),
    fact: `The teams are ${teamNames(source.book)}.`,
    suggestions: teams.slice(0, maxSuggested).map((team) => withWho('', { team, person: null })),
  }
}

/** "how many vacation days do i have left" */
export const misreadAllowance = ({ source, tokens }: Misreading): Misread | null =>
  (findAll(phrases.allowances, tokens, source)[0] ?? null) && {
    reason: 'free_question',
    words: whole(source),
    fact: 'I know who is out and when, but not how many days of leave anybody has left.',
    suggestions: ['me'],
  }

/** "which team has most people out next week": how many of each team are. */
export const misreadRanking = ({ source, tokens, parsing }: Misreading): Misread | null => {
  if (findAll(phrases.rankings, tokens, source).length === 0) return null
  const [days = ''] = daysIn(parsing)
  const isIn = tokens.some(({ text }) => text === 'in' || text === 'working')
  const isOfTeams = tokens.slice(0, 2).some(({ text }) => text === 'team' || text === 'teams')
  const teams = isOfTeams ? [...source.book.teams.values()].slice(0, maxSuggested) : []
  const counts = teams.map((team) =>
    withWho(`how many are ${isIn ? 'in' : 'out'} ${days}`.trim(), { team, person: null }),
  )
  return {
    reason: 'free_question',
    words: whole(source),
    fact: 'I can say who is out and how many, but I do not compare teams, people or days.',
    suggestions: counts.length > 0 ? counts : days === '' ? [] : [withAsks(isIn ? 'in' : 'out', days)],
  }
}

/** In tokens. */
const maxNameLength = 3

/** "everyone except desgn tomorrow": the same question without a name that is like it. */
export const misreadException = ({ source, parsing, tokens, ask }: Misreading): Misread | null => {
  const [found] = findAll(phrases.exceptions, tokens, source)
  const behind = found ? tokens.slice(found.to, found.to + maxNameLength) : []
  const length = behind.findIndex(({ kind, text }) => kind !== 'word' || reservedWords.has(text))
  const name = length < 0 ? behind : behind.slice(0, length)
  if (!found || name.length === 0 || bareNameAt(source, tokens, found.to)) return null
  const words = wordsBetween(source, name[0]!, name.at(-1)!)
  const misread = misreadMark(
    { ...parsing, asks: 'out', marked: [] },
    { named: null, words, rule: 'name' },
    '',
  )
  const { characters } = source
  const [before, after] = [
    characters.slice(0, tokens[found.from]!.start).join(''),
    characters.slice(name.at(-1)!.end).join(''),
  ]
  const suggestions = misread.suggestions
    .map((one) => `${before.trim()} ${after.trim()}`.trim() + ` except ${one}`)
    .filter((one) => {
      const read = ask(one)
      return read.kind === 'query' && read.query.except.length > 0
    })
  // "besides the people on sick leave" is no name.
  const isName = !name.some(({ text }) => text === 'people' || text === 'those')
  return { ...misread, suggestions: isName && suggestions.length > 0 ? suggestions : ['help'] }
}

const joints = /\s*(?:[,;]|\s(?:and|then|also|plus)\s)\s*/iu
const maxParts = 4

/** "design tomorrow, engineering friday": questions with different days. */
export const misreadParts = ({ source, ask }: Misreading): Misread | null => {
  const text = source.characters.join('')
  const isDated = (words: string): boolean => {
    const read = ask(words)
    return read.kind === 'query' && read.query.isDated
  }
  const parts = text.split(joints).filter((part) => part !== '')
  if (parts.length < 2 || parts.length > maxParts || !parts.every(isDated)) return null
  return {
    reason: 'two_questions',
    words: cutShort(text),
    fact: 'That is more than one question. Ask one at a time.',
    suggestions: parts,
  }
}
