import { fetch, type Dispatcher, type Response } from 'undici'
import { parseFeedAddress } from '../domain/sources/feed-address.js'
import { feedLimits, tooLarge } from '../domain/sources/feed.js'
import type { FetchFeed, FetchedFeed, KnownFeed } from '../services/sources/fetched.js'
import { retryAfterOf, sentenceFor } from './failures.js'
import { basicAuth, withGuardedAgent, withoutPassword, type GuardOptions } from './guarded-agent.js'
import { parseUrl } from '../domain/input.js'

/** Milliseconds for the whole fetch: name look-up, connections, redirects and the last byte. */
export const fetchTimeout = 10_000
const maxRedirects = 3

const failed = (error: string, retryAfter: number | null = null): FetchedFeed => ({
  kind: 'failed',
  error,
  retryAfter,
})

const hints: Readonly<Record<number, string>> = {
  401: ' Its address may have been reset: copy the current one from the calendar.',
  403: ' Its address may have been reset: copy the current one from the calendar.',
  404: ' Its address may have been reset: copy the current one from the calendar.',
  410: ' It no longer exists: copy the current address from the calendar.',
}

/** At most this many bytes after decompression; null for more. */
export const readBody = async (response: Response, most = feedLimits.bytes): Promise<Uint8Array | null> => {
  if (Number(response.headers.get('content-length') ?? 0) > most || !response.body)
    return response.body ? null : new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const headersFor = (url: URL, from: URL, known: KnownFeed | null): Record<string, string> => ({
  accept: 'text/calendar, */*;q=0.5',
  'user-agent': 'whosout',
  ...(known?.etag ? { 'if-none-match': known.etag } : {}),
  ...(known?.last_modified ? { 'if-modified-since': known.last_modified } : {}),
  // A name and a password in the address are sent to the host they were given for, and to no other.
  ...(url.origin === from.origin && basicAuth(from)),
})

const request = async (
  from: URL,
  known: KnownFeed | null,
  dispatcher: Dispatcher,
  signal: AbortSignal,
  allowPrivate: boolean,
): Promise<FetchedFeed> => {
  let url = withoutPassword(from)
  for (let redirects = 0; ; redirects += 1) {
    const headers = headersFor(url, from, known)
    const response = await fetch(url, { dispatcher, signal, redirect: 'manual', headers })
    // Nothing of it is read, and it would be kept until the last redirect has been followed.
    if (response.status !== 200) await response.body?.cancel()
    const location = response.headers.get('location')
    if ([301, 302, 303, 307, 308].includes(response.status) && location !== null) {
      if (redirects === maxRedirects) return failed(`The feed redirected more than ${maxRedirects} times.`)
      const target = parseUrl(location, url)
      const next = target && parseFeedAddress(target.href, allowPrivate)
      if (!next || 'issue' in next) return failed('The feed redirected to an address that is not https.')
      url = withoutPassword(next.url)
      continue
    }
    if (response.status === 304 && known) return { kind: 'unchanged' }
    if (response.status !== 200)
      return failed(
        `The feed answered with status ${response.status}.${hints[response.status] ?? ''}`,
        retryAfterOf(response),
      )
    const bytes = await readBody(response)
    if (!bytes) return failed(tooLarge.unreadable)
    const [etag, last_modified] = [response.headers.get('etag'), response.headers.get('last-modified')]
    return { kind: 'feed', bytes, etag, last_modified }
  }
}

/** Fetches feeds, with every failure as a value; only from public addresses unless configured otherwise. */
export const createFetchFeed =
  ({ timeout = fetchTimeout, ...options }: GuardOptions): FetchFeed =>
  async (url, known) => {
    try {
      return await withGuardedAgent({ ...options, timeout }, (agent, signal) =>
        request(url, known, agent, signal, options.allowPrivate),
      )
    } catch (error) {
      return failed(sentenceFor(error, { what: 'feed', host: url.host, timeout }))
    }
  }
