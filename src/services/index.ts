import { createAccess } from './keys/authenticate.js'
import type { Dependencies, Warn } from './dependencies.js'
import { createFreshness } from './presence/freshness.js'
import { createLinkAccess } from './links/access.js'
import { createCalendars } from './links/calendar.js'
import { createLastUse } from './keys/last-use.js'
import { createPresenceService, type WarnOfZone } from './presence/presence.js'
import { createReadiness } from './readiness.js'
import { createRefusedUses } from './keys/refused-use.js'
import { createSnapshots } from './presence/snapshots.js'

export interface ServingDependencies extends Pick<Dependencies, 'store'> {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly warnOfZone: WarnOfZone
  /** Receives faults of writes made in the background of an answer. */
  readonly warn: Warn
}

/** The services of a serving process; a command creates only those it calls. */
export const createServices = ({ store, elapsed, warnOfZone, warn }: ServingDependencies) => {
  const lastUse = createLastUse(store, warn)
  const readFresh = createFreshness(store)
  const refusedUses = createRefusedUses(store, warn)
  return {
    authenticate: createAccess(store, readFresh, { lastUse, refusedUses }),
    links: createLinkAccess(store, readFresh, warn),
    calendars: createCalendars(store),
    presence: createPresenceService(createSnapshots(store), warnOfZone),
    isReady: createReadiness(store, elapsed, warn),
    lastUse,
    refusedUses,
  }
}
export type Services = ReturnType<typeof createServices>
