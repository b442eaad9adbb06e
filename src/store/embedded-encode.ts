import { Problem } from '../domain/problem.js'
import type { Stored } from './changes.js'
import { indexKeys } from './embedded-keys.js'
import { pack, unpack, type Packed } from './embedded-pack.js'
import type { CollectionName } from './schema.js'

export const documentKey = (collection: CollectionName, id: string): string => `${collection}\0${id}`

/** LMDB takes no longer keys, in bytes. */
const maxKeyLength = 1_978
export const fits = (key: string | Buffer): boolean =>
  typeof key !== 'string'
    ? key.length <= maxKeyLength
    : key.length * 3 <= maxKeyLength || Buffer.byteLength(key) <= maxKeyLength

const storable = (key: string): string => {
  if (fits(key)) return key
  throw new Problem('invalid', 'An id or another field that is looked up by is too long to be stored')
}

/** What is written of a document: its key, itself, and the keys of its index entries. Throws `invalid`. */
export const textsOf = (collection: CollectionName, document: Stored): string[] => [
  storable(documentKey(collection, document._id)),
  JSON.stringify(pack(collection, document)),
  ...indexKeys(collection, document).map(storable),
]

/** The bytes of a document's id, which its key ends with: what its index entries say. */
export const idIn = (key: Buffer): Buffer => key.subarray(key.indexOf(0) + 1)

/** A document as it was before, and the keys of its index entries. */
export interface Before {
  readonly document: Stored
  readonly entries: readonly Buffer[]
}

export const beforeOf = (collection: CollectionName, key: Buffer, packed: Packed): Before => {
  const document = unpack(idIn(key).toString(), packed)
  return { document, entries: indexKeys(collection, document).map((entry) => Buffer.from(entry)) }
}

/** The collection of a document, which its key begins with. */
export const collectionIn = (key: Buffer): CollectionName =>
  // Only `documentKey` makes keys.
  key.toString('utf8', 0, key.indexOf(0)) as CollectionName
