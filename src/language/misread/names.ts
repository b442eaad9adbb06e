import type { AskPerson } from '../context.js'
import type { ParseContext } from '../read.js'
import type { Chunk } from './chunks.js'
import { teamOf } from '../who/names.js'
import { didYouMean, nearestNames } from '../who/nearest.js'
import { cutShort, firstWhen, ofKind, say, stretch, wordsOf, type Misread } from './say.js'
import { everyTeam } from './suggestions.js'
import { vocabulary } from '../words/vocabulary.js'
import type { NameBook } from '../who/book.js'
import type { Who } from '../query.js'
import type { Mark } from '../who/who.js'

export const refuseNames = (parsing: ParseContext, chunks: readonly Chunk[]): Misread | null => {
  const names = ofKind(chunks, 'name')
  const teams = names.filter(({ named }) => named?.kind === 'team')
  const isTeams = teams.length + parsing.marked.filter(({ kind }) => kind === 'team').length > 1
  const people = names.filter(({ named }) => named?.kind !== 'team')
  const isPeople = people.length + parsing.marked.filter(({ kind }) => kind !== 'team').length > 1
  if (!isTeams && !isPeople) return null
  const when = firstWhen(chunks)[0] ?? ''
  const all = [...parsing.marked, ...names.flatMap(({ named }) => (named ? [named] : []))]
  return {
    reason: isTeams ? 'several_teams' : 'unknown_words',
    words: wordsOf(parsing, isTeams ? (teams.length > 1 ? stretch(chunks, teams) : chunks) : people),
    fact: isTeams ? 'Ask about one team at a time.' : 'Ask about one person at a time.',
    suggestions: all.slice(0, 4).flatMap((named) => {
      if (named.kind === 'team' && isTeams) return [say(parsing, when, { team: named.team, person: null })]
      return named.kind === 'person' && !isTeams
        ? [say(parsing, when, { team: null, person: named.person })]
        : []
    }),
  }
}

const maxSuggested = 5

/** Whether a Slack id or a full name is enough to name this person and nobody else. */
const isUnique = (person: AskPerson, { unique }: NameBook): boolean =>
  person.slackId !== undefined || unique.has(person)

/** The first people who can be named unambiguously, with their team where others have the same full name. */
export const apart = (people: readonly AskPerson[], { source: { book } }: ParseContext): readonly Who[] => {
  const found: Who[] = []
  for (const person of people) {
    if (isUnique(person, book)) found.push({ team: null, person })
    else if (book.uniqueInTeam.has(person)) found.push({ team: teamOf(book, person), person })
    if (found.length === maxSuggested) break
  }
  return found
}

const teamsOf = (people: readonly AskPerson[], { source: { book } }: ParseContext): readonly Who[] =>
  [...new Set(people.flatMap((person) => teamOf(book, person) ?? []))].map((team) => ({ team, person: null }))

/** Where not even their teams differ, only the address tells people apart. The asker types it: it is never shown. */
const sharedWords = (
  words: string,
  people: readonly AskPerson[],
  { source: { book } }: ParseContext,
): string => {
  const isAllApart = people.every((person) => isUnique(person, book) || book.uniqueInTeam.has(person))
  const hint = isAllApart ? '' : ' Give the e-mail address of the one you mean.'
  return `"${words}" is the name of several people.${hint}`
}

/** A name that nobody has, or that several people share. `date` is what else was read, as words; it may be empty. */
export const misreadMark = (parsing: ParseContext, { named, words }: Mark, date: string): Misread => {
  const sharing = named?.kind === 'people' ? named.people : []
  const people = apart(sharing, parsing)
  const teams = named?.kind === 'teams' ? named.teams : []
  const isMail = words.includes('@') && !words.startsWith('@') && !words.startsWith('<@')
  const bare = words.replace(/^[@#]|^\p{L}+:/u, '').replaceAll('"', '')
  const near: readonly Who[] = named ? [] : nearestNames(parsing.source.book, bare)
  const shared: readonly Who[] = [
    ...(people.length > 0 ? people : teamsOf(sharing, parsing)),
    ...teams.map((team) => ({ team, person: null })),
  ]
  const offered = (shared.length > 0 ? shared : near)
    .slice(0, maxSuggested)
    .map((who) => say(parsing, date, who))
  const meant = near.map(({ team, person }) => team?.name ?? (person && person !== 'me' ? person.name : ''))
  return {
    reason:
      named?.kind === 'people'
        ? 'several_people'
        : named?.kind === 'teams'
          ? 'several_teams'
          : 'unknown_words',
    words: isMail ? 'that address' : cutShort(words),
    fact: isMail
      ? 'No member has that e-mail address.'
      : named?.kind === 'people'
        ? sharedWords(words, named.people, parsing)
        : named?.kind === 'teams'
          ? `"${words}" could be one of several teams.`
          : `I cannot find "${cutShort(words)}".${meant.length > 0 ? didYouMean(meant) : ` ${everyTeam(parsing)}`}`,
    suggestions:
      offered.length > 0
        ? offered
        : date === ''
          ? vocabulary.examples
          : [say(parsing, date, { team: null, person: null }), ...vocabulary.examples.slice(-1)],
  }
}
