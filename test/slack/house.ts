import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest'
import { parseConfig, type Config } from '../../src/config/config.js'
import { openFakeSlack, type FakeSlack } from '../demo/fake-slack/strict.js'
import type { Organization } from '../../src/domain/organization/organization.js'
import { encryptToken } from '../../src/domain/secrets/cipher.js'
import type { Workspace } from '../../src/domain/workspaces/workspace.js'
import type { HttpLimits } from '../../src/http/server.js'
import { createLog } from '../../src/log.js'
import type { Register } from '../../src/slack/listeners.js'
import { slackApp } from '../../src/slack/manifest.js'
import type { Edge } from '../../src/open.js'
import { startOn } from '../../src/start.js'
import { openStoreWithoutThread } from '../stores/embedded/without-thread.js'
import type { Store } from '../../src/store/port.js'
import { openFakeSocket, type FakeSocket } from '../demo/fake-slack/socket.js'
import { createFaultyStore, type FaultyStore } from '../stores/faulty.js'
import { newFolder } from '../process/whosout.js'
import { organization as organizationDocument } from '../stores/samples.js'

/** The clock of the whole process stands, Bolt's check of signatures included; timers go on. */
export const standAt = (instant: Date | string): void => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) }))
  afterEach(() => void vi.useRealTimers())
}

export type Transport = 'http' | 'socket'
export type Tenancy = 'one' | 'several'

/** The four ways in which a process can be set up. */
export const ways = [
  ['http', 'one'],
  ['http', 'several'],
  ['socket', 'one'],
  ['socket', 'several'],
] as const satisfies readonly (readonly [Transport, Tenancy])[]

/** Both transports, and both numbers of workspaces: for what depends on one of them, not on the two together. */
export const eitherWay = [ways[0], ways[3]] as const

export const encryptionKey = Buffer.alloc(32, 7)

export interface HouseOptions {
  readonly transport?: Transport
  readonly tenancy?: Tenancy
  /** Over the settings of the way. */
  readonly env?: Readonly<Record<string, string>>
  readonly listeners?: readonly Register[]
  /** Before the process starts: what Slack does wrong, say. */
  readonly before?: (slack: FakeSlack) => Promise<void> | void
  readonly now?: () => Date
}

/** The process as `serve` puts it together, in this one, on a store of its own, beside a stand-in for Slack. */
export interface House {
  readonly url: string
  readonly slack: FakeSlack
  /** Present with Socket Mode. */
  readonly socket: FakeSocket | undefined
  readonly store: FaultyStore
  /** Every line so far. */
  readonly log: readonly string[]
  readonly config: Config
  /** Resolves when a line has been logged that holds the text, now or later. */
  logged(text: string): Promise<string>
  /** What Ana was told so far, where only she sees it. */
  told(): readonly string[]
  /** Resolves with what Ana is told next that holds the text. */
  tells(text: string): Promise<string>
  /** What is due every minute. */
  tick(): Promise<void>
  ask(text?: string, user?: string): ReturnType<FakeSlack['command']>
  stop(): Promise<void>
}

/** Waiting is made 20 times shorter; deadlines of Slack's and of the store's own stay what they are. */
const hurry = 20
const edgeWith = (now: () => Date): Edge => ({
  now,
  elapsed: () => performance.now(),
  random: (size) => randomBytes(size),
  wait: async (ms) => void (await sleep(ms / hurry)),
  tzdata: process.versions.tz ?? '',
})

export const acme = organizationDocument('0a0a0a0a-0000-4000-8000-000000000001', {
  slug: 'acme',
  name: 'Acme',
})
export const globex = organizationDocument('0b0b0b0b-0000-4000-8000-000000000001', {
  slug: 'globex',
  name: 'Globex <&> Co',
})

export const addOrganization = async (store: Store, document: Organization): Promise<void> => {
  await store.commit([
    { put: 'organizations', document },
    { put: 'slugs', document: { _id: document.slug, org: document._id } },
  ])
}

/** A workspace of the stand-in as an installation would have left it. */
export const installedWorkspace = (
  slack: FakeSlack,
  id: string,
  org: string | null,
  installed_at = '2026-11-01T08:00:00.000Z',
): Workspace => {
  const { bot_token, bot_id, bot_user_id, name, scopes } = slack.state.workspaces.get(id)!
  return {
    _id: id,
    name,
    org,
    token: encryptToken(encryptionKey, randomBytes(12), id, bot_token),
    bot_id,
    bot_user_id,
    scopes,
    installed_by: 'U0ANA',
    created_at: installed_at,
    installed_at,
    binding: org === null ? null : { by: 'link', who: 'U0ANA', at: installed_at },
    version: 1,
  }
}

const settingsOf = (slack: FakeSlack, transport: Transport, tenancy: Tenancy): Record<string, string> => ({
  PORT: '0',
  HOST: '127.0.0.1',
  SLACK_API_URL: slack.apiUrl,
  ...(transport === 'http'
    ? { SLACK_SIGNING_SECRET: slack.credentials.signingSecret }
    : { SLACK_APP_TOKEN: slack.credentials.appToken }),
  ...(tenancy === 'one'
    ? { SLACK_BOT_TOKEN: slack.state.workspaces.get('T0ACME')!.bot_token, SLACK_ORGANIZATION: 'acme' }
    : {
        SLACK_CLIENT_ID: slack.credentials.clientId,
        SLACK_CLIENT_SECRET: slack.credentials.clientSecret,
        SLACK_STATE_SECRET: 'a-secret-for-states-and-links',
        ENCRYPTION_KEY: encryptionKey.toString('base64'),
      }),
})

const configOf = (env: Readonly<Record<string, string>>): Config => {
  const config = parseConfig(env)
  if ('problems' in config) throw new Error(config.problems.join('\n'))
  return config
}

/** Callers here ask nothing while the process stops: it need not wait half a second for their next request. */
export const quickToStop = (config: Config): Config => {
  const limits: Config['limits'] & Pick<HttpLimits, 'lastGrace'> = { ...config.limits, lastGrace: 20 }
  return { ...config, limits }
}

/** Milliseconds that the stand-in waits for an acknowledgement: more than Slack's three seconds, for a busy machine. */
const slackTimeout = 60_000

/** Two workspaces of two companies, Ana and Otto in them, a channel each. */
export const openSlack = async (now: () => Date = () => new Date()): Promise<FakeSlack> => {
  const slack = await openFakeSlack({
    app: slackApp,
    now,
    elapsed: () => performance.now(),
    random: (size) => randomBytes(size),
    timeout: slackTimeout,
  })
  onTestFinished(() => slack.close())
  slack.addWorkspace({ id: 'T0ACME', name: 'Acme' })
  slack.addWorkspace({ id: 'T0GLOBEX', name: 'Globex' })
  slack.addPerson({ id: 'U0ANA', team_id: 'T0ACME', name: 'ana' })
  slack.addPerson({ id: 'U0OTTO', team_id: 'T0GLOBEX', name: 'otto' })
  slack.addChannel({ id: 'C0ACME', team_id: 'T0ACME', members: ['U0ANA', 'U0ACMEBOT'] })
  slack.addChannel({ id: 'C0GLOBEX', team_id: 'T0GLOBEX', members: ['U0OTTO', 'U0GLOBEXBOT'] })
  return slack
}

export const openStore = async (): Promise<FaultyStore> => {
  const folder = await newFolder()
  onTestFinished(() => folder.remove())
  const store = createFaultyStore(await openStoreWithoutThread(folder.path))
  onTestFinished(() => store.close())
  await addOrganization(store, acme)
  await addOrganization(store, globex)
  return store
}

const createTestLog = (level: Config['logLevel']) => {
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const write = (line: string): void => {
    lines.push(line)
    waiting.forEach((look) => look())
  }
  const logged = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        const line = lines.find((one) => one.includes(text))
        if (line === undefined) return
        waiting.delete(look)
        resolve(line)
      }
      waiting.add(look)
      look()
    })
  return { lines, logged, log: createLog(level, { write }) }
}

export const openHouse = async (options: HouseOptions = {}): Promise<House> => {
  const { transport = 'http', tenancy = 'one', now = () => new Date() } = options
  const slack = await openSlack(now)
  const store = await openStore()
  const socket = transport === 'socket' ? await openFakeSocket(slack, slackTimeout) : undefined
  if (socket) onTestFinished(() => socket.close())
  if (tenancy === 'several')
    await store.commit([
      { put: 'workspaces', document: installedWorkspace(slack, 'T0ACME', acme._id) },
      { put: 'workspaces', document: installedWorkspace(slack, 'T0GLOBEX', globex._id) },
    ])
  const config = configOf({ ...settingsOf(slack, transport, tenancy), ...options.env })
  await options.before?.(slack)
  const { lines, logged, log } = createTestLog(config.logLevel)
  const running = await startOn(store, quickToStop(config), edgeWith(now), log, {
    clockIsMoved: true,
    listeners: options.listeners,
  })
  onTestFinished(() => running.stop())
  if (!socket) slack.deliverTo(`${running.url}/slack/events`)
  const told = () => slack.visible('U0ANA', 'C0ACME').map(({ text }) => text)
  return {
    url: running.url,
    slack,
    socket,
    store,
    log: lines,
    config,
    logged,
    told,
    tells: (text) => slack.until(() => told().find((one) => one.includes(text))),
    ask: (text = '', user = 'U0ANA') =>
      slack.command({ user, channel: user === 'U0ANA' ? 'C0ACME' : 'C0GLOBEX', text }),
    tick: running.tick,
    stop: running.stop,
  }
}

/** The same once its socket is open, and once Slack has said whose its one token is. */
export const openReadyHouse = async (options: HouseOptions = {}): Promise<House> => {
  const house = await openHouse(options)
  await house.socket?.connected()
  if (options.tenancy !== 'several') await house.logged('Slack accepted the token')
  return house
}

/** The API answers, as it would without Slack. */
export const expectAlive = async ({ url }: Pick<House, 'url'>): Promise<void> => {
  const [health, presence] = await Promise.all([fetch(`${url}/healthz`), fetch(`${url}/api/v1/presence`)])
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  expect([presence.status, await presence.json()]).toEqual([
    401,
    { error: { message: 'Missing API key', code: 'missing_key' } },
  ])
}

/** Nothing that must stay secret is in the log. */
export const expectDiscreet = ({ log, slack }: Pick<House, 'log' | 'slack'>): void => {
  const text = log.join('\n')
  const { signingSecret, clientSecret, appToken } = slack.credentials
  const tokens = [...slack.state.workspaces.values()].map(({ bot_token }) => bot_token)
  for (const secret of [
    signingSecret,
    clientSecret,
    appToken,
    ...tokens,
    'v0=',
    '@example.com',
    'response_url',
  ])
    expect(text).not.toContain(secret)
}
