import type { AskPerson, AskTeam } from '../context.js'
import { english } from '../words/english.js'
import { isInitialsOnly, reservedWords } from '../words/reserved.js'
import { fold, withoutClosing } from '../words/normalize.js'
import { linkWords, looseKey, looseTeamKey, nameKey, titles, type NameBook } from './book.js'

/** Whom a name may refer to. Several people or teams: the name is ambiguous. */
export type Named =
  | { readonly kind: 'team'; readonly team: AskTeam; readonly isShort?: true }
  | { readonly kind: 'teams'; readonly teams: readonly AskTeam[] }
  | { readonly kind: 'person'; readonly person: AskPerson | 'me'; readonly isShort?: true }
  | { readonly kind: 'people'; readonly people: readonly AskPerson[] }

export const kindOf = ({ kind }: Named): 'team' | 'person' =>
  kind === 'team' || kind === 'teams' ? 'team' : 'person'

/** A mark at an end shows that the words are more than a name: "design, sales". */
const isCut = (typed: string): boolean => /^[^\p{L}\p{N}(]|[,;:&+/-]$/u.test(typed)

/** The key of a name in a clean phrase. */
const keyOf = (typed: string): string => fold(withoutClosing(typed)).trim()

/** The first position in a sorted list whose key is not less than the word. */
const placeOf = <T>(list: readonly T[], word: string, keyOf: (one: T) => string): number => {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (keyOf(list[middle]!) < word) low = middle + 1
    else high = middle
  }
  return low
}

const minPrefixLength = 3
const maxOffered = 5

const teamsBeginning = ({ sortedTeams }: NameBook, prefix: string): readonly AskTeam[] => {
  if (prefix.length < minPrefixLength) return []
  const first = placeOf(sortedTeams, prefix, ([key]) => key)
  return sortedTeams
    .slice(first, first + maxOffered)
    .filter(([key]) => key.startsWith(prefix))
    .map(([, team]) => team)
}

const minStemLength = 5

/** "designers" and "engineers" are the people of Design and Engineering. */
const teamsOf = (book: NameBook, loose: string): readonly AskTeam[] => {
  const stem = /^(\p{L}+?)(?:ers?|ists?)$/u.exec(loose)?.[1] ?? ''
  return stem.length < minStemLength ? [] : teamsBeginning(book, stem)
}

/** By its beginning, its initials or one of its words; never by a word that has a meaning of its own. */
const shortTeamNamed = (book: NameBook, key: string): Named | null => {
  if (isCut(key)) return null
  const loose = looseTeamKey(key)
  const isOther = reservedWords.has(key) || reservedWords.has(loose)
  if ((isOther && !isInitialsOnly(loose)) || linkWords.has(loose.split(' ').at(-1)!)) return null
  const named = book.shortTeams.get(loose) ?? []
  const begun = named.length > 0 ? named : teamsBeginning(book, loose)
  const found = begun.length > 0 ? begun : teamsOf(book, loose)
  if (found.length === 0) return null
  if (found.length > 1) return { kind: 'teams', teams: found.slice(0, maxOffered) }
  const isWhole = looseTeamKey(found[0]!.name) === loose
  return { kind: 'team', team: found[0]!, ...(isWhole ? {} : { isShort: true }) }
}

const exactTeam = ({ teams }: NameBook, key: string): Named | null => {
  const team = teams.get(key) ?? teams.get(key.replace(/[-_]/gu, ' '))
  return team ? { kind: 'team', team } : null
}

/** Slack's channels and groups use hyphens where a team's name has blanks. */
export const teamNamed = (book: NameBook, typed: string): Named | null => {
  const key = keyOf(typed)
  return exactTeam(book, key) ?? shortTeamNamed(book, key)
}

const oneOf = (people: readonly AskPerson[]): Named =>
  people.length === 1 ? { kind: 'person', person: people[0]! } : { kind: 'people', people }

/**
 * A full name takes precedence over a first name, so that someone called only "Ana" can be asked for beside "Ana Ruiz";
 * a first name takes precedence over a surname. Accents, hyphens and titles are ignored only if nothing else matches.
 */
const personCalled = (book: NameBook, typed: string, isInDate: boolean): Named | null => {
  const key = keyOf(typed)
  const exact = book.fullNames.get(key) ?? book.firstNames.get(key)
  if (exact) return oneOf(exact)
  const mail = book.emails.get(key)
  if (mail) return { kind: 'person', person: mail }
  if (isCut(key)) return null
  const loose = looseKey(typed)
  const known = book.looseNames.get(loose) ?? book.firstNames.get(loose)
  if (known) return oneOf(known)
  // "j picard", "ana r": the only person with that initial and that word.
  const [person, other] = book.initials.get(loose) ?? []
  if (person && !other) return { kind: 'person', person, isShort: true }
  // A surname that is also a date word is not recognized within a date: "christmas day", "may day".
  const named = isInDate && english.words.has(key) ? undefined : book.surnames.get(loose)
  return named ? oneOf(named) : null
}

const withoutPlural = (word: string): string => word.replace(/s$/u, '')

/** Also "both toms". */
export const personNamed = (book: NameBook, typed: string): Named | null => {
  const one = personCalled(book, typed, false)
  const people = one ? [] : (book.firstNames.get(withoutPlural(keyOf(typed))) ?? [])
  return people.length > 1 ? { kind: 'people', people } : one
}

const possessive = /['’]s$/iu
export const isPossessive = (typed: string): boolean => possessive.test(typed)

/** "ana's" without its ending. */
export const withoutPossessive = (typed: string): string => typed.replace(possessive, '')

/** "ana's next week" is about Ana, unless someone is called exactly that. */
export const anyoneNamed = (book: NameBook, typed: string): Named | null =>
  exactTeam(book, keyOf(typed)) ??
  personCalled(book, typed, true) ??
  (isPossessive(typed) ? anyoneNamed(book, withoutPossessive(typed)) : null) ??
  shortTeamNamed(book, keyOf(typed))

/** A person's team, if known. */
export const teamOf = (book: NameBook, { team }: AskPerson): AskTeam | null =>
  team === undefined ? null : (book.teams.get(nameKey(team)) ?? null)

export const teamIn = (all: readonly (Named | null)[]): AskTeam | null => {
  const found = all.find((named) => named?.kind === 'team')
  return found?.kind === 'team' ? found.team : null
}

/** Whom a shared name means beside a team: the only one of that name in it. */
export const withinTeam = (book: NameBook, named: Named, team: AskTeam): Named => {
  if (named.kind !== 'people') return named
  const inTeam = named.people.filter((person) => teamOf(book, person) === team)
  return inTeam.length === 1 ? { kind: 'person', person: inTeam[0]! } : named
}

/** Whether a name may begin with a word: a quick check before longer ones. */
export const mayBeginName = (book: NameBook, word: string): boolean =>
  beginsName(book, withoutPossessive(word)) ||
  book.shortTeams.has(word) ||
  teamsOf(book, word).length > 0 ||
  titles.has(word) ||
  (book.firstNames.get(withoutPlural(word))?.length ?? 0) > 1

const wordFrom = ({ words }: NameBook, word: string): number => placeOf(words, word, String)

/** The words of names that begin with some letters. */
export const namesBeginning = (book: NameBook, beginning: string): readonly string[] => {
  const first = wordFrom(book, beginning)
  let next = first
  while (book.words[next]?.startsWith(beginning)) next += 1
  return book.words.slice(first, next)
}

/** Whether the word occurs in a name. */
export const isNameWord = (book: NameBook, word: string): boolean => book.words[wordFrom(book, word)] === word

/** Whether a word of some name begins with it: such a word is never taken for a misspelling. */
export const beginsName = (book: NameBook, word: string): boolean =>
  book.words[wordFrom(book, word)]?.startsWith(word) ?? false
