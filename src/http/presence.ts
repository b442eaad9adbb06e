import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse, type Access, type Refusal } from '../services/access.js'
import type { PresenceService } from '../services/presence.js'
import type { GivenAnswer } from '../services/snapshots.js'
import { callerAddress, readCredentials } from './credentials.js'
import { replyFault, type LogFault } from './faults.js'
import { parseQuery } from './query.js'
import type { CountRequest } from './rate.js'
import { replyError, replyQuickly, type Handler, type HeaderList, type RequestContext } from './reply.js'

export interface PresenceHandlerDeps {
  readonly authenticate: (token: string, address: string, now: Date) => Promise<Access | Refusal>
  readonly presence: Pick<PresenceService, 'answer'>
  readonly countRequest: CountRequest
  readonly now: () => Date
  readonly trustedHops: number
  readonly logFault: LogFault
}

const challenge = 'Bearer realm="whosout"'
const failed = `${challenge}, error="invalid_token"`
const varies: HeaderList = ['Vary', 'Authorization']

/** GET and HEAD of the presence path: key 401 → address 403 → rate 429 → query 422 → answer (decisions, "HTTP"). */
export const createPresenceHandler = (deps: PresenceHandlerDeps): Handler => {
  const identify = (req: IncomingMessage, now: Date): Refusal | Promise<Access | Refusal> => {
    const credentials = readCredentials(req)
    if (credentials === 'missing') return refuse('missing')
    if (credentials === 'malformed') return refuse('invalid')
    return deps.authenticate(credentials.token, callerAddress(req, deps.trustedHops), now)
  }

  return async (req, res, context) => {
    let headers: HeaderList = varies
    try {
      const now = (context.at = deps.now())
      const access = await identify(req, now)
      if ('refused' in access) return replyRefusal(res, context, access)
      context.organization = access.organization._id
      context.key = access.key.id
      const rate = await deps.countRequest(access.key.id)
      headers = varies.concat(rate.headers)
      if (!rate.allowed) return replyError(res, context, 429, 'Rate limit exceeded', headers)
      const query = parseQuery(queryString(req.url!))
      if ('issues' in query)
        return replyError(res, context, 422, 'Invalid query parameters', headers, query.issues)
      const answer = await deps.presence.answer(access.organization, query, access.key, now)
      context.release = answer.release
      replyAnswer(req, res, context, answer, headers)
    } catch (fault) {
      replyFault(res, context, fault, deps.logFault, headers)
    }
  }
}

const replyRefusal = (res: ServerResponse, context: RequestContext, refusal: Refusal): void => {
  context.organization = refusal.organization
  context.key = refusal.key
  if (refusal.refused === 'address') return replyError(res, context, 403, refusal.message, varies)
  const authenticate = refusal.refused === 'missing' ? challenge : failed
  replyError(res, context, 401, refusal.message, [...varies, 'WWW-Authenticate', authenticate])
}

const replyAnswer = (
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  { body, etag }: Pick<GivenAnswer, 'body' | 'etag'>,
  headers: HeaderList,
): void => {
  const withTag = headers.concat('ETag', etag)
  const condition = req.headers['if-none-match']
  if (condition !== undefined && matches(condition, etag)) replyQuickly(res, context, 304, withTag, null)
  else replyQuickly(res, context, 200, withTag, body)
}

/** RFC 9110 §13.1.2: a list of tags or `*`; the comparison is weak. */
const matches = (condition: string, etag: string): boolean =>
  condition === etag ||
  condition.trim() === '*' ||
  condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** What stands between the question mark and a fragment, which a client should not have sent. */
const queryString = (url: string): string => {
  const start = url.indexOf('?')
  if (start < 0) return ''
  const end = url.indexOf('#', start)
  return url.slice(start + 1, end < 0 ? undefined : end)
}
