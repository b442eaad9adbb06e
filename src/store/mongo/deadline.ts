import { setTimeout as pause } from 'node:timers/promises'
import { MongoError, MongoNetworkError, MongoServerSelectionError } from 'mongodb'
import { Problem } from '../../domain/problem.js'

export type Random = (size: number) => Uint8Array

/** `TransactionTooLargeForCache`: refused each time until the server has more memory. */
const tooLargeForCache = 388

/** Nothing was written. The driver's error is the cause and never part of the message. */
export const unavailable = (cause?: unknown): Problem =>
  new Problem(
    'unavailable',
    cause instanceof MongoError && cause.code === tooLargeForCache
      ? 'The change does not fit in the cache of the database. Give its server more memory.'
      : 'The database did not answer.',
    { cause },
  )

/** `place`: a sentence that says where a group written step by step stopped. */
export const outcomeUnknown = (cause?: unknown, place?: string): Problem => {
  const message = 'The database did not confirm the change, so it may or may not have been made.'
  return new Problem('outcome_unknown', place === undefined ? message : `${message} ${place}`, { cause })
}

/**
 * Ends after `milliseconds` with the error from `expired`, whatever the driver does: its own time limits do not end a
 * call to a stopped server. The signal also lets the driver give up the connection.
 */
export const withDeadline = <T>(
  milliseconds: number,
  run: (signal: AbortSignal) => Promise<T>,
  expired: () => Problem = unavailable,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      reject(expired())
      controller.abort()
    }, milliseconds)
    run(controller.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })

/**
 * Codes after which a retry may succeed: the server is stepping down, starting or not the primary; two writers
 * collided (112); both inserted the same document (11000; a broken `absent` has been reported before); or the command
 * was killed (11601; another process may take a slow transaction for an abandoned one).
 */
const passingCodes: ReadonlySet<unknown> = new Set([
  6, 7, 89, 91, 112, 134, 189, 262, 9001, 10107, 11000, 11600, 11601, 11602, 13435, 13436,
])

/** Whether the same call may succeed a moment later, after a network error, an election or a write conflict. */
export const isPassing = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  (error instanceof MongoError &&
    (passingCodes.has(error.code) || error.hasErrorLabel('TransientTransactionError')))

/** Waits up to 2, 4, 8 … 250 ms, so that colliding writers spread out. Rejects when the deadline passes. */
export const backOff = async (round: number, random: Random, signal: AbortSignal): Promise<void> => {
  const longest = Math.min(250, 2 ** (round + 1))
  await pause(1 + (longest * (random(1)[0] ?? 0)) / 256, undefined, { signal })
}

/** Retries a repeatable call until it succeeds or the deadline passes. Driver errors become `unavailable`. */
export const repeated = async <T>(
  random: Random,
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> => {
  for (let round = 0; ; round += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!isPassing(error)) throw error instanceof MongoError ? unavailable(error) : error
      await backOff(round, random, signal)
    }
  }
}
