import { documentId } from '../domain/organization.js'
import type { Stored } from './changes.js'
import type { Json } from './port.js'
import type { CollectionName, Collections } from './schema.js'

/** A document as it is kept: itself, or the number of a shape and the values of its fields in order. */
export type Packed = Stored | readonly [shape: number, ...values: Json[]]

/**
 * What imports bring by the hundred thousand is kept without names: half the size, and a third less time. The key of
 * such a document says `org` and `id`. A shape belongs to the format of the files: none may be changed, new ones go to
 * the end. A document that fits no shape is kept as it is.
 */
export const shapes: readonly (readonly string[])[] = [
  ['name', 'source'] satisfies (keyof Collections['teams'])[],
  [
    'email',
    'name',
    'avatar',
    'team_id',
    'timezone',
    'active',
    'source',
  ] satisfies (keyof Collections['members'])[],
  [
    'member_id',
    'type',
    'start_date',
    'end_date',
    'status',
    'starts_at_noon',
    'ends_at_noon',
    'source',
  ] satisfies (keyof Collections['leaves'])[],
]
const shapeOf = new Map<CollectionName, number>([
  ['teams', 0],
  ['members', 1],
  ['leaves', 2],
])

/** Whether the key tells `org` and `id`. */
const saidByKey = ({ _id, org, id }: Stored): boolean =>
  typeof org === 'string' && typeof id === 'string' && !org.includes(':') && documentId(org, id) === _id

export const pack = (collection: CollectionName, document: Stored): Packed => {
  const number = shapeOf.get(collection)
  const fields = shapes[number ?? -1]
  if (number === undefined || !fields || !saidByKey(document)) return document
  const values: Json[] = []
  for (const field of fields) {
    const value = document[field]
    if (value === undefined) return document
    values.push(value)
  }
  // As many fields as the shape, `_id`, `org` and `id` have: no others.
  return Object.keys(document).length === fields.length + 3 ? [number, ...values] : document
}

const isShaped = (packed: Packed): packed is readonly [number, ...Json[]] => Array.isArray(packed)

export const unpack = (_id: string, packed: Packed): Stored => {
  if (!isShaped(packed)) return packed
  const colon = _id.indexOf(':')
  const document: Record<string, Json> = { org: _id.slice(0, colon), id: _id.slice(colon + 1) }
  const fields = shapes[packed[0]]
  if (!fields) throw new Error('a document was written by a newer version of this program')
  for (const [n, field] of fields.entries()) document[field] = packed[n + 1] ?? null
  return { _id, ...document }
}
