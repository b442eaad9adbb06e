import { resolve } from 'node:path'
import type { Config } from './config/config.js'
import type { Dependencies } from './services/dependencies.js'
import type { FetchJson } from './services/agents/issuers.js'
import type { AllServices, ServiceDependencies } from './services/index.js'
import type { ListDirectory } from './services/people/directory.js'
import type { SyncTools } from './services/sources/sync.js'
import { withOutbox } from './services/webhooks/outbox.js'
import type { WebhookTools } from './services/webhooks/send.js'
import { canCreateStore } from './store/embedded/folder.js'
import type { Store } from './store/port.js'
import { watchDamage } from './store/watched.js'

/** What only the process can provide: clocks, randomness and the runtime's time zone rules. */
export interface Edge extends Omit<Dependencies, 'store'> {
  /** Monotonic milliseconds. */
  elapsed(): number
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** The version of whosout. */
  readonly version?: string
  /** The version of Node. */
  readonly node?: string
}

/** Watched for damage, and telling webhooks what is written. Throws a Problem that says what to do. */
export const openStore = async (
  { store }: Pick<Config, 'store'>,
  { random, now }: Pick<Edge, 'random' | 'now'>,
): Promise<Store> => {
  const opened =
    'mongodb' in store
      ? // The driver takes a fifth of a second and 20 MB to load, so it is loaded only when needed.
        await (await import('./store/mongo/store.js')).openMongoStore(store.mongodb, { random })
      : await (await import('./store/embedded/store.js')).openEmbeddedStore(store.folder)
  return withOutbox(watchDamage(opened), { random, now })
}

/** The folder of an embedded store that does not exist yet but could be created, as an absolute path. */
export const missingFolder = ({ store }: Pick<Config, 'store'>): string | null =>
  'folder' in store && canCreateStore(store.folder) ? resolve(store.folder) : null

type FeedSettings = Pick<Config, 'store' | 'encryptionKeys' | 'feedsAllowPrivate'>

/**
 * The keys from the environment, then the one beside the data, which is created when `make` is set and there is no
 * other: what it encrypted stays readable after a key is configured. Throws a Problem when its file is unreadable.
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

/** What syncs calendar feeds and sends webhooks, loaded only when needed. `makeKey` creates an encryption key if there is none. */
export const openFeedTools = async (
  config: FeedSettings,
  edge: Pick<Edge, 'random'>,
  { makeKey }: { readonly makeKey: boolean },
): Promise<SyncTools & WebhookTools> => {
  const { createFetchFeed } = await import('./feeds/fetch.js')
  const { createLeadsInside } = await import('./feeds/guarded-agent.js')
  const { createPostWebhook } = await import('./feeds/post.js')
  const { createAddressCipher } = await import('./services/sources/address-cipher.js')
  const keys = await encryptionKeysOf(config, edge, makeKey)
  return {
    fetchFeed: createFetchFeed({ allowPrivate: config.feedsAllowPrivate }),
    leadsInside: createLeadsInside({ allowPrivate: config.feedsAllowPrivate }),
    postWebhook: createPostWebhook({ allowPrivate: config.feedsAllowPrivate }),
    cipher: keys.length > 0 ? createAddressCipher(keys, edge.random) : null,
  }
}

/** Fetches pages of identity providers; loaded with the first. */
export const openFetchJson =
  ({ feedsAllowPrivate: allowPrivate }: Pick<Config, 'feedsAllowPrivate'>): FetchJson =>
  async (...asked) =>
    (await import('./feeds/fetch-json.js')).createFetchJson({ allowPrivate })(...asked)

/** Every service, for a process that answers nobody else: a command, or the demo while it fills its store. */
export const openServices = async (
  dependencies: Dependencies & Pick<ServiceDependencies, 'elapsed' | 'owner' | 'warn'>,
  config: FeedSettings,
  listDirectory?: ListDirectory,
): Promise<AllServices> => {
  const feeds = {
    open: async (makeKey: boolean) => ({
      ...(await openFeedTools(config, dependencies, { makeKey })),
      listDirectory,
    }),
    allowPrivate: config.feedsAllowPrivate,
    fetchJson: openFetchJson(config),
  }
  // Not every command answers from the store: what a server loads at its start is loaded when it is needed.
  const { createServices } = await import('./services/index.js')
  // Nothing that is posted from here leads to a calendar.
  const services = createServices({ ...dependencies, feeds, base: null, warnAboutZone: () => undefined })
  return { ...services, ...(await services.openInteractive()) }
}

/** The file of the key created beside an embedded store; null when the environment provides one or none was created. */
export const ownKeyFile = async (config: FeedSettings): Promise<string | null> => {
  if (config.encryptionKeys.length > 0 || !('folder' in config.store)) return null
  const { encryptionKeyFile, readEncryptionKey } = await import('./store/embedded/encryption-key.js')
  return (await readEncryptionKey(config.store.folder)) && encryptionKeyFile(config.store.folder)
}

/** The commands' requests to Slack, loaded only when needed. */
export const slackChecks = () => import('./slack/workspace/check.js')
