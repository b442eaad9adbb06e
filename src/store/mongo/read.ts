import { setImmediate as turn } from 'node:timers/promises'
import {
  Long,
  MongoServerError,
  type ClientSession,
  type Db,
  type FindCursor,
  type MongoClient,
} from 'mongodb'
import { Problem } from '../../domain/problem.js'
import { byIds, filterOf, keyOf } from './filter.js'
import { repeated, unavailable, withDeadline, type Random } from './deadline.js'
import {
  callDeadline,
  fetchSize,
  pageSize,
  type StorePage,
  type Query,
  type Reader,
  type Store,
} from '../port.js'
import { indexes, type CollectionName, type Collections } from '../schema.js'

export interface MongoConnection {
  readonly client: MongoClient
  readonly db: Db
  readonly deployment: 'replica_set' | 'sharded' | 'standalone'
  readonly random: Random
}

const majority = { readConcern: { level: 'majority' } } as const

/** A snapshot session has its own read concern. */
const concern = (session: ClientSession | undefined): Partial<typeof majority> => (session ? {} : majority)

type Document<C extends CollectionName> = Collections[C]

/** A single command takes less CPU time than a cursor, and every request passes here. */
const getBatch = async <C extends CollectionName>(
  connection: MongoConnection,
  session: ClientSession | undefined,
  collection: C,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Document<C>[]> => {
  // One more than requested, so that the server reaches the end and keeps no cursor open.
  const question = { find: collection, filter: byIds(collection, ids), batchSize: ids.length + 1 }
  const options = { signal, ...(session && { session }) }
  const { cursor } = await connection.db.command({ ...question, ...concern(session) }, options)
  if (Number(cursor.id) === 0) return cursor.firstBatch
  // The documents exceed the 16 MB of one reply.
  await connection.db.command({ killCursors: collection, cursors: [Long.fromValue(cursor.id)] }, options)
  const half = Math.ceil(ids.length / 2)
  return [
    ...(await getBatch(connection, session, collection, ids.slice(0, half), signal)),
    ...(await getBatch(connection, session, collection, ids.slice(half), signal)),
  ]
}

const createGet =
  (connection: MongoConnection, session?: ClientSession): Reader['get'] =>
  async (collection, ids) => {
    const found: Document<typeof collection>[] = []
    for (let start = 0; start < ids.length; start += pageSize) {
      const some = ids.slice(start, start + pageSize)
      const page = await withDeadline(callDeadline, (signal) =>
        repeated(connection.random, signal, () => getBatch(connection, session, collection, some, signal)),
      )
      if (ids.length <= pageSize) return page
      for (const document of page) found.push(document)
    }
    return found
  }

const openCursor = <C extends CollectionName, F extends keyof Document<C>>(
  { db }: MongoConnection,
  session: ClientSession | undefined,
  collection: C,
  query: Query<C, F>,
  signal: AbortSignal,
): FindCursor<Pick<Document<C>, F>> =>
  db.collection(collection).find<Pick<Document<C>, F>>(filterOf(query), {
    hint: query.index,
    batchSize: fetchSize,
    // Binary order, whatever collation the collection was created with.
    collation: { locale: 'simple' },
    signal,
    ...concern(session),
    ...(session && { session }),
    ...(query.limit !== undefined && { limit: query.limit }),
    ...(query.fields && { projection: projectionOf(query.fields.map(String)) }),
    ...(query.order && { sort: keyOf(collection, query.index, query.order === 'ascending' ? 1 : -1) }),
  })

/** The server returns the id unless told not to. */
const projectionOf = (fields: readonly string[]): Record<string, 0 | 1> => ({
  _id: 0,
  ...Object.fromEntries(fields.map((field) => [field, 1])),
})

/** Several pages of one reply, with a turn between them: documents are decoded when they are taken. */
const nextPage = async <T>(cursor: FindCursor<T> | undefined): Promise<T[]> =>
  cursor && (await cursor.hasNext()) ? cursor.readBufferedDocuments(pageSize) : []

const createFind = (connection: MongoConnection, session?: ClientSession): Reader['find'] =>
  async function* find(collection, query) {
    if (query.limit === 0) return
    yield* pagesOf(connection, (signal) => openCursor(connection, session, collection, query, signal))
  }

/** Yields the pages of a cursor, each within the deadline of a call. */
const pagesOf = async function* <T>(
  connection: MongoConnection,
  openWith: (signal: AbortSignal) => FindCursor<T>,
): AsyncGenerator<readonly T[]> {
  const lifetime = new AbortController()
  const open = () => openWith(lifetime.signal)
  const inTime = <T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withDeadline(callDeadline, run, () => {
      lifetime.abort()
      return unavailable()
    })
  let cursor: ReturnType<typeof open> | undefined
  const first = () => nextPage((cursor = open()))
  const next = async () => {
    await turn()
    return nextPage(cursor).catch((error) => Promise.reject(unavailable(error)))
  }
  try {
    let page = await inTime((signal) => repeated(connection.random, signal, first))
    while (page.length > 0) {
      yield page
      // Only the first page is retried: nobody can tell what a lost cursor had returned by then.
      page = await inTime(next)
    }
  } finally {
    void cursor?.close().catch(() => undefined)
  }
}

export const createReader = (connection: MongoConnection, session?: ClientSession): Reader => ({
  get: createGet(connection, session),
  find: createFind(connection, session),
})

/** The server no longer has the state that the session is bound to, or does not have it yet. */
const lostSnapshot = (error: unknown): boolean =>
  error instanceof Problem &&
  error.cause instanceof MongoServerError &&
  (error.cause.code === 246 || error.cause.code === 239)

const tries = 3

const viewSnapshot = async <T>(
  connection: MongoConnection,
  org: string,
  read: (reader: Reader, session: ClientSession) => Promise<T>,
  left: number = tries,
): Promise<T> => {
  const session = connection.client.startSession({ snapshot: true })
  try {
    const reader = createReader(connection, session)
    // The first reply binds the session to a state; two concurrent first queries would see two states.
    await reader.get('organizations', [org])
    return await read(reader, session)
  } catch (error) {
    if (left <= 1 || !lostSnapshot(error)) throw error
  } finally {
    await session.endSession()
  }
  return viewSnapshot(connection, org, read, left - 1)
}

/** A standalone has no snapshots, so a read counts only when the revision did not change while it ran. */
const readUnmoved = async <T>(mark: () => Promise<unknown>, read: () => Promise<T>): Promise<T> => {
  for (let tried = 0; tried < tries; tried += 1) {
    const before = await mark()
    const answer = await read()
    if ((await mark()) === before) return answer
  }
  throw unavailable()
}

const viewUnmoved = <T>(
  connection: MongoConnection,
  org: string,
  read: (reader: Reader) => Promise<T>,
): Promise<T> => {
  const reader = createReader(connection)
  const revision = async () => (await reader.get('organizations', [org]))[0]?.revision
  return readUnmoved(revision, () => read(reader))
}

export const createView =
  (connection: MongoConnection): Store['view'] =>
  (org, read) =>
    connection.deployment === 'standalone'
      ? viewUnmoved(connection, org, read)
      : viewSnapshot(connection, org, read)

const openAll = (
  { db }: MongoConnection,
  session: ClientSession | undefined,
  collection: CollectionName,
  signal: AbortSignal,
): FindCursor<Document<CollectionName>> =>
  db.collection(collection).find<Document<CollectionName>>(
    {},
    {
      sort: { _id: 1 },
      hint: { _id: 1 },
      batchSize: fetchSize,
      collation: { locale: 'simple' },
      signal,
      ...concern(session),
      ...(session && { session }),
    },
  )

const allPages = async function* (
  connection: MongoConnection,
  session?: ClientSession,
): AsyncGenerator<StorePage> {
  for (const collection of (Object.keys(indexes) as CollectionName[]).sort())
    for await (const documents of pagesOf(connection, (signal) =>
      openAll(connection, session, collection, signal),
    ))
      yield { collection, documents }
}

/** The revisions of all organizations, as one comparable string. */
const revisions = async (connection: MongoConnection): Promise<string> => {
  const marks: string[] = []
  for await (const page of createReader(connection).find('organizations', {
    index: 'by_slug',
    order: 'ascending',
  }))
    for (const { _id, revision, keys_revision } of page) marks.push(`${_id} ${revision} ${keys_revision}`)
  return marks.join('\n')
}

export const createReadAll =
  (connection: MongoConnection): Store['readAll'] =>
  (read) =>
    connection.deployment === 'standalone'
      ? readUnmoved(
          () => revisions(connection),
          () => read(allPages(connection)),
        )
      : viewSnapshot(connection, '', (_, session) => read(allPages(connection, session)))
