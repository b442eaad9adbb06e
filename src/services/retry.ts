import { Problem } from '../domain/problem.js'

/** What an attempt gives when somebody else wrote between its read and its commit: nothing was written then. */
export const changedMeanwhile = Symbol('changed meanwhile')

/** Processes that write the same document at the same moment seldom meet twice; more means that something writes all the time. */
const mostTries = 8

/** `tries` counts from 1. */
interface Retries {
  /** Whether to try again after so many tries. By default up to eight of them. */
  readonly goesOn?: (tries: number) => boolean
  /** Waited for before the next try; by default nothing is. */
  readonly pause?: (tries: number) => Promise<unknown>
}

/**
 * Reads again because somebody else wrote: calls `attempt`, which reads, decides and commits, until it gives something
 * other than `changedMeanwhile`. Gives `changedMeanwhile` when others were always faster; what `attempt` throws passes.
 */
export const retryWhileChanged = async <T>(
  attempt: () => Promise<T | typeof changedMeanwhile>,
  { goesOn = (tries) => tries < mostTries, pause }: Retries = {},
): Promise<T | typeof changedMeanwhile> => {
  for (let tries = 1; ; tries += 1) {
    const result = await attempt()
    if (result !== changedMeanwhile || !goesOn(tries)) return result
    await pause?.(tries)
  }
}

/** The refusal of a change for which, try after try, somebody else was faster. */
export const tooMuchContention = (
  subject: 'organization' | 'workspace' | 'digest',
  wayOut: string,
): Problem => new Problem('conflict', `Someone else is changing this ${subject}. ${wayOut}`)
