import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import { Problem, type Issue } from '../../domain/problem.js'
import { codeOfProblem, errors, type ErrorCode } from './errors.js'

/** Header fields in one flat list: name, value, name, value. */
export type HeaderList = readonly string[]

/** The state of a request from its first byte to its log line. */
export interface RequestContext {
  readonly id: string
  /** Monotonic milliseconds. */
  readonly startedAt: number
  /** The status with which the request was refused while it was being answered: nothing is sent after that. */
  refused?: number
  organization?: string | undefined
  key?: string | undefined
  /** The id of a member whose agent asks. */
  person?: string | undefined
  /** The id of a calendar link. */
  link?: string | undefined
  /** The caller's address, when it is why the request was refused. */
  address?: string | undefined
  /** Why an agent's token was refused, as a code, and the issuer or audience that it names instead. */
  reason?: string | undefined
  seen?: string | undefined
  /** Called once the reply is sent: its body no longer counts as unread. */
  release?: (() => void) | undefined
  /** The reply was sent, or its connection is gone: nothing is released any more. */
  isOver?: boolean
  /** Aborted with the end of the request, for work that has nobody to wait for it then. */
  gone?: AbortController
  /** The form of errors on this path, where it is not that of the API. */
  errorBody?: typeof errorBody
  /** Its type and headers, where it is no JSON either: a page for people. */
  errorPage?: { readonly type: string; readonly headers: HeaderList }
}

/** A signal that the request is over, which most requests need not have. */
export const signalOf = (context: RequestContext): AbortSignal => {
  context.gone ??= new AbortController()
  if (context.isOver) context.gone.abort()
  return context.gone.signal
}

/** Answers one request; `replyToError` answers its errors. */
export type Handler = (
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
) => void | Promise<void>

/** Helmet once against a recorder: its headers are constants, and setting them each time is slow. */
const recordHeaders = (directives: Record<string, readonly string[]>): HeaderList => {
  const headers = new Map<string, string>()
  const recorder = {
    setHeader: (name: string, value: string) => void headers.set(name, value),
    removeHeader: () => undefined,
  }
  const middleware = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    frameguard: { action: 'deny' },
  })
  // Helmet does not use the request, and only these two methods of the response.
  middleware({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined)
  return [...headers].flat()
}

/** On every reply that is not a page. */
export const standardHeaders: HeaderList = [
  ...recordHeaders({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] }),
  // Sick leave is health data, so caches must store nothing.
  'Cache-Control',
  'no-store',
]

/** The headers of a page with a policy of its own. */
export const headersOfPage = (
  directives: Record<string, readonly string[]>,
  cacheControl = 'no-store',
): HeaderList => [
  ...recordHeaders({
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    ...directives,
  }),
  'Cache-Control',
  cacheControl,
]

export const jsonType = 'application/json; charset=utf-8'

/** The details of an error besides its code: a message other than the default, and the problems in the query. */
export interface ErrorDetails {
  readonly message?: string
  readonly issues?: readonly Issue[] | undefined
}

/** The shape of an error, whatever its status. */
export const errorBody = (code: ErrorCode, { message, issues }: ErrorDetails = {}): Buffer =>
  Buffer.from(JSON.stringify({ error: { message: message ?? errors[code].message, code, issues } }))

/** Bytes. */
const pieceLength = 2 ** 20

/** Large bodies in pieces, a turn each: the system takes megabytes at once while a hundred callers wait. */
const endWith = (res: ServerResponse, body: Buffer | null): void => {
  if (!body || body.length <= 4 * pieceLength) return void res.end(body ?? undefined)
  let at = 0
  const writeNext = (): void => {
    const piece = body.subarray(at, (at += pieceLength))
    if (at >= body.length) res.end(piece)
    else if (res.write(piece)) setImmediate(writeNext)
    else res.once('drain', () => setImmediate(writeNext))
  }
  writeNext()
}

/** With exactly these headers, those of its body, and the request's id; Node leaves out the body for HEAD. */
export const send = (
  res: ServerResponse,
  { id, refused }: RequestContext,
  status: number,
  constant: HeaderList,
  headers: HeaderList,
  body: Buffer | null,
  type = jsonType,
): void => {
  if (refused !== undefined) return
  const own = body ? ['Content-Type', type, 'Content-Length', String(body.length)] : []
  res.writeHead(status, constant.concat(headers, own, 'X-Request-Id', id))
  endWith(res, body)
}

/** The same with the headers of every reply that is not a page. */
export const reply = (
  res: ServerResponse,
  context: RequestContext,
  status: number,
  headers: HeaderList,
  body: Buffer | null,
): void => send(res, context, status, standardHeaders, headers, body)

/** Sends an error: its code determines the status. */
export const replyError = (
  res: ServerResponse,
  context: RequestContext,
  code: ErrorCode,
  headers: HeaderList = [],
  details?: ErrorDetails,
): void => {
  const { headers: constant = standardHeaders, type = jsonType } = context.errorPage ?? {}
  const body = (context.errorBody ?? errorBody)(code, details)
  send(res, context, errors[code].status, constant, headers, body, type)
}

/** The Retry-After, in seconds: while the store is unavailable, and while others wait for their answers. */
const retryAfter = { unavailable: '5', too_busy: '15' } as const

/** The details of an unexpected error: for the log, never for the caller. */
export type LogError = (error: unknown, context: RequestContext) => void

/** Answers any error: a Problem by its code, anything else as an internal error. `headers`: those already set. */
export const replyToError = (
  res: ServerResponse,
  context: RequestContext,
  error: unknown,
  log: LogError,
  headers: HeaderList = [],
): void => {
  // The work was ended because nobody waits for it.
  if (context.gone?.signal.aborted && error === context.gone.signal.reason) return
  const code = error instanceof Problem ? codeOfProblem[error.code] : 'internal'
  if (res.headersSent || code === 'internal' || code === 'unavailable') log(error, context)
  if (res.headersSent) return void res.destroy()
  if (code === 'unavailable' || code === 'too_busy')
    return replyError(res, context, code, [...headers, 'Retry-After', retryAfter[code]])
  if (!(error instanceof Problem)) return replyError(res, context, code, headers)
  const issues = code === 'invalid_query' ? (error.issues ?? []) : undefined
  replyError(res, context, code, headers, { message: error.message, issues })
}
