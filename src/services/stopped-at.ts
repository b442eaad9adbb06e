import { Problem } from '../domain/problem.js'

/** Where a work of several writes ended before its time; each part reads as a piece of a sentence. */
export interface Stop {
  /** What was being written: "the token of workspace T1 (2 of 3)". */
  readonly step: string
  /** What the writes before it have done: "1 token was moved". */
  readonly done: string
  /** What to do now, as a sentence. */
  readonly next: string
}

/** The same refusal, saying which step failed and what is written already. A fault that is no refusal stays as it is. */
export const stoppedAt = (fault: unknown, { step, done, next }: Stop): unknown =>
  fault instanceof Problem
    ? new Problem(fault.code, `${fault.message} It stopped at ${step}; ${done}. ${next}`, { cause: fault })
    : fault
