import { nameOf } from '../alternative.js'
import type { AskPerson } from '../context.js'
import { looseKey, type NameBook } from './book.js'
import { editDistance } from '../edit-distance.js'
import type { Who } from '../query.js'

/** Names that someone who mistyped one may have meant. */

const maxOffered = 3

const minKinLength = 5

/** "engineers" and "engineering", "jeanluc" and "jean luc": the same except for the ending or blanks. */
const isKin = (typed: string, key: string): boolean =>
  Math.min(typed.length, key.length) >= minKinLength &&
  (key.startsWith(typed.slice(0, Math.max(minKinLength, typed.length - 2))) || typed.startsWith(key))

const ofTeam = (team: Who['team']): Who => ({ team, person: null })
const ofPerson = (person: AskPerson): Who => ({ team: null, person })

/** The people whose initials the letters are, "ar" for Ana Ruiz, and the teams that they abbreviate. */
const byLetters = (book: NameBook, typed: string): readonly Who[] => {
  if (!/^[\p{L}\p{N}]{2,4}$/u.test(typed)) return []
  const initials = new RegExp(`^${[...typed].join('\\S* ')}\\S*$`, 'u')
  const people = new Set<AskPerson>()
  for (const [key, [person]] of book.looseNames) if (person && initials.test(key)) people.add(person)
  // "ops" for Operations, "rnd" for R&D: the letters in their order, with the first and the last.
  const letters = new RegExp(`^${[...typed].join('.*')}$`, 'u')
  const isMeant = (key: string): boolean => {
    const words = key.replaceAll('&', 'and').split(/[ +/]+/u)
    return [...words, words.join('')].some((word) => word !== typed && letters.test(word))
  }
  const teams = typed.length < 3 ? [] : book.sortedTeams.filter(([key]) => isMeant(key))
  return [...[...people].map(ofPerson), ...teams.map(([, team]) => ofTeam(team))].slice(0, maxOffered)
}

const lettersOf = (word: string): string => [...word].sort().join('')

/**
 * How far the words are from a name that may have been meant: one edit, or two for five letters or more with the same
 * beginning. In three letters a different one makes a different name, "ana" and "äsa".
 */
const distanceTo = (typed: string, key: string): number | null => {
  const limit = typed.length >= minKinLength && typed[0] === key[0] ? 2 : 1
  if (isKin(typed, key)) return 2
  const distance = editDistance(typed, key, limit)
  const isOther = typed.length === 3 && key.length === 3 && lettersOf(typed) !== lettersOf(key)
  return distance > limit || isOther ? null : distance
}

/** The people and teams whose name, or a part of it, is closest to the words. */
export const nearestNames = (book: NameBook, words: string): readonly Who[] => {
  const typed = looseKey(words)
  const short = byLetters(book, typed)
  if (short.length > 0 || typed.length < 3) return short
  const found = new Map<string, { readonly who: Who; readonly distance: number }>()
  const offer = <T>(key: string, named: readonly T[], toWho: (one: T) => Who): void => {
    const distance = distanceTo(typed, key)
    if (distance === null) return
    for (const who of named.slice(0, maxOffered).map(toWho)) {
      const name = nameOf(who)
      if (distance < (found.get(name)?.distance ?? Infinity)) found.set(name, { who, distance })
    }
  }
  for (const [key, teams] of book.shortTeams) if (key.length > 2) offer(key, teams, ofTeam)
  for (const names of [book.firstNames, book.looseNames, book.surnames])
    for (const [key, people] of names) offer(key, people, ofPerson)
  return [...found.values()]
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxOffered)
    .map(({ who }) => who)
}

/** " Did you mean Ana Ruiz?", or nothing. */
export const didYouMean = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`
