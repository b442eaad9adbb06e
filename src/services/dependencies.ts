import type { Store } from '../store/port.js'
import type { RunState } from '../domain/digests/digest.js'

/** What a service needs from the outside world. It has no clock, randomness or timer of its own. */
export interface Dependencies {
  readonly store: Store
  readonly now: () => Date
  readonly random: (size: number) => Uint8Array
  readonly wait: (milliseconds: number) => Promise<void>
  /** The version of the runtime's time zone rules. */
  readonly tzdata: string
}

/** The person or process behind a change, for the event log, and where it came from. */
export interface Actor {
  readonly who: string
  readonly from: string | null
}

/** Receives errors of background work whose result nobody awaits. */
export type Warn = (error: unknown, what: string) => void

/** Counts events, never whom they are about. Some methods are called for every question, so each must be cheap. */
export interface Meter {
  /** An answer was found in memory, or was computed. */
  answered(how: 'kept' | 'built'): void
  /** An organization was loaded into memory. */
  rollLoaded(): void
  /** A digest run changed its state. */
  digestRun(state: RunState): void
  /** A webhook was sent something once. */
  webhookAttempt(outcome: 'received' | 'failed'): void
}
