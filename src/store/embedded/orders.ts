import type { ProblemCode } from '../../domain/problem.js'
import { stepOf, type Step } from '../changes.js'
import type { Change, CommitResult } from '../port.js'

/** A change as the thread that writes is told it: what is put is JSON already, a text costs least to hand over. */
export type WriteOrder =
  | { readonly step: Exclude<Step, { verb: 'put' }>; readonly document?: never }
  | { readonly step: Omit<Extract<Step, { verb: 'put' }>, 'document'>; readonly document: string }

export const orderOf = (change: Change): WriteOrder => {
  const step = stepOf(change)
  if (step.verb !== 'put') return { step }
  const { document, ...rest } = step
  return { step: rest, document: JSON.stringify(document) }
}

/**
 * How far a commit has come, in memory that both threads share: it is either sealed, and then only the database knows
 * what comes of it, or abandoned by its caller, and then nothing of it is written.
 */
export const states = { waiting: 0, writing: 1, sealed: 2, abandoned: 3 } as const
export type SharedState = Int32Array<SharedArrayBuffer>

/** Moves a commit on from one of `from`; false when it has come elsewhere meanwhile. */
export const move = (state: SharedState, from: readonly number[], to: number): boolean =>
  from.some((one) => Atomics.compareExchange(state, 0, one, to) === one)

/** To the thread: the next changes of the commit that `state` belongs to. */
export interface Slice {
  readonly state: SharedState
  readonly orders: readonly WriteOrder[]
  readonly isLast: boolean
}

/** From the thread, one to each slice. After `end` or `fault` it knows nothing more of that commit. */
export type WriteReply =
  { readonly next: true } | { readonly end: CommitResult | 'abandoned' } | { readonly fault: Fault }

/** What crosses from one thread to the other of an error. */
export interface Fault {
  readonly code: ProblemCode | 'mistake'
  readonly message: string
  readonly cause: string
}
