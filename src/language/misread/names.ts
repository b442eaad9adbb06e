import { whoOf } from '../alternative.js'
import type { Who } from '../query.js'
import type { ParseContext } from '../read.js'
import type { Named } from '../who/names.js'
import { nearestNames } from '../who/nearest.js'
import type { Mark } from '../who/who.js'
import { daysOf, ofKind, wordsOf, type Chunk } from './chunks.js'
import { cutShort, type Misread } from './refusal.js'
import { apart, otherNames, say } from './suggestions.js'

/** Several teams, or several people, that were named without a word between them. */
export const refuseNames = (parsing: ParseContext, chunks: readonly Chunk[]): Misread | null => {
  const bare = ofKind(chunks, 'name')
  const all = [...parsing.marked, ...bare.map(({ named }) => named!)]
  const several = (isTeam: boolean): readonly Named[] =>
    all.filter(({ kind }) => (kind === 'team') === isTeam)
  const isTeams = several(true).length > 1
  const names = several(isTeams)
  if (names.length < 2) return null
  return {
    reason: isTeams ? 'several_teams' : 'unknown_words',
    ...(bare.length > 0 && { words: wordsOf(parsing, bare) }),
    fact: `Ask about one ${isTeams ? 'team' : 'person'} at a time.`,
    suggestions: names
      .flatMap((named) =>
        named.kind === 'people' ? apart(named.people, parsing.source.book).who : [whoOf([named])],
      )
      .slice(0, 4)
      .map((who) => say(parsing, daysOf(chunks)[0] ?? '', who)),
  }
}

/** A name that nobody has, or that several people share. `date` is what else was read, as words; it may be empty. */
export const misreadMark = (parsing: ParseContext, { named, words }: Mark, date: string): Misread => {
  const { book } = parsing.source
  const others = date === '' ? [] : [say(parsing, date), 'help']
  const offer = (who: readonly Who[]): readonly string[] =>
    who.length > 0 ? who.slice(0, 5).map((one) => say(parsing, date, one)) : others
  if (named?.kind === 'people') {
    const { who, areAll } = apart(named.people, book)
    // Where not even their teams differ, only the address tells people apart. The asker types it: it is never shown.
    const hint = areAll ? '' : ' Give the e-mail address of the one you mean.'
    const fact = `"${words}" is the name of several people.${hint}`
    return { reason: 'several_people', words, fact, suggestions: offer(who) }
  }
  if (named?.kind === 'teams') {
    const who = named.teams.map((team) => ({ team, person: null }))
    const fact = `"${words}" could be one of several teams.`
    return { reason: 'several_teams', words, fact, suggestions: offer(who) }
  }
  const near = nearestNames(book, words.replace(/^[@#]|^\p{L}+:/u, '').replaceAll('"', ''))
  const isAddress = /^[^@<].*@/u.test(words)
  return {
    reason: 'unknown_words',
    words: isAddress ? 'that address' : words,
    fact: isAddress
      ? 'No member has that e-mail address.'
      : `I cannot find "${cutShort(words)}".${otherNames(book, near)}`,
    suggestions: offer(near),
  }
}
