import { Problem } from '../domain/problem.js'

/** Returned by an attempt when someone else wrote between its read and its commit: nothing was written. */
export const changedMeanwhile = Symbol('changed meanwhile')

/** Processes seldom collide twice; more collisions mean that something writes all the time. */
const maxTries = 8

/** `tries` counts from 1. */
interface Retries {
  /** Whether to try again after this many attempts. By default up to eight. */
  readonly goesOn?: (tries: number) => boolean
  /** Waits before the next attempt; by default there is no pause. */
  readonly pause?: (tries: number) => Promise<unknown>
}

/** Repeats `attempt` (read, decide, commit) while others are faster; `changedMeanwhile` when they always were. */
export const retryWhileChanged = async <T>(
  attempt: () => Promise<T | typeof changedMeanwhile>,
  { goesOn = (tries) => tries < maxTries, pause }: Retries = {},
): Promise<T | typeof changedMeanwhile> => {
  for (let tries = 1; ; tries += 1) {
    const result = await attempt()
    if (result !== changedMeanwhile || !goesOn(tries)) return result
    await pause?.(tries)
  }
}

/** The refusal of a change when someone else was faster at every attempt. */
export const tooMuchContention = (
  subject: 'organization' | 'workspace' | 'digest' | 'webhook',
  wayOut: string,
): Problem => new Problem('conflict', `Someone else is changing this ${subject}. ${wayOut}`)

/** Where work of several writes stopped early. Each part is worded as a piece of a sentence. */
export interface Stop {
  /** The write that failed: "the token of workspace T1 (2 of 3)". */
  readonly step: string
  /** What the earlier writes have done: "1 token was moved". */
  readonly done: string
  /** What to do next, as a sentence. */
  readonly next: string
}

/**
 * The same Problem, extended by the failed step and what was written before it. Other errors are returned unchanged.
 */
export const stoppedAt = (error: unknown, { step, done, next }: Stop): unknown =>
  error instanceof Problem
    ? new Problem(error.code, `${error.message} It stopped at ${step}; ${done}. ${next}`, { cause: error })
    : error
