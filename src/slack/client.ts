import type { WebClientOptions } from '@slack/web-api'
import type { Logger } from '@slack/bolt'

/** Milliseconds for one try of a call, and for an answer through a `response_url`, which has no limit of its own. */
const patience = 5_000

/** Bolt answers through this one too. A redirect would carry a token or names to who knows where. */
export const fetchInTime: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error', signal: init?.signal ?? AbortSignal.timeout(patience) })

/**
 * Options of one client: a new object each time, because Slack's packages write into what they are given. `headers` is
 * never set: with it, Bolt sends the token of one workspace for another. A person waits: few retries, and a rate limit
 * is a refusal, not a pause of everybody's calls.
 */
export const clientOptions = (apiUrl: string, logger: Logger): WebClientOptions => ({
  slackApiUrl: apiUrl,
  logger,
  logLevel: logger.getLevel(),
  timeout: patience,
  retryConfig: { retries: 1, minTimeout: 300, maxTimeout: 1_000 },
  rejectRateLimitedCalls: true,
  fetch: fetchInTime,
})

/** Where a person is asked for consent: beside the Web API, at Slack and at its stand-in alike. */
export const authorizationUrl = (apiUrl: string): string => new URL('/oauth/v2/authorize', apiUrl).href
