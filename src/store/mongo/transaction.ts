import { MongoError, MongoServerError, MongoWriteConcernError, type ClientSession } from 'mongodb'
import type { Step } from '../changes.js'
import { toBatches, type Batch } from './batch.js'
import { backOff, isPassing } from './deadline.js'
import type { MongoConnection } from './read.js'
import { createSend, durable, writeBatch } from './write.js'
import type { CommitResult } from '../port.js'

/** What is known about a commit while it runs. */
export interface Attempt {
  readonly signal: AbortSignal
  /** Whether anything may have been written so far. */
  mayBeDone: () => boolean
  /** How far a group that is written step by step has come, as a sentence for the error. */
  place?: string | undefined
}

export const yes = (): boolean => true
export const no = (): boolean => false

/** `again`: nothing was written, try again; `alone`: the batch whose steps must be sent one by one. */
type TransactionResult = CommitResult | { readonly again: true; readonly alone?: Batch }

const labelled = (error: unknown, label: string): boolean =>
  error instanceof MongoError && error.hasErrorLabel(label)

/** The reply to a command that was killed; for a commit it does not tell whether it was made. */
const interrupted = 11601

/** After these errors a commit may have been made; after any other error reply it was not. */
const isUnknown = (error: unknown): boolean =>
  labelled(error, 'UnknownTransactionCommitResult') ||
  error instanceof MongoWriteConcernError ||
  (error instanceof MongoServerError && error.code === interrupted) ||
  !(error instanceof MongoServerError)

/** Repeats the commit until its outcome is known. Once in doubt, an error reply proves nothing. */
const finish = async (
  { random }: MongoConnection,
  session: ClientSession,
  attempt: Attempt,
): Promise<'done' | 'aborted'> => {
  attempt.signal.throwIfAborted()
  attempt.mayBeDone = yes
  for (let [round, doubt] = [0, false]; ; round += 1) {
    try {
      await session.commitTransaction()
      return 'done'
    } catch (error) {
      doubt ||= isUnknown(error)
      const aborted = labelled(error, 'TransientTransactionError')
      if (aborted || !doubt) attempt.mayBeDone = no
      if (aborted) return 'aborted'
      if (!isUnknown(error)) throw error
      await backOff(round, random, attempt.signal)
    }
  }
}

/**
 * The write in the way may not have reached a majority yet: a reader would not see it, and hit the same conflict again.
 * A write that matches nothing waits until everything before it on its server is acknowledged.
 */
const confirmSeen = (connection: MongoConnection, { signal }: Attempt): Promise<unknown> =>
  createSend(connection, signal)({ update: 'organizations', updates: [{ q: { _id: '' }, u: { $set: {} } }] })

const write = async (
  connection: MongoConnection,
  session: ClientSession,
  batches: readonly Batch[],
  attempt: Attempt,
): Promise<TransactionResult> => {
  const send = createSend(connection, attempt.signal, session)
  for (const batch of batches) {
    const broken = await writeBatch(send, batch, true)
    if (broken === undefined) continue
    await session.abortTransaction()
    if (broken === 'unnamed') return { again: true, alone: batch }
    await confirmSeen(connection, attempt)
    return { done: false, conflict: broken }
  }
  return (await finish(connection, session, attempt)) === 'done' ? { done: true } : { again: true }
}

const run = async (
  connection: MongoConnection,
  batches: readonly Batch[],
  attempt: Attempt,
): Promise<TransactionResult> => {
  const session = connection.client.startSession({ causalConsistency: false })
  session.startTransaction({
    readConcern: { level: 'snapshot' },
    writeConcern: { w: durable.w, journal: durable.j },
    readPreference: 'primary',
  })
  try {
    return await write(connection, session, batches, attempt)
  } catch (error) {
    if (attempt.mayBeDone() || !isPassing(error)) throw error
    return { again: true }
  } finally {
    // Also aborts the transaction if it is still open.
    await session.endSession()
  }
}

/**
 * All changes or none. Not the driver's `withTransaction`, which retries for two minutes: here colliding writers retry
 * with jitter until the deadline, and an unknown outcome repeats only the commit.
 */
export const transact = async (
  connection: MongoConnection,
  steps: readonly Step[],
  attempt: Attempt,
): Promise<CommitResult> => {
  let alone: Batch | undefined
  for (let round = 0; ; round += 1) {
    const outcome = await run(connection, toBatches(steps, alone), attempt)
    if ('done' in outcome) return outcome
    alone = outcome.alone ?? alone
    if (!outcome.alone) await backOff(round, connection.random, attempt.signal)
  }
}
