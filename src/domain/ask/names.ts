import type { AskContext, AskPerson, AskTeam } from './context.js'
import { cleanText, fold, withoutClosing } from './normalize.js'

/** Who a bare or marked name may be. Several people: the name is not enough. */
export type Named =
  | { readonly kind: 'team'; readonly team: AskTeam }
  | { readonly kind: 'person'; readonly person: AskPerson | 'me' }
  | { readonly kind: 'people'; readonly people: readonly AskPerson[] }

/** The names of an organization, looked up without case. */
export interface NameBook {
  readonly teams: ReadonlyMap<string, AskTeam>
  readonly fullNames: ReadonlyMap<string, readonly AskPerson[]>
  readonly firstNames: ReadonlyMap<string, readonly AskPerson[]>
  readonly slackIds: ReadonlyMap<string, AskPerson>
  /** Every word of every name, sorted, to find out whether a typed word begins one. */
  readonly words: readonly string[]
  /** Characters of the longest name, with a possessive. */
  readonly longest: number
}

/** Without case; a closing full stop is not compared, since it may end the sentence. */
export const nameKey = (name: string): string => fold(withoutClosing(cleanText(name)))

const firstWord = (key: string): string => key.split(' ', 1)[0]!

const append = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

const buildNameBook = (teams: readonly AskTeam[], people: readonly AskPerson[]): NameBook => {
  const fullNames = new Map<string, AskPerson[]>()
  const firstNames = new Map<string, AskPerson[]>()
  for (const person of people) {
    const key = nameKey(person.name)
    append(fullNames, key, person)
    append(firstNames, nameKey(firstWord(key)), person)
  }
  const keys = [...teams.map(({ name }) => nameKey(name)), ...fullNames.keys()]
  return {
    teams: new Map(teams.map((team) => [nameKey(team.name), team])),
    fullNames,
    firstNames,
    slackIds: new Map(
      people.flatMap((person) => (person.slackId === undefined ? [] : [[person.slackId, person]])),
    ),
    words: [...new Set(keys.flatMap((key) => key.split(' ')))].sort(),
    longest: keys.reduce((longest, key) => Math.max(longest, [...key].length), 0) + possessiveLength,
  }
}

const books = new WeakMap<readonly AskTeam[], WeakMap<readonly AskPerson[], NameBook>>()

/** Indexed once for each pair of arrays: a snapshot asks with the same names many times. */
export const nameBookOf = ({ teams, people }: Pick<AskContext, 'teams' | 'people'>): NameBook => {
  const ofTeams = books.get(teams) ?? new WeakMap<readonly AskPerson[], NameBook>()
  books.set(teams, ofTeams)
  const book = ofTeams.get(people) ?? buildNameBook(teams, people)
  ofTeams.set(people, book)
  return book
}

/** The key of a name that stands in a clean phrase. */
const keyOf = (typed: string): string => fold(withoutClosing(typed)).trim()

/** Slack's channels and groups have hyphens where a team has blanks. */
export const teamNamed = ({ teams }: NameBook, typed: string): Named | null => {
  const key = keyOf(typed)
  const team = teams.get(key) ?? teams.get(key.replace(/[-_]/gu, ' '))
  return team ? { kind: 'team', team } : null
}

const oneOf = (people: readonly AskPerson[] | undefined): Named | null => {
  if (people === undefined) return null
  return people.length === 1 ? { kind: 'person', person: people[0]! } : { kind: 'people', people }
}

/** A full name beats a first name, or someone called only "Ana" could not be asked for beside "Ana Ruiz". */
export const personNamed = ({ fullNames, firstNames }: NameBook, typed: string): Named | null => {
  const key = keyOf(typed)
  return oneOf(fullNames.get(key)) ?? oneOf(firstNames.get(key))
}

const possessive = /['’]s$/iu
const possessiveLength = 2

/** "ana's next week" asks about ana, unless somebody is called just that. */
export const anyoneNamed = (book: NameBook, typed: string): Named | null =>
  teamNamed(book, typed) ??
  personNamed(book, typed) ??
  (possessive.test(typed) ? anyoneNamed(book, typed.replace(possessive, '')) : null)

/** Whether the word begins a word of some name: such a word is never taken for a misspelling. */
export const beginsName = ({ words }: NameBook, word: string): boolean => {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]! < word) low = middle + 1
    else high = middle
  }
  return words[low]?.startsWith(word) ?? false
}
