import fc from 'fast-check'
import { backUp } from '../../../src/services/backup/backup.js'
import { restore } from '../../../src/services/backup/restore.js'
import type { Change, Json, Store } from '../../../src/store/port.js'
import { scoped, indexes, type CollectionName } from '../../../src/store/schema.js'
import { leave, member, organization, team } from '../../stores/samples.js'
import { createClock, dependenciesOn } from '../keys/world.js'
import { sourceDocument } from '../../world/sources.js'

export const backupOf = async (store: Store): Promise<string> => {
  let text = ''
  const sink = { append: (part: string) => void (text += part), restart: () => void (text = '') }
  await backUp(store, sink)
  return text
}

/** The lines of a text, as those of a file. */
export const linesOf = (text: string): Iterable<string> => {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

export const restoreInto = (store: Store, text: string) =>
  restore(dependenciesOn(store, createClock()), linesOf(text))

// Lone halves of surrogate pairs are no text: MongoDB has no way to keep them.
const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const field = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((name) => !name.startsWith('$') && !/[.\0]/.test(name) && name !== '_id' && name !== 'org')
const scalar = fc.oneof(
  text,
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
)
const json: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 2 },
    scalar,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(field, tie('json'), { maxKeys: 3 }),
  ),
})).json

/** Documents that have a schema: fields of tomorrow may come before those of today. */
const described: Readonly<Record<string, (org: string, id: string) => object>> = {
  teams: (org, id) => team(org, id),
  members: (org, id) => member(org, id),
  leaves: (org, id) => leave(org, id, '2026-11-20', '2026-11-23'),
  sources: (org, id) => sourceDocument(org, `${id}.`),
}

// The keys of `indexes` are the collections. Organizations are always there.
const names = (Object.keys(indexes) as CollectionName[]).filter(
  (name) => name !== 'restores' && name !== 'organizations',
)

interface AnyDocument {
  readonly _id: string
  readonly org?: string
}

const document = fc
  .tuple(
    fc.constantFrom(...names),
    text,
    fc.constantFrom('o1', 'o2'),
    fc.dictionary(field, json, { maxKeys: 5 }),
  )
  .map(([collection, id, org, fields]): { collection: CollectionName; document: AnyDocument } => {
    const _id = scoped.has(collection) ? `${org}:${id}` : `${id}.`
    return {
      collection,
      document: { ...fields, _id, org, ...(described[collection]?.(org, id) ?? { slug: id }) },
    }
  })

const organizations = ['o1', 'o2'].map((id) => ({
  collection: 'organizations' as const,
  document: organization(id),
}))

/** Documents of any collection and, where there is no schema, any shape, each id once. */
const atLeast = (minLength: number) =>
  fc
    .uniqueArray(document, {
      minLength,
      maxLength: 40,
      selector: ({ collection, document: { _id } }) => `${collection} ${_id}`,
    })
    .map((others): Documents => [...organizations, ...others])
export const documents = atLeast(0)
export const twenty = fc.sample(atLeast(20), { numRuns: 1, seed: 7 })[0]!
export type Documents = readonly { readonly collection: CollectionName; readonly document: AnyDocument }[]

/** Stores keep documents of any shape: what a schema of tomorrow has is kept too. */
export const fill = async (store: Store, all: Documents): Promise<void> => {
  const changes = all.map(({ collection, document }) => ({ put: collection, document }) as unknown as Change)
  if (changes.length > 0) await store.commit(changes)
}
