import type { AskPerson, AskTeam } from '../context.js'
import { english } from '../language/english.js'
import { isInitialsOnly, reservedWords } from '../language/reserved.js'
import { fold, withoutClosing } from '../language/normalize.js'
import { linkWords, looseKey, looseTeamKey, nameKey, titles, type NameBook } from './book.js'

/** Who a bare or marked name may be. Several people or teams: the name is not enough. */
export type Named =
  | { readonly kind: 'team'; readonly team: AskTeam; readonly isShort?: true }
  | { readonly kind: 'teams'; readonly teams: readonly AskTeam[] }
  | { readonly kind: 'person'; readonly person: AskPerson | 'me'; readonly isShort?: true }
  | { readonly kind: 'people'; readonly people: readonly AskPerson[] }

/** Words with a mark at an end are a name and what follows it: "design, sales". */
const isCut = (typed: string): boolean => /^[^\p{L}\p{N}(]|[,;:&+/-]$/u.test(typed)

/** The key of a name that stands in a clean phrase. */
const keyOf = (typed: string): string => fold(withoutClosing(typed)).trim()

/** The first place in a sorted list whose key is not below the word. */
const placeOf = <T>(list: readonly T[], word: string, keyOf: (one: T) => string): number => {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (keyOf(list[middle]!) < word) low = middle + 1
    else high = middle
  }
  return low
}

const shortestPrefix = 3
const mostOffered = 5

const teamsBeginning = ({ sortedTeams }: NameBook, prefix: string): readonly AskTeam[] => {
  if (prefix.length < shortestPrefix) return []
  const first = placeOf(sortedTeams, prefix, ([key]) => key)
  return sortedTeams
    .slice(first, first + mostOffered)
    .filter(([key]) => key.startsWith(prefix))
    .map(([, team]) => team)
}

/** By its beginning, its initials or one of its words; never by a word that means something else. */
const shortTeamNamed = (book: NameBook, key: string): Named | null => {
  if (isCut(key)) return null
  const loose = looseTeamKey(key)
  const isOther = reservedWords.has(key) || reservedWords.has(loose)
  if ((isOther && !isInitialsOnly(loose)) || linkWords.has(loose.split(' ').at(-1)!)) return null
  const named = book.shortTeams.get(loose)
  const found = named && named.length > 0 ? named : teamsBeginning(book, loose)
  if (found.length === 0) return null
  if (found.length > 1) return { kind: 'teams', teams: found.slice(0, mostOffered) }
  const isWhole = looseTeamKey(found[0]!.name) === loose
  return { kind: 'team', team: found[0]!, ...(isWhole ? {} : { isShort: true }) }
}

const exactTeam = ({ teams }: NameBook, key: string): Named | null => {
  const team = teams.get(key) ?? teams.get(key.replace(/[-_]/gu, ' '))
  return team ? { kind: 'team', team } : null
}

/** Slack's channels and groups have hyphens where a team has blanks. */
export const teamNamed = (book: NameBook, typed: string): Named | null => {
  const key = keyOf(typed)
  return exactTeam(book, key) ?? shortTeamNamed(book, key)
}

/** "j picard", "ana r": nobody else's name has that initial and that word. */
const byInitial = ({ initials }: NameBook, key: string): Named | null => {
  const people = initials.get(key)
  return people?.length === 1 ? { kind: 'person', person: people[0]!, isShort: true } : null
}

const oneOf = (people: readonly AskPerson[] | undefined): Named | null => {
  if (people === undefined) return null
  return people.length === 1 ? { kind: 'person', person: people[0]! } : { kind: 'people', people }
}

/**
 * A full name beats a first name, or someone called only "Ana" could not be asked for beside "Ana Ruiz"; a first name
 * beats a surname. Accents, hyphens and titles are compared last.
 */
export const personNamed = (book: NameBook, typed: string): Named | null =>
  withoutSurname(book, typed) ?? bySurname(book, typed)

const bySurname = ({ surnames }: NameBook, typed: string): Named | null =>
  isCut(keyOf(typed)) ? null : oneOf(surnames.get(looseKey(typed)))

/** A surname that is a word of dates too is not heard in it: "christmas day", "may day". */
const personHeard = (book: NameBook, typed: string): Named | null =>
  withoutSurname(book, typed) ?? (english.words.has(keyOf(typed)) ? null : bySurname(book, typed))

const withoutSurname = (book: NameBook, typed: string): Named | null => {
  const key = keyOf(typed)
  const exact = oneOf(book.fullNames.get(key)) ?? oneOf(book.firstNames.get(key))
  if (exact) return exact
  const mail = book.emails.get(key)
  if (mail) return { kind: 'person', person: mail }
  if (isCut(key)) return null
  const loose = looseKey(typed)
  return oneOf(book.looseNames.get(loose)) ?? oneOf(book.firstNames.get(loose)) ?? byInitial(book, loose)
}

const possessive = /['’]s$/iu
export const isPossessive = (typed: string): boolean => possessive.test(typed)

/** "ana's next week" asks about ana, unless somebody is called just that. */
export const anyoneNamed = (book: NameBook, typed: string): Named | null =>
  exactTeam(book, keyOf(typed)) ??
  personHeard(book, typed) ??
  (possessive.test(typed) ? anyoneNamed(book, typed.replace(possessive, '')) : null) ??
  shortTeamNamed(book, keyOf(typed))

/** The team that a person is in, when that is known. */
export const teamOf = (book: NameBook, { team }: AskPerson): AskTeam | null =>
  team === undefined ? null : (book.teams.get(nameKey(team)) ?? null)

/** Whether a name may begin with a word: a quick look before longer ones. */
export const mayBeginName = (book: NameBook, word: string): boolean =>
  beginsName(book, word.replace(possessive, '')) || book.shortTeams.has(word) || titles.has(word)

/** Whether it is a word of some name. */
export const isNameWord = ({ words }: NameBook, word: string): boolean =>
  words[placeOf(words, word, (one) => one)] === word

/** Whether the word begins a word of some name: such a word is never taken for a misspelling. */
export const beginsName = ({ words }: NameBook, word: string): boolean =>
  words[placeOf(words, word, (one) => one)]?.startsWith(word) ?? false
