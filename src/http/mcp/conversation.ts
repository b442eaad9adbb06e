import type { IncomingMessage } from 'node:http'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { toWebRequest } from '@modelcontextprotocol/node'
import type { LookupRequest } from '../../services/presence/lookup.js'
import type { HeaderList } from '../reply.js'
import { createToolServer, type ToolDeps } from './tools.js'

export interface Conversation {
  readonly status: number
  readonly headers: HeaderList
  readonly body: Buffer | null
}

/** Bytes: a question is a few hundred. */
const longestBody = 65_536

/** What a server is given always has both; the types are those of clients, too. */
type ServedRequest = IncomingMessage & { method: string; url: string }

const isTooLarge = (fault: unknown): boolean => (fault as { status?: unknown } | null)?.status === 413

/** Answers one request of either era of the protocol, which is a whole conversation. */
export const converse = async (
  req: IncomingMessage,
  deps: ToolDeps,
  request: LookupRequest,
): Promise<Conversation | 'body_too_large'> => {
  const server = createMcpHandler(() => createToolServer(deps, request), {
    // Nothing here ever changes by itself: there is nothing to subscribe to, and no reply stays open.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  })
  try {
    const asked = await toWebRequest(req as ServedRequest, undefined, { maxRequestBodySize: longestBody })
    const { status, headers, body } = await server.fetch(asked)
    return {
      status,
      // The rest are ours: whether the connection goes on, and that nothing is kept.
      headers: ['Content-Type', headers.get('content-type') ?? 'application/json'],
      body: body && Buffer.from(await new Response(body).arrayBuffer()),
    }
  } catch (fault) {
    if (isTooLarge(fault)) return 'body_too_large'
    throw fault
  } finally {
    await server.close()
  }
}
