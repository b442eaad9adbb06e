import { createAccess } from './keys/authenticate.js'
import { createBuildQueue } from './builds.js'
import type { Meter } from './dependencies.js'
import type { InteractiveDependencies, InteractiveServices } from './interactive.js'
import { createLinkAccess } from './links/access.js'
import { createLinkBodies } from './links/bodies.js'
import { createCalendars } from './links/calendar.js'
import { createLastUse } from './keys/last-use.js'
import { createRolls } from './roll/rolls.js'
import { createPresenceService, type WarnAboutZone } from './presence/presence.js'
import { createReadiness } from './readiness.js'
import { createRefusedUses } from './keys/refused-use.js'
import { createLateCalendars } from './sources/late.js'

export interface ServiceDependencies extends InteractiveDependencies {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly warnAboutZone: WarnAboutZone
  readonly meter?: Meter | undefined
  /** For what is kept of organizations. */
  readonly cacheBytes?: number | undefined
}

/** Everything a process does, each service made once. */
export const createServices = (dependencies: ServiceDependencies) => {
  const { store, elapsed, warnAboutZone, warn, meter, cacheBytes } = dependencies
  const lastUse = createLastUse(store, warn)
  const rolls = createRolls(store, { meter, limit: cacheBytes })
  const { readFresh } = rolls
  const queue = createBuildQueue()
  const presence = createPresenceService(rolls, { queue, warn: warnAboutZone, meter })
  const refusedUses = createRefusedUses(store, warn)
  const findLate = createLateCalendars(store, elapsed, warn)
  let interactive: Promise<InteractiveServices> | undefined
  const authenticate = createAccess(store, readFresh, { lastUse, refusedUses })
  return {
    authenticate,
    links: createLinkAccess(store, readFresh, warn),
    calendars: createCalendars(rolls, presence.today),
    linkBodies: createLinkBodies(queue),
    presence,
    findLate,
    rolls,
    // The grammar is a quarter of all the files, and a process that no agent asks needs none of it.
    openLookup: async () => (await import('./lookup/lookup.js')).createLookup(rolls, presence.today, queue),
    /** What checks tokens is loaded with the first one. */
    openAgentSignIn: async () => {
      const { createAgentSignIn } = await import('./agents/sign-in.js')
      const { fetchJson } = dependencies.feeds
      return createAgentSignIn({ ...dependencies, readFresh, fetchJson })
    },
    /** What people ask and change: half of all the files, and a process with the API alone needs none of them. */
    openInteractive: () =>
      (interactive ??= import('./interactive.js').then(({ createInteractive }) =>
        createInteractive(dependencies, { rolls, findLate }),
      )),
    isReady: createReadiness(store, elapsed, warn),
    rollSize: rolls.size,
    lastUse,
    refusedUses,
  }
}
export type Services = ReturnType<typeof createServices>
export type AllServices = Services & InteractiveServices
