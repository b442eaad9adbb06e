import type { ServerResponse } from 'node:http'
import { Problem } from '../../domain/problem.js'
import { codeOfProblem } from './errors.js'
import { replyError, type HeaderList, type RequestContext } from './reply.js'

/** The Retry-After, in seconds: while the store is unavailable, and while others wait for their answers. */
const retryAfter = '5'
const retryWhenBusy = '15'

/** The details of an unexpected error: for the log, never for the caller. */
export type LogFault = (fault: unknown, context: RequestContext) => void

/** Answers any error: a Problem by its code, anything else as an internal error. `headers`: those already set. */
export const replyFault = (
  res: ServerResponse,
  context: RequestContext,
  fault: unknown,
  log: LogFault,
  headers: HeaderList = [],
): void => {
  // The work was ended because nobody waits for it.
  if (context.gone?.signal.aborted && fault === context.gone.signal.reason) return
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
  if (code === 'too_busy') return replyError(res, context, code, [...headers, 'Retry-After', retryWhenBusy])
  const issues = code === 'invalid_query' ? (fault.issues ?? []) : undefined
  replyError(res, context, code, headers, { message: fault.message, issues })
}
