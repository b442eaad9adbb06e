import type { AppCredentials, Consent } from './api/access.js'
import type { FakeCore } from './api/calls.js'
import {
  addChannel,
  addPerson,
  addWorkspace,
  type ChannelSeed,
  type FakeApp,
  type PersonSeed,
  type WorkspaceSeed,
} from './seeds.js'
import { createState, type SlackState } from './state.js'
import { deliverOverHttp, type Deliver, type Delivery } from './delivery.js'
import { createWorkspaceEvents } from './events.js'
import { createPeopleActions } from './people.js'
import { startServer, type Interfere } from './api/server.js'
import { noRules, type SlackRules } from './blocks.js'

export interface FakeSlackOptions extends Partial<AppCredentials> {
  readonly app: FakeApp
  readonly now: () => Date
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly random: (size: number) => Buffer
  /** The app's address, such as `http://127.0.0.1:3000/slack/events`. It may be set later. */
  readonly target?: string
  /**
   * Milliseconds that a delivery waits for the app; default 10,000, so that answers too late for Slack are still seen.
   */
  readonly timeout?: number
  /** Default: none. */
  readonly rules?: SlackRules
  readonly interfere?: Interfere
}

const createTs = (now: () => Date): (() => string) => {
  let last = 0n
  return () => {
    const micros = BigInt(now().getTime()) * 1_000n
    last = micros > last ? micros : last + 1n
    return `${last / 1_000_000n}.${String(last % 1_000_000n).padStart(6, '0')}`
  }
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const createChanges = () => {
  const waiting = new Set<() => void>()
  return {
    /** Tells them after the state was changed. */
    changed: () => waiting.forEach((look) => look()),
    /** Calls back after every change, until the returned function is called. */
    watch: (tell: () => void) => {
      waiting.add(tell)
      return () => void waiting.delete(tell)
    },
    /** Resolves with the first value that is not undefined; checks again after every change. */
    until: <T>(look: () => T | undefined): Promise<T> =>
      new Promise((resolve) => {
        const again = (): void => {
          const value = look()
          if (value === undefined) return
          waiting.delete(again)
          resolve(value)
        }
        waiting.add(again)
        again()
      }),
  }
}

const credentialsOf = (options: FakeSlackOptions): AppCredentials => ({
  signingSecret: options.signingSecret ?? 'signing-secret-of-the-stand-in',
  clientId: options.clientId ?? '1111.2222',
  clientSecret: options.clientSecret ?? 'client-secret-of-the-stand-in',
  appToken: options.appToken ?? 'xapp-1-A0WHOSOUT-token',
})

const createDeliver = (options: FakeSlackOptions, { signingSecret }: AppCredentials) => {
  const { now, elapsed, timeout = 10_000 } = options
  const over = (target: string | Deliver): Deliver =>
    typeof target === 'string' ? deliverOverHttp({ target, signingSecret, now, elapsed, timeout }) : target
  let current: Deliver | undefined = options.target === undefined ? undefined : over(options.target)
  return {
    /** From now on deliveries go to this address, or through this function (Socket Mode). */
    deliverTo: (target: string | Deliver) => void (current = over(target)),
    /** Sends any payload to the app unchanged. */
    deliver: async (delivery: Delivery) => {
      if (current === undefined)
        throw new Error('deliverTo was not called, so the address of the app is unknown')
      return current(delivery)
    },
  }
}

/** A person's view of a channel, oldest first: its messages, and those that only this person sees. */
const createVisible =
  ({ messages, ephemerals }: SlackState) =>
  (user: string, channel: string) =>
    [...messages, ...ephemerals.filter((one) => one.user === user)]
      .filter((one) => one.channel === channel && !one.deleted)
      .sort((a, b) => Number(a.ts) - Number(b.ts))

/** A fake Slack without workspaces: its Web API on a free loopback port, and people and events that reach the app. */
export const openFakeSlack = async (options: FakeSlackOptions) => {
  const state = createState()
  const credentials = credentialsOf(options)
  const { changed, until, watch } = createChanges()
  const { deliver, deliverTo } = createDeliver(options, credentials)
  let url = ''
  let consent: Consent | null = null
  const core: FakeCore = {
    state,
    rules: options.rules ?? noRules,
    now: options.now,
    newId: (prefix) => prefix + [...options.random(10)].map((byte) => alphabet[byte % 32]).join(''),
    newSecret: () => options.random(16).toString('hex'),
    newTs: createTs(options.now),
    url: () => url,
    changed,
  }
  const { interfere = () => false } = options
  const server = await startServer({ core, credentials, interfere, consent: () => consent })
  url = server.url
  return {
    ...createPeopleActions({ core, deliver, command: options.app.command }),
    ...createWorkspaceEvents(core, deliver),
    url,
    /** For `SLACK_API_URL`. */
    apiUrl: `${url}/api/`,
    /** For InstallProvider's `authorizationUrl`. */
    authorizeUrl: `${url}/oauth/v2/authorize`,
    credentials,
    state,
    /** For what a stand-in of the tests does beside this. */
    core,
    addWorkspace: (seed: WorkspaceSeed) => addWorkspace(state, seed, options.app),
    addPerson: (seed: PersonSeed) => addPerson(state, seed),
    addChannel: (seed: ChannelSeed) => addChannel(state, seed),
    visible: createVisible(state),
    calls: (method: string) => state.calls.filter((call) => call.method === method),
    deliverTo,
    deliver,
    /** The next installer's choice on the consent page; null: cancels. */
    consent: (next: Consent | null) => void (consent = next),
    until,
    watch,
    changed,
    close: server.close,
  }
}

export type FakeSlack = Awaited<ReturnType<typeof openFakeSlack>>
