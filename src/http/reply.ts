import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Issue } from '../domain/problem.js'

/** What is known of a request from its first byte to its log line. */
export interface RequestContext {
  readonly id: string
  /** Monotonic milliseconds. */
  readonly startedAt: number
  organization?: string | undefined
  key?: string | undefined
}

/** Answers one request; what it throws is answered by `replyFault`. */
export type Handler = (
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
) => void | Promise<void>

/** Runs helmet once against a recorder: its headers are constants, and setting them one by one costs every reply. */
const recordHeaders = (directives: Record<string, readonly string[]>): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {}
  const recorder = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => undefined,
  }
  const middleware = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    frameguard: { action: 'deny' },
  })
  // Helmet touches nothing of the request, and of the response only these two methods.
  middleware({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined)
  return headers
}

/** On every reply that is not a page. `no-store`: a sick leave is health data. */
export const standardHeaders: Readonly<Record<string, string>> = {
  ...recordHeaders({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] }),
  'Cache-Control': 'no-store',
}

/** The docs page loads its own two files and the document, and nothing from anywhere else. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...recordHeaders({
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // Swagger UI sets style attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
  }),
  'Cache-Control': 'no-store',
}

export const jsonType = 'application/json; charset=utf-8'

/** The only shape an error has, whatever its status. */
export const errorBody = (message: string, issues?: readonly Issue[]): Buffer =>
  Buffer.from(JSON.stringify({ error: issues ? { message, issues } : { message } }))

/** Sends a whole reply; Node leaves the body out for HEAD. */
export const reply = (
  res: ServerResponse,
  context: RequestContext,
  status: number,
  headers: OutgoingHttpHeaders,
  body: Buffer | null,
): void => {
  if (body === null) {
    res.writeHead(status, { ...standardHeaders, 'X-Request-Id': context.id, ...headers })
    res.end()
    return
  }
  res.writeHead(status, {
    ...standardHeaders,
    'X-Request-Id': context.id,
    'Content-Type': jsonType,
    'Content-Length': body.length,
    ...headers,
  })
  res.end(body)
}

export const replyError = (
  res: ServerResponse,
  context: RequestContext,
  status: number,
  message: string,
  headers: OutgoingHttpHeaders = {},
  issues?: readonly Issue[],
): void => reply(res, context, status, headers, errorBody(message, issues))
