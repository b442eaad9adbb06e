import { foldEmail } from '../organization/email.js'
import type { Member } from '../organization/organization.js'
import type { Sliced } from '../../calendar/slices.js'
import { createPeopleMatcher, type PeopleMatcher } from '../sources/people.js'
import type { Findings, Place } from './findings.js'
import { isEmail } from './kinds.js'
import { inOrder, nameKey } from './person-name.js'

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
  return {
    people: people as NamedPeople,
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

/** Members by what files call them: those given with this import by e-mail address, those kept by id. */
export interface PersonNames {
  readonly given: Readonly<Record<string, string>>
  readonly kept: Readonly<Record<string, string>>
}

interface KnownPeople {
  /** Ids of members by the address that stands for them. */
  readonly found: ReadonlyMap<string, string>
  /** Ids by folded name, to be kept with the organization. */
  readonly names: Readonly<Record<string, string>>
}

/** A spreadsheet takes away zeros in front. */
const foldNumber = (number: string): string =>
  number
    .trim()
    .toLowerCase()
    .replace(/^0+(?=\d)/, '')

/** The form in which `--map-person` names are kept; a name that is only a title stays what it is. */
const foldPerson = (name: string): string => nameKey(name) || name.toLowerCase()

/** The only member with a name, or with first name and initial: nothing else may stand beside it. */
const memberNamed = (matcher: PeopleMatcher, name: string): Member['id'] | undefined => {
  const summary = nameKey(name)
  const match = matcher.match({ ...noEvent, summary }, [])
  const isWhole = match.member !== null && match.from === 0 && match.to === summary.length
  return isWhole ? match.member.id : undefined
}

const noEvent = {
  categories: [],
  attendees: [],
  organizer: null,
  cancelled: false,
  transparent: false,
  busy: null,
  isOurs: false,
} as const

/** Finds the members whom the files name, and reports everybody else, each once, with the members who may be meant. */
export const findPeople = function* (
  people: NamedPeople,
  members: readonly Member[],
  { given, kept }: PersonNames,
  findings: Findings,
): Sliced<KnownPeople> {
  const byEmail = new Map(members.map((member) => [foldEmail(member.email), member.id]))
  const ids = new Set(byEmail.values())
  const names = Object.fromEntries(Object.entries(kept).filter(([, id]) => ids.has(id)))
  for (const [name, email] of Object.entries(given)) {
    const id = byEmail.get(foldEmail(email))
    if (id === undefined)
      findings.addToFile(
        0,
        'has nobody for --map-person {}: no member has this e-mail address',
        undefined,
        JSON.stringify(name),
      )
    else names[foldPerson(name)] = id
  }
  const found = new Map<string, string>()
  if (people.size === 0) return { found, names }
  const numbers = new Map<string, string[]>()
  for (const { id, external_id } of members) {
    const number = foldNumber(external_id ?? '')
    numbers.set(number, [...(numbers.get(number) ?? []), id])
  }
  const matcher = yield* createPeopleMatcher(
    members.map((member) => ({ ...member, name: nameKey(member.name) })),
  )
  for (const [address, { name, number, place }] of people) {
    const numbered = number === '' ? [] : (numbers.get(foldNumber(number)) ?? [])
    const known = names[foldPerson(name)]
    const named =
      name === '' ? undefined : Object.hasOwn(names, foldPerson(name)) ? known : memberNamed(matcher, name)
    const byNumber = numbered.length === 1 ? numbered[0] : undefined
    if (byNumber !== undefined && named !== undefined && byNumber !== named)
      findings.add(
        place,
        'email',
        'is missing, and number and name belong to two members: {}',
        personText(name, number),
      )
    else {
      const id = byNumber ?? named
      if (id !== undefined) found.set(address, id)
      else
        findings.add(place, 'email', unknownPerson, `${personText(name, number)}${proposal(matcher, name)}`)
    }
    yield
  }
  return { found, names }
}

const unknownPerson = 'is missing, and this does not match exactly one member: {}'

const personText = (name: string, number: string): string =>
  [name, number]
    .filter((text) => text !== '')
    .map((text) => JSON.stringify(text))
    .join(' ')

/** The option to paste for the most similar member, and who else it may be. */
const proposal = (matcher: PeopleMatcher, name: string): string => {
  const nearest = name === '' ? [] : matcher.nearest({ ...noEvent, summary: nameKey(name) })
  if (name === '') return ''
  const [first = 'somebody@example.com', ...others] = nearest.map(({ email }) => email)
  const more = others.length === 0 ? '' : `, or ${others.join(', ')}`
  return ` (--map-person "${name.replaceAll('"', '')}=${first}"${more})`
}
