import type { Store } from '../store/port.js'
import { createAccess } from './access.js'
import { createFreshness } from './freshness.js'
import { createPresenceService } from './presence.js'
import { createReadiness } from './readiness.js'
import { createSnapshots } from './snapshots.js'

export interface ServiceDeps {
  readonly store: Store
  readonly now: () => Date
  readonly elapsed: () => number
  readonly random: (size: number) => Uint8Array
  /** Milliseconds. */
  readonly wait: (ms: number) => Promise<void>
  /** What failed beside an answer, where nobody waits for it. */
  readonly warn: (fault: unknown, what: string) => void
}
