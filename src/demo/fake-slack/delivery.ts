import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { JsonObject } from './state.js'

/** A request from Slack to the app. `command` is sent as a form, `interaction` as JSON in a form, `event` as JSON. */
export interface Delivery {
  readonly kind: 'command' | 'interaction' | 'event'
  readonly payload: JsonObject
  /** Further headers, such as `X-Slack-Retry-Num`. Socket Mode has the retry in its envelope instead. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The app's response. */
export interface Delivered {
  readonly status: number
  readonly body: string
  /** Milliseconds until the whole response had arrived. Slack gives up after 3,000. */
  readonly ms: number
}

/** Sends a delivery to the app, over HTTP or a socket. Rejects when the app cannot be reached or never answers. */
export type Deliver = (delivery: Delivery) => Promise<Delivered>

/** `v0=` and the HMAC-SHA256 of version, timestamp and body: the header `X-Slack-Signature`. */
export const sign = (secret: string, timestamp: number, body: string): string =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`

const bodyOf = ({ kind, payload }: Delivery): { readonly type: string; readonly body: string } => {
  if (kind === 'event') return { type: 'application/json', body: JSON.stringify(payload) }
  const fields =
    kind === 'command' ? (payload as Record<string, string>) : { payload: JSON.stringify(payload) }
  return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() }
}

export interface HttpDeliveryDeps {
  readonly target: string
  readonly signingSecret: string
  readonly now: () => Date
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** Milliseconds after which the app is given up; Slack's own limit is 3,000, but a test may want to wait longer. */
  readonly timeout: number
}

/**
 * Delivers signed POST requests. The content type of a form has no charset: Slack sends none, and Bolt accepts none.
 */
export const deliverOverHttp =
  ({ target, signingSecret, now, elapsed, timeout }: HttpDeliveryDeps): Deliver =>
  async (delivery) => {
    const { type, body } = bodyOf(delivery)
    const timestamp = Math.floor(now().getTime() / 1_000)
    const start = elapsed()
    return new Promise((resolve, reject) => {
      const req = request(target, {
        method: 'POST',
        // A connection of its own: the app may have been restarted since the last delivery.
        agent: false,
        timeout: timeout,
        headers: {
          'User-Agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
          'Content-Type': type,
          'Content-Length': Buffer.byteLength(body),
          'X-Slack-Request-Timestamp': timestamp,
          'X-Slack-Signature': sign(signingSecret, timestamp, body),
          ...delivery.headers,
        },
      })
      req.once('timeout', () => req.destroy(new Error('operation_timeout')))
      req.once('error', reject)
      req.once('response', (res) => {
        readText(res).then(
          (text) => resolve({ status: res.statusCode ?? 0, body: text, ms: elapsed() - start }),
          reject,
        )
      })
      req.end(body)
    })
  }
