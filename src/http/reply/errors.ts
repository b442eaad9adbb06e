import type { ProblemCode } from '../../domain/problem.js'

interface ErrorKind {
  readonly status: number
  readonly message: string
}

/** The codes are part of the API: a code never changes its meaning. The messages are for people. */
export const errors = {
  bad_request: { status: 400, message: 'Bad request' },
  missing_key: { status: 401, message: 'Missing API key' },
  invalid_key: { status: 401, message: 'Invalid API key' },
  key_disabled: { status: 401, message: 'API key is disabled' },
  key_revoked: { status: 401, message: 'API key has been revoked' },
  key_expired: { status: 401, message: 'API key has expired' },
  key_locked: { status: 401, message: 'API key is locked by the plan' },
  organization_suspended: { status: 401, message: 'Organization is suspended' },
  invalid_token: { status: 401, message: 'Invalid access token' },
  token_expired: { status: 401, message: 'Access token has expired' },
  invalid_metrics_token: { status: 401, message: 'Missing or invalid metrics token' },
  address_not_allowed: { status: 403, message: 'IP address not allowed' },
  insufficient_scope: { status: 403, message: 'Access token lacks a scope' },
  person_refused: { status: 403, message: 'Nobody here matches this sign-in' },
  forbidden: { status: 403, message: 'Forbidden' },
  plan_limit: { status: 403, message: 'Not included in the plan' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  request_timeout: { status: 408, message: 'Request timeout' },
  conflict: { status: 409, message: 'Conflict' },
  body_too_large: { status: 413, message: 'Request body too large' },
  expectation_failed: { status: 417, message: 'Expectation failed' },
  invalid_query: { status: 422, message: 'Invalid query parameters' },
  rate_limited: { status: 429, message: 'Rate limit exceeded' },
  headers_too_large: { status: 431, message: 'Request header fields too large' },
  internal: { status: 500, message: 'Internal error' },
  not_ready: { status: 503, message: 'Not ready' },
  unavailable: { status: 503, message: 'Service unavailable' },
  too_busy: { status: 503, message: 'Too many answers are being prepared' },
  too_many_connections: { status: 503, message: 'Too many connections' },
  too_many_unread: { status: 503, message: 'Too many replies are waiting to be read' },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errors

/** Maps the problems of lower layers to these errors. */
export const codeOfProblem = {
  forbidden: 'forbidden',
  plan_limit: 'plan_limit',
  not_found: 'not_found',
  conflict: 'conflict',
  invalid: 'invalid_query',
  unavailable: 'unavailable',
  outcome_unknown: 'unavailable',
  busy: 'too_busy',
} as const satisfies Record<ProblemCode, ErrorCode>
