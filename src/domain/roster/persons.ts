import { foldEmail } from '../organization/email.js'
import type { Member } from '../organization/organization.js'
import type { Sliced } from '../../calendar/slices.js'
import { createPeopleMatcher, type PeopleMatcher } from '../sources/people.js'
import type { Findings, Place } from './findings.js'
import { isEmail } from './kinds.js'
import { inOrder, mayBeSame, nameKey } from './person-name.js'

/** Somebody whose e-mail address a file does not have. */
interface UnaddressedPerson {
  readonly name: string
  readonly number: string
  /** The first row about them. */
  readonly place: Place
}

/** People without an e-mail address, by an address that nobody has, which stands for them until they are known. */
export type NamedPeople = ReadonlyMap<string, UnaddressedPerson>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const createNamedPeople = () => {
  const people = new Map<string, UnaddressedPerson>()
  const addresses = new Map<string, string>()
  const addressless = new Map<string, Place>()
  return {
    people: people as NamedPeople,
    addressless: addressless as ReadonlyMap<string, Place>,
    /** Notes whom a refused row is about that has no address. */
    miss: (place: Place, { name, external_id }: Readonly<Record<string, unknown>>): void => {
      for (const text of [textOf(name), textOf(external_id)])
        if (text !== '') addressless.set(foldPerson(text), place)
    },
    /** Puts an address into a row of leaves that has none, and takes away what else says who it is about. */
    settle: (place: Place, values: Record<string, unknown>): void => {
      const { first_name, last_name } = values
      const name = textOf(values['name']) || `${textOf(first_name)} ${textOf(last_name)}`.trim()
      const number = textOf(values['external_id'])
      for (const column of ['name', 'first_name', 'last_name', 'external_id']) delete values[column]
      if (typeof values['email'] === 'string' || name + number === '') return
      const key = `${number}\n${name}`
      const address = isEmail(name) ? name : (addresses.get(key) ?? `${addresses.size}@person.invalid`)
      if (!isEmail(name) && !addresses.has(key)) {
        addresses.set(key, address)
        people.set(address, { name: inOrder(name), number, place })
      }
      values['email'] = address
    },
  }
}

/** Said of somebody in the files who is no member: their leaves are left out. */
export const skip = 'skip'

/**
 * Who is meant by what files call people (a name, a number, an address): those given with this import by e-mail address,
 * those kept by id, or `skip`.
 */
export interface PersonNames {
  readonly given: Readonly<Record<string, string>>
  readonly kept: Readonly<Record<string, string>>
}

/** Somebody in the files who is not exactly one member. */
export interface Stranger {
  /** What the file calls them, as `--map-person` takes it. */
  readonly name: string
  /** Somebody said that they are to be left out. */
  readonly isSkipped: boolean
  /** They may be a member, so that nobody but a person can say. */
  readonly isLike: boolean
  readonly message: string
  readonly value?: string
}

interface KnownPeople {
  /** Ids of members by the address that stands for them. */
  readonly found: ReadonlyMap<string, string>
  /** Ids by folded name, to be kept with the organization. */
  readonly names: Readonly<Record<string, string>>
  /** Who somebody is whose address is neither a member's nor found. */
  judge(address: string): Stranger
}

/** A spreadsheet takes away zeros in front. */
export const foldNumber = (number: string): string =>
  number
    .trim()
    .toLowerCase()
    .replace(/^0+(?=\d)/, '')
    // Tools that take numbers for amounts write 107 as 107.0.
    .replace(/^(\d+)[.,]0$/, '$1')

/** The form in which `--map-person` names are kept; a name that is only a title stays what it is. */
export const foldPerson = (name: string): string =>
  isEmail(name.trim()) ? foldEmail(name.trim()) : foldNumber(nameKey(foldNumber(name)) || name)

const noEvent = {
  categories: [],
  attendees: [],
  organizer: null,
  cancelled: false,
  transparent: false,
  busy: null,
  isOurs: false,
} as const

/** The only member with a name, or with first name and initial: nothing else may stand beside it. */
const memberNamed = (matcher: PeopleMatcher, name: string): Member['id'] | undefined => {
  const summary = nameKey(name)
  const match = matcher.match({ ...noEvent, summary }, [])
  const isWhole = match.member !== null && match.from === 0 && match.to === summary.length
  return isWhole ? match.member.id : undefined
}

const append = (lists: Map<string, Member[]>, key: string, member: Member): void => {
  const list = lists.get(key)
  if (list) list.push(member)
  else lists.set(key, [member])
}

/** What was said about people, now and earlier; reports what does not hold. */
const settleNames = (
  { given, kept }: PersonNames,
  byEmail: ReadonlyMap<string, string>,
  findings: Findings,
): Readonly<Record<string, string>> => {
  const ids = new Set([...byEmail.values(), skip])
  const names = Object.fromEntries(Object.entries(kept).filter(([, id]) => ids.has(id)))
  for (const [name, email] of Object.entries(given)) {
    const id = email === skip ? skip : byEmail.get(foldEmail(email))
    if (id === undefined)
      findings.addToFile(
        0,
        'has nobody for --map-person {}: no member has this e-mail address',
        undefined,
        JSON.stringify(name),
      )
    else names[foldPerson(name)] = id
  }
  return names
}

/** What the files of one import say about people, besides their members. */
export interface PeopleInFiles {
  readonly people: NamedPeople
  /** Rows about people that lack an address, by folded name or number. */
  readonly addressless: ReadonlyMap<string, Place>
  readonly leaves: { readonly emails: readonly string[] }
}

/** Finds the members whom the files name; `before`: as they were, for addresses that the files change. */
export const findPeople = function* (
  { people, addressless, leaves }: PeopleInFiles,
  members: readonly Member[],
  before: readonly Member[],
  said: PersonNames,
  findings: Findings,
): Sliced<KnownPeople> {
  const byEmail = new Map(members.map((member) => [foldEmail(member.email), member.id]))
  const earlier = before.map((member) => [foldEmail(member.email), member.id] as const)
  const names = settleNames(said, new Map([...earlier, ...byEmail]), findings)
  const meant = (name: string): string | undefined => {
    const key = foldPerson(name)
    return name !== '' && Object.hasOwn(names, key) ? names[key] : undefined
  }
  const found = new Map<string, string>()
  const strangers = new Map<string, Stranger>()
  for (const address of leaves.emails) {
    const id = byEmail.has(address) ? undefined : meant(address)
    if (id !== undefined && id !== skip) found.set(address, id)
  }
  const judge = (address: string): Stranger =>
    strangers.get(address) ?? {
      name: address,
      isSkipped: meant(address) === skip,
      isLike: false,
      message: 'does not belong to any member',
    }
  if (people.size === 0) return { found, names, judge }
  const numbers = new Map<string, Member[]>()
  /** Active members by the first and the last word of their names. */
  const alike = new Map<string, Member[]>()
  const keyed = members.map((member) => ({ ...member, name: nameKey(member.name) }))
  const byId = new Map(members.map((member) => [member.id, member]))
  for (const member of keyed) {
    append(numbers, foldNumber(member.external_id ?? ''), member)
    const words = member.name.split(' ')
    if (member.active) for (const word of new Set([words[0]!, words.at(-1)!])) append(alike, word, member)
  }
  const matcher = yield* createPeopleMatcher(keyed)
  for (const [address, { name, number }] of people) {
    const numbered = number === '' ? [] : (numbers.get(foldNumber(number)) ?? [])
    const both = `${name} ${number}`.trim()
    const mapped = [both, name, number].map(meant)
    const [asBoth, asName, asNumber] = mapped.map((id) => (id === skip ? undefined : id))
    const named = asName ?? (name === '' ? undefined : memberNamed(matcher, name))
    const byNumber = numbered.length === 1 ? numbered[0]!.id : asNumber
    const isTwo = byNumber !== undefined && named !== undefined && byNumber !== named
    const id = asBoth ?? (isTwo ? undefined : (byNumber ?? named))
    if (id !== undefined) found.set(address, id)
    else {
      const claimed = isTwo ? [byId.get(byNumber)!, byId.get(named)!] : numbered
      const like = claimed.length > 0 ? claimed : membersLike(alike, nameKey(name))
      const lost = addressless.get(foldPerson(name)) ?? addressless.get(foldPerson(number))
      strangers.set(address, {
        name: name || number,
        isSkipped: mapped.includes(skip),
        isLike: like.length > 0 || lost !== undefined || alike.has(nameKey(name)),
        message: isTwo ? twoPeople : unknownPerson,
        value: `${personText(name, number)}${lost ? ` (${findings.describe(lost)} has no e-mail address)` : proposal(isTwo ? both : name || number, like)}`,
      })
    }
    yield
  }
  return { found, names, judge }
}

const twoPeople = 'is missing, and number and name belong to two members: {}'
const unknownPerson = 'is missing, and this does not match exactly one member: {}'

const personText = (name: string, number: string): string =>
  [name, number]
    .filter((text) => text !== '')
    .map((text) => JSON.stringify(text))
    .join(' ')

/** Of members who share a first or last name with somebody, these are looked at. */
const maxNamesakes = 500
const maxProposed = 3

/** Active members whom a name may mean: a proposal that is pasted gives them the leave. */
const membersLike = (alike: ReadonlyMap<string, readonly Member[]>, key: string): readonly Member[] => {
  const words = key.split(' ')
  const namesakes = [words[0]!, words.at(-1)!].flatMap((word) =>
    (alike.get(word) ?? []).slice(0, maxNamesakes),
  )
  return [...new Set(namesakes)].filter((member) => mayBeSame(key, member.name))
}

/** The option that says who somebody is, to paste. */
export const personOption = (name: string, who: string): string =>
  `--map-person "${name.replaceAll('"', '')}=${who}"`

/** The option to paste for a member who may be meant, and who else it may be. */
const proposal = (name: string, members: readonly Member[]): string => {
  const [first, ...others] = members.map(({ email }) => email).toSorted()
  if (first === undefined) return ''
  const more = others.length === 0 ? '' : `, or ${others.slice(0, maxProposed - 1).join(', ')}`
  return ` (${personOption(name, first)}${more})`
}
