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

/** Bytes: a question takes a few hundred. */
const longestBody = 65_536

/** A server always gets both; the types also cover clients. */
type ServedRequest = IncomingMessage & { method: string; url: string }

const isTooLarge = (fault: unknown): boolean => (fault as { status?: unknown } | null)?.status === 413

/** Answers one request of either version of the protocol as a complete exchange. */
export const converse = async (
  req: IncomingMessage,
  deps: ToolDeps,
  request: LookupRequest,
): Promise<Conversation | 'body_too_large'> => {
  const server = createMcpHandler(() => createToolServer(deps, request), {
    // Nothing changes by itself here, so there is nothing to subscribe to, and no reply stays open.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  })
  try {
    const asked = await toWebRequest(req as ServedRequest, undefined, { maxRequestBodySize: longestBody })
    const { status, headers, body } = await server.fetch(asked)
    return {
      status,
      // The other headers are ours: connection and caching.
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
