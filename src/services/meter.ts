import type { RunState } from '../domain/digests/digest.js'

/** Told of what happens, where somebody counts it; never of whom. Called on every question: each must be cheap. */
export interface Meter {
  /** An answer was in memory, or was put together. */
  answered(how: 'kept' | 'built'): void
  /** An organization was loaded into memory. */
  snapshotLoaded(): void
  /** A digest of a day has come to another state. */
  digestRun(state: RunState): void
}
