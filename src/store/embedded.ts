import {
  asBinary,
  open,
  type Database,
  type GetOptions,
  type RangeOptions,
  type RootDatabase,
  type RootDatabaseOptions,
  type Transaction,
} from 'lmdb'
import { Problem } from '../domain/problem.js'
import type { Stored } from './changes.js'
import { createCommitter, type Draft, type Transact } from './embedded-commit.js'
import { documentKey, fits } from './embedded-encode.js'
import { createReader, type Range, type Snapshot } from './embedded-read.js'
import { openFolder } from './embedded-folder.js'
import { unpack, type Packed } from './embedded-pack.js'
import type { Store } from './port.js'
import type { CollectionName } from './schema.js'

/** A text, or its UTF-8. */
type Key = string | Buffer

/** Keys and ids are the UTF-8 of texts: lmdb's own encoding of texts changes its rules at 64 characters. */
const utf8 = {
  writeKey: (key: Key, target: Buffer, start: number): number =>
    start + (typeof key === 'string' ? target.write(key, start) : key.copy(target, start)),
  readKey: (source: Buffer, start: number, end: number): string => source.toString('utf8', start, end),
  encode: (text: Key): Buffer => (typeof text === 'string' ? Buffer.from(text) : text),
  decode: (bytes: Buffer): string => bytes.toString('utf8', 0, bytes.length),
}

/** One handle on the files. */
interface Handle {
  readonly root: RootDatabase
  readonly documents: Database<Packed, Key>
  readonly entries: Database<Key, Key>
}

const openHandle = (folder: string): Handle => {
  // A page size of its own, so that a folder may move between machines; large imports need the least memory with it.
  const root = open({ path: folder, noSubdir: false, maxReaders: 1_000, pageSize: 8_192 })
  const ofDocuments: RootDatabaseOptions = { keyEncoder: utf8, encoding: 'json' }
  const ofEntries: RootDatabaseOptions = { keyEncoder: utf8, encoder: utf8, dupSort: true }
  return {
    root,
    documents: root.openDB('documents', ofDocuments),
    entries: root.openDB('entries', ofEntries),
  }
}

const read = (
  { documents }: Handle,
  collection: CollectionName,
  id: string,
  within: GetOptions,
): Stored | undefined => {
  const key = documentKey(collection, id)
  const kept = fits(key) ? documents.get(key, within) : undefined
  return kept && unpack(id, kept)
}

const boundsOf = ({ low, high, reverse }: Range): RangeOptions =>
  reverse
    ? { start: high, end: low, exclusiveStart: true, inclusiveEnd: true, reverse }
    : { start: low, end: high }

const snapshotOf = (handle: Handle, transaction?: Transaction): Snapshot => {
  const { entries } = handle
  const within = transaction ? { transaction } : {}
  return {
    get: (collection, id) => read(handle, collection, id, within),
    entries: (range) =>
      entries
        .getRange({ ...boundsOf(range), ...within })
        .map(({ key, value }) => ({ key: String(key), id: String(value) })),
    documents: (range) =>
      handle.documents.getRange({ ...boundsOf(range), ...within }).map(({ key, value }) => {
        const text = String(key)
        return { key: text, document: unpack(text.slice(text.indexOf('\0') + 1), value) }
      }),
    idsAfter: ({ key, id }, reverse) =>
      entries
        .getValues(key, { start: id, reverse, ...within })
        .map(String)
        .filter((other) => other !== id),
  }
}

const draftOf = ({ documents, entries }: Handle): Draft => ({
  get: (key) => (fits(key) ? documents.get(key) : undefined),
  keyAfter: (key) => {
    // Nothing is known of what lies behind a key that LMDB does not take.
    if (!fits(key)) return key
    const [next] = documents.getKeys({ start: key, exclusiveStart: true, limit: 1 })
    return next === undefined ? undefined : Buffer.from(next)
  },
  // lmdb types what it takes in place of a value as if it were nothing.
  put: (key, document) => void documents.put(key, asBinary(document) as Packed),
  remove: (key) => void documents.remove(key),
  addEntry: (entry, id) => void entries.put(entry, id),
  removeEntry: (entry, id) => void entries.remove(entry, id),
})

/** Views, and the end of all that are under way. `use` refuses when the store is closed. */
const createViews = (
  handle: Handle,
  use: () => void,
): { view: Store['view']; ended: () => Promise<unknown> } => {
  const running = new Set<Promise<unknown>>()
  const view: Store['view'] = (_org, read) => {
    const work = async () => {
      use()
      handle.root.resetReadTxn()
      const transaction = handle.root.useReadTransaction()
      const snapshot = snapshotOf(handle, transaction)
      const now = (): Snapshot => {
        use()
        return snapshot
      }
      try {
        return await read(createReader(now))
      } finally {
        transaction.done()
      }
    }
    const result = work()
    const end: Promise<unknown> = result.then(
      () => running.delete(end),
      () => running.delete(end),
    )
    running.add(end)
    return result
  }
  return { view, ended: () => Promise.all(running) }
}

const transactionsOf = (writer: Handle): Transact => {
  const draft = draftOf(writer)
  return async (work) => {
    await writer.root.childTransaction(() => work(draft))
    await writer.root.flushed
  }
}

/**
 * The store in a folder: LMDB, shared by any number of processes on one machine. The folder is made if it is not
 * there. Throws `unavailable`, naming the folder and the way out, when it cannot be used.
 */
export const openEmbeddedStore = async (folder: string): Promise<Store> => {
  // Two handles: in `writer` a read sees what a commit under way has written, in `reader` it does not.
  const { reader, writer } = openFolder(folder, () => ({
    reader: openHandle(folder),
    writer: openHandle(folder),
  }))
  let closing: Promise<void> | undefined
  const use = (): void => {
    if (closing) throw new Problem('unavailable', 'The store is closed')
  }
  const { commit, settled } = createCommitter(transactionsOf(writer))
  const { view, ended } = createViews(reader, use)
  const latest = snapshotOf(reader)
  const newest = (): Snapshot => {
    use()
    // lmdb keeps one read transaction for the rest of the turn: without this, what another process has committed
    // since would not be seen.
    reader.root.resetReadTxn()
    return latest
  }
  const close = async (): Promise<void> => {
    await Promise.all([settled(), ended()])
    await reader.root.close()
    await writer.root.close()
  }
  return {
    ...createReader(newest),
    view,
    commit: async (changes, options) => {
      use()
      return commit(changes, options)
    },
    ping: async () => void newest().get('organizations', 'ping'),
    warnings: [],
    kind: 'embedded',
    close: () => (closing ??= close()),
  }
}
