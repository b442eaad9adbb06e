import { createAccess } from './access.js'
import type { Dependencies, Warn } from './dependencies.js'
import { createFreshness } from './freshness.js'
import { createLastUse } from './last-use.js'
import { createPresenceService, type WarnOfZone } from './presence.js'
import { createReadiness } from './readiness.js'
import { createRefusedUses } from './refused-use.js'
import { createSnapshots } from './snapshots.js'

export interface ServingDependencies extends Pick<Dependencies, 'store'> {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly warnOfZone: WarnOfZone
  /** What could not be written beside an answer. */
  readonly warn: Warn
}

/** What a serving process needs; a command makes only the services it calls. */
export const createServices = ({ store, elapsed, warnOfZone, warn }: ServingDependencies) => {
  const lastUse = createLastUse(store, warn)
  const refusedUses = createRefusedUses(store, warn)
  return {
    authenticate: createAccess(store, createFreshness(store), { lastUse, refusedUses }),
    presence: createPresenceService(store, createSnapshots(store), warnOfZone),
    isReady: createReadiness(store, elapsed),
    lastUse,
    refusedUses,
  }
}
export type Services = ReturnType<typeof createServices>
