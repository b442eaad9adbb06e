import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorBody, jsonType, standardHeaders } from './reply.js'

/** Codes of Node's own parser; anything else it refuses is a plain 400. */
const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const messageOf: Readonly<Record<number, string>> = {
  400: 'Bad request',
  404: 'Not found',
  408: 'Request timeout',
  413: 'Request body too large',
  431: 'Request header fields too large',
}

/** A whole reply where there is no ServerResponse to write it. The connection ends with it. */
const writeReply = (socket: Duplex, status: number, id: string): void => {
  const body = errorBody(messageOf[status] ?? STATUS_CODES[status] ?? 'Bad request')
  const headers: Record<string, string | number> = {
    ...standardHeaders,
    'X-Request-Id': id,
    'Content-Type': jsonType,
    'Content-Length': body.length,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body.toString()}`)
}

/**
 * Gives the replies of Node's parser the shape of every other error. A socket whose last request was answered
 * before its body arrived is cut: a second reply would be taken for that of the next request.
 */
export const answerBadHttp = (
  server: Server,
  newId: () => string,
  log: (status: number, id: string) => void,
): ((req: IncomingMessage) => void) => {
  const lastRequest = new WeakMap<Duplex, IncomingMessage>()

  const answer = (socket: Duplex, status: number): void => {
    const last = lastRequest.get(socket)
    if (!socket.writable || (last && !last.complete)) {
      socket.destroy()
      return
    }
    const id = newId()
    log(status, id)
    writeReply(socket, status, id)
  }

  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else answer(socket, statusOf[error.code ?? ''] ?? 400)
  })
  server.on('connect', (_req, socket) => answer(socket, 404))
  return (req) => void lastRequest.set(req.socket, req)
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
