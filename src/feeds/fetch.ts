import { fetch, type Dispatcher, type Response } from 'undici'
import { isPublicAddress } from '../domain/ip-addresses.js'
import { parseFeedAddress } from '../domain/sources/feed-address.js'
import { feedLimits, tooLarge } from '../domain/sources/feed.js'
import type { FetchFeed, FetchedFeed, KnownFeed } from '../services/sources/fetched.js'
import { blockedCode, createGuardedAgent, resolveName, type IsPublic, type Resolve } from './guarded-agent.js'
import { parseUrl } from '../domain/input.js'

/** Milliseconds for the whole fetch: name look-up, connections, redirects and the last byte. */
export const fetchTimeout = 10_000
const maxRedirects = 3

export interface FetchOptions {
  /** Also allow private addresses and plain http, for HR tools on the same network. */
  readonly allowPrivate: boolean
  readonly resolve?: Resolve
  readonly isPublic?: IsPublic
  readonly timeout?: number
}

const failed = (error: string, retryAfter: number | null = null): FetchedFeed => ({
  kind: 'failed',
  error,
  retryAfter,
})

/** Seconds, or a date: converted to seconds from now by the server's own clock. */
const retryAfterOf = (response: Response): number | null => {
  const text = response.headers.get('retry-after')
  if (text === null) return null
  if (/^\d{1,7}$/.test(text)) return Number(text)
  const seconds = (Date.parse(text) - Date.parse(response.headers.get('date') ?? '')) / 1_000
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null
}

const hints: Readonly<Record<number, string>> = {
  401: ' Its address may have been reset: copy the current one from the calendar.',
  403: ' Its address may have been reset: copy the current one from the calendar.',
  404: ' Its address may have been reset: copy the current one from the calendar.',
  410: ' It no longer exists: copy the current address from the calendar.',
}

const codesOf = (error: unknown): readonly string[] => {
  const codes: string[] = []
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    codes.push(one.name, String((one as { code?: unknown }).code ?? ''))
  return codes
}

const sentences: readonly (readonly [code: RegExp, sentence: (host: string) => string])[] = [
  [
    /^TimeoutError$|^AbortError$|TIMEOUT|^ETIMEDOUT$/,
    () => `The feed did not answer within ${fetchTimeout / 1_000} seconds.`,
  ],
  [
    new RegExp(`^${blockedCode}$`),
    () => 'The address is in a private network. If that is intended, set FEEDS_ALLOW_PRIVATE=on.',
  ],
  [/^ENOTFOUND$|^EAI_|^ENODATA$/, (host) => `The host ${host} was not found.`],
  [/^ECONNREFUSED$/, (host) => `The host ${host} refused the connection.`],
  [
    /CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY|^EPROTO$|ERR_SSL/,
    (host) => `The host ${host} has no valid certificate.`,
  ],
]

/** The error, without the address, which is a secret. */
export const sentenceFor = (error: unknown, host: string): string => {
  const codes = codesOf(error)
  const known = sentences.find(([pattern]) => codes.some((code) => pattern.test(code)))
  return known ? known[1](host) : 'The connection to the feed was lost.'
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
  ...(from.username !== '' && url.origin === from.origin
    ? {
        authorization: `Basic ${Buffer.from(`${decodeURIComponent(from.username)}:${decodeURIComponent(from.password)}`).toString('base64')}`,
      }
    : {}),
})

const withoutPassword = (url: URL): URL => {
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  return plain
}

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
    // Unread, it would end the process when its connection closes (an assertion in undici).
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

/** Fetches with an agent of its own, only from public addresses unless configured otherwise, and for a limited time. */
export const fetchGuarded = async <T>(
  { allowPrivate, resolve = resolveName, isPublic = isPublicAddress, timeout = fetchTimeout }: FetchOptions,
  run: (dispatcher: Dispatcher, signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const agent = createGuardedAgent(allowPrivate ? () => true : isPublic, resolve, timeout)
  const signal = AbortSignal.timeout(timeout)
  // A name server that never answers must not hold up the fetch.
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  )
  late.catch(() => undefined)
  try {
    return await Promise.race([run(agent, signal), late])
  } finally {
    void agent.destroy()
  }
}

/** Fetches feeds, with every failure as a value. */
export const createFetchFeed =
  (options: FetchOptions): FetchFeed =>
  (url, known) =>
    fetchGuarded(options, (agent, signal) => request(url, known, agent, signal, options.allowPrivate)).catch(
      (error: unknown) => failed(sentenceFor(error, url.host)),
    )
