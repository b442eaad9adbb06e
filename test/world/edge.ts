import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpLimits } from '../../src/http/server.js'
import { createLog } from '../../src/log.js'
import { serveFrom, serveHttp } from '../../src/start.js'
import type { Store } from '../../src/store/port.js'
import type { FetchJson } from '../../src/services/agents/issuers.js'
import { noFeeds } from './no-feeds.js'

/** What a test may set of the HTTP edge; the rest is as it is in `serve`. */
export interface EdgeSettings extends HttpLimits {
  readonly rateLimit: number
  /** The address callers use. */
  readonly baseUrl: string
  readonly port: number
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** Of identity providers. */
  readonly fetchJson: FetchJson
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

/** Services and HTTP as a process has them, on a port of their own. */
export const startEdge = async ({ log, settings, ...parts }: EdgeParts): Promise<Edge> => {
  const {
    rateLimit = 600,
    trustProxy = 0,
    drainDelay = 0,
    baseUrl,
    port = 0,
    fetchJson,
    elapsed: _,
    ...limits
  } = settings
  const logger = createLog('info', { write: (lines: string) => void log.push(...lines.split(/(?<=\n)/)) })
  const edge = {
    now: parts.now,
    elapsed: settings.elapsed ?? (() => performance.now()),
    newId: parts.newId,
    random: (size: number) => randomBytes(size),
    wait: async (ms: number) => void (await wait(ms)),
    tzdata: process.versions.tz ?? '',
  }
  const feeds = { ...noFeeds, ...(fetchJson && { fetchJson }) }
  const services = serveFrom({ ...edge, store: parts.store, feeds, base: null }, logger)
  const own = { host: undefined, port, baseUrl, rateLimit, trustedHops: trustProxy, limits }
  const http = await serveHttp(own, edge, logger, services)
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    http.drain()
    await wait(drainDelay)
    await http.stop(patience)
    await Promise.all([services.lastUse.flush(), services.refusedUses.settled(), services.links.settled()])
  }
  return { port: http.port, stop: () => (stopping ??= stop()) }
}
