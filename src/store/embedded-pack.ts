import { documentId } from '../domain/organization.js'
import type { Stored } from './changes.js'
import type { Json } from './port.js'
import { scoped, type CollectionName } from './schema.js'

/** A document as it is kept. Without `_id`: the key says it, and `org` and `id`, too. */
export interface Packed {
  readonly [field: string]: Json
}

/** An import's documents are a third smaller when what their key says is not repeated in them. */
export const pack = (collection: CollectionName, document: Stored): Packed => {
  const { org, id, _id } = document
  if (!scoped.has(collection) || typeof org !== 'string' || typeof id !== 'string') return document
  if (org.includes(':') || documentId(org, id) !== _id) return document
  const { org: _org, id: _ownId, _id: _key, ...rest } = document
  return rest
}

export const unpack = (_id: string, packed: Packed): Stored => {
  if (packed['_id'] === _id) return packed as Stored
  const colon = _id.indexOf(':')
  return { _id, org: _id.slice(0, colon), id: _id.slice(colon + 1), ...packed }
}
