import type { RunState } from '../domain/digests/digest.js'

/** Counts events, never whom they are about. Some methods are called for every question, so each must be cheap. */
export interface Meter {
  /** An answer was found in memory, or was computed. */
  answered(how: 'kept' | 'built'): void
  /** An organization was loaded into memory. */
  snapshotLoaded(): void
  /** A digest run changed its state. */
  digestRun(state: RunState): void
}
