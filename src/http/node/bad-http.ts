import {
  STATUS_CODES,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { endSoon, isEnding } from './last-words.js'
import { errors, type ErrorCode } from '../reply/errors.js'
import { allowed, isServed } from '../paths.js'
import { errorBody, jsonType, replyError, standardHeaders, type RequestContext } from '../reply/reply.js'

/** Error codes of Node's own parser; anything else it refuses is a plain 400. */
const codeOf: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Writes a complete reply where there is no ServerResponse, and ends the connection. */
export const writeLastReply = (socket: Duplex, code: ErrorCode, id: string): void => {
  const { status } = errors[code]
  const body = errorBody(code)
  const headers = standardHeaders.concat(
    ...['X-Request-Id', id, 'Content-Type', jsonType, 'Content-Length', String(body.length)],
    ...['Connection', 'close'],
    ...(status === 405 ? ['Allow', allowed] : []),
    ...(status === 503 ? ['Retry-After', '1'] : []),
  )
  const lines = headers.map((field, at) => (at % 2 === 0 ? `${field}: ` : `${field}\r\n`)).join('')
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`
  // A caller who has been silent for that long sends nothing that a reset could lose.
  endSoon(socket, head + body.toString(), status === 408 ? 'at once' : 'politely')
}

/** A request and its response. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly context: RequestContext
}

/** Gives the replies of Node's parser the shape of every other error. Earlier requests are answered first. */
export const answerBadHttp = (
  server: Server,
  newId: () => string,
  log: (status: number, id: string) => void,
): ((exchange: Exchange) => void) => {
  const last = new WeakMap<Duplex, Exchange>()

  const answer = (socket: Duplex, code: ErrorCode): void => {
    const exchange = last.get(socket)
    if (isEnding(socket)) return
    if (!socket.writable) socket.destroy()
    else if (exchange && !exchange.req.complete) refuseRest(socket, code, exchange)
    else if (exchange && !exchange.res.writableFinished) {
      // What still comes in would pass for progress of a reply that nobody reads.
      socket.pause()
      exchange.res.once('finish', () => answer(socket, code))
    } else {
      const id = newId()
      log(errors[code].status, id)
      writeLastReply(socket, code, id)
    }
  }

  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else answer(socket, codeOf[error.code ?? ''] ?? 'bad_request')
  })
  // Node hands over this socket without the error listener that every other one has: a reset would end the process.
  server.on('connect', ({ url = '' }, socket) => {
    socket.on('error', () => socket.destroy())
    answer(socket, codeOfPath(url))
  })
  return (exchange) => void last.set(exchange.req.socket, exchange)
}

/** The error for a request that asks a path for something impossible. */
const codeOfPath = (url: string): ErrorCode =>
  isServed(url.split('?', 1)[0]!) ? 'method_not_allowed' : 'not_found'

/**
 * The body failed. A reply that has begun is left as it is, with nothing after it; otherwise the error is the reply.
 */
const refuseRest = (socket: Duplex, code: ErrorCode, { res, context }: Exchange): void => {
  if (res.headersSent || context.refused !== undefined) {
    if (res.writableFinished) socket.destroy()
    else res.once('finish', () => socket.end(() => socket.destroy()))
    return
  }
  // Through the response object, which waits for earlier replies and leaves out the body for HEAD.
  replyError(res, context, code, ['Connection', 'close'])
  context.refused = errors[code].status
}

/** More header fields than this are 431: Node 20 silently drops those above its own limit. */
const maxHeaderFields = 500

/** The error in the header fields of a request that Node's parser accepted; null: none. */
export const headerError = (req: IncomingMessage): ErrorCode | null => {
  const { rawHeaders, httpVersion } = req
  if (rawHeaders.length > 2 * maxHeaderFields) return 'headers_too_large'
  let hosts = 0
  let upgrades = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
    else if (name.length === 7 && name.toLowerCase() === 'upgrade') upgrades = true
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 'bad_request'
  return upgrades && insists(req.headers) ? codeOfPath(req.url ?? '') : null
}

/** Who merely prefers HTTP/2 or TLS (curl, the JDK's client) is answered as if they had not asked (RFC 9110 §7.8). */
const insists = ({ upgrade = '', connection = '' }: IncomingHttpHeaders): boolean =>
  /\bupgrade\b/i.test(connection) && !/^\s*(h2c|TLS\/[\d.]+)\s*$/i.test(upgrade)

/** A request with invalid header fields is refused, and its connection ends. */
export const refuseHeaders = (res: ServerResponse, context: RequestContext, code: ErrorCode): void =>
  replyError(res, context, code, [
    ...(code === 'method_not_allowed' ? ['Allow', allowed] : []),
    ...['Connection', 'close'],
  ])
