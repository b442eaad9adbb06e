import { setImmediate as turn } from 'node:timers/promises'
import { Problem } from '../domain/problem.js'
import type { Stored } from './changes.js'
import { scanOf, type Scan } from './embedded-keys.js'
import { pageSize, type Query, type Reader } from './port.js'
import type { CollectionName, Collections } from './schema.js'

/** One state of the database. */
export interface Snapshot {
  get(collection: CollectionName, id: string): Stored | undefined
  /** Index entries from `low` (included) up to `high` (not included), or the other way round. */
  entries(range: Range): Iterable<Entry>
  /** Documents by their keys, in the same way. */
  documents(range: Range): Iterable<{ readonly key: string; readonly document: Stored }>
  /** The ids under one key behind `id`, in the order asked for. */
  idsAfter(entry: Entry, reverse: boolean): Iterable<string>
}
export type Range = Pick<Scan, 'low' | 'high' | 'reverse'>
export interface Entry {
  readonly key: string
  readonly id: string
}

/** So many index entries are looked at between two turns of the event loop: a few milliseconds of work. */
const scanSize = 2 * pageSize

/** Faults of the database become `unavailable`; what is a mistake of the caller stays what it is. */
const reading = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Problem || error instanceof TypeError) throw error
    throw new Problem('unavailable', 'The store could not read', { cause: error })
  }
}

/** The entries of a scan behind the one that was looked at last. */
function* entriesAfter(snapshot: Snapshot, scan: Scan, last: Entry | undefined): Iterable<Entry> {
  if (!last) return yield* snapshot.entries(scan)
  for (const id of snapshot.idsAfter(last, scan.reverse)) yield { key: last.key, id }
  yield* snapshot.entries(behind(scan, last))
}

const behind = (scan: Scan, { key }: Entry): Scan => ({
  ...scan,
  ...(scan.reverse ? { high: key } : { low: `${key}\0` }),
})

interface Slice {
  readonly documents: readonly Stored[]
  /** Where the scan goes on; `undefined` when it is complete. */
  readonly last: Entry | undefined
}

/** The next documents of a scan of documents, at most `limit`. */
const takeDocuments = (snapshot: Snapshot, scan: Scan, from: Entry | undefined, limit: number): Slice => {
  const documents: Stored[] = []
  for (const { key, document } of snapshot.documents(from ? behind(scan, from) : scan)) {
    documents.push(document)
    if (documents.length === limit) return { documents, last: { key, id: document._id } }
  }
  return { documents, last: undefined }
}

/** The next documents of a scan of index entries, at most `limit`. */
const takeEntries = (
  snapshot: Snapshot,
  collection: CollectionName,
  scan: Scan,
  from: Entry | undefined,
  limit: number,
): Slice => {
  const documents: Stored[] = []
  let seen = 0
  for (const entry of entriesAfter(snapshot, scan, from)) {
    const document = scan.accepts(entry.key) ? snapshot.get(collection, entry.id) : undefined
    if (document) documents.push(document)
    if (documents.length === limit || ++seen === scanSize) return { documents, last: entry }
  }
  return { documents, last: undefined }
}

const takeSlice = (
  snapshot: Snapshot,
  collection: CollectionName,
  scan: Scan,
  from: Entry | undefined,
  limit: number,
): Slice =>
  scan.of === 'documents'
    ? takeDocuments(snapshot, scan, from, limit)
    : takeEntries(snapshot, collection, scan, from, limit)

/** Answers from what `now` gives at each call: the newest state, or always the same one in a view. */
export const createReader = (now: () => Snapshot): Reader => {
  const some = <C extends CollectionName>(collection: C, ids: readonly string[]): Collections[C][] => {
    const snapshot = now()
    const found = ids.map((id) => snapshot.get(collection, id))
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
      const scan = scanOf(collection, query)
      let left = query.limit ?? Infinity
      let from: Entry | undefined
      while (left > 0) {
        const limit = Math.min(left, pageSize)
        const { documents, last } = reading(() => takeSlice(now(), collection, scan, from, limit))
        // As in `some`.
        if (documents.length > 0) yield documents as readonly object[] as readonly Collections[C][]
        if (!last) return
        left -= documents.length
        from = last
        await turn()
      }
    },
  }
}
