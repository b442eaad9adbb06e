import { setTimeout as wait } from 'node:timers/promises'
import { startHttp, type HttpLimits } from '../src/http/server.js'
import { createAccessLog, createLog } from '../src/log.js'
import { createServices } from '../src/services/index.js'
import type { Store } from '../src/store/port.js'

/** What a test may set of the HTTP edge; the rest is as it is in `serve`. */
export interface EdgeSettings extends HttpLimits {
  readonly rateLimit: number
  /** Trusted proxies in front of the process. */
  readonly trustProxy: number
  /** Milliseconds. */
  readonly drainDelay: number
}

export interface EdgeParts {
  readonly store: Store
  readonly now: () => Date
  readonly newId: () => string
  /** Lines are appended here. */
  readonly log: string[]
  readonly settings: Partial<EdgeSettings>
}

export interface Edge {
  readonly port: number
  /** As on SIGTERM; the second call waits for the first. */
  stop(): Promise<void>
}

/** Milliseconds for running requests; tests leave none behind. */
const patience = 1_000

/** The one place that puts the edge together for tests, as `start.ts` does for the process. */
export const startEdge = async ({ log, settings, ...parts }: EdgeParts): Promise<Edge> => {
  const { rateLimit = 600, trustProxy = 0, drainDelay = 0, ...limits } = settings
  const logger = createLog('info', { write: (lines: string) => void log.push(...lines.split(/(?<=\n)/)) })
  const elapsed = () => performance.now()
  const services = createServices({
    store: parts.store,
    elapsed,
    warn: (fault, what) => logger.warn({ err: fault }, what),
    warnOfZone: ({ _id }) =>
      logger.warn({ organization: _id }, 'its time zone is unknown: it is read as UTC'),
  })
  const http = await startHttp({
    host: undefined,
    port: 0,
    baseUrl: undefined,
    rateLimit,
    trustedHops: trustProxy,
    limits,
    now: parts.now,
    elapsed,
    nodeMajor: Number(process.versions.node.split('.')[0]),
    newId: parts.newId,
    authenticate: services.authenticate,
    presence: services.presence,
    isReady: services.isReady,
    logAccess: createAccessLog(logger, parts.now),
    logFault: (fault, { id }) => logger.error({ err: fault, id }, 'fault'),
  })
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    http.drain()
    await wait(drainDelay)
    await http.stop(patience)
    await Promise.all([services.lastUse.flush(), services.refusedUses.settled()])
  }
  return { port: http.port, stop: () => (stopping ??= stop()) }
}
