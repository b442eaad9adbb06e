import { Problem } from '../domain/problem.js'

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
 * The same Problem, extended by the failed step and what was written before it. Other faults are returned unchanged.
 */
export const stoppedAt = (fault: unknown, { step, done, next }: Stop): unknown =>
  fault instanceof Problem
    ? new Problem(fault.code, `${fault.message} It stopped at ${step}; ${done}. ${next}`, { cause: fault })
    : fault
