import type { Bounds, Fields, Query, Scalar } from '../port.js'
import { indexes, scoped, type CollectionName } from '../schema.js'

export type Filter = Readonly<Record<string, unknown>>

const organizationOf = (id: string): string => id.slice(0, id.indexOf(':'))

/** Every filter by id includes the organization, so that a sharded cluster asks only one shard. */
export const byId = (collection: CollectionName, id: string): Filter =>
  scoped.has(collection) ? { _id: id, org: organizationOf(id) } : { _id: id }

export const byIds = (collection: CollectionName, ids: readonly string[]): Filter => {
  const [id] = ids
  if (ids.length === 1 && id !== undefined) return byId(collection, id)
  if (!scoped.has(collection)) return { _id: { $in: ids } }
  return { _id: { $in: ids }, org: { $in: [...new Set(ids.map(organizationOf))] } }
}

/** BSON type 10: present and null. Equality with null would also match a missing field. */
const isNull = { $type: 10 }

/** Exactly the value that was read: equality alone would also match an array containing it. */
const unchanged = (value: Scalar | undefined): Filter => {
  if (value === undefined) return { $exists: false }
  if (value === null) return isNull
  return { $eq: value, $not: { $type: 'array' } }
}

export const whenUnchanged = (fields: Fields): Filter =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, unchanged(value)]))

const within = (bounds: Bounds): Filter => {
  const given = Object.entries(bounds).filter(([, bound]) => bound !== undefined)
  return given.length === 0
    ? { $exists: true }
    : Object.fromEntries(given.map(([name, to]) => [`$${name}`, to]))
}

export const filterOf = (query: Pick<Query, 'equal' | 'range'>): Filter => ({
  ...Object.fromEntries(
    Object.entries(query.equal ?? {}).map(([field, value]) => [
      field,
      value === null ? isNull : { $eq: value },
    ]),
  ),
  ...Object.fromEntries(Object.entries(query.range ?? {}).map(([field, bounds]) => [field, within(bounds)])),
})

type Direction = 1 | -1

const declared = (collection: CollectionName, index: string): readonly string[] =>
  (indexes[collection] as Readonly<Record<string, readonly string[]>>)[index] ?? []

/** The fields of a declared index followed by `_id`, as an index key or a sort order. */
export const keyOf = (
  collection: CollectionName,
  index: string,
  direction: Direction = 1,
): Record<string, Direction> =>
  Object.fromEntries([...declared(collection, index), '_id'].map((field) => [field, direction]))
