import type { IncomingMessage } from 'node:http'
import { createMcpHandler } from '@modelcontextprotocol/server'
import Negotiator from 'negotiator'
import type { LookupRequest } from '../../services/lookup/lookup.js'
import { mcpPath } from '../paths.js'
import { readBody, readMessage, refusalBody } from './body.js'
import { createToolServer, type ToolDeps } from './tools.js'

export interface Conversation {
  readonly status: number
  /** Of the body; the other headers are ours: connection and caching. */
  readonly type: string
  readonly body: Buffer | null
}

/** A client must accept both; the SDK looks for these words, and knows no `*` in place of them. */
const replyTypes = ['application/json', 'text/event-stream']

/** The request without its body, which is handed over as a message. Its host was checked before. */
const webRequest = (req: IncomingMessage): Request => {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(req.headersDistinct))
    for (const value of values) headers.append(name, value)
  if (new Negotiator(req).mediaTypes(replyTypes).length === replyTypes.length)
    headers.set('accept', replyTypes.join(', '))
  return new Request(new URL(mcpPath, 'http://localhost'), { method: 'POST', headers })
}

/** Answers one request of either version of the protocol as a complete exchange. `gone`: nobody waits for it. */
export const converse = async (
  req: IncomingMessage,
  deps: ToolDeps,
  request: LookupRequest,
): Promise<Conversation | 'body_too_large' | 'gone'> => {
  const received = await readBody(req)
  if (typeof received === 'string') return received
  const read = readMessage(received)
  if ('refused' in read) return { status: 400, type: 'application/json', body: refusalBody(read.refused) }
  const server = createMcpHandler(() => createToolServer(deps, request), {
    // Nothing changes by itself here, so there is nothing to subscribe to, and no reply stays open.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  })
  try {
    const { status, headers, body } = await server.fetch(webRequest(req), { parsedBody: read.message })
    return {
      status,
      type: headers.get('content-type') ?? 'application/json',
      body: body && Buffer.from(await new Response(body).arrayBuffer()),
    }
  } finally {
    await server.close()
  }
}
