import type { LookUpResult } from '../../domain/digests/run.js'
import type { EditOutcome, PostOutcome } from '../../services/digests/poster.js'
import { slackErrorOf } from '../log.js'

/**
 * How a request ended without an `ok`. `said`: Slack refused, with its error code. `limited`: HTTP 429. `unsent`: no
 * connection was made, so nothing was sent. `silent`: something was sent, and the outcome is unknown.
 */
type CallEnding =
  | { readonly kind: 'said' | 'unsent' | 'silent'; readonly reason: string }
  | { readonly kind: 'limited'; readonly after: number }

/** Milliseconds until another try: when Slack does not say, and when there was no connection. */
const pauses = { limited: 30_000, unsent: 15_000, edit: 60_000, lookUp: 60_000 }

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const textOf = (value: unknown, name: string): string => {
  const field = fieldOf(value, name)
  return typeof field === 'string' ? field : ''
}

/** An error and its causes, outermost first. */
const chainOf = (error: unknown): readonly unknown[] => {
  const chain: unknown[] = []
  for (let one = error; one instanceof Error && chain.length < 10; one = one.cause) chain.push(one)
  return chain
}

/** DNS failure, no route, connection refused, or a certificate that is not Slack's: nothing was sent. */
const isUnsent = (error: unknown): boolean =>
  ['connect', 'getaddrinfo'].includes(textOf(error, 'syscall')) ||
  /^(ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|ERR_SSL_WRONG_VERSION_NUMBER|ERR_TLS_CERT_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(
    textOf(error, 'code'),
  )

const wordOf = (error: unknown): string => textOf(error, 'code').toLowerCase() || 'no_connection'

const silenceOf = (chain: readonly unknown[]): string => {
  const status = fieldOf(chain[0], 'statusCode')
  if (typeof status === 'number') return `http_${status}`
  if (chain.some((one) => textOf(one, 'name') === 'TimeoutError')) return 'timeout'
  const cut = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/
  return chain.some((one) => cut.test(textOf(one, 'code'))) ? 'reset' : 'no_answer'
}

/** Slack's client throws a plain error for a 429 without a retry time. */
const isUntimedLimit = (error: unknown): boolean => textOf(error, 'message').startsWith('Retry header')

const secondsOf = (error: unknown): unknown =>
  fieldOf(error, 'retryAfter') ?? fieldOf(fieldOf(fieldOf(error, 'data'), 'response_metadata'), 'retryAfter')

const limits = ['ratelimited', 'rate_limited']

/** Interprets a rejection of Slack's client. */
export const endingOf = (error: unknown): CallEnding => {
  const said = slackErrorOf(error)
  const isLimit = textOf(error, 'code') === 'slack_webapi_rate_limited_error' || isUntimedLimit(error)
  if (isLimit || (said !== undefined && limits.includes(said))) {
    const seconds = secondsOf(error)
    return { kind: 'limited', after: typeof seconds === 'number' ? seconds * 1_000 : pauses.limited }
  }
  if (said !== undefined) return { kind: 'said', reason: said }
  const chain = chainOf(error)
  const unsent = chain.find(isUnsent)
  return unsent === undefined
    ? { kind: 'silent', reason: silenceOf(chain) }
    : { kind: 'unsent', reason: wordOf(unsent) }
}

/**
 * The documented errors of chat.postMessage (its own, and those of every method). Any other code could mean anything,
 * so its outcome is `unknown`.
 */
const afterPost: Readonly<Record<string, 'refused' | 'unknown'>> = {
  // About the channel.
  channel_not_found: 'refused',
  is_archived: 'refused',
  is_inactive: 'refused',
  not_in_channel: 'refused',
  // About the workspace's permissions.
  access_denied: 'refused',
  accesslimited: 'refused',
  app_access_restricted: 'refused',
  ekm_access_denied: 'refused',
  enterprise_is_restricted: 'refused',
  message_limit_exceeded: 'refused',
  messages_tab_disabled: 'refused',
  missing_scope: 'refused',
  no_permission: 'refused',
  org_login_required: 'refused',
  restricted_action: 'refused',
  restricted_action_non_threadable_channel: 'refused',
  restricted_action_read_only_channel: 'refused',
  restricted_action_thread_locked: 'refused',
  restricted_action_thread_only_channel: 'refused',
  team_access_not_granted: 'refused',
  team_not_found: 'refused',
  two_factor_setup_required: 'refused',
  // About the token.
  account_inactive: 'refused',
  invalid_auth: 'refused',
  not_allowed_token_type: 'refused',
  not_authed: 'refused',
  token_expired: 'refused',
  token_revoked: 'refused',
  // About the message.
  deprecated_endpoint: 'refused',
  invalid_arg_name: 'refused',
  invalid_arguments: 'refused',
  invalid_array_arg: 'refused',
  invalid_blocks: 'refused',
  invalid_blocks_format: 'refused',
  invalid_charset: 'refused',
  invalid_form_data: 'refused',
  invalid_metadata_format: 'refused',
  invalid_metadata_schema: 'refused',
  invalid_post_type: 'refused',
  metadata_must_be_sent_from_app: 'refused',
  metadata_too_large: 'refused',
  method_deprecated: 'refused',
  missing_post_type: 'refused',
  msg_blocks_too_long: 'refused',
  msg_too_long: 'refused',
  no_text: 'refused',
  // Slack's internal errors: "some aspect of the operation" may have succeeded, or nothing is known.
  fatal_error: 'unknown',
  internal_error: 'unknown',
  request_timeout: 'unknown',
  service_unavailable: 'unknown',
  team_added_to_org: 'unknown',
}

const kindOfPost = (word: string): 'refused' | 'unknown' =>
  Object.hasOwn(afterPost, word) ? afterPost[word]! : 'unknown'

const later = (after: number, reason: string, rate_limited: boolean) =>
  ({ kind: 'later', after, reason, rate_limited }) as const

/** The outcome of a rejected post. */
export const postOutcomeOf = (error: unknown): PostOutcome => {
  const ending = endingOf(error)
  switch (ending.kind) {
    case 'limited':
      return later(ending.after, 'rate_limited', true)
    case 'unsent':
      return later(pauses.unsent, ending.reason, false)
    case 'silent':
      return { kind: 'unknown', reason: ending.reason }
    case 'said':
      return { kind: kindOfPost(ending.reason), reason: ending.reason }
  }
}

/** Slack's internal errors: a look-up can be repeated. */
const passing: readonly string[] = [
  'external_channel_migrating',
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
  'streaming_state_conflict',
  'team_added_to_org',
  'update_failed',
]

/** The outcome of a rejected edit. Repeating an edit does no harm, so an unknown outcome is tried again. */
export const editOutcomeOf = (error: unknown): EditOutcome => {
  const ending = endingOf(error)
  if (ending.kind === 'limited') return later(ending.after, 'rate_limited', true)
  const isOver = ending.kind === 'said' && !passing.includes(ending.reason)
  return isOver ? { kind: 'ended', reason: ending.reason } : later(pauses.edit, ending.reason, false)
}

/** Why a look-up failed. After an invalid cursor it restarts from the first page. */
export const lookUpOf = (error: unknown): LookUpResult => {
  const ending = endingOf(error)
  if (ending.kind === 'limited') return { kind: 'later', after: ending.after, reason: 'rate_limited' }
  const isPassing = ending.kind !== 'said' || [...passing, 'invalid_cursor'].includes(ending.reason)
  return isPassing ? { kind: 'later', after: pauses.lookUp, reason: ending.reason } : { kind: 'not_granted' }
}
