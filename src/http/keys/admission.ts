import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOrNull } from '../../domain/ip-addresses.js'
import {
  refuse,
  type Access,
  type AuthenticationRefusal,
  type RefusedReason,
} from '../../services/keys/authenticate.js'
import { callerAddress, readCredentials } from './credentials.js'
import { errors, type ErrorCode } from '../reply/errors.js'
import type { CountRequest } from '../rate.js'
import {
  replyError,
  replyToError,
  type Handler,
  type HeaderList,
  type LogError,
  type RequestContext,
} from '../reply/reply.js'

export interface KeyedHandlerDeps {
  readonly authenticate: (
    token: string,
    address: string,
    now: Date,
  ) => Promise<Access | AuthenticationRefusal>
  readonly countRequest: CountRequest
  readonly now: () => Date
  readonly trustedHops: number
  readonly logError: LogError
}

/** The error for a refused key. Different errors are safe: only a caller with the whole secret can see them. */
const codeOfRefusal = {
  missing: 'missing_key',
  invalid: 'invalid_key',
  suspended: 'organization_suspended',
  disabled: 'key_disabled',
  revoked: 'key_revoked',
  expired: 'key_expired',
  locked: 'key_locked',
  address: 'address_not_allowed',
} as const satisfies Record<RefusedReason, ErrorCode>

/** On every reply for which the key was checked. */
const varies: HeaderList = ['Vary', 'Authorization']

/** A request that may be answered: its key and organization, and the headers to send. */
export interface Admitted {
  readonly access: Access
  readonly now: Date
  readonly headers: HeaderList
}

/** Answers one request whose key is within its limit. */
type AnswerKeyed = (
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  admitted: Admitted,
) => void | Promise<void>

/** The checks on every path with a key: key 401 → address 403 → rate 429 (decisions, "HTTP"). */
export const createKeyedHandler = (deps: KeyedHandlerDeps, answer: AnswerKeyed): Handler => {
  const identify = (
    req: IncomingMessage,
    now: Date,
  ): AuthenticationRefusal | Promise<Access | AuthenticationRefusal> => {
    const credentials = readCredentials(req)
    if (credentials === 'missing') return refuse('missing')
    if (credentials === 'malformed') return refuse('invalid')
    return deps.authenticate(credentials.token, callerAddress(req, deps.trustedHops), now)
  }

  return async (req, res, context) => {
    let headers: HeaderList = varies
    try {
      const now = deps.now()
      const access = await identify(req, now)
      if ('refused' in access) {
        if (access.refused === 'address')
          context.address = addressOrNull(callerAddress(req, deps.trustedHops)) ?? undefined
        return replyRefusal(res, context, access)
      }
      context.organization = access.organization._id
      context.key = access.key.id
      const rate = deps.countRequest(access.key.id)
      headers = varies.concat(rate.headers)
      if (!rate.allowed) return replyError(res, context, 'rate_limited', headers)
      await answer(req, res, context, { access, now, headers })
    } catch (error) {
      replyToError(res, context, error, deps.logError, headers)
    }
  }
}

const replyRefusal = (res: ServerResponse, context: RequestContext, refusal: AuthenticationRefusal): void => {
  context.organization = refusal.organization
  context.key = refusal.key
  const code = codeOfRefusal[refusal.refused]
  if (code === 'address_not_allowed') replyError(res, context, code, varies, seenAddress(context))
  else replyError(res, context, code, [...varies, 'WWW-Authenticate', challengeOf(code)])
}

/** A caller whose key is not allowed from their address needs to know that address, which proxies can hide. */
const seenAddress = ({ address }: RequestContext): { readonly message: string } => ({
  message: `${errors.address_not_allowed.message}. Your address is ${address ?? 'unknown'}`,
})

/** RFC 6750 §3: a request without credentials gets no error code. */
const challengeOf = (code: ErrorCode): string =>
  code === 'missing_key'
    ? 'Bearer realm="whosout"'
    : `Bearer realm="whosout", error="invalid_token", error_description="${errors[code].message}"`

/** The part between the question mark and a fragment, which a client should not have sent. */
export const queryString = (url: string): string => {
  const start = url.indexOf('?')
  if (start < 0) return ''
  const end = url.indexOf('#', start)
  return url.slice(start + 1, end < 0 ? undefined : end)
}
