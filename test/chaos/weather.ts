import type { FakeCall } from '../../src/demo/fake-slack/state.js'
import type { FakeFault } from '../demo/fake-slack/faults.js'
import type { FastClock } from './clock.js'
import type { Draw } from './draw.js'
import type { Moment } from './moments.js'

export interface WeatherOptions {
  readonly clock: FastClock
  readonly draw: Draw
  /** Milliseconds of the fast clock after which a request that nobody waits for any more is carried out all the same. */
  readonly lateBy: number
  /** Strikes whoever sent a request; whether it was killed. */
  readonly strike: (replica: string, moment: Moment) => boolean
  /** The weather of Slack itself; off: only strikes befall. */
  readonly isFoul: () => boolean
}

/** Shares of the requests to post, in hundredths. */
const shares = { bad: 10, limited: 8, late: 2, slow: 10 }

const bad: readonly ((applied: boolean) => FakeFault)[] = [
  (applied) => ({ kind: 'http_error', status: 500, applied }),
  (applied) => ({ kind: 'http_error', status: 503, applied }),
  (applied) => ({ kind: 'reset', applied }),
  (applied) => ({ kind: 'silence', applied }),
  (applied) => ({ kind: 'malformed', applied }),
  (applied) => ({ kind: 'error', error: 'fatal_error', applied }),
  (applied) => ({ kind: 'error', error: 'internal_error', applied }),
]

const drawFault = ({ clock, draw, lateBy }: WeatherOptions): FakeFault | undefined => {
  const limited: FakeFault = { kind: 'rate_limited', retryAfter: 5 + draw.below(20) }
  const slow: FakeFault = { kind: 'slow', ms: clock.real(500 + draw.below(3_000)) }
  const kinds: readonly (readonly [number, () => FakeFault])[] = [
    [shares.bad, () => draw.pick(bad)(draw.share() < 0.5)],
    [shares.limited, () => limited],
    [shares.late, () => ({ kind: 'late', delay: clock.real(lateBy) })],
    [shares.slow, () => slow],
  ]
  let dice = draw.share() * 100
  for (const [share, fault] of kinds) {
    if (dice < share) return fault()
    dice -= share
  }
  return undefined
}

/** The name that a replica puts into its user agent. */
export const replicaOf = ({ user_agent }: Pick<FakeCall, 'user_agent'>): string =>
  /replica-(\w+)/.exec(user_agent)?.[1] ?? 'nobody'

const posting = new Set(['chat.postMessage', 'chat.update', 'conversations.history'])

/** What befalls each request to Slack: strikes at whoever sent it, and Slack's own bad answers. */
export const createWeather =
  (options: WeatherOptions) =>
  (call: FakeCall): FakeFault | undefined => {
    if (!posting.has(call.method)) return undefined
    const replica = replicaOf(call)
    if (call.method === 'chat.postMessage') {
      if (options.strike(replica, { when: 'before', step: 'post' }))
        return { kind: 'silence', applied: false }
      if (options.strike(replica, { when: 'after', step: 'post' })) return { kind: 'silence', applied: true }
    }
    return options.isFoul() ? drawFault(options) : undefined
  }
