import { randomUUID } from 'node:crypto'
import type { Config } from './config/config.js'
import type { Routes } from './http/app.js'
import { startHttp, type HttpDeps, type HttpServer } from './http/server.js'
import { createAccessLog, type Logger } from './log.js'
import type { Message } from './domain/words/message.js'
import {
  startDigests,
  startHousekeeping,
  startSources,
  type DigestParts,
  type ScheduledDigests,
} from './schedule.js'
import type { Answered } from './services/ask.js'
import { createServices, type Services } from './services/index.js'
import { within } from './services/within.js'
import type { SyncTools } from './services/sources/due.js'
import type { SlackApp, SlackDeps } from './slack/app.js'
import type { SlackMessage } from './slack/blocks.js'
import type { Register } from './slack/listeners.js'
import { isToBeMade } from './store/embedded/folder.js'
import type { Store } from './store/port.js'

/** What only the process can give: clocks, randomness, the runtime's time zone rules. */
export interface Edge {
  now(): Date
  /** Monotonic milliseconds. */
  elapsed(): number
  random(size: number): Uint8Array
  wait(ms: number): Promise<void>
  /** The version of the runtime's time zone rules. */
  readonly tzdata: string
}

export interface Running {
  readonly url: string
  readonly store: Store['kind']
  /** What digests and sources need done by now, at once: every minute begins it by itself. */
  tick(): Promise<void>
  /** Drains, closes and flushes; resolves when nothing is left to do. */
  stop(): Promise<void>
}

/** Milliseconds: what a running request gets after the listener closed; what is left to write or say at the end. */
const requestGrace = 15_000
const closeTimeout = 3_000

/** In place of the id of an asker who is not in Slack. */
const nobodyOfSlack = 'U00000000'

/** The store that the configuration names. Throws a Problem that says what to do. */
export const openStore = async (
  { store }: Pick<Config, 'store'>,
  { random }: Pick<Edge, 'random'>,
): Promise<Store> =>
  'mongodb' in store
    ? // The driver takes a fifth of a second and 20 MB to load: only those who need it do.
      (await import('./store/mongo/store.js')).openMongoStore(store.mongodb, { random })
    : (await import('./store/embedded/store.js')).openEmbeddedStore(store.folder)

/** The folder of an embedded store that nobody has opened yet, and that could be made. */
export const missingFolder = ({ store }: Pick<Config, 'store'>): string | null =>
  'folder' in store && isToBeMade(store.folder) ? store.folder : null

type FeedSettings = Pick<Config, 'store' | 'encryptionKeys' | 'feedsAllowPrivate'>

/**
 * The keys of the environment, then the one beside the data, which `make` makes where there is no other: what it has
 * encrypted stays readable once a key is set. Throws a Problem when its file is unreadable.
 */
const encryptionKeysOf = async (
  { encryptionKeys, store }: FeedSettings,
  { random }: Pick<Edge, 'random'>,
  make: boolean,
): Promise<readonly Uint8Array[]> => {
  if (!('folder' in store)) return encryptionKeys
  const { makeEncryptionKey, readEncryptionKey } = await import('./store/embedded/encryption-key.js')
  const isMade = make && encryptionKeys.length === 0
  const own = isMade ? await makeEncryptionKey(store.folder, random) : await readEncryptionKey(store.folder)
  return own ? [...encryptionKeys, own] : encryptionKeys
}

/** What reads calendar feeds: loaded by those who do. `makeKey`: where there is none yet. */
export const openFeedTools = async (
  config: FeedSettings,
  edge: Pick<Edge, 'random'>,
  { makeKey }: { readonly makeKey: boolean },
): Promise<SyncTools> => {
  const { createFetchFeed } = await import('./feeds/fetch.js')
  const { createAddressCipher } = await import('./services/sources/address-cipher.js')
  const keys = await encryptionKeysOf(config, edge, makeKey)
  return {
    fetchFeed: createFetchFeed({ allowPrivate: config.feedsAllowPrivate }),
    cipher: keys.length > 0 ? createAddressCipher(keys, edge.random) : null,
  }
}

/** The file of the key that was made beside an embedded store; null: the environment has one, or none was made. */
export const ownKeyFile = async (config: FeedSettings): Promise<string | null> => {
  if (config.encryptionKeys.length > 0 || !('folder' in config.store)) return null
  const { encryptionKeyFile, readEncryptionKey } = await import('./store/embedded/encryption-key.js')
  return (await readEncryptionKey(config.store.folder)) && encryptionKeyFile(config.store.folder)
}

/** Puts the process together and starts it. Resolves when it listens. */
export const start = async (config: Config, edge: Edge, log: Logger): Promise<Running> =>
  startOn(await openStore(config, edge), config, edge, log)

/** `listeners`: other ones than those of this version. `demo`: further paths. `digestParts`: in place of what Slack's side posts with. */
export interface StartOptions {
  readonly listeners?: readonly Register[] | undefined
  readonly demo?: Routes
  readonly digestParts?: DigestParts
}

/** On a store that is open already, which it closes at the end. */
export const startOn = async (
  store: Store,
  config: Config,
  edge: Edge,
  log: Logger,
  { listeners, demo, digestParts }: StartOptions = {},
): Promise<Running> => {
  for (const warning of store.warnings) log.warn(warning)
  const services = serveFrom(store, edge, log)
  const closeAndThrow = async (fault: unknown): Promise<never> => {
    await store.close()
    throw fault
  }
  let digests: ScheduledDigests | undefined
  const postSoon = (digest: string, who: string): void =>
    void digests
      ?.postNow(digest, who)
      .catch((fault: unknown) => log.warn({ err: fault }, 'a digest is left for the next tick'))
  const slack = await createSlack(store, config, { ...edge, postSoon }, log, listeners).catch(closeAndThrow)
  const http = await serveHttp(config, edge, log, services, {
    slack: slack?.handle,
    demo,
    lastTickAgeSeconds: () => digests?.lastTickAgeSeconds() ?? null,
  }).catch(closeAndThrow)
  const housekeeping = startHousekeeping({ store, now: edge.now, lastUse: services.lastUse, log })
  log.info({ url: http.url, store: store.kind }, 'listening')
  slack?.start()
  const parts = digestParts ?? slack?.digests
  if (parts) digests = startDigests({ ...parts, ...edge, store, log, owner: randomUUID() }, config.digests)
  const sources = startSources({
    ...edge,
    store,
    log,
    owner: randomUUID(),
    openTools: () => openFeedTools(config, edge, { makeKey: false }),
  })
  sayWhereSlackIs(config, log)

  const stop = async (): Promise<void> => {
    http.drain()
    slack?.disconnect()
    const digestsStopped = digests?.stop()
    const sourcesStopped = sources.stop()
    await edge.wait(config.drainDelay)
    await Promise.all([http.stop(requestGrace), digestsStopped])
    housekeeping.stop()
    // A sync that is cut off is taken over by another process, or done at the next start.
    await within(closeTimeout, sourcesStopped, edge.wait, () => undefined)
    const notes = [
      services.lastUse.flush(),
      services.refusedUses.settled(),
      services.links.settled(),
      slack?.settled(),
    ]
    await within(closeTimeout, Promise.all(notes), edge.wait, () => undefined)
    await within(closeTimeout, store.close(), edge.wait, () => undefined)
    log.info('stopped')
  }
  const tick = async (): Promise<void> => void (await Promise.all([digests?.tick(), sources.tick()]))
  return { url: http.url, store: store.kind, tick, stop }
}

/** The services of a process that serves, with its log. */
export const serveFrom = (store: Store, { elapsed }: Pick<Edge, 'elapsed'>, log: Logger): Services =>
  createServices({
    store,
    elapsed,
    warnOfZone: ({ _id }) => log.warn({ organization: _id }, 'unknown time zone, using UTC'),
    warn: (fault, what) => log.warn({ err: fault }, what),
  })

// Bolt takes a third of a second to load: only those who need it do.
const createSlack = async (
  store: Store,
  { slack: settings, baseUrl, port }: Config,
  edge: Edge & Pick<SlackDeps, 'postSoon'>,
  log: Logger,
  others: readonly Register[] | undefined,
): Promise<SlackApp | undefined> => {
  if (!settings) return undefined
  const { allListeners, createSlackApp } = await import('./slack/app.js')
  return createSlackApp({ ...edge, store, settings, baseUrl, port, log, listeners: others ?? allListeners })
}

/** What commands ask Slack, loaded by those that do. */
export const slackChecks = () => import('./slack/check.js')

/** An answer as Slack is sent it in a channel, with its buttons. */
export const drawForSlack = async (message: Message, { reply, teams }: Answered): Promise<SlackMessage> => {
  const { controlsOf } = await import('./slack/ask/controls.js')
  const { drawMessage } = await import('./slack/blocks.js')
  return drawMessage(message, controlsOf(reply, teams, { share: '', asker: nobodyOfSlack }))
}

const sayWhereSlackIs = ({ slack }: Config, log: Logger): void => {
  if (!slack) return log.info('Slack is not set up: only the API is running')
  const transport = 'appToken' in slack.transport ? 'Socket Mode' : 'HTTP'
  log.info({ transport, workspaces: 'botToken' in slack.workspaces ? 'one' : 'several' }, 'Slack is set up')
}

type HttpSettings = Pick<HttpDeps, 'host' | 'port' | 'baseUrl' | 'rateLimit' | 'trustedHops' | 'limits'>
type HttpEdge = Pick<HttpDeps, 'now' | 'elapsed'> & Partial<Pick<HttpDeps, 'newId'>>

type HttpMore = Pick<HttpDeps, 'slack' | 'demo' | 'lastTickAgeSeconds'>

/** Serves the API, with every request and fault in the log. */
export const serveHttp = (
  config: HttpSettings,
  edge: HttpEdge,
  log: Logger,
  services: Services,
  more: HttpMore = {},
): Promise<HttpServer> =>
  startHttp({
    ...config,
    ...more,
    now: edge.now,
    elapsed: edge.elapsed,
    newId: edge.newId ?? randomUUID,
    authenticate: services.authenticate,
    presence: services.presence,
    calendar: services,
    isReady: services.isReady,
    logAccess: createAccessLog(log, edge.now),
    logFault: (fault, { id }) => log.error({ err: fault, id }, 'fault'),
  })
