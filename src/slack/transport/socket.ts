import type { SocketModeReceiver } from '@slack/bolt'
import { describeError, slackErrorOf, type Log } from '../log.js'
import { within } from '../../services/within.js'

type SocketClient = Pick<SocketModeReceiver['client'], 'start' | 'disconnect' | 'once' | 'off'>

export interface SocketDeps {
  readonly client: SocketClient
  readonly log: Log
  readonly now: () => Date
  readonly wait: (ms: number) => Promise<void>
}

export interface Socket {
  /** Connects, and reconnects for as long as it runs; returns at once and never fails. */
  start(): void
  stop(): void
}

/** Milliseconds. */
const limits = {
  /** From requesting an address to Slack's hello. */
  hello: 30_000,
  /** How long the other end may take to confirm the close; the client cuts the connection after 30 s. */
  goodbye: 35_000,
  /** The delay before the next try, doubled with each failure up to the longest. */
  firstPause: 500,
  maxPause: 30_000,
  /** A connection that lasted this long counts as a success. */
  goodConnection: 10_000,
}

/** Milliseconds. */
const pauseAfter = (failures: number): number =>
  Math.min(limits.firstPause * 2 ** Math.min(failures, 10), limits.maxPause)

/** The delay that Slack demands after too many tries, in milliseconds; otherwise 0. */
const retryAfterOf = (error: unknown): number => {
  const seconds: unknown = error instanceof Error && 'retryAfter' in error ? error.retryAfter : 0
  return typeof seconds === 'number' ? seconds * 1_000 : 0
}

/** Problems that an operator must fix; everything else recovers by itself. */
const explain = (error: unknown): string => {
  const refusal = slackErrorOf(error)
  if (refusal === undefined) return 'the socket to Slack is not open: trying again'
  if (refusal === 'not_allowed_token_type')
    return 'SLACK_APP_TOKEN is the wrong kind of token: it must be an app-level token with connections:write'
  return `Slack refused the socket (${refusal}): check SLACK_APP_TOKEN, and that Socket Mode is enabled for the app`
}

const noHello = (): never => {
  throw new Error(`no hello from Slack within ${limits.hello / 1_000} s`)
}

/** Resolves when a connection that got its hello has ended; throws when there was none. */
const connectOnce = async ({ client, log, wait }: SocketDeps): Promise<void> => {
  let ended = (): void => undefined
  const end = new Promise<void>((resolve) => {
    ended = resolve
    client.once('disconnected', ended)
  })
  try {
    // A socket that closes before the hello rejects with no value.
    const greeted = client.start().catch((error: unknown) => {
      throw error ?? new Error('the socket closed before Slack said hello')
    })
    await within(limits.hello, greeted, noHello, wait)
    log.info({}, 'the socket to Slack is open')
    await end
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('no hello')) throw error
    void client.disconnect()
    await within(limits.goodbye, end, () => undefined, wait)
    throw error
  } finally {
    client.off('disconnected', ended)
  }
}

/**
 * Keeps a socket to Slack open. The client's own reconnecting is off: its failures are rejections that no caller can
 * catch, and they end the process (slackapi/node-slack-sdk#2656, and any 5xx on reconnecting).
 */
export const createSocket = (deps: SocketDeps): Socket => {
  const { client, log, now, wait } = deps
  let stopped = false

  /** The number of consecutive failures including this one, after `failures` earlier ones. */
  const connect = async (failures: number): Promise<number> => {
    const begun = now().getTime()
    try {
      await connectOnce(deps)
      if (!stopped) log.info({}, 'the socket to Slack closed: reopening it')
      return now().getTime() - begun >= limits.goodConnection ? 0 : failures + 1
    } catch (error) {
      const pause = Math.max(pauseAfter(failures + 1), retryAfterOf(error))
      if (!stopped) log.error({ err: describeError(error), failures: failures + 1, pause }, explain(error))
      await wait(pause - pauseAfter(failures + 1))
      return failures + 1
    }
  }
  const run = async (): Promise<void> => {
    for (let failures = 0; !stopped;) {
      failures = await connect(failures)
      await wait(pauseAfter(failures))
    }
  }
  return {
    start: () => void run(),
    stop: () => {
      stopped = true
      void client.disconnect()
    },
  }
}
