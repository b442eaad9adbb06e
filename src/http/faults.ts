import type { ServerResponse } from 'node:http'
import { Problem } from '../domain/problem.js'
import { codeOfProblem } from './errors.js'
import { replyError, type HeaderList, type RequestContext } from './reply.js'

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
    replyError(res, context, 'internal', headers)
    return
  }
  const code = codeOfProblem[fault.code]
  if (code === 'unavailable') {
    log(fault, context)
    replyError(res, context, code, [...headers, 'Retry-After', retryAfter])
    return
  }
  const issues = code === 'invalid_query' ? (fault.issues ?? []) : undefined
  replyError(res, context, code, headers, { message: fault.message, issues })
}
