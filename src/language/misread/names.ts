import { whoOf } from '../alternative.js'
import type { AskPerson } from '../context.js'
import type { Who } from '../query.js'
import type { ParseContext } from '../read.js'
import type { NameBook } from '../who/book.js'
import { teamOf, type Mark, type Named } from '../who/names.js'
import { nearestNames } from '../who/nearest.js'
import { daysOf, ofKind, wordsOf, type Chunk } from './chunks.js'
import { cutShort, type Misread } from './refusal.js'
import { otherNames, say } from './suggestions.js'

/** Several teams, or several people, that were named without a word between them. */
export const refuseNames = (parsing: ParseContext, chunks: readonly Chunk[]): Misread | null => {
  const found = ofKind(chunks, 'name')
  const all = [...parsing.marked, ...found.map(({ named }) => named!)]
  const several = (isTeam: boolean): readonly Named[] =>
    all.filter(({ kind }) => (kind === 'team') === isTeam)
  const isTeams = several(true).length > 1
  const names = several(isTeams)
  if (names.length < 2) return null
  const bare = found.filter(({ named }) => names.includes(named!))
  return {
    reason: isTeams ? 'several_teams' : 'unknown_words',
    ...(bare.length > 0 && { words: wordsOf(parsing, bare) }),
    fact: `Ask about one ${isTeams ? 'team' : 'person'} at a time.`,
    suggestions: names
      .filter(({ kind }) => kind === 'team' || kind === 'person')
      .slice(0, 4)
      .map((named) => say(parsing, daysOf(chunks)[0] ?? '', whoOf([named]))),
  }
}

const maxSuggested = 5

/** Whether a Slack id or a full name is enough to name this person and nobody else. */
const isUnique = (person: AskPerson, { apart: known }: NameBook): boolean =>
  person.slackId !== undefined || known.get(person) === null

const isApart = (person: AskPerson, book: NameBook): boolean =>
  isUnique(person, book) || book.apart.has(person)

/** The first people who can be named unambiguously, with their team where others have the same full name. */
export const apart = (people: readonly AskPerson[], book: NameBook): readonly Who[] =>
  people
    .filter((person) => isApart(person, book))
    .slice(0, maxSuggested)
    .map((person) => ({ team: isUnique(person, book) ? null : teamOf(book, person), person }))

interface Unclear extends Pick<Misread, 'reason' | 'fact' | 'words'> {
  /** Who may be meant. */
  readonly who: readonly Who[]
}

const unclearMark = ({ source: { book } }: ParseContext, { named, words }: Mark): Unclear => {
  if (named?.kind === 'people') {
    const { people } = named
    const found = apart(people, book)
    const teams = new Set(people.flatMap((person) => teamOf(book, person) ?? []))
    // Where not even their teams differ, only the address tells people apart. The asker types it: it is never shown.
    const hint = people.every((person) => isApart(person, book))
      ? ''
      : ' Give the e-mail address of the one you mean.'
    return {
      reason: 'several_people',
      words,
      fact: `"${words}" is the name of several people.${hint}`,
      who: found.length > 0 ? found : [...teams].map((team) => ({ team, person: null })),
    }
  }
  if (named?.kind === 'teams')
    return {
      reason: 'several_teams',
      words,
      fact: `"${words}" could be one of several teams.`,
      who: named.teams.map((team) => ({ team, person: null })),
    }
  const near = nearestNames(book, words.replace(/^[@#]|^\p{L}+:/u, '').replaceAll('"', ''))
  return /^[^@<].*@/u.test(words)
    ? {
        reason: 'unknown_words',
        words: 'that address',
        fact: 'No member has that e-mail address.',
        who: near,
      }
    : {
        reason: 'unknown_words',
        words,
        fact: `I cannot find "${cutShort(words)}".${otherNames(book, near)}`,
        who: near,
      }
}

/** A name that nobody has, or that several people share. `date` is what else was read, as words; it may be empty. */
export const misreadMark = (parsing: ParseContext, mark: Mark, date: string): Misread => {
  const { who, ...unclear } = unclearMark(parsing, mark)
  const offered = who.slice(0, maxSuggested).map((one) => say(parsing, date, one))
  const others = date === '' ? [] : [say(parsing, date), 'help']
  return { ...unclear, suggestions: offered.length > 0 ? offered : others }
}
