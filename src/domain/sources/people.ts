import { foldEmail } from '../organization/email.js'
import type { Member } from '../organization/organization.js'
import type { EventText, NamedPerson } from './events.js'
import type { Sliced } from '../../calendar/slices.js'
import { keyOf, withoutTitles, wordsOf, type Word } from './tokens.js'

/** The data of a member that events are matched with. */
export type MatchableMember = Pick<Member, 'id' | 'name' | 'email' | 'timezone' | 'active'>

/** The member, and the position of their name in the summary, which is left out when its meaning is read. */
type PersonMatch =
  | { readonly member: MatchableMember; readonly from: number; readonly to: number }
  | { readonly member: null; readonly candidates: readonly MatchableMember[] }

/** A text that a person has assigned to a member by hand. `words` in the form of `keyOf`. */
export interface Alias {
  readonly words: string
  readonly member_id: string
}

/** A name in a text, and the members who have it. */
interface NamedSpan {
  readonly members: readonly MatchableMember[]
  readonly from: number
  readonly to: number
}

export interface PeopleMatcher {
  /** The members whose names are in a text, with their places. */
  namesIn(text: string): readonly NamedSpan[]
  /** The members with that address, or else that name. */
  personOf(person: NamedPerson): readonly MatchableMember[]
  /** An alias in an event, and its place in the summary. */
  aliasIn(text: EventText, aliases: readonly Alias[]): PersonMatch | null
  match(text: EventText, aliases: readonly Alias[]): PersonMatch
  /** At most three members with names similar to the event's text, the most similar first. */
  nearest(text: EventText): readonly MatchableMember[]
}

const append = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  const known = map.get(key)
  if (!known) map.set(key, [value])
  // Names per member.
  else if (known.at(-1) !== value) known.push(value)
}

/** A name in all orders in which people write it. A single word could be anyone's first name. */
export const formsOf = (
  name: string,
): {
  readonly full: readonly string[]
  readonly short: readonly string[]
  readonly initial: readonly string[]
} => {
  const parts = name
    .trim()
    .split(/\s+/)
    .map(keyOf)
    .filter((part) => part !== '')
  if (parts.length < 2) {
    // In scripts without spaces, one word is a whole name; in others it is a first name.
    const only = parts[0] ?? ''
    return {
      full: /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2,}$/u.test(only)
        ? [only]
        : [],
      short: [],
      initial: [],
    }
  }
  const [first, last] = [parts[0]!, parts.at(-1)!]
  const [given, rest] = [parts.slice(0, -1).join(' '), parts.slice(1).join(' ')]
  return {
    full: [parts.join(' '), `${last} ${given}`, `${rest} ${first}`],
    short: [`${first} ${last}`, `${last} ${first}`],
    initial: [`${first} ${last[0]}`],
  }
}

/** The number of words in the longest name that is searched for. */
export const maxNameWords = 8

/** After `Nathan J.`: a word that looks like a continuation of the name makes it another person's. */
const isNameGoingOn = (rest: string): boolean => /^\.?\s*\p{Lu}?\p{Ll}|^[\p{L}\p{N}'’-]/u.test(rest)

/** A word between two names that makes an event one of both people. */
const joining = /^\s*(&|and|und|et|y|e|og|och)\s*$/i

/**
 * Only active members, if one has the name; otherwise one who has left, because their old events belong to nobody else.
 */
const preferred = (members: readonly MatchableMember[] | undefined): readonly MatchableMember[] => {
  if (!members) return []
  const active = members.filter((member) => member.active)
  return active.length > 0 ? active : members
}

/** As written, without titles. */
const plainName = (name: string): string => {
  const words = wordsOf(name)
  const plain = withoutTitles(words)
  return plain === words ? name : plain.map(({ from, to }) => name.slice(from, to)).join(' ')
}

/** Members of one slice. */
const sliceLength = 200

/** Looks up members in events; created once for all events of a feed. */
export function* createPeopleMatcher(members: readonly MatchableMember[]): Sliced<PeopleMatcher> {
  const byEmail = new Map<string, MatchableMember[]>()
  const byId = new Map(members.map((member) => [member.id, member]))
  const full = new Map<string, MatchableMember[]>()
  const short = new Map<string, MatchableMember[]>()
  const initial = new Map<string, MatchableMember[]>()
  const byWord = new Map<string, MatchableMember[]>()
  for (const [index, member] of members.entries()) {
    if (index % sliceLength === sliceLength - 1) yield
    append(byEmail, foldEmail(member.email), member)
    for (const name of new Set([member.name, plainName(member.name)])) {
      const forms = formsOf(name)
      for (const form of forms.full) append(full, form, member)
      for (const form of forms.short) append(short, form, member)
      for (const form of forms.initial) append(initial, form, member)
    }
    for (const { text } of wordsOf(member.name)) {
      append(byWord, text, member)
      append(byWord, text.slice(0, 3), member)
    }
  }

  const named = (key: string): readonly MatchableMember[] => preferred(full.get(key) ?? short.get(key))

  /** The members named in a text; a name within a longer one is not another person. */
  const namesIn = (text: string): readonly NamedSpan[] => {
    const words = withoutTitles(wordsOf(text))
    const found: NamedSpan[] = []
    for (let first = 0; first < words.length; first += 1)
      for (let length = Math.min(maxNameWords, words.length - first); length >= 1; length -= 1) {
        const key = words
          .slice(first, first + length)
          .map((word) => word.text)
          .join(' ')
        const [from, to] = [words[first]!.from, words[first + length - 1]!.to]
        const known = named(key)
        const matching =
          known.length > 0 || isNameGoingOn(text.slice(to)) ? known : preferred(initial.get(key))
        if (matching.length === 0) continue
        found.push({ members: matching, from, to })
        first += length - 1
        break
      }
    return found
  }

  const matchPeople = (
    people: readonly NamedPerson[],
    find: (one: NamedPerson) => readonly MatchableMember[],
  ) => [...new Set(people.flatMap(find))]

  const emailOf = ({ email }: NamedPerson): readonly MatchableMember[] =>
    email === null ? [] : preferred(byEmail.get(foldEmail(email)))
  const nameOf = ({ name }: NamedPerson): readonly MatchableMember[] =>
    name === null ? [] : named(keyOf(plainName(name)))

  const aliasOf = (text: EventText, aliases: readonly Alias[]): PersonMatch | null => {
    if (aliases.length === 0) return null
    const said = wordsOf(text.summary)
    const people = [...text.attendees, ...(text.organizer ? [text.organizer] : [])]
    for (const { words, member_id } of aliases) {
      const member = byId.get(member_id)
      if (!member) continue
      const place = placeOf(said, words)
      if (place) return { member, ...place }
      if (people.some(({ name, email }) => [name, email].some((one) => one !== null && keyOf(one) === words)))
        return { member, from: 0, to: 0 }
    }
    return null
  }

  return {
    namesIn,
    personOf(person) {
      const byAddress = emailOf(person)
      return byAddress.length > 0 ? byAddress : nameOf(person)
    },
    aliasIn: aliasOf,
    match(text, aliases) {
      const alias = aliasOf(text, aliases)
      if (alias) return alias
      const inSummary = namesIn(text.summary)
      const place = (member: MatchableMember) => {
        const { from = 0, to = 0 } = inSummary.find(({ members: some }) => some.includes(member)) ?? {}
        return { from, to }
      }
      // Whom the title names is away, whoever else was invited, and whatever they answered.
      const involved = [...text.attendees, ...(text.organizer ? [text.organizer] : [])].flatMap((person) => [
        ...emailOf(person),
        ...nameOf(person),
      ])
      const both = [...new Set(inSummary.flatMap(({ members: some }) => some))].filter((member) =>
        involved.includes(member),
      )
      if (both.length === 1) return { member: both[0]!, ...place(both[0]!) }
      for (const find of [emailOf, nameOf]) {
        const attendees = matchPeople(text.attendees, find)
        const all =
          attendees.length > 0 ? attendees : matchPeople(text.organizer ? [text.organizer] : [], find)
        if (all.length > 1) return { member: null, candidates: all }
        const [member] = all
        if (!member) continue
        // A colleague who enters a person's leave in a calendar, or is told of it there, is not away.
        const others = inSummary.flatMap(({ members: some }) => (some.includes(member) ? [] : some))
        if (others.length > 0) return { member: null, candidates: [member, ...others] }
        return { member, ...place(member) }
      }
      return matchSummary(text.summary, inSummary)
    },

    nearest(text) {
      const said = [text.summary, ...text.attendees.map(({ name }) => name ?? '')].join(' ')
      const scores = new Map<MatchableMember, number>()
      const score = (word: string, points: number): void => {
        const members = byWord.get(word) ?? []
        if (members.length > maxNamesakes) return
        for (const member of members) scores.set(member, (scores.get(member) ?? 0) + points)
      }
      for (const word of [...new Set(wordsOf(said).map(({ text: word }) => word))].slice(0, maxWords)) {
        score(word, 3)
        if (word.length > 3) score(word.slice(0, 3), 1)
      }
      return [...scores]
        .filter(([member]) => member.active)
        .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a.email < b.email ? -1 : 1))
        .slice(0, maxNearest)
        .map(([member]) => member)
    },
  }
}

const maxNearest = 3

/** Words of an event that similar names are looked up by; a part of a name that more members share tells nothing. */
const maxWords = 50
const maxNamesakes = 2_000

/** The positions at which words follow each other. */
const placeOf = (
  said: readonly Word[],
  words: string,
): { readonly from: number; readonly to: number } | null => {
  const wanted = words.split(' ')
  for (let first = 0; first + wanted.length <= said.length; first += 1)
    if (wanted.every((word, index) => said[first + index]!.text === word))
      return { from: said[first]!.from, to: said[first + wanted.length - 1]!.to }
  return null
}

/** Exactly one member, and no other person beside them: `Jane & John Doe` are two people, one of them unknown. */
const matchSummary = (summary: string, found: readonly NamedSpan[]): PersonMatch => {
  const members = [...new Set(found.flatMap((one) => one.members))]
  const [only] = found
  if (members.length !== 1 || !only) return { member: null, candidates: members }
  const words = wordsOf(summary)
  const before = words.filter(({ to }) => to <= only.from).at(-1)
  const after = words.find(({ from }) => from >= only.to)
  const isJoined =
    joining.test(summary.slice(before?.to ?? 0, only.from)) ||
    joining.test(summary.slice(before?.from ?? 0, only.from)) ||
    joining.test(summary.slice(only.to, after?.from ?? only.to)) ||
    joining.test(summary.slice(only.to, after?.to ?? only.to))
  return isJoined
    ? { member: null, candidates: members }
    : { member: members[0]!, from: only.from, to: only.to }
}
