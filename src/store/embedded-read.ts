import { setImmediate as turn } from 'node:timers/promises'
import { Problem } from '../domain/problem.js'
import type { Stored } from './changes.js'
import { documentKey, scanOf, type Scan } from './embedded-keys.js'
import { pageSize, type Query, type Reader } from './port.js'
import type { CollectionName, Collections } from './schema.js'

/** One state of the database. */
export interface Snapshot {
  get(key: Buffer): Stored | undefined
  /** Keys from `low` (included) up to `high` (not included), or the other way round; at most `limit`. */
  keys(range: KeyRange): Iterable<Buffer>
}
export interface KeyRange extends Pick<Scan, 'low' | 'high' | 'reverse'> {
  readonly limit: number
}

/** So many index entries are looked at between two turns of the event loop: a few milliseconds of work. */
const scanSize = 4 * pageSize

/** Faults of the database become `unavailable`; what is a mistake of the caller stays what it is. */
const reading = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Problem || error instanceof TypeError) throw error
    throw new Problem('unavailable', 'The store could not read', { cause: error })
  }
}

/** The entries behind the last one looked at. */
const after = (scan: Scan, last: Buffer | undefined): Scan => {
  if (!last) return scan
  return scan.reverse ? { ...scan, high: last } : { ...scan, low: Buffer.concat([last, Buffer.alloc(1)]) }
}

interface Slice {
  readonly documents: readonly Stored[]
  readonly last: Buffer | undefined
  readonly complete: boolean
}

/** At most `limit` documents of a scan, and how far it has come. */
const takeSlice = (snapshot: Snapshot, collection: CollectionName, scan: Scan, limit: number): Slice => {
  const documents: Stored[] = []
  let last: Buffer | undefined
  let seen = 0
  for (const key of snapshot.keys({ ...scan, limit: scanSize })) {
    seen++
    last = key
    const id = scan.idOf(key)
    const document = id === undefined ? undefined : snapshot.get(documentKey(collection, id))
    if (document && documents.push(document) === limit) return { documents, last, complete: false }
  }
  return { documents, last, complete: seen < scanSize }
}

/** Answers from what `now` gives at each call: the newest state, or always the same one in a view. */
export const createReader = (now: () => Snapshot): Reader => {
  const some = <C extends CollectionName>(collection: C, ids: readonly string[]): Collections[C][] => {
    const snapshot = now()
    const found = ids.map((id) => snapshot.get(documentKey(collection, id)))
    // What was put into a collection comes out of it.
    return found.filter((document) => document !== undefined) as object[] as Collections[C][]
  }
  return {
    get: async (collection, ids) => {
      if (ids.length <= pageSize) return reading(() => some(collection, ids))
      const found = []
      for (let start = 0; start < ids.length; start += pageSize) {
        found.push(...reading(() => some(collection, ids.slice(start, start + pageSize))))
        await turn()
      }
      return found
    },
    async *find<C extends CollectionName>(collection: C, query: Query<C>) {
      let scan: Scan = scanOf(collection, query)
      let left = query.limit ?? Infinity
      while (left > 0) {
        const limit = Math.min(left, pageSize)
        const { documents, last, complete } = reading(() => takeSlice(now(), collection, scan, limit))
        // As in `some`.
        if (documents.length > 0) yield documents as readonly object[] as readonly Collections[C][]
        left -= documents.length
        if (complete) return
        scan = after(scan, last)
        await turn()
      }
    },
  }
}
