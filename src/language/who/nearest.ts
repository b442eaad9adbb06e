import type { AskPerson, AskTeam } from '../context.js'
import { looseKey, type NameBook } from './book.js'
import { editDistance } from '../edit-distance.js'
import type { Who } from '../query.js'

/** Names that someone who mistyped one may have meant. */

const maxOffered = 3

const minKinLength = 5

/** "engineers" and "engineering", "jeanluc" and "jean luc": the same except for the ending or blanks. */
const isKin = (typed: string, key: string): boolean =>
  typed.length >= minKinLength &&
  key.length >= minKinLength &&
  typed[0] === key[0] &&
  (key.startsWith(typed.slice(0, Math.max(minKinLength, typed.length - 2))) || typed.startsWith(key))

/** "ops" for Operations, "rnd" for R&D: the letters occur in the same order, including the first and the last. */
const isAbbreviation = (typed: string, key: string): boolean => {
  if (typed[0] !== key[0] || typed.at(-1) !== key.at(-1) || key.length <= typed.length) return false
  let at = 0
  for (const letter of key) if (letter === typed[at]) at += 1
  return at === typed.length
}

const [shortestLetters, longestLetters] = [2, 4]

/** "ar" for Ana Ruiz. Without an array for each name: there may be 50,000 (bench, "@zq"). */
const hasInitials = (key: string, typed: string): boolean => {
  let at = 0
  for (let i = 0; i < key.length; i += 1) {
    if (i > 0 && key[i - 1] !== ' ') continue
    if (key[i] !== typed[at]) return false
    at += 1
  }
  return at === typed.length
}

/** The teams that the letters may abbreviate, and the people whose initials they are. */
const byLetters = (book: NameBook, typed: string): readonly Who[] => {
  if (typed.length < shortestLetters || typed.length > longestLetters || typed.includes(' ')) return []
  const people = new Set<AskPerson>()
  for (const [key, [person]] of book.looseNames) if (person && hasInitials(key, typed)) people.add(person)
  const isMeant = (key: string): boolean => {
    const words = key.replaceAll('&', 'and').split(/[ +/]+/u)
    return [...words, words.join('')].some((word) => isAbbreviation(typed, word))
  }
  const teams = typed.length < 3 ? [] : book.sortedTeams.filter(([key]) => isMeant(key))
  return [
    ...[...people].map((person): Who => ({ team: null, person })),
    ...teams.map(([, team]): Who => ({ team, person: null })),
  ].slice(0, maxOffered)
}

/** In names up to this length, a different letter makes a different name: "ana" and "äsa". */
const minReplacedLength = 3

const lettersOf = (word: string): string => [...word].sort().join('')

/** Whether a name may have been meant: one edit away, or two for five letters or more with the same beginning. */
const isNear = (typed: string, key: string, distance: number): boolean => {
  if (distance > 1) return typed.length >= minKinLength && typed[0] === key[0]
  const isReplaced = typed.length === key.length && lettersOf(typed) !== lettersOf(key)
  return distance === 0 || typed.length > minReplacedLength || !isReplaced
}

/**
 * The people and teams whose name, or a part of it, is closest to the words (`isNear`), or the same except for its
 * ending.
 */
export const nearestNames = (book: NameBook, words: string): readonly Who[] => {
  const typed = looseKey(words)
  const short = byLetters(book, typed)
  if (short.length > 0 || typed.length < 3) return short
  const limit = typed.length < 5 ? 1 : 2
  const found = new Map<AskTeam | string, { who: Who; distance: number }>()
  const offer = (key: string, id: AskTeam | string, who: Who): void => {
    const isKey = isKin(typed, key)
    // Two edits count only between words that begin the same (`isNear`).
    const distance = isKey ? limit : editDistance(typed, key, typed[0] === key[0] ? limit : 1)
    if (!isKey && !isNear(typed, key, distance)) return
    if (distance < (found.get(id)?.distance ?? limit + 1)) found.set(id, { who, distance })
  }
  for (const [key, team] of book.sortedTeams) offer(key, team, { team, person: null })
  for (const [key, [team]] of book.shortTeams)
    if (key.length >= minKinLength && team) offer(key, team, { team, person: null })
  for (const names of [book.firstNames, book.looseNames, book.surnames])
    for (const [key, people] of names)
      if (Math.abs(key.length - typed.length) <= limit || isKin(typed, key))
        for (const person of people.slice(0, maxOffered)) offer(key, person.name, { team: null, person })
  return [...found.values()]
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxOffered)
    .map(({ who }) => who)
}

/** " Did you mean Ana Ruiz?", or nothing. */
export const didYouMean = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`
