import { MongoClient, MongoServerError, type Db } from 'mongodb'
import { Problem } from '../../domain/problem.js'
import { createCommit } from './commit.js'
import { repeated, unavailable, withDeadline, type Random } from './deadline.js'
import { keyOf } from './filter.js'
import { addressProblem, lastingProblem, notThere, startProblem } from './start-errors.js'
import { createReadAll, createReader, createView, type MongoConnection } from './read.js'
import { callDeadline, importDeadline, type CommitResult, type Store } from '../port.js'
import { indexes, type CollectionName } from '../schema.js'

/** How long a start waits for a database that is not up yet, such as one starting at the same time. */
const startTimeout = 10_000

/** Shorter than the deadline of a call, so that the driver has given up by then. */
const giveUpAfter = 2_500

const openClient = (uri: string): MongoClient => {
  try {
    return new MongoClient(uri, {
      appName: 'whosout',
      maxPoolSize: 50,
      maxIdleTimeMS: 60_000,
      connectTimeoutMS: giveUpAfter,
      serverSelectionTimeoutMS: giveUpAfter,
      waitQueueTimeoutMS: giveUpAfter,
      heartbeatFrequencyMS: 5_000,
      readPreference: 'primary',
      writeConcern: { w: 'majority', journal: true },
      retryReads: true,
      retryWrites: true,
      ignoreUndefined: true,
    })
  } catch (cause) {
    throw addressProblem(uri, cause)
  }
}

/** The database named in the address; by default the driver would use `test`. */
const databaseOf = (client: MongoClient, uri: string): Db =>
  /^[^:]+:\/\/[^/]+\/[^?]/.test(uri) ? client.db() : client.db('whosout')

const missing = async (db: Db): Promise<readonly CollectionName[]> => {
  const there = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name))
  return (Object.keys(indexes) as CollectionName[]).filter((name) => !there.has(name))
}

const alreadyThere = 48

/** Another process may be starting at the same time. */
const createCollection = async (db: Db, name: CollectionName): Promise<void> => {
  try {
    await db.createCollection(name)
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === alreadyThere)) throw error
  }
}

/** Up front, because not every server creates collections inside a transaction. One round trip if they exist. */
const ensureSchema = async (db: Db): Promise<void> => {
  await Promise.all((await missing(db)).map((name) => createCollection(db, name)))
  await Promise.all(
    (Object.keys(indexes) as CollectionName[]).map((collection) => {
      const declared = Object.keys(indexes[collection])
      const keys = declared.map((name) => ({
        name,
        key: keyOf(collection, name),
        collation: { locale: 'simple' },
      }))
      return keys.length > 0 ? db.collection(collection).createIndexes(keys) : undefined
    }),
  )
}

/** MongoDB 5.0, the first with snapshot reads outside transactions. */
const oldestWireVersion = 13

const deploymentOf = async (db: Db, signal: AbortSignal): Promise<MongoConnection['deployment']> => {
  const hello = await db.command({ hello: 1 }, { signal })
  if (hello['maxWireVersion'] < oldestWireVersion)
    throw new Problem('invalid', 'This MongoDB is too old: whosout needs 5.0 or later.')
  if (hello['msg'] === 'isdbgrid') return 'sharded'
  return hello['setName'] === undefined ? 'standalone' : 'replica_set'
}

const warningsOf = (deployment: MongoConnection['deployment']): readonly string[] =>
  deployment === 'standalone'
    ? [
        'MongoDB is running standalone: a crash during a change may leave it half done. ' +
          'Convert it to a replica set (one member is enough).',
      ]
    : []

/** Closing waits for the commits in progress (each ends by its deadline) and refuses new ones. */
const closable = (connection: MongoConnection): Pick<Store, 'commit' | 'close'> => {
  const commit = createCommit(connection)
  const running = new Set<Promise<CommitResult>>()
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await Promise.allSettled(running)
    await withDeadline(callDeadline, () => connection.client.close()).catch(() => undefined)
  }
  return {
    commit: async (changes, options) => {
      if (closed) throw unavailable()
      const result = commit(changes, options)
      running.add(result)
      return result.finally(() => running.delete(result))
    },
    close: () => (closed ??= close()),
  }
}

const storeOf = (connection: MongoConnection): Store => ({
  ...createReader(connection),
  ...closable(connection),
  view: createView(connection),
  readAll: createReadAll(connection),
  ping: () =>
    withDeadline(callDeadline, async (signal) => {
      await repeated(connection.random, signal, () => connection.db.command({ ping: 1 }, { signal }))
    }),
  serverTime: () =>
    withDeadline(callDeadline, (signal) =>
      repeated(connection.random, signal, async () => {
        const { localTime } = await connection.db.command({ hello: 1 }, { signal })
        return new Date(localTime)
      }),
    ),
  warnings: warningsOf(connection.deployment),
  kind: 'mongodb',
})

const closedOnFailure = async <T>(client: MongoClient, run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    void client.close().catch(() => undefined)
    throw error
  }
}

/** One attempt with its own client: the driver closes a client that could not connect, and it cannot be reused. */
const connect = async (uri: string, random: Random, signal: AbortSignal): Promise<MongoConnection> => {
  const client = openClient(uri)
  const db = databaseOf(client, uri)
  return closedOnFailure(client, async () => {
    return { client, db, deployment: await deploymentOf(db, signal), random }
  })
}

const prepare = ({ client, db, random }: MongoConnection): Promise<void> =>
  closedOnFailure(client, () =>
    withDeadline(importDeadline, (signal) => repeated(random, signal, () => ensureSchema(db))),
  )

/**
 * Creates what is missing, and waits up to `timeout` milliseconds for the server. Once open, calls fail with
 * `unavailable` while it is away. Throws `invalid` for an unusable address, `unavailable` without an answer; neither
 * contains it.
 */
export const openMongoStore = async (
  uri: string,
  { random, timeout = startTimeout }: { readonly random: Random; readonly timeout?: number },
): Promise<Store> => {
  let last: unknown
  const attempt = async (signal: AbortSignal): Promise<MongoConnection> => {
    try {
      return await connect(uri, random, signal)
    } catch (error) {
      last = error
      throw lastingProblem(error) ?? error
    }
  }
  try {
    const connection = await withDeadline(
      timeout,
      (signal) => repeated(random, signal, () => attempt(signal)),
      () => notThere(timeout, last),
    )
    await prepare(connection)
    return storeOf(connection)
  } catch (error) {
    throw startProblem(error, timeout)
  }
}
