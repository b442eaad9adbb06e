import {
  MongoError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
  type ClientSession,
  type MongoClient,
} from 'mongodb'
import { Problem } from '../../domain/problem.js'
import { stepOf, type Step } from '../changes.js'
import { outcomeUnknown, repeated, unavailable, withDeadline } from './deadline.js'
import { writeInOrder } from './ordered.js'
import type { MongoConnection } from './read.js'
import { no, transact, yes, type Attempt } from './transaction.js'
import { duplicate, filterFor, operatorsOf } from './write.js'
import { callDeadline, type CommitResult, type Store } from '../port.js'

/** Far longer than a living process pauses within a transaction, and shorter than the deadline of a call. */
const abandonedAfter = 2_000

/**
 * Aborts transactions left open by a dead process: MongoDB keeps them for a minute, during which everyone writing the
 * same documents waits or fails. If the process is alive after all (a laptop that slept), its commit runs again.
 */
export const endAbandoned = async (client: MongoClient): Promise<void> => {
  const admin = client.db('admin')
  const idle = {
    type: 'idleSession',
    appName: client.options.appName,
    'transaction.timeInactiveMicros': { $gte: abandonedAfter * 1_000 },
  }
  const sessions = await admin.aggregate([{ $currentOp: { idleSessions: true } }, { $match: idle }]).toArray()
  if (sessions.length === 0) return
  await admin.command({ killSessions: sessions.map(({ lsid }) => ({ id: lsid.id })) })
}

/** Looks for abandoned transactions when a write takes long. Where the server does not permit that, it only waits. */
const endingAbandoned = async <T>(
  { client, deployment }: MongoConnection,
  write: () => Promise<T>,
): Promise<T> => {
  if (deployment === 'standalone') return write()
  const look = () => void endAbandoned(client).catch(() => undefined)
  const timer = setInterval(look, abandonedAfter)
  return write().finally(() => clearInterval(timer))
}

/** The number of documents that one step matched or created. */
const writeOne = async ({ db }: MongoConnection, session: ClientSession, step: Step): Promise<number> => {
  const documents = db.collection<{ _id: string }>(step.collection)
  const filter = filterFor(step)
  if (step.verb === 'remove') return (await documents.deleteOne(filter, { session })).deletedCount
  if (step.verb === 'patch')
    return (await documents.updateOne(filter, operatorsOf(step.set), { session })).matchedCount
  if (step.when === 'absent') {
    await documents.insertOne({ ...step.document }, { session })
    return 1
  }
  const upsert = step.when === 'any'
  const { matchedCount, upsertedCount } = await documents.replaceOne(filter, step.document, {
    session,
    upsert,
  })
  return matchedCount + upsertedCount
}

/** A server that rejects a write has not made it, except for errors on which the driver repeats the write. */
const isRefusal = (error: unknown): boolean =>
  error instanceof MongoServerError &&
  !(error instanceof MongoWriteConcernError) &&
  !error.hasErrorLabel('RetryableWriteError')

/** The driver numbers a write that it may repeat; to a standalone it sends each write once, unnumbered. */
const watchSending = ({ deployment }: MongoConnection, session: ClientSession): (() => boolean) => {
  const before = session.serverSession.txnNumber
  return deployment === 'standalone' ? yes : () => session.serverSession.txnNumber !== before
}

const commitOne = async (
  connection: MongoConnection,
  step: Step,
  attempt: Attempt,
): Promise<CommitResult> => {
  const session = connection.client.startSession({ causalConsistency: false })
  attempt.mayBeDone = watchSending(connection, session)
  try {
    const found = await writeOne(connection, session, step)
    return found === 1 || step.when === 'any' ? { done: true } : { done: false, conflict: 0 }
  } catch (error) {
    if (error instanceof MongoError && error.code === duplicate && step.when === 'absent')
      return { done: false, conflict: 0 }
    // No standalone was found, so nothing was sent. Not retried, since a second attempt could not be told from the
    // first.
    if (error instanceof MongoServerSelectionError && connection.deployment === 'standalone')
      throw unavailable(error)
    if (isRefusal(error)) attempt.mayBeDone = no
    throw attempt.mayBeDone() ? outcomeUnknown(error) : error
  } finally {
    await session.endSession()
  }
}

const dispatch = (
  connection: MongoConnection,
  steps: readonly Step[],
  attempt: Attempt,
): Promise<CommitResult> => {
  const [step] = steps
  if (step && steps.length === 1)
    // A write that was certainly not made may be repeated.
    return repeated(connection.random, attempt.signal, () => commitOne(connection, step, attempt))
  return connection.deployment === 'standalone'
    ? writeInOrder(connection, steps, attempt)
    : transact(connection, steps, attempt)
}

export const createCommit =
  (connection: MongoConnection): Store['commit'] =>
  async (changes, { deadline = callDeadline } = {}) => {
    const steps = Array.from(changes, stepOf)
    if (steps.length === 0) return { done: true }
    let attempt: Attempt | undefined
    const problemAfter = (cause?: unknown) =>
      attempt?.mayBeDone() ? outcomeUnknown(cause, attempt.place) : unavailable(cause)
    return withDeadline(
      deadline,
      async (signal) => {
        const current = (attempt = { signal, mayBeDone: no })
        try {
          return await endingAbandoned(connection, () => dispatch(connection, steps, current))
        } catch (error) {
          if (error instanceof Problem && error.code === 'unavailable') throw problemAfter(error.cause)
          throw error instanceof MongoError ? problemAfter(error) : error
        }
      },
      problemAfter,
    )
  }
