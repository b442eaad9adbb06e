import type { AskPerson, AskTeam } from '../context.js'
import { nameKey, type NameBook } from './book.js'

/** Whom a name may refer to. Several people or teams: the name is ambiguous. */
export type Named =
  | { readonly kind: 'team'; readonly team: AskTeam; readonly isShort?: true }
  | { readonly kind: 'teams'; readonly teams: readonly AskTeam[] }
  | { readonly kind: 'person'; readonly person: AskPerson | 'me'; readonly isShort?: true }
  | { readonly kind: 'people'; readonly people: readonly AskPerson[] }

/** A name that was found: bare, or marked as one: `@ana`, `#design`, `team:design`, `"customer success"`, a mention. */
export interface Mark {
  readonly named: Named | null
  /** As typed. */
  readonly words: string
  readonly rule: string
}

/** A name that somebody has, or may have, and where it ends. */
export interface NameHere<N extends Named | null = Named> extends Mark {
  readonly named: N
  readonly next: number
}

export const oneOf = (people: readonly AskPerson[], isShort = false): Named =>
  people.length === 1
    ? { kind: 'person', person: people[0]!, ...(isShort && { isShort }) }
    : { kind: 'people', people }

export const kindOf = ({ kind }: Named): 'team' | 'person' =>
  kind === 'team' || kind === 'teams' ? 'team' : 'person'

const possessive = /['’]s$/iu
export const isPossessive = (typed: string): boolean => possessive.test(typed)

/** "ana's" without its ending. */
export const withoutPossessive = (typed: string): string => typed.replace(possessive, '')

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

/** The people and teams of a list, each once, however they were named. */
export const distinct = (all: readonly Named[]): readonly Named[] => [
  ...new Map(all.map((named) => [JSON.stringify({ ...named, isShort: undefined }), named])).values(),
]

/** The entries of a sorted list whose keys begin with some letters, at most so many. */
export const beginningWith = <T>(
  list: readonly T[],
  letters: string,
  keyOf: (one: T) => string,
  most = list.length,
): readonly T[] => {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (keyOf(list[middle]!) < letters) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < low + most && end < list.length && keyOf(list[end]!).startsWith(letters)) end += 1
  return list.slice(low, end)
}

/** The words of names that begin with some letters. */
export const namesBeginning = ({ words }: NameBook, letters: string, most?: number): readonly string[] =>
  beginningWith(words, letters, String, most)

/** Whether the word occurs in a name. */
export const isNameWord = (book: NameBook, word: string): boolean => namesBeginning(book, word, 1)[0] === word

/** Whether a word of some name begins with it: such a word is never taken for a misspelling. */
export const beginsName = (book: NameBook, word: string): boolean => namesBeginning(book, word, 1).length > 0
