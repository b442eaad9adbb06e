import { Webhook } from 'standardwebhooks'
import { fetch } from 'undici'
import type { PostWebhook } from '../services/webhooks/send.js'
import { retryAfterOf, sentenceFor } from './failures.js'
import { basicAuth, withGuardedAgent, withoutPassword, type GuardOptions } from './guarded-agent.js'

/** Milliseconds for one attempt. */
const postTimeout = 15_000

const failed = (error: string, status: number | null = null, retryAfter: number | null = null) =>
  ({ kind: 'failed', status, error, retryAfter }) as const

/** By Standard Webhooks, failures as values; only to that address, and a public one unless configured otherwise. */
export const createPostWebhook =
  ({ timeout = postTimeout, ...options }: GuardOptions): PostWebhook =>
  async (url, { id, body, at, secrets }) => {
    if (url.protocol !== 'https:' && !options.allowPrivate)
      return failed('The address is not https. If that is intended, set FEEDS_ALLOW_PRIVATE=on.')
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'whosout',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
        ...basicAuth(url),
      }
      return await withGuardedAgent({ ...options, timeout }, async (dispatcher, signal) => {
        const request = { method: 'POST', body, headers, dispatcher, signal, redirect: 'manual' } as const
        const response = await fetch(withoutPassword(url), request)
        const { ok, status } = response
        if (ok) return { kind: 'received', status }
        return failed(`The receiver answered with status ${status}.`, status, retryAfterOf(response))
      })
    } catch (error) {
      return failed(sentenceFor(error, { what: 'receiver', host: url.host, timeout }))
    }
  }
