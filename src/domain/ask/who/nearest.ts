import { looseKey, type NameBook } from './book.js'
import { editDistance } from '../language/spelling.js'
import type { Who } from '../text-form.js'

/** Names that somebody who mistyped one may have meant. */

const mostOffered = 3

const shortestKin = 5

/** "engineers" and "engineering", "jeanluc" and "jean luc": the same but for their ends. */
const isKin = (typed: string, key: string): boolean =>
  typed.length >= shortestKin &&
  key.length >= shortestKin &&
  (key.startsWith(typed.slice(0, Math.max(shortestKin, typed.length - 2))) || typed.startsWith(key))

/** The people and teams whose name, or a part of it, is nearest to the words: within one edit, or two from five letters on. */
export const nearestNames = (book: NameBook, words: string): readonly Who[] => {
  const typed = looseKey(words)
  if (typed.length < 3) return []
  const limit = typed.length < 5 ? 1 : 2
  const found = new Map<string, { who: Who; distance: number }>()
  const offer = (key: string, who: Who): void => {
    const distance = isKin(typed, key) ? limit : editDistance(typed, key, limit)
    const id = who.team
      ? `team ${who.team.name}`
      : `person ${looseKey(who.person && who.person !== 'me' ? who.person.name : '')}`
    const known = found.get(id)
    if (distance <= limit && (!known || distance < known.distance)) found.set(id, { who, distance })
  }
  for (const [key, team] of book.sortedTeams) offer(key, { team, person: null })
  for (const names of [book.firstNames, book.looseNames, book.surnames])
    for (const [key, people] of names)
      if (Math.abs(key.length - typed.length) <= limit || isKin(typed, key))
        for (const person of people.slice(0, mostOffered)) offer(key, { team: null, person })
  return [...found.values()]
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostOffered)
    .map(({ who }) => who)
}

/** " Did you mean Ana Ruiz?", or nothing. */
export const didYouMean = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`
