import {
  MongoError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
  type ClientSession,
} from 'mongodb'
import { Problem } from '../domain/problem.js'
import { endingAbandoned } from './mongo-abandoned.js'
import { collectionOf } from './mongo-batch.js'
import { outcomeUnknown, repeated, unavailable, withDeadline } from './mongo-deadline.js'
import { writeInOrder } from './mongo-ordered.js'
import type { Connection } from './mongo-read.js'
import { no, transact, yes, type Attempt } from './mongo-transaction.js'
import { duplicate, filterFor, operatorsOf } from './mongo-write.js'
import { callDeadline, type Change, type CommitResult, type Store } from './port.js'

/** How many documents one change found or made. */
const writeOne = async ({ db }: Connection, session: ClientSession, change: Change): Promise<number> => {
  const documents = db.collection<{ _id: string }>(collectionOf(change))
  if ('put' in change && change.when === 'absent') {
    await documents.insertOne({ ...change.document }, { session })
    return 1
  }
  const filter = filterFor(change)
  if ('patch' in change)
    return (await documents.updateOne(filter, operatorsOf(change.set), { session })).matchedCount
  if ('remove' in change) return (await documents.deleteOne(filter, { session })).deletedCount
  const upsert = change.when === undefined
  const { matchedCount, upsertedCount } = await documents.replaceOne(filter, change.document, {
    session,
    upsert,
  })
  return matchedCount + upsertedCount
}

/** A server that refuses a write has not made it, unless with an error that the driver repeats the write on. */
const isRefusal = (error: unknown): boolean =>
  error instanceof MongoServerError &&
  !(error instanceof MongoWriteConcernError) &&
  !error.hasErrorLabel('RetryableWriteError')

/** The driver numbers a write when it sends one that it may repeat; to a standalone it sends each once, unnumbered. */
const watchSending = ({ deployment }: Connection, session: ClientSession): (() => boolean) => {
  const before = session.serverSession.txnNumber
  return deployment === 'standalone' ? yes : () => session.serverSession.txnNumber !== before
}

const commitOne = async (connection: Connection, change: Change, attempt: Attempt): Promise<CommitResult> => {
  const session = connection.client.startSession({ causalConsistency: false })
  attempt.mayBeDone = watchSending(connection, session)
  try {
    const found = await writeOne(connection, session, change)
    const free = 'remove' in change && change.when === undefined
    return found === 1 || free ? { done: true } : { done: false, conflict: 0 }
  } catch (error) {
    if (error instanceof MongoError && error.code === duplicate && change.when === 'absent')
      return { done: false, conflict: 0 }
    // A standalone that was not found was sent nothing; once is enough, since a second try could not be told apart.
    if (error instanceof MongoServerSelectionError && connection.deployment === 'standalone')
      throw unavailable(error)
    if (isRefusal(error)) attempt.mayBeDone = no
    throw attempt.mayBeDone() ? outcomeUnknown(error) : error
  } finally {
    await session.endSession()
  }
}

const dispatch = (
  connection: Connection,
  changes: readonly Change[],
  attempt: Attempt,
): Promise<CommitResult> => {
  const [change] = changes
  if (change && changes.length === 1)
    // A write that was surely not made may be made again.
    return repeated(connection.random, attempt.signal, () => commitOne(connection, change, attempt))
  return connection.deployment === 'standalone'
    ? writeInOrder(connection, changes, attempt)
    : transact(connection, changes, attempt)
}

export const createCommit =
  (connection: Connection): Store['commit'] =>
  async (changes, { deadline = callDeadline } = {}) => {
    if (changes.length === 0) return { done: true }
    let attempt: Attempt | undefined
    const fault = (cause?: unknown) => (attempt?.mayBeDone() ? outcomeUnknown(cause) : unavailable(cause))
    return withDeadline(
      deadline,
      async (signal) => {
        const current = (attempt = { signal, mayBeDone: no })
        try {
          return await endingAbandoned(connection, () => dispatch(connection, changes, current))
        } catch (error) {
          if (error instanceof Problem && error.code === 'unavailable') throw fault(error.cause)
          throw error instanceof MongoError ? fault(error) : error
        }
      },
      fault,
    )
  }
