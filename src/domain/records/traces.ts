import { createHmac } from 'node:crypto'
import { foldEmail } from '../organization/email.js'
import type { EventText, NamedPerson } from '../sources/events.js'
import { formsOf, maxNameWords } from '../sources/people.js'
import { keyOf, wordsOf } from '../sources/tokens.js'

/**
 * Recognizes an erased person where a calendar names them again: hashes of the address and of the forms of the name.
 * The key is random and the organization's, and stands beside them: it makes tables of hashes useless, and the key of
 * the encrypted values will not do, because not every store has one and it can be changed. Somebody who has the store
 * can test a guess, as they can with the id, which comes from the address.
 */
export interface Traces {
  /** Base64. */
  readonly key: string
  readonly hashes: readonly string[]
}

export const traceKeyBytes = 32

/** A tombstone; earlier versions left none of it. */
interface Traced {
  readonly traces?: Traces
}

const hashOf = (key: string, text: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64url')

/** The forms in which a name is written, as words; a name of one word is that word. */
export const writtenForms = (name: string): readonly string[] => {
  const { full, short } = formsOf(name)
  return [...new Set([keyOf(name), ...full, ...short])].filter((form) => form !== '')
}

/** `fresh` is the key of the organization's first traces. */
export const tracesOf = (
  { name, email }: { readonly name: string; readonly email: string },
  tombstones: readonly Traced[],
  fresh: Uint8Array,
): Traces => {
  const known = tombstones.flatMap(({ traces }) => traces?.key ?? [])
  const key = known[0] ?? Buffer.from(fresh).toString('base64')
  const texts = [foldEmail(email), ...writtenForms(name), ...formsOf(name).initial]
  return { key, hashes: texts.map((text) => hashOf(key, text)) }
}

/** Every run of words that may be a name. */
const runsOf = (text: string): readonly string[] => {
  const words = wordsOf(text).map((word) => word.text)
  return words.flatMap((_, first) =>
    words
      .slice(first, first + maxNameWords)
      .map((_, length) => words.slice(first, first + length + 1).join(' ')),
  )
}

const addressesIn = (text: string): readonly string[] =>
  text.match(/(?<![^\s<>()"',;:])[^\s<>()"',;:]+@[^\s<>()"',;:]+/g) ?? []

const textsOf = ({ name, email }: NamedPerson): readonly string[] => [
  ...(email === null ? [] : [foldEmail(email)]),
  ...(name === null ? [] : [keyOf(name)]),
]

/** Whether an event names somebody who was erased, in its text or among its people. */
export type RecognizeErased = (text: Pick<EventText, 'summary' | 'attendees' | 'organizer'>) => boolean

/** Undefined when there are no traces to recognize anybody by. */
export const createRecognizer = (tombstones: readonly Traced[]): RecognizeErased | undefined => {
  const hashes = new Map<string, Set<string>>()
  for (const { traces } of tombstones)
    if (traces) hashes.set(traces.key, new Set([...(hashes.get(traces.key) ?? []), ...traces.hashes]))
  if (hashes.size === 0) return undefined
  return ({ summary, attendees, organizer }) => {
    const people = attendees.length > 0 ? attendees : organizer ? [organizer] : []
    const texts = new Set([
      ...runsOf(summary),
      ...addressesIn(summary).map(foldEmail),
      ...people.flatMap(textsOf),
    ])
    return [...hashes].some(([key, known]) => [...texts].some((text) => known.has(hashOf(key, text))))
  }
}
