import type { Store } from '../store/port.js'

/** What a service needs of the outside world. It has no clock, no randomness and no timer of its own. */
export interface Dependencies {
  readonly store: Store
  readonly now: () => Date
  readonly random: (size: number) => Uint8Array
  readonly wait: (milliseconds: number) => Promise<void>
  /** The version of the runtime's time zone rules. */
  readonly tzdata: string
}

/** Who does something, for the event log: a person on a machine, and where from. */
export interface Actor {
  readonly who: string
  readonly from: string | null
}

/** Told of what failed beside an answer, where nobody waits for it. */
export type Warn = (fault: unknown, what: string) => void
