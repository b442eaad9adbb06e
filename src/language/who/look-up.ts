import type { AskTeam } from '../context.js'
import { english } from '../words/english.js'
import { isInitialsOnly, reservedWords } from '../words/reserved.js'
import { linkWords, looseKey, looseTeamKey, nameKey, titles, type NameBook } from './book.js'
import { beginningWith, beginsName, isPossessive, oneOf, withoutPossessive, type Named } from './names.js'

/** Whom typed words name. */
export type LookUp = (book: NameBook, typed: string) => Named | null

/** A mark at an end shows that the words are more than a name: "design, sales". */
const isCut = (typed: string): boolean => /^[^\p{L}\p{N}(]|[,;:&+/-]$/u.test(typed)

const [minPrefixLength, minStemLength, maxOffered] = [3, 5, 5]

const teamsBeginning = ({ sortedTeams }: NameBook, letters: string): readonly AskTeam[] =>
  letters.length < minPrefixLength
    ? []
    : beginningWith(sortedTeams, letters, ([key]) => key, maxOffered).map(([, team]) => team)

/** "designers" and "engineers" are the people of Design and Engineering. */
const teamsOf = (book: NameBook, loose: string): readonly AskTeam[] => {
  const stem = /^(\p{L}+?)(?:ers?|ists?)$/u.exec(loose)?.[1] ?? ''
  return stem.length < minStemLength ? [] : teamsBeginning(book, stem)
}

/** By its beginning, its initials or one of its words; never by a word that has a meaning of its own. */
const shortTeamNamed: LookUp = (book, typed) => {
  const key = nameKey(typed)
  const loose = looseTeamKey(key)
  const isOther = reservedWords.has(loose)
  if (isCut(key) || (isOther && !isInitialsOnly(loose)) || linkWords.has(loose.split(' ').at(-1)!))
    return null
  const ways = [book.shortTeams.get(loose) ?? [], teamsBeginning(book, loose), teamsOf(book, loose)]
  const [team, ...others] = ways.find((teams) => teams.length > 0) ?? []
  if (!team) return null
  if (others.length > 0) return { kind: 'teams', teams: [team, ...others].slice(0, maxOffered) }
  return { kind: 'team', team, ...(looseTeamKey(team.name) !== loose && { isShort: true }) }
}

/** Slack's channels and groups use hyphens where a team's name has blanks. */
const exactTeam: LookUp = ({ teams }, typed) => {
  const key = nameKey(typed)
  const team = teams.get(key) ?? teams.get(key.replace(/[-_]/gu, ' '))
  return team ? { kind: 'team', team } : null
}

export const teamNamed: LookUp = (book, typed) => exactTeam(book, typed) ?? shortTeamNamed(book, typed)

/**
 * A full name takes precedence over a first name, so that someone called only "Ana" can be asked for beside "Ana Ruiz";
 * a first name takes precedence over a surname. Accents, hyphens and titles are ignored only if nothing else matches.
 */
const personCalled = (book: NameBook, typed: string, isInDate: boolean): Named | null => {
  const [key, loose] = [nameKey(typed), looseKey(typed)]
  const exact = book.fullNames.get(key) ?? book.firstNames.get(key) ?? book.emails.get(key)
  if (exact) return oneOf(exact)
  if (isCut(key)) return null
  const known = book.looseNames.get(loose) ?? book.firstNames.get(loose)
  if (known) return oneOf(known)
  // "j picard", "ana r": the only person with that initial and that word.
  const [person, other] = book.initials.get(loose) ?? []
  if (person && !other) return oneOf([person], true)
  // A surname that is also a date word is not recognized within a date: "christmas day", "may day".
  const named = isInDate && english.words.has(key) ? undefined : book.surnames.get(loose)
  return named ? oneOf(named) : null
}

/** "both toms" */
const namesakes: LookUp = ({ firstNames }, typed) => {
  const people = firstNames.get(nameKey(typed).replace(/s$/u, '')) ?? []
  return people.length > 1 ? { kind: 'people', people } : null
}

export const personNamed: LookUp = (book, typed) => personCalled(book, typed, false) ?? namesakes(book, typed)

/** "ana's next week" is about Ana, unless someone is called exactly that. */
export const anyoneNamed: LookUp = (book, typed) =>
  exactTeam(book, typed) ??
  personCalled(book, typed, true) ??
  (isPossessive(typed) ? anyoneNamed(book, withoutPossessive(typed)) : null) ??
  shortTeamNamed(book, typed)

/** Whether a name may begin with a word: a quick check before longer ones. */
export const mayBeginName = (book: NameBook, word: string): boolean =>
  beginsName(book, withoutPossessive(word)) ||
  book.shortTeams.has(word) ||
  teamsOf(book, word).length > 0 ||
  titles.has(word) ||
  namesakes(book, word) !== null
