import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { allowed, isServed } from './paths.js'
import { errorBody, jsonType, replyError, standardHeaders, type RequestContext } from './reply.js'

/** Codes of Node's own parser; anything else it refuses is a plain 400. */
const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const messageOf: Readonly<Record<number, string>> = {
  400: 'Bad request',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  431: 'Request header fields too large',
}

/** A whole reply where there is no ServerResponse to write it. The connection ends with it. */
const writeReply = (socket: Duplex, status: number, id: string): void => {
  const body = errorBody(messageOf[status] ?? STATUS_CODES[status] ?? 'Bad request')
  const headers = standardHeaders.concat(
    ...['X-Request-Id', id, 'Content-Type', jsonType, 'Content-Length', String(body.length)],
    ...['Connection', 'close'],
    ...(status === 405 ? ['Allow', allowed] : []),
  )
  const lines = headers.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`))
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body.toString()}`)
}

/** A request and what answers it. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly context: RequestContext
}

/**
 * Gives the replies of Node's parser the shape of every other error. What came before
 * is answered first.
 */
export const answerBadHttp = (
  server: Server,
  newId: () => string,
  log: (status: number, id: string) => void,
): ((exchange: Exchange) => void) => {
  const last = new WeakMap<Duplex, Exchange>()

  const answer = (socket: Duplex, status: number): void => {
    const exchange = last.get(socket)
    if (!socket.writable) socket.destroy()
    else if (exchange && !exchange.req.complete) refuseRest(socket, status, exchange)
    else if (exchange && !exchange.res.writableFinished)
      exchange.res.once('finish', () => answer(socket, status))
    else {
      const id = newId()
      log(status, id)
      writeReply(socket, status, id)
    }
  }

  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else answer(socket, statusOf[error.code ?? ''] ?? 400)
  })
  server.on('connect', ({ url = '' }, socket) => answer(socket, isServed(url.split('?', 1)[0]!) ? 405 : 404))
  return (exchange) => void last.set(exchange.req.socket, exchange)
}

/** The body went wrong. A reply that has begun stands, and nothing comes after it; else the fault is the reply. */
const refuseRest = (socket: Duplex, status: number, { res, context }: Exchange): void => {
  if (res.headersSent || context.refused !== undefined) {
    if (res.writableFinished) socket.destroy()
    else res.once('finish', () => socket.end(() => socket.destroy()))
    return
  }
  // By way of the response, which waits for the replies before it and leaves the body out for HEAD.
  replyError(res, context, status, messageOf[status] ?? 'Bad request', ['Connection', 'close'])
  context.refused = status
}

/** More header fields than this are 431: Node 20 drops what is over its own limit without a word. */
const mostHeaderFields = 500

/** What is wrong with the header fields of a request that Node's parser let through; null: nothing. */
export const headerFault = ({ rawHeaders, httpVersion }: IncomingMessage): 400 | 431 | null => {
  if (rawHeaders.length > 2 * mostHeaderFields) return 431
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1') ? 400 : null
}
