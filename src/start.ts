import { randomUUID } from 'node:crypto'
import type { Config } from './config/config.js'
import { Problem } from './domain/problem.js'
import type { Routes } from './http/app.js'
import type { HttpDeps, HttpServer } from './http/server.js'
import { createAccessLog, type Logger } from './log.js'
import { openFeedTools, openFetchJson, openStore, type Edge } from './open.js'
import {
  startDigests,
  startHousekeeping,
  startSources,
  startStatuses,
  startWebhooks,
  type DigestParts,
  type ScheduledDigests,
} from './schedule.js'
import type { Metrics } from './metrics/metrics.js'
import { createClockTrust } from './services/clock.js'
import { createServices, type ServiceDependencies, type Services } from './services/index.js'
import type { Meter } from './services/dependencies.js'
import type { StatusRuns } from './services/statuses/runs.js'
import { createTellAdmins } from './services/workspaces/tell-admins.js'
import { within } from './services/within.js'
import type { SlackApp, SlackDeps } from './slack/app.js'
import type { Register } from './slack/listeners.js'
import type { Store } from './store/port.js'
import { unusableStore } from './store/watched.js'

export interface Running {
  readonly url: string
  readonly store: Store['kind']
  /** Runs now what digests and sources have due; it otherwise happens every minute. */
  tick(): Promise<void>
  /** Drains, closes and flushes; resolves when nothing is left to do. */
  stop(): Promise<void>
}

/** Milliseconds: for running requests after the listener has closed, and for final writes and messages. */
const requestGrace = 15_000
const closeTimeout = 3_000

/** Assembles the process and starts it. Resolves when it is listening. */
export const start = async (config: Config, edge: Edge, log: Logger): Promise<Running> =>
  startOn(await openEvenDamaged(config, edge, log), config, edge, log)

/** A store too damaged to open is served all the same: not ready, rather than restarted again and again. */
const openEvenDamaged = (config: Config, edge: Edge, log: Logger): Promise<Store> =>
  openStore(config, edge).catch((error: unknown) => {
    if (!(error instanceof Problem && error.damage)) throw error
    log.error(error.message)
    return unusableStore(error)
  })

/** Runs beside the first requests: a start stays as fast as it is, however large the store. */
const checkStore = async (store: Store, log: Logger): Promise<void> => {
  try {
    for (const damage of (await store.check?.('quick')) ?? []) log.error(damage, 'the store is damaged')
  } catch (error) {
    log.warn({ err: error }, 'the store could not be checked for damage')
  }
}

/**
 * `listeners` replace those of this version, `demo` adds paths, and `digestParts` replace those that post to Slack.
 * `clockIsMoved`: somebody moves the clock on purpose, so that it may jump.
 */
export interface StartOptions {
  readonly clockIsMoved?: boolean
  readonly listeners?: readonly Register[] | undefined
  readonly demo?: Routes
  readonly digestParts?: DigestParts
}

/** Starts on a store that is already open, and closes it at the end. */
export const startOn = async (
  opened: Store,
  config: Config,
  edge: Edge,
  log: Logger,
  { listeners, demo, digestParts, clockIsMoved = demo !== undefined }: StartOptions = {},
): Promise<Running> => {
  for (const warning of opened.warnings) log.warn(warning)
  const metrics = await createMetricsIfWanted(config, edge, log)
  const store = metrics?.meterStore(opened) ?? opened
  let slack: SlackApp | undefined
  const feeds = {
    open: async (makeKey: boolean) => ({
      ...(await openFeedTools(config, edge, { makeKey })),
      listDirectory: slack?.listDirectory,
    }),
    allowPrivate: config.feedsAllowPrivate,
    fetchJson: openFetchJson(config),
  }
  const { baseUrl: base = null, cacheBytes } = config
  const services = serveFrom({ ...edge, store, feeds, base, cacheBytes }, log, metrics)
  const closeAndThrow = async (error: unknown): Promise<never> => {
    await store.close()
    throw error
  }
  let digests: ScheduledDigests | undefined
  const lastTickAgeSeconds = (): number | null => digests?.lastTickAgeSeconds() ?? null
  let statuses: StatusRuns | undefined
  const statusLag = () => statuses?.lag() ?? null
  metrics?.show(store, { ...services, lastTickAgeSeconds, logLinesLost: log.output.lost, statusLag })
  const postSoon = (digest: string, who: string): void =>
    void digests
      ?.postNow(digest, who)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'a digest could not be posted right away: the next tick will try again'),
      )
  slack = await createSlack(config, { ...edge, store, postSoon }, services, log, listeners).catch(
    closeAndThrow,
  )
  const http = await serveHttp(config, edge, log, services, {
    slack: slack?.handle,
    demo,
    lastTickAgeSeconds,
    metrics: metrics && { ...metrics, token: config.metricsToken! },
  }).catch(closeAndThrow)
  const isClockTrusted = clockIsMoved ? () => true : createClockTrust(edge.now, log)
  const timed = { ...edge, store, log, isClockTrusted }
  const housekeeping = startHousekeeping({ ...timed, lastUse: services.lastUse })
  log.info({ url: http.url, store: store.kind }, 'listening')
  void checkStore(store, log)
  slack?.start()
  const parts = digestParts ?? slack?.digests
  if (parts)
    digests = startDigests({ ...parts, ...timed, owner: randomUUID(), meter: metrics }, config.digests)
  const sources = startSources({
    ...timed,
    owner: randomUUID(),
    atOnce: config.feedsAtOnce,
    openTools: () => feeds.open(false),
  })
  statuses = slack?.statuses && startStatuses({ ...slack.statuses, ...services, ...timed })
  const webhooks = startWebhooks({
    ...timed,
    rolls: services.rolls,
    owner: randomUUID(),
    openTools: () => feeds.open(false),
    meter: metrics,
    tellAdmins: parts && createTellAdmins(store, parts.poster),
  })
  sayWhereSlackIs(config, log)

  const stop = async (): Promise<void> => {
    http.drain()
    slack?.disconnect()
    const digestsStopped = digests?.stop()
    const sourcesStopped = Promise.all([sources.stop(), statuses?.stop(), webhooks.stop()])
    await edge.wait(config.drainDelay)
    await Promise.all([http.stop(requestGrace), digestsStopped])
    housekeeping.stop()
    // A sync that is cut off is taken over by another process, or runs at the next start.
    await within(closeTimeout, sourcesStopped, () => undefined, edge.wait)
    const notes = [
      services.lastUse.flush(),
      services.refusedUses.settled(),
      services.links.settled(),
      slack?.settled(),
    ]
    await within(closeTimeout, Promise.all(notes), () => undefined, edge.wait)
    await within(closeTimeout, store.close(), () => undefined, edge.wait)
    metrics?.stop()
    log.info('stopped')
    await within(closeTimeout, log.output.written(), () => undefined, edge.wait)
  }
  const tick = async (): Promise<void> => {
    // Paced as Slack wants it, which takes a while: nobody waits for it.
    void statuses?.tick()
    await Promise.all([digests?.tick(), sources.tick(), webhooks.tick()])
  }
  return { url: http.url, store: store.kind, tick, stop }
}

/** The services of a serving process, with its log. */
export const serveFrom = (
  dependencies: Omit<ServiceDependencies, 'owner' | 'meter' | 'warn' | 'warnAboutZone'>,
  log: Logger,
  meter?: Meter,
): Services =>
  createServices({
    ...dependencies,
    owner: randomUUID(),
    meter,
    warnAboutZone: ({ _id }) => log.warn({ organization: _id }, 'unknown time zone, using UTC'),
    warn: (error, what) => log.warn({ err: error }, what),
  })

/** Events are counted only when a token is set: only then are the library and its hooks loaded. */
const createMetricsIfWanted = async (
  { metricsToken, slack, store }: Pick<Config, 'metricsToken' | 'slack' | 'store'>,
  { elapsed, version = '', node = '' }: Pick<Edge, 'elapsed' | 'version' | 'node'>,
  log: Logger,
): Promise<Metrics | undefined> => {
  if (metricsToken === undefined) return undefined
  const { createMetrics } = await import('./metrics/metrics.js')
  const metrics = createMetrics(elapsed, (error, what) => log.warn({ err: error }, what), {
    version,
    node,
    store: 'mongodb' in store ? 'mongodb' : 'embedded',
  })
  if (slack) metrics.watchSlack(slack.apiUrl)
  return metrics
}

// Bolt takes a third of a second to load, so it is loaded only when needed.
const createSlack = async (
  config: Config,
  edge: Edge & Pick<SlackDeps, 'store' | 'postSoon'>,
  services: Services,
  log: Logger,
  others: readonly Register[] | undefined,
): Promise<SlackApp | undefined> => {
  const { slack: settings, baseUrl, port } = config
  if (!settings) return undefined
  const { allListeners, createSlackApp } = await import('./slack/app.js')
  const all = { ...services, ...(await services.openInteractive()) }
  return createSlackApp({
    ...edge,
    services: all,
    settings,
    baseUrl,
    port,
    log,
    listeners: others ?? allListeners,
  })
}

const sayWhereSlackIs = ({ slack }: Config, log: Logger): void => {
  if (!slack) return log.info('Slack is not set up: only the API is running')
  const transport = 'appToken' in slack.transport ? 'Socket Mode' : 'HTTP'
  log.info({ transport, workspaces: 'botToken' in slack.workspaces ? 'one' : 'several' }, 'Slack is set up')
}

type HttpSettings = Pick<HttpDeps, 'host' | 'port' | 'baseUrl' | 'rateLimit' | 'trustedHops' | 'limits'>
type HttpEdge = Pick<HttpDeps, 'now' | 'elapsed' | 'version'> & Partial<Pick<HttpDeps, 'newId'>>

type HttpMore = Pick<HttpDeps, 'slack' | 'demo' | 'lastTickAgeSeconds' | 'metrics'>

/** Serves the API, with every request and error in the log. */
export const serveHttp = async (
  config: HttpSettings,
  edge: HttpEdge,
  log: Logger,
  services: Services,
  more: HttpMore = {},
): Promise<HttpServer> => {
  // Express takes a fifth of a second to load, and no command other than this one needs it.
  const { startHttp } = await import('./http/server.js')
  return startHttp({
    ...config,
    ...more,
    now: edge.now,
    elapsed: edge.elapsed,
    newId: edge.newId ?? randomUUID,
    authenticate: services.authenticate,
    presence: services.presence,
    findLate: services.findLate,
    calendar: services,
    agents: services,
    version: edge.version,
    isReady: services.isReady,
    logAccess: createAccessLog(log, edge.now),
    logError: (error, { id }) => log.error({ err: error, id }, 'fault'),
  })
}
