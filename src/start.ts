import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from './config.js'
import type { Routes } from './http/app.js'
import { startHttp, type HttpDeps, type HttpServer } from './http/server.js'
import { createAccessLog, type Logger } from './log.js'
import type { Message } from './domain/words/message.js'
import { startDigests, startHousekeeping, type DigestParts, type Digests } from './schedule.js'
import type { Answered } from './services/ask.js'
import { createServices, type Services } from './services/index.js'
import type { SlackApp, SlackDeps } from './slack/app.js'
import type { SlackMessage } from './slack/blocks.js'
import type { Register } from './slack/listeners.js'
import { isToBeMade } from './store/embedded-folder.js'
import type { Store } from './store/port.js'

/** What only the process can give: clocks, randomness, the runtime's version. */
export interface Edge {
  now(): Date
  /** Monotonic milliseconds. */
  elapsed(): number
  random(size: number): Uint8Array
  wait(ms: number): Promise<void>
  readonly nodeMajor: number
  /** The version of the runtime's time zone rules. */
  readonly tzdata: string
}

export interface Running {
  readonly url: string
  readonly store: Store['kind']
  /** What the digests need done by now, at once: every minute begins it by itself. */
  tick(): Promise<void>
  /** Drains, closes and flushes; resolves when nothing is left to do. */
  stop(): Promise<void>
}

/** Milliseconds: what a running request gets after the listener closed; what is left to write or say at the end. */
const requestPatience = 15_000
const lastPatience = 3_000

/** In place of the id of an asker who is not in Slack. */
const nobodyOfSlack = 'U00000000'

/** The store that the configuration names. Throws a Problem that says what to do. */
export const openStore = async (
  { store }: Pick<Config, 'store'>,
  { random }: Pick<Edge, 'random'>,
): Promise<Store> =>
  'mongodb' in store
    ? // The driver takes a fifth of a second and 20 MB to load: only those who need it do.
      (await import('./store/mongo.js')).openMongoStore(store.mongodb, { random })
    : openEmbeddedFolder(store.folder)

const openEmbeddedFolder = async (folder: string) =>
  (await import('./store/embedded.js')).openEmbeddedStore(folder)

/** The folder of an embedded store that nobody has opened yet, and that could be made. */
export const missingFolder = ({ store }: Pick<Config, 'store'>): string | null =>
  'folder' in store && isToBeMade(store.folder) ? store.folder : null

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
  let digests: Digests | undefined
  const postSoon = (digest: string, who: string): void =>
    void digests
      ?.postNow(digest, who)
      .catch((fault: unknown) => log.warn({ err: fault }, 'a digest is left to the next tick'))
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
  sayWhereSlackIs(config, log)

  const stop = async (): Promise<void> => {
    http.drain()
    slack?.disconnect()
    const digestsStopped = digests?.stop()
    await edge.wait(config.drainDelay)
    await Promise.all([http.stop(requestPatience), digestsStopped])
    housekeeping.stop()
    const notes = [services.lastUse.flush(), services.refusedUses.settled(), slack?.settled()]
    await Promise.race([Promise.all(notes), edge.wait(lastPatience)])
    await Promise.race([store.close(), edge.wait(lastPatience)])
    log.info('stopped')
  }
  return { url: http.url, store: store.kind, tick: async () => digests?.tick(), stop }
}

/** The services of a process that serves, with its log. */
export const serveFrom = (store: Store, { elapsed }: Pick<Edge, 'elapsed'>, log: Logger): Services =>
  createServices({
    store,
    elapsed,
    warnOfZone: ({ _id }) => log.warn({ organization: _id }, 'its time zone is unknown: it is read as UTC'),
    warn: (fault, what) => log.warn({ err: fault }, what),
  })

// Bolt takes a third of a second to load: only those who need it do.
const createSlack = async (
  store: Store,
  { slack: settings, baseUrl }: Config,
  edge: Edge & Pick<SlackDeps, 'postSoon'>,
  log: Logger,
  others: readonly Register[] | undefined,
): Promise<SlackApp | undefined> => {
  if (!settings) return undefined
  const { allListeners, createSlackApp } = await import('./slack/app.js')
  return createSlackApp({ ...edge, store, settings, baseUrl, log, listeners: others ?? allListeners })
}

/** What commands ask Slack, loaded by those that do. */
export const slackChecks = () => import('./slack/check.js')

/** An answer as Slack is sent it in a channel, with its buttons. */
export const drawForSlack = async (message: Message, { reply, teams }: Answered): Promise<SlackMessage> => {
  const { controlsOf } = await import('./slack/controls.js')
  const { drawMessage } = await import('./slack/blocks.js')
  return drawMessage(message, controlsOf(reply, teams, { share: true, asker: nobodyOfSlack }))
}

const sayWhereSlackIs = ({ slack }: Config, log: Logger): void => {
  if (!slack) return log.info('Slack is not set up: the API runs alone')
  const transport = 'appToken' in slack.transport ? 'Socket Mode' : 'HTTP'
  log.info({ transport, workspaces: 'botToken' in slack.workspaces ? 'one' : 'several' }, 'Slack is set up')
}

type HttpSettings = Pick<HttpDeps, 'host' | 'port' | 'baseUrl' | 'rateLimit' | 'trustedHops' | 'limits'>
type HttpEdge = Pick<HttpDeps, 'now' | 'elapsed' | 'nodeMajor'> & Partial<Pick<HttpDeps, 'newId'>>

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
    nodeMajor: edge.nodeMajor,
    newId: edge.newId ?? randomUUID,
    authenticate: services.authenticate,
    presence: services.presence,
    isReady: services.isReady,
    logAccess: createAccessLog(log, edge.now),
    logFault: (fault, { id }) => log.error({ err: fault, id }, 'fault'),
  })

/** What a demo is used with: a key of its organization, and the folder of its store. */
export interface RunningDemo extends Running {
  readonly secret: string
  readonly folder: string
}

/**
 * The sample organization on this machine, in a folder of its own that goes when it stops, with a page that plays Slack;
 * `say` prints a line, `listeners` are for tests.
 */
export const startDemo = async (
  config: Config,
  edge: Edge,
  log: Logger,
  say: (line: string) => void,
  listeners?: readonly Register[],
): Promise<RunningDemo> => {
  const folder = await mkdtemp(join(tmpdir(), 'whosout-demo-'))
  const clear = () => rm(folder, { recursive: true, force: true })
  let close = clear
  try {
    const { openDemo } = await import('./demo/demo.js')
    const store = await openEmbeddedFolder(folder)
    const demo = await openDemo(store, edge)
    close = () => demo.close().finally(clear)
    const own = { ...config, host: config.host ?? '127.0.0.1', slack: demo.slack }
    const running = await startOn(store, own, demo.edge, log, { listeners, demo: demo.routes })
    demo.join(running)
    for (const line of demoLines(running.url, demo.secret, folder)) say(line)
    const stop = (): Promise<void> => {
      demo.leave()
      return running.stop().finally(close)
    }
    return { ...running, stop, secret: demo.secret, folder }
  } catch (fault) {
    await close()
    throw fault
  }
}

const demoLines = (url: string, secret: string, folder: string): readonly string[] => [
  '',
  `  Try /whosout as in Slack: open ${url}/demo in a browser.`,
  '  A sample organization is loaded: 40 people, three teams, three time zones.',
  '',
  `  The API answers at ${url} (described: ${url}/docs)`,
  `  API key   ${secret}`,
  '',
  '  Who is out this week?',
  '',
  `  curl -H 'Authorization: Bearer ${secret}' ${url}/api/v1/presence`,
  '',
  `  In another terminal, the same as a table: DATA_DIR=${folder} npx whosout presence --org sample`,
  '  Ctrl-C ends it; nothing is kept.',
  '',
]
