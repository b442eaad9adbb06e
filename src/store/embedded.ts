import { open, type Database, type GetOptions, type RootDatabase, type Transaction } from 'lmdb'
import { Problem } from '../domain/problem.js'
import type { Stored } from './changes.js'
import { createCommitter, type Draft } from './embedded-commit.js'
import { createReader, type Snapshot } from './embedded-read.js'
import { openFolder } from './embedded-folder.js'
import { dictionary, pack, unpack, type Packed } from './embedded-pack.js'
import type { Store } from './port.js'
import type { CollectionName } from './schema.js'

/** One handle on the files. */
interface Handle {
  readonly root: RootDatabase
  readonly documents: Database<Packed, Buffer>
  readonly entries: Database<string, Buffer>
}

const openHandle = (folder: string): Handle => {
  const root = open({ path: folder, noSubdir: false, maxReaders: 1_000 })
  const documents = root.openDB<Packed, Buffer>({
    name: 'documents',
    keyEncoding: 'binary',
    encoding: 'json',
    compression: { threshold: 100, dictionary },
  })
  const entries = root.openDB<string, Buffer>({
    name: 'entries',
    keyEncoding: 'binary',
    encoding: 'ordered-binary',
    dupSort: true,
  })
  return { root, documents, entries }
}

/** LMDB takes no longer keys, in bytes. */
const maxKeyLength = 1_978
const documentKey = (collection: CollectionName, id: string): Buffer => Buffer.from(`${collection}\0${id}`)

const read = (
  { documents }: Handle,
  collection: CollectionName,
  id: string,
  within: GetOptions,
): Stored | undefined => {
  const key = documentKey(collection, id)
  const kept = key.length > maxKeyLength ? undefined : documents.get(key, within)
  return kept && unpack(id, kept)
}

const snapshotOf = (handle: Handle, transaction?: Transaction): Snapshot => {
  const { entries } = handle
  const within = transaction ? { transaction } : {}
  return {
    get: (collection, id) => read(handle, collection, id, within),
    entries: ({ low, high, reverse }) =>
      entries
        .getRange(
          reverse
            ? { start: high, end: low, exclusiveStart: true, inclusiveEnd: true, reverse, ...within }
            : { start: low, end: high, ...within },
        )
        .map(({ key, value }) => ({ key, id: value })),
    idsAfter: ({ key, id }, reverse) =>
      entries.getValues(key, { start: id, reverse, ...within }).filter((other) => other !== id),
  }
}

const storable = (key: Buffer): Buffer => {
  if (key.length <= maxKeyLength) return key
  throw new Problem('invalid', 'An id or another field that is looked up by is too long to be stored')
}

const draftOf = (handle: Handle): Draft => {
  const { documents, entries } = handle
  return {
    get: (collection, id) => read(handle, collection, id, {}),
    put: (collection, document) =>
      void documents.put(storable(documentKey(collection, document._id)), pack(collection, document)),
    remove: (collection, id) => void documents.remove(documentKey(collection, id)),
    addEntry: (key, id) => void entries.put(storable(Buffer.from(key)), id),
    removeEntry: (key, id) => void entries.remove(Buffer.from(key), id),
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
  const draft = draftOf(writer)
  const latest = snapshotOf(reader)
  const views = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  const whileOpen = <T>(value: T): T => {
    if (closing) throw new Problem('unavailable', 'The store is closed')
    return value
  }
  const { commit, settled } = createCommitter(async (work) => {
    await writer.root.childTransaction(() => work(draft))
    await writer.root.flushed
  })
  const newest = (): Snapshot => {
    whileOpen(undefined)
    // lmdb keeps one read transaction for the rest of the turn: without this, what another process has committed
    // since would not be seen.
    reader.root.resetReadTxn()
    return latest
  }
  const view: Store['view'] = async (_org, read) => {
    newest()
    const transaction = reader.root.useReadTransaction()
    const snapshot = snapshotOf(reader, transaction)
    const result = read(createReader(() => whileOpen(snapshot))).finally(() => transaction.done())
    views.add(result)
    void result.finally(() => views.delete(result)).catch(() => undefined)
    return result
  }
  const close = async (): Promise<void> => {
    await Promise.allSettled([settled(), ...views])
    await reader.root.close()
    await writer.root.close()
  }
  return {
    ...createReader(newest),
    view,
    commit: async (changes, options) => whileOpen(commit)(changes, options),
    ping: async () => void newest().get('organizations', 'ping'),
    warnings: [],
    kind: 'embedded',
    close: () => (closing ??= close()),
  }
}
