import type { WebAPICallResult, WebClient, WebClientOptions } from '@slack/web-api'
import type { Logger } from '@slack/bolt'
import { parseUrl } from '../domain/input.js'
import { fetchWhole, type SlackFetch } from './transport/fetch.js'

/** Milliseconds for one try of a call, and for an answer through a `response_url`, which has no limit of its own. */
const requestTimeout = 5_000

const answering = 'https://hooks.slack.com'

/** Whether names and tokens may be sent to an address: only Slack's response_urls and the host of the Web API. */
export const isSlackAddress = (address: string, apiUrl: string): boolean => {
  const url = parseUrl(address)
  return url !== null && [answering, new URL(apiUrl).origin].includes(url.origin) && url.username === ''
}

/**
 * The only way out to Slack. Bolt also answers through this one, at the `response_url` that a request names: any other
 * host is refused before anything is sent.
 */
export const createSlackFetch =
  (apiUrl: string): SlackFetch =>
  async (input, init) => {
    if (!isSlackAddress(input instanceof Request ? input.url : String(input), apiUrl))
      throw new Error('a response_url does not belong to Slack')
    return fetchWhole(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(requestTimeout) })
  }

/**
 * Options of one client: a new object each time, because Slack's packages write into it. `headers` is never set: with
 * it, Bolt sends the token of one workspace for another. A person is waiting: there are few retries, and a rate limit
 * is reported instead of pausing everyone's calls.
 */
export const clientOptions = (apiUrl: string, logger: Logger): WebClientOptions => ({
  slackApiUrl: apiUrl,
  logger,
  logLevel: logger.getLevel(),
  timeout: requestTimeout,
  retryConfig: { retries: 1, minTimeout: 300, maxTimeout: 1_000 },
  rejectRateLimitedCalls: true,
  fetch: createSlackFetch(apiUrl),
})

/** Where a person gives consent: on the host of the Web API, in Slack and in the fake Slack. */
export const authorizationUrl = (apiUrl: string): string => new URL('/oauth/v2/authorize', apiUrl).href

/**
 * The pages of a list, at most `most` of them, so that a circular cursor ends there. `Page` is the answer of that
 * method, which the client's `paginate` does not know. Rejects with the errors of the client.
 */
export async function* pagesOf<Page extends WebAPICallResult>(
  client: WebClient,
  method: string,
  options: Readonly<Record<string, unknown>>,
  most: number,
): AsyncGenerator<Page, void> {
  let pages = 0
  for await (const page of client.paginate(method, options)) {
    yield page as Page
    pages += 1
    if (pages === most) return
  }
}
