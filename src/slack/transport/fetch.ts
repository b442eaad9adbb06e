import type { WebClientOptions } from '@slack/web-api'
import { fetch, type Dispatcher, type RequestInit as Init, type Response as Reply } from 'undici'

import { createAgent } from '../../fetching/agent.js'

export type SlackFetch = NonNullable<WebClientOptions['fetch']>

const agent = createAgent()

/** Bytes; a page of Slack's longest lists has less than one tenth of it. */
const maxReplyBytes = 10_000_000

const readAll = async ({ body }: Reply): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > maxReplyBytes) throw new Error('the reply is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** What is left of a failed reply matters less than its status and headers. */
const readBody = (reply: Reply): Promise<Uint8Array> =>
  readAll(reply).catch((error: unknown) => {
    if (reply.ok) throw error
    return Buffer.alloc(0)
  })

/**
 * Resolves with a reply that has been read to its end: Bolt leaves a failed answer to a `response_url` unread. Redirects
 * are not followed, because they could carry a token or names anywhere.
 */
export const fetchWhole = async (
  input: Parameters<SlackFetch>[0],
  init: Parameters<SlackFetch>[1],
  dispatcher: Dispatcher = agent,
): Promise<Response> => {
  const options = { ...init, redirect: 'error', dispatcher } as Init
  const reply = await fetch(input as string, options)
  const body = await readBody(reply)
  const { status, statusText, headers } = reply
  return new Response(body.length > 0 ? body : null, { status, statusText, headers: [...headers] })
}
