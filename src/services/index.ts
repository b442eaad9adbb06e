import { createAccess } from './keys/authenticate.js'
import { createBuildQueue } from './builds.js'
import type { Meter } from './dependencies.js'
import type { InteractiveDependencies, InteractiveServices } from './interactive.js'
import { createFreshness } from './presence/freshness.js'
import { createLinkAccess } from './links/access.js'
import { createLinkBodies } from './links/bodies.js'
import { createCalendars } from './links/calendar.js'
import { createLastUse } from './keys/last-use.js'
import { createRecentFacts } from './presence/recent-facts.js'
import { createPresenceService, type WarnAboutZone } from './presence/presence.js'
import { createReadiness } from './readiness.js'
import { createRefusedUses } from './keys/refused-use.js'
import { createLateCalendars } from './sources/late.js'
import { createSnapshots } from './presence/snapshots.js'

export interface ServiceDependencies extends InteractiveDependencies {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly warnAboutZone: WarnAboutZone
  readonly meter?: Meter | undefined
}

/** Everything a serving process does, each service made once; a command creates only those it calls. */
export const createServices = (dependencies: ServiceDependencies) => {
  const { store, elapsed, warnAboutZone, warn, meter } = dependencies
  const lastUse = createLastUse(store, warn)
  const readFresh = createFreshness(store)
  const recent = createRecentFacts()
  const queue = createBuildQueue()
  const snapshots = createSnapshots(store, undefined, meter, queue)
  const presence = createPresenceService(snapshots, warnAboutZone)
  const refusedUses = createRefusedUses(store, warn)
  const findLate = createLateCalendars(store, elapsed, warn)
  let interactive: Promise<InteractiveServices> | undefined
  return {
    authenticate: createAccess(store, readFresh, { lastUse, refusedUses }),
    links: createLinkAccess(store, readFresh, warn),
    calendars: createCalendars(store, recent, presence.today),
    linkBodies: createLinkBodies(queue),
    presence,
    findLate,
    recent,
    // The grammar is a quarter of all the files, and a process that no agent asks needs none of it.
    openLookup: async () => (await import('./lookup/lookup.js')).createLookup(store, presence, recent, queue),
    /** What people ask and change: half of all the files, and a process with the API alone needs none of them. */
    openInteractive: () =>
      (interactive ??= import('./interactive.js').then(({ createInteractive }) =>
        createInteractive(dependencies, { recent, findLate }),
      )),
    isReady: createReadiness(store, elapsed, warn),
    snapshotSize: snapshots.size,
    lastUse,
    refusedUses,
  }
}
export type Services = ReturnType<typeof createServices>
export type AllServices = Services & InteractiveServices
