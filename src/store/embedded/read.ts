import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { damagedProblem } from '../../domain/damage.js'
import type { Stored } from '../changes.js'
import { callDeadline, pageSize, type StorePage, type Query, type Reader } from '../port.js'
import type { CollectionName, Collections } from '../schema.js'
import { textOf, textParameter, type SqliteConnection } from './connection.js'
import { isBusy, problemOf } from './errors.js'
import { sqlOf, type Sql } from './query.js'
import { collections } from './schema.js'

/** Milliseconds between two attempts while another process recovers the log of one that was killed. */
const pause = 5

const readProblem =
  (collection: CollectionName | null, key: string | null = null) =>
  (error: unknown): unknown =>
    problemOf(error, 'read', { collection, key })

/** Reads, retrying while the database is locked until the deadline of a call. Throws `unavailable`. */
export const retryWhileBusy = async <T>(read: () => T, problem = readProblem(null)): Promise<T> => {
  for (let waited = 0; ; waited += pause) {
    try {
      return read()
    } catch (error) {
      if (!isBusy(error) || waited >= callDeadline) throw problem(error)
    }
    await wait(pause)
  }
}

/** One state of the database, held until released. */
export interface ReadSnapshot {
  readonly connection: SqliteConnection
  release(): void
}

export interface ReadFrom {
  /** For single documents: the newest state, or in a view always the same one. Throws once closed. */
  current(): SqliteConnection
  /** Holds one state for all pages of a query. */
  keep(): Promise<ReadSnapshot>
}

type StoredRow = Readonly<Record<string, unknown>>

/** The document of a row with its `id`. */
export const documentIn = (collection: CollectionName, { id, document }: StoredRow): Stored => {
  let stored: unknown
  try {
    stored = JSON.parse(String(document))
  } catch {
    throw damagedProblem({ collection, key: String(id), what: 'it is not JSON' })
  }
  const own: unknown = (stored as Partial<Stored> | null)?._id
  // What has the id is the document that was put there. The binding cuts the column, not the JSON, at a NUL.
  if (own === id || (typeof own === 'string' && own.startsWith(`${String(id)}\0`))) return stored as Stored
  throw damagedProblem({ collection, key: String(id), what: '_id: is not its key' })
}

const some = (connection: SqliteConnection, collection: CollectionName, ids: readonly string[]): Stored[] => {
  const found =
    ids.length === 1
      ? [
          connection.get(
            `SELECT id, document FROM "${collection}" WHERE id = ${textParameter}`,
            textOf(ids[0] ?? ''),
          ),
        ]
      : connection.all(
          `SELECT id, document FROM "${collection}" WHERE id IN (SELECT value FROM json_each(?))`,
          JSON.stringify(ids),
        )
  return found.flatMap((row) => (row ? [documentIn(collection, row)] : []))
}

const nextPage = (collection: CollectionName, rows: Iterator<StoredRow>): Stored[] => {
  const page: Stored[] = []
  while (page.length < pageSize) {
    const { value, done } = rows.next()
    if (done) break
    page.push(documentIn(collection, value))
  }
  return page
}

export const createReader = ({ current, keep }: ReadFrom): Reader => ({
  get: async <C extends CollectionName>(collection: C, ids: readonly string[]) => {
    const found: Stored[] = []
    for (let start = 0; start < ids.length; start += pageSize) {
      if (start > 0) await turn()
      const slice = ids.slice(start, start + pageSize)
      const documents = await retryWhileBusy(
        () => some(current(), collection, slice),
        readProblem(collection, slice.length === 1 ? slice[0] : null),
      )
      for (const document of documents) found.push(document)
    }
    // A collection returns only what was put into it.
    return found as readonly object[] as Collections[C][]
  },

  async *find<C extends CollectionName>(collection: C, query: Query<C>) {
    const sql = sqlOf(collection, query)
    const { connection, release } = await keep()
    const kept = (): SqliteConnection => {
      current()
      return connection
    }
    try {
      // As in `get`.
      for await (const page of pagesOf(kept, collection, sql))
        yield page as readonly object[] as readonly Collections[C][]
    } finally {
      release()
    }
  },
})

const pagesOf = async function* (
  current: () => SqliteConnection,
  collection: CollectionName,
  { sql, parameters }: Sql,
): AsyncGenerator<readonly Stored[]> {
  let rows: Iterator<StoredRow> | undefined
  const next = (): Stored[] => {
    const connection = current()
    rows ??= connection.iterate(sql, ...parameters)
    return nextPage(collection, rows)
  }
  try {
    for (;;) {
      const page = await retryWhileBusy(next, readProblem(collection))
      if (page.length > 0) yield page
      if (page.length < pageSize) return
      await turn()
    }
  } finally {
    rows?.return?.()
  }
}

export const sortedCollections: readonly CollectionName[] = [...collections].sort()

/** Every document that a connection sees, ordered by collection and id. */
export const allPages = async function* (current: () => SqliteConnection): AsyncGenerator<StorePage> {
  for (const collection of sortedCollections) {
    const sql = `SELECT id, document FROM "${collection}" ORDER BY id`
    for await (const page of pagesOf(current, collection, { sql, parameters: [] }))
      // A collection returns only what was put into it.
      yield { collection, documents: page as readonly object[] as StorePage['documents'] }
  }
}
