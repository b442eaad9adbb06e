import type { ApiKey } from '../../../src/domain/keys/key.js'
import type { Organization } from '../../../src/domain/organization/organization.js'
import type { EdgeSettings, Fault, SecretName } from '../../world/world.js'

/**
 * A request, as data. Texts may hold `{key:NAME}` (that secret) and `{etag}` (of the reply before). One character
 * is one byte.
 */
export interface Ask {
  readonly method?: string
  readonly path?: string
  readonly query?: string
  /** Sent as `Authorization: Bearer`; `active` unless said, none when null. */
  readonly key?: SecretName | null
  readonly headers?: readonly string[]
  readonly body?: string
}

/** Bytes as they are, with the methods in them where there is more than one request or none that can be read. */
export interface Bytes {
  readonly raw: string
  /** Sent when the first reply is there. */
  readonly then?: string
  readonly methods?: readonly string[]
}

export interface Expectation {
  readonly status: number
  /** Exact value, a pattern, or null: not there. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>
  /** `error.message`, exactly. */
  readonly message?: string
  /** `error.code`. */
  readonly code?: string
  /** The paths of all issues, in any order; or with their messages. */
  readonly issues?: readonly (readonly [path: string, message?: string])[]
  /** How many issues, where they are too many to name. */
  readonly issueCount?: number
  /** Part of the JSON body. */
  readonly body?: object
  /** `to - from` of the reply. */
  readonly rangeDays?: number
  /** Names in the two lists. */
  readonly in?: readonly string[]
  readonly out?: readonly string[]
  /** The same or another ETag than the reply before. */
  readonly etag?: 'same' | 'other'
}

/** Something that happens before a request is sent. */
export type Change =
  | { readonly key: SecretName; readonly becomes: 'disabled' | 'revoked' | 'rotated' | Partial<ApiKey> }
  | { readonly organization: Partial<Organization> }
  | { readonly at: string }
  | { readonly fault: Fault }
  | { readonly stopping: true }

export interface Exchange {
  readonly change?: Change
  readonly request: Ask | Bytes
  /** One for each reply on the connection. */
  readonly expect: Expectation | readonly Expectation[]
  /** The server ends the connection after its replies, closed or reset; the case fails by waiting when it does not. */
  readonly closes?: true
  /** The reply has the status and the headers that this request gets, and its body unless one of them is a HEAD. */
  readonly like?: Ask
  /** Calls of the store that the request may cost. */
  readonly storeCalls?: number
}

export interface Setup {
  readonly settings?: Partial<EdgeSettings>
  readonly at?: string
  /** The clock moves on by so many milliseconds at each reading. */
  readonly step?: number
  readonly organization?: Partial<Organization>
  readonly fault?: Fault
  readonly nodeEnv?: string
}

/** One case of a row of the table in the security notes. Cases without a set-up share one server. */
export interface Row extends Exchange {
  readonly row: number
  readonly name: string
  readonly setup?: Setup
  /** Earlier exchanges on the same server, in order. */
  readonly before?: readonly Exchange[]
  /** Key events that the store holds afterwards. */
  readonly events?: { readonly key: SecretName; readonly what: string; readonly count: number }
  /** The log has a warning afterwards. */
  readonly warns?: true
}

export const presencePath = '/api/v1/presence'
export const plainChallenge = 'Bearer realm="whosout"'
export const failedChallenge = (description: string): string =>
  `Bearer realm="whosout", error="invalid_token", error_description="${description}"`

export const host = 'Host: x'
export const bearer = 'Authorization: Bearer {key:active}'

/** The text of a GET of the path with these header lines, and nothing added. */
export const get = (...lines: readonly string[]): string =>
  [`GET ${presencePath} HTTP/1.1`, ...lines, '', ''].join('\r\n')

/** 401 for somebody who sent no credentials. */
export const missing: Expectation = {
  status: 401,
  message: 'Missing API key',
  code: 'missing_key',
  headers: { 'WWW-Authenticate': plainChallenge },
}

const codeOf = {
  'Invalid API key': 'invalid_key',
  'API key is disabled': 'key_disabled',
  'API key has been revoked': 'key_revoked',
  'API key has expired': 'key_expired',
  'API key is locked by the plan': 'key_locked',
  'Organization is suspended': 'organization_suspended',
} as const

/** 401 for credentials that failed. */
export const refused = (message: keyof typeof codeOf = 'Invalid API key'): Expectation => ({
  status: 401,
  message,
  code: codeOf[message],
  headers: { 'WWW-Authenticate': failedChallenge(message) },
})

export const ok: Expectation = { status: 200 }

/** 422 with exactly these issues. */
export const invalid = (...issues: readonly (string | readonly [string, string])[]): Expectation => ({
  status: 422,
  code: 'invalid_query',
  issues: issues.map((issue) => (typeof issue === 'string' ? ([issue] as const) : issue)),
})

export const unavailable: Expectation = {
  status: 503,
  message: 'Service unavailable',
  code: 'unavailable',
  headers: { 'Retry-After': '5', 'WWW-Authenticate': null },
}

/** 200 for this range. */
export const range = (from: string, to: string): Expectation => ({ status: 200, body: { from, to } })

/** One request and what is expected. */
export const row = (
  number: number,
  name: string,
  request: Row['request'],
  expect: Row['expect'],
  more: Partial<Row> = {},
): Row => ({ row: number, name, request, expect, ...more })

/** An answer, then the change, then the request. */
export const after = (
  number: number,
  name: string,
  change: Change,
  expect: Expectation,
  request: Ask = {},
): Row => row(number, name, request, expect, { setup: {}, before: [{ request: {}, expect: ok }], change })

/** One case a query: its name, the query and what is expected. */
export const queries = (
  number: number,
  expect: Expectation,
  named: Readonly<Record<string, string>>,
): readonly Row[] => Object.entries(named).map(([name, query]) => row(number, name, { query }, expect))
