import { mkdirSync } from 'node:fs'
import { open, type RootDatabase, type Transaction } from 'lmdb'
import { Problem } from '../domain/problem.js'
import type { Stored } from './changes.js'
import { createCommitter, type Draft } from './embedded-commit.js'
import { maxKeyLength } from './embedded-keys.js'
import { createReader, type Snapshot } from './embedded-read.js'
import type { Store } from './port.js'

/** Documents, and `true` for the entries of indexes. */
type Database = RootDatabase<Stored | true, Buffer>

/** Two handles on the same files: in `writer` a read sees what a commit under way has written, in `reader` it does not. */
interface Handles {
  readonly reader: Database
  readonly writer: Database
}

const openDatabase = (folder: string): Database =>
  open({ path: folder, noSubdir: false, keyEncoding: 'binary', encoding: 'json', maxReaders: 1_000 })

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a file system that cannot be written',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

const openHandles = (folder: string): Handles => {
  try {
    // Names and addresses of people are kept here.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return { reader: openDatabase(folder), writer: openDatabase(folder) }
  } catch (error) {
    const reason = reasons[codeOf(error)] ?? 'what is in it is not a store of this program, or is damaged'
    const wayOut = 'name another folder in DATA_DIR, or set MONGODB_URI'
    throw new Problem('unavailable', `The data folder ${folder} cannot be used: ${reason}; ${wayOut}`, {
      cause: error,
    })
  }
}

const asDocument = (value: Stored | true | undefined): Stored | undefined =>
  value === true ? undefined : value

const snapshotOf = (database: Database, transaction?: Transaction): Snapshot => {
  const within = transaction ? { transaction } : {}
  return {
    get: (key) => (key.length > maxKeyLength ? undefined : asDocument(database.get(key, within))),
    keys: ({ low, high, reverse, limit }) =>
      reverse
        ? database.getKeys({
            start: high,
            end: low,
            exclusiveStart: true,
            inclusiveEnd: true,
            reverse,
            limit,
            ...within,
          })
        : database.getKeys({ start: low, end: high, limit, ...within }),
  }
}

const draftOf = (database: Database): Draft => ({
  get: (key) => asDocument(database.get(key)),
  put: (key, value) => database.put(key, value),
  remove: (key) => database.remove(key),
})

/**
 * The store in a folder: LMDB, shared by any number of processes on one machine. The folder is made if it is not
 * there. Throws `unavailable`, naming the folder and the way out, when it cannot be used.
 */
export const openEmbeddedStore = async (folder: string): Promise<Store> => {
  const { reader, writer } = openHandles(folder)
  const draft = draftOf(writer)
  const latest = snapshotOf(reader)
  const views = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  const whileOpen = <T>(value: T): T => {
    if (closing) throw new Problem('unavailable', 'The store is closed')
    return value
  }
  const { commit, settled } = createCommitter(async (work) => {
    await writer.childTransaction(() => work(draft))
    await writer.flushed
  })
  const newest = (): Snapshot => {
    whileOpen(undefined)
    // lmdb keeps one read transaction for the rest of the turn: without this, what another process has committed
    // since would not be seen.
    reader.resetReadTxn()
    return latest
  }
  const view: Store['view'] = async (_org, read) => {
    newest()
    const transaction = reader.useReadTransaction()
    const snapshot = snapshotOf(reader, transaction)
    const result = read(createReader(() => whileOpen(snapshot))).finally(() => transaction.done())
    views.add(result)
    void result.finally(() => views.delete(result)).catch(() => undefined)
    return result
  }
  const close = async (): Promise<void> => {
    await Promise.allSettled([settled(), ...views])
    await reader.close()
    await writer.close()
  }
  return {
    ...createReader(newest),
    view,
    commit: async (changes, options) => whileOpen(commit)(changes, options),
    ping: async () => void newest().get(Buffer.from('ping')),
    warnings: [],
    kind: 'embedded',
    close: () => (closing ??= close()),
  }
}
