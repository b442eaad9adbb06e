import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { Stored } from '../changes.js'
import { callDeadline, pageSize, type StorePage, type Query, type Reader } from '../port.js'
import type { CollectionName, Collections } from '../schema.js'
import { textOf, textParameter, type SqliteConnection } from './connection.js'
import { isBusy, problemOf } from './faults.js'
import { questionOf } from './question.js'
import { collections } from './schema.js'

/** Milliseconds between two attempts while another process recovers the log of one that was killed. */
const pause = 5

const problemOfRead = (error: unknown): unknown => problemOf(error, 'read')

/** Reads, retrying while the database is locked until the deadline of a call. Throws `unavailable`. */
export const retryWhileBusy = async <T>(read: () => T, problem = problemOfRead): Promise<T> => {
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
  /**
   * The connection for reading single documents: the newest state, or in a view always the same one. Throws once
   * closed.
   */
  current(): SqliteConnection
  /** Holds one state for all pages of a query. */
  keep(): Promise<ReadSnapshot>
}

const parse = (row: { readonly document?: unknown } | undefined): Stored | undefined =>
  // That column only ever holds documents.
  row && (JSON.parse(String(row.document)) as Stored)

const some = (connection: SqliteConnection, collection: CollectionName, ids: readonly string[]): Stored[] => {
  const found =
    ids.length === 1
      ? [
          connection.get(
            `SELECT document FROM "${collection}" WHERE id = ${textParameter}`,
            textOf(ids[0] ?? ''),
          ),
        ]
      : connection.all(
          `SELECT document FROM "${collection}" WHERE id IN (SELECT value FROM json_each(?))`,
          JSON.stringify(ids),
        )
  return found.map(parse).filter((document) => document !== undefined)
}

const nextPage = (rows: Iterator<{ readonly document?: unknown }>): Stored[] => {
  const page: Stored[] = []
  while (page.length < pageSize) {
    const { value, done } = rows.next()
    const document = done ? undefined : parse(value)
    if (!document) break
    page.push(document)
  }
  return page
}

export const createReader = ({ current, keep }: ReadFrom): Reader => ({
  get: async <C extends CollectionName>(collection: C, ids: readonly string[]) => {
    const found: Stored[] = []
    for (let start = 0; start < ids.length; start += pageSize) {
      if (start > 0) await turn()
      const slice = ids.slice(start, start + pageSize)
      const documents = await retryWhileBusy(() => some(current(), collection, slice))
      for (const document of documents) found.push(document)
    }
    // A collection returns only what was put into it.
    return found as readonly object[] as Collections[C][]
  },

  async *find<C extends CollectionName>(collection: C, query: Query<C>) {
    const { sql, parameters } = questionOf(collection, query)
    const { connection, release } = await keep()
    const rows = connection.iterate(sql, ...parameters)
    try {
      for (;;) {
        const page = await retryWhileBusy(() => {
          current()
          return nextPage(rows)
        })
        // As in `get`.
        if (page.length > 0) yield page as readonly object[] as readonly Collections[C][]
        if (page.length < pageSize) return
        await turn()
      }
    } finally {
      rows.return?.()
      release()
    }
  },
})

/** Every document that a connection sees, ordered by collection and id. */
export const allPages = async function* (current: () => SqliteConnection): AsyncGenerator<StorePage> {
  for (const collection of [...collections].sort()) {
    const rows = current().iterate(`SELECT document FROM "${collection}" ORDER BY id`)
    try {
      for (;;) {
        const page = await retryWhileBusy(() => {
          current()
          return nextPage(rows)
        })
        // A collection returns only what was put into it.
        if (page.length > 0)
          yield { collection, documents: page as readonly object[] as StorePage['documents'] }
        if (page.length < pageSize) break
        await turn()
      }
    } finally {
      rows.return?.()
    }
  }
}
