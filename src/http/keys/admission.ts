import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOrNull } from '../../domain/ip-addresses.js'
import { isKeyLike } from '../../domain/secrets/mint.js'
import {
  refuse,
  type Access,
  type AuthenticationRefusal,
  type RefusedReason,
} from '../../services/keys/authenticate.js'
import type { AgentRefusal, PersonAccess } from '../../services/agents/sign-in.js'
import { callerAddress, readCredentials, type Credentials } from './credentials.js'
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

export interface AdmissionRefusal extends AuthenticationRefusal<AgentRefusal> {
  /** Where it is not that of a key. */
  readonly challenge?: string
  /** Where it is not that of the code. */
  readonly message?: string
  /** For the log: a code, and what the token names instead of this issuer or audience. */
  readonly reason?: string
  readonly seen?: string | undefined
}

/** With a request, from which address, and when. */
export type Presented = readonly [credentials: Credentials, address: string, now: Date]

/** `A`: who may be let in; keys, and where agents sign in people, too. */
export interface KeyedHandlerDeps<A extends Access | PersonAccess = Access> {
  readonly authenticate: (token: string, address: string, now: Date) => Promise<A | AuthenticationRefusal>
  /** Where people sign in: decides about whatever is not like a key. */
  readonly signIn?: ((...presented: Presented) => Promise<A | AdmissionRefusal>) | null
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
  invalid_token: 'invalid_token',
  token_expired: 'token_expired',
  insufficient_scope: 'insufficient_scope',
  person_unknown: 'person_refused',
  person_inactive: 'person_refused',
  account_changed: 'person_refused',
  address_unknown: 'person_refused',
  address_unverified: 'person_refused',
} as const satisfies Record<RefusedReason | AgentRefusal, ErrorCode>

/** Where a code has several reasons. */
const messageOfRefusal: Partial<Record<RefusedReason | AgentRefusal, string>> = {
  person_unknown: 'Nobody here has the e-mail address of this sign-in',
  person_inactive: 'The member with this sign-in is deactivated',
  account_changed: 'Another account has signed in for this person before',
  address_unknown: 'The identity provider does not provide the e-mail address',
  address_unverified: 'The identity provider does not mark the e-mail address as verified',
}

/** On every reply for which the key was checked. */
const varies: HeaderList = ['Vary', 'Authorization']

/** A request that may be answered: its key and organization, and the headers to send. */
export interface Admitted<A = Access> {
  readonly access: A
  readonly now: Date
  readonly headers: HeaderList
}

/** Answers one request whose key is within its limit. */
type AnswerKeyed<A> = (
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  admitted: Admitted<A>,
) => void | Promise<void>

/** The checks on every path with a key: key 401 → address 403 → rate 429 (decisions, "HTTP"). */
export const createKeyedHandler = <A extends Access | PersonAccess>(
  deps: KeyedHandlerDeps<A>,
  answer: AnswerKeyed<A>,
): Handler => {
  const identify = (
    req: IncomingMessage,
    now: Date,
  ): AuthenticationRefusal | Promise<A | AdmissionRefusal> => {
    const credentials = readCredentials(req)
    const address = callerAddress(req, deps.trustedHops)
    const isOfKeys = typeof credentials === 'object' && isKeyLike(credentials.token)
    if (deps.signIn && !isOfKeys) return deps.signIn(credentials, address, now)
    if (typeof credentials === 'string') return refuse(credentials)
    return deps.authenticate(credentials.token, address, now)
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
      const caller = callerOf(access)
      if ('key' in access) context.key = caller
      else context.person = access.member.id
      const rate = deps.countRequest(caller)
      headers = varies.concat(rate.headers)
      if (!rate.allowed) return replyError(res, context, 'rate_limited', headers)
      await answer(req, res, context, { access, now, headers })
    } catch (error) {
      replyToError(res, context, error, deps.logError, headers)
    }
  }
}

/** The one whose requests are counted: a key, or a person. */
export const callerOf = (access: Access | PersonAccess): string =>
  'key' in access ? access.key.id : access.member._id

const replyRefusal = (res: ServerResponse, context: RequestContext, refusal: AdmissionRefusal): void => {
  context.organization = refusal.organization
  context.key = refusal.key
  context.reason = refusal.reason
  context.seen = refusal.seen
  const code = codeOfRefusal[refusal.refused]
  if (code === 'address_not_allowed') replyError(res, context, code, varies, seenAddress(context))
  else {
    const message = refusal.message ?? messageOfRefusal[refusal.refused]
    const challenge = ['WWW-Authenticate', refusal.challenge ?? challengeOf(code)]
    // Whoever is refused as a person is who they say: to sign in again helps nobody.
    const headers = code === 'person_refused' ? varies : [...varies, ...challenge]
    replyError(res, context, code, headers, message ? { message } : {})
  }
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
