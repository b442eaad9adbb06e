import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Issue } from '../domain/problem.js'
import { linesOf, putHead, type HeaderList } from './head.js'

export type { HeaderList } from './head.js'

/** What is known of a request from its first byte to its log line. */
export interface RequestContext {
  readonly id: string
  /** Monotonic milliseconds. */
  readonly startedAt: number
  /** The status with which the request was refused while it was being answered: nothing is sent after that. */
  refused?: number
  organization?: string | undefined
  key?: string | undefined
  /** Called once the reply is out: gives back the memory of its body. */
  release?: (() => void) | undefined
  /** Given when the connection goes on after the reply: the seconds for which it is kept. */
  readonly keptFor?: number | undefined
  /** When the request was looked at: the reply's date. */
  at?: Date
}

/** Answers one request; what it throws is answered by `replyFault`. */
export type Handler = (
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
) => void | Promise<void>

/** Runs helmet once against a recorder: its headers are constants, and setting them one by one costs every reply. */
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
  // Helmet touches nothing of the request, and of the response only these two methods.
  middleware({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined)
  return [...headers].flat()
}

// A sick leave is health data: nothing is kept by caches.
const noStore = ['Cache-Control', 'no-store']

/** On every reply that is not a page. */
export const standardHeaders: HeaderList = [
  ...recordHeaders({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] }),
  ...noStore,
]

/** Those of a page with a policy of its own. */
export const headersOfPage = (directives: Record<string, readonly string[]>): HeaderList => [
  ...recordHeaders({
    ...directives,
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
  }),
  ...noStore,
]

/** The docs page loads its own files and the document, and nothing from anywhere else. */
const docsHeaders: HeaderList = headersOfPage({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  // Swagger UI sets style attributes.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
})

export const jsonType = 'application/json; charset=utf-8'

/** The only shape an error has, whatever its status. */
export const errorBody = (message: string, issues?: readonly Issue[]): Buffer =>
  Buffer.from(JSON.stringify({ error: issues ? { message, issues } : { message } }))

/** Bytes. */
const pieceLength = 2 ** 20

/**
 * A large body goes out piece by piece, each in another turn of the event loop: the system takes megabytes at once, and a
 * hundred people may have waited for them.
 */
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

const send = (
  res: ServerResponse,
  { id, refused }: RequestContext,
  status: number,
  constant: HeaderList,
  headers: HeaderList,
  body: Buffer | null,
): void => {
  if (refused !== undefined) return
  res.writeHead(status, constant.concat(headers, 'X-Request-Id', id))
  res.end(body ?? undefined)
}

const standardLines = linesOf(standardHeaders)

/** The same reply as `reply` sends, for fields that are known to be free of line breaks. */
export const replyQuickly = (
  res: ServerResponse,
  context: RequestContext,
  status: number,
  headers: HeaderList,
  body: Buffer | null,
): void => {
  const { id, at, keptFor, refused } = context
  if (at === undefined || keptFor === undefined || refused !== undefined)
    return reply(res, context, status, headers, body)
  const content = body ? `Content-Type: ${jsonType}\r\nContent-Length: ${body.length}\r\n` : ''
  const lines = `${standardLines}${linesOf(headers)}${content}X-Request-Id: ${id}\r\n`
  putHead(res, status, lines, at, keptFor)
  endWith(res, body)
}

const typed = (type: string, body: Buffer): HeaderList => [
  'Content-Type',
  type,
  'Content-Length',
  String(body.length),
]

/** Sends a whole reply, JSON when it has a body; Node leaves the body out for HEAD. */
export const reply = (
  res: ServerResponse,
  context: RequestContext,
  status: number,
  headers: HeaderList,
  body: Buffer | null,
): void => {
  send(res, context, status, standardHeaders, body ? headers.concat(typed(jsonType, body)) : headers, body)
}

/** Sends a page, or a file that a page loads. */
export const replyPage = (
  res: ServerResponse,
  context: RequestContext,
  type: string,
  body: Buffer,
  headers: HeaderList = docsHeaders,
): void => send(res, context, 200, headers, typed(type, body), body)

export const replyError = (
  res: ServerResponse,
  context: RequestContext,
  status: number,
  message: string,
  headers: HeaderList = [],
  issues?: readonly Issue[],
): void => reply(res, context, status, headers, errorBody(message, issues))
