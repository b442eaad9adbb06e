import { compare, runAtOnce, sortInSlices, type Sliced } from '../../calendar/slices.js'
import type { AskContext, AskPerson, AskTeam } from '../context.js'
import { cleanText, fold, withoutClosing } from '../words/normalize.js'

type Index<T> = ReadonlyMap<string, readonly T[]>

/** The names of an organization, looked up regardless of case. */
export interface NameBook {
  readonly teams: ReadonlyMap<string, AskTeam>
  /** By a word of the name or its initials, without accents. */
  readonly shortTeams: Index<AskTeam>
  /** Loose keys of the teams, sorted for a binary search by prefix. */
  readonly sortedTeams: readonly (readonly [key: string, team: AskTeam])[]
  readonly fullNames: Index<AskPerson>
  readonly firstNames: Index<AskPerson>
  /** Without accents, hyphens and titles: the whole name, or its first and last word. */
  readonly looseNames: Index<AskPerson>
  readonly surnames: Index<AskPerson>
  /** "j picard", "jean p" */
  readonly initials: Index<AskPerson>
  readonly emails: Index<AskPerson>
  readonly slackIds: ReadonlyMap<string, AskPerson>
  /** Every word of every name, sorted, to find out whether a typed word begins one. */
  readonly words: readonly string[]
  /** The length of the longest name, including a possessive. */
  readonly longest: number
}

/** The length of "'s". */
const possessiveLength = 2

/** Ignores case and a final full stop, which may be the end of the sentence. */
export const nameKey = (name: string): string => fold(withoutClosing(cleanText(name)))

const plainLetters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe' }
/** Titles before a name. */
export const titles: ReadonlySet<string> = new Set('dr mr mrs ms miss prof professor sir rev'.split(' '))
/** And what stands behind it, which nobody types. */
const aroundName = RegExp(
  `^(?:(?:${[...titles].join('|')}) )+|(?: (?:phd|md|jr|sr|esq|msc|bsc|mba|cpa|dds|ii|iii|iv))+$`,
  'gu',
)

/** A team's name without accents, hyphens and full stops. */
export const looseTeamKey = (name: string): string =>
  nameKey(name)
    .replace(/\s*&\s*/gu, ' and ')
    .normalize('NFD')
    .replace(/[\p{M}\p{Extended_Pictographic}]/gu, '')
    .replace(/[øłđıæœ]/gu, (letter) => plainLetters[letter]!)
    .split(/[\s.,_\-‐‑–'’()]+/u)
    .filter(Boolean)
    .join(' ')

/** A person's name without titles: "Dr. Jürgen-Ernst Müller, PhD" is "jurgen ernst muller". */
export const looseKey = (name: string): string => looseTeamKey(name).replace(aroundName, '')

/** German umlauts as written on keyboards without them, first name and surname each in their own way: "jorg mueller". */
const spellingsOf = (name: string): ReadonlySet<string> => {
  const spelled = name.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
  const ways = [name, spelled].map((way) => looseKey(way).split(' '))
  return new Set(ways.flatMap(([first]) => ways.map(([, ...rest]) => [first, ...rest].join(' '))))
}

const append = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  if (key === '') return
  const known = map.get(key)
  if (!known) map.set(key, [value])
  else if (known.at(-1) !== value) known.push(value)
}

const emptyIndex = () => ({
  fullNames: new Map<string, AskPerson[]>(),
  firstNames: new Map<string, AskPerson[]>(),
  looseNames: new Map<string, AskPerson[]>(),
  surnames: new Map<string, AskPerson[]>(),
  initials: new Map<string, AskPerson[]>(),
})

type PeopleIndex = ReturnType<typeof emptyIndex>

const addPerson = (index: PeopleIndex, person: AskPerson): void => {
  const add = (kind: keyof PeopleIndex, ...keys: readonly string[]): void => {
    for (const key of keys) append(index[kind], key, person)
  }
  const name = nameKey(person.name)
  add('fullNames', name)
  for (const loose of spellingsOf(name)) {
    const [first = '', ...rest] = loose.split(' ')
    const last = rest.at(-1)
    add('looseNames', loose)
    add('firstNames', first)
    if (last === undefined) continue
    add('looseNames', `${first} ${last}`)
    add('surnames', last)
    // Of "Anne Marie St. John" also "Anne Marie", "Marie St. John" and "St. John".
    for (let end = 1; end < rest.length; end += 1) {
      add('looseNames', [first, ...rest.slice(0, end)].join(' '))
      add('surnames', rest.slice(end - 1).join(' '))
    }
    add('initials', `${first[0]!} ${last}`, `${first} ${last[0]!}`)
  }
  // "Jean-Luc" is one name, and "Zoë" is sometimes typed with the diaeresis.
  const first = name.split(' ', 1)[0]!
  if (!titles.has(looseKey(first))) add('firstNames', nameKey(first), looseKey(first))
}

/** People indexed between two turns of the event loop, which takes a few milliseconds. */
const atOnce = 100

export const linkWords: ReadonlySet<string> = new Set(['and', '&', 'of', 'the', 'for'])

const indexTeams = (teams: readonly AskTeam[]) => {
  const shortTeams = new Map<string, AskTeam[]>()
  const sortedTeams = teams
    .map((team): readonly [string, AskTeam] => [looseTeamKey(team.name), team])
    .sort(([a], [b]) => compare(a, b))
  for (const [key, team] of sortedTeams) {
    append(shortTeams, key, team)
    const words = key.split(/[\s&/+]+/u).filter((word) => word !== '')
    if (words.length < 2) continue
    const telling = words.filter((word) => !linkWords.has(word))
    for (const word of telling) if (word.length > 2) append(shortTeams, word, team)
    append(shortTeams, words.map((word) => word[0]!).join(''), team)
    if (telling.length > 1)
      for (const joiner of ['', ' and '])
        append(shortTeams, telling.map((word) => word[0]!).join(joiner), team)
  }
  return { shortTeams, sortedTeams }
}

function* buildNameBook(teams: readonly AskTeam[], people: readonly AskPerson[]): Sliced<NameBook> {
  const ofPeople = emptyIndex()
  for (const [place, person] of people.entries()) {
    if (place % atOnce === 0) yield
    addPerson(ofPeople, person)
  }
  const ofTeams = indexTeams(teams)
  const byTeam = new Map(teams.map((team) => [nameKey(team.name), team]))
  const words = new Set<string>()
  let [longest, seen] = [0, 0]
  const keys = [...byTeam.keys(), ...ofTeams.shortTeams.keys(), ...ofPeople.fullNames.keys()]
  for (const key of [...keys, ...ofPeople.looseNames.keys()]) {
    if (seen++ % (4 * atOnce) === 0) yield
    for (const word of key.split(' ')) words.add(word)
    longest = Math.max(longest, [...key].length)
  }
  return {
    ...ofPeople,
    ...ofTeams,
    teams: byTeam,
    emails: new Map(people.flatMap((person) => (person.email ? [[fold(person.email), [person]]] : []))),
    slackIds: new Map(people.flatMap((person) => (person.slackId ? [[person.slackId, person]] : []))),
    words: yield* sortInSlices([...words], compare),
    longest: longest + possessiveLength,
  }
}

const books = new WeakMap<readonly AskTeam[], WeakMap<readonly AskPerson[], NameBook>>()

/** Indexes the names of two arrays in slices; reading a phrase with the same arrays then finds the index ready. */
export function* prepareNameBook(teams: readonly AskTeam[], people: readonly AskPerson[]): Sliced<NameBook> {
  const ofTeams = books.get(teams) ?? new WeakMap<readonly AskPerson[], NameBook>()
  books.set(teams, ofTeams)
  const book = ofTeams.get(people) ?? (yield* buildNameBook(teams, people))
  ofTeams.set(people, book)
  return book
}

/** Indexed once per pair of arrays, because a snapshot uses the same names for many questions. */
export const nameBookOf = ({
  teams,
  people,
  mentioned,
}: Pick<AskContext, 'teams' | 'people' | 'mentioned'>): NameBook => {
  const book = runAtOnce(prepareNameBook(teams, people))
  return mentioned ? { ...book, slackIds: new Map([...book.slackIds, ...mentioned]) } : book
}
