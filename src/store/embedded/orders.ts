import type { Damage, ProblemCode } from '../../domain/problem.js'
import { stepOf, type Step } from '../changes.js'
import type { Change, CommitResult } from '../port.js'

/** A change as sent to the writer thread. Documents are serialized first: strings are the cheapest to transfer. */
export type WriteOrder =
  | { readonly step: Exclude<Step, { verb: 'put' }>; readonly document?: never }
  | { readonly step: Omit<Extract<Step, { verb: 'put' }>, 'document'>; readonly document: string }

export const orderOf = (change: Change): WriteOrder => {
  const step = stepOf(change)
  if (step.verb !== 'put') return { step }
  const { document, ...rest } = step
  return { step: rest, document: JSON.stringify(document) }
}

/** A commit ends sealed, when only the database decides, or abandoned by its caller, and nothing is written. */
export const states = { waiting: 0, writing: 1, sealed: 2, abandoned: 3 } as const
export type SharedState = Int32Array<SharedArrayBuffer>

/** Moves a commit from one of the states `from` to `to`; false when it is in another state by now. */
export const move = (state: SharedState, from: readonly number[], to: number): boolean =>
  from.some((one) => Atomics.compareExchange(state, 0, one, to) === one)

/** To the thread: the next changes of the commit identified by `state`. */
export interface Slice {
  readonly state: SharedState
  readonly orders: readonly WriteOrder[]
  readonly isLast: boolean
}

/** To the thread, between two commits: leave nothing readable of what was removed. */
export interface PurgeOrder {
  readonly state: SharedState
  readonly purge: true
}

/** From the thread, one per order. After `end` or `error` it has forgotten the commit. */
export type WriteReply =
  | { readonly next: true }
  | { readonly end: CommitResult | 'abandoned' }
  | { readonly isPurged: boolean }
  | { readonly error: WriteError }

/** The part of an error that is passed between threads. */
export interface WriteError {
  readonly code: ProblemCode | 'mistake'
  readonly message: string
  readonly cause: string
  readonly damage?: Damage | undefined
}
