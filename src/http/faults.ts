import type { ServerResponse } from 'node:http'
import { Problem, type ProblemCode } from '../domain/problem.js'
import { replyError, type HeaderList, type RequestContext } from './reply.js'

/** The one table from a refusal to a status. */
export const statusOf = {
  unauthorized: 401,
  forbidden: 403,
  plan_limit: 403,
  not_found: 404,
  conflict: 409,
  invalid: 422,
  unavailable: 503,
  outcome_unknown: 503,
} as const satisfies Record<ProblemCode, number>

/** Seconds after which a caller may try again while the store is away. */
export const retryAfter = '5'

/** What the edge tells of a fault that is nobody's refusal: to the log, never to the caller. */
export type LogFault = (fault: unknown, context: RequestContext) => void

/** Answers whatever was thrown: a Problem by its code, anything else as a bug. `headers` are those already due. */
export const replyFault = (
  res: ServerResponse,
  context: RequestContext,
  fault: unknown,
  log: LogFault,
  headers: HeaderList = [],
): void => {
  if (res.headersSent) {
    log(fault, context)
    res.destroy()
    return
  }
  if (!(fault instanceof Problem)) {
    log(fault, context)
    replyError(res, context, 500, 'Internal error', headers)
    return
  }
  const status = statusOf[fault.code]
  if (status !== 503) {
    replyError(
      res,
      context,
      status,
      fault.message,
      headers,
      status === 422 ? (fault.issues ?? []) : undefined,
    )
    return
  }
  log(fault, context)
  replyError(res, context, 503, 'Service unavailable', [...headers, 'Retry-After', retryAfter])
}
