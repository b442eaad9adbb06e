import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { toWebRequest } from '@modelcontextprotocol/node'
import type { Lookup } from '../../services/presence/lookup.js'
import { createKeyedHandler, type Admitted, type KeyedHandlerDeps } from '../keyed.js'
import { replyError, send, standardHeaders, type Handler, type RequestContext } from '../reply.js'
import { createHostCheck } from './hosts.js'
import { createToolServer } from './tools.js'

export interface McpHandlerDeps extends KeyedHandlerDeps {
  readonly lookup: Lookup
  readonly baseUrl: string | undefined
  /** Of whosout: clients show it. */
  readonly version: string
}

/** Bytes: a question is a few hundred. */
const longestBody = 65_536

/** What a server is given always has both; the types are those of clients, too. */
type ServedRequest = IncomingMessage & { method: string; url: string }

const isTooLarge = (fault: unknown): boolean => (fault as { status?: unknown } | null)?.status === 413

/**
 * POST of the agents' path (Model Context Protocol, "Streamable HTTP"), both eras of the protocol: each request is a
 * whole conversation, so that any process answers it. After the key: host 403 → body 413 → answer.
 */
export const createMcpPathHandler = (deps: McpHandlerDeps): Handler => {
  const isOurHost = createHostCheck(deps.baseUrl)

  const serve = async (
    req: IncomingMessage,
    res: ServerResponse,
    context: RequestContext,
    { access, now, headers }: Admitted,
  ): Promise<void> => {
    const logFault = (fault: unknown): void => deps.logFault(fault, context)
    const request = { organization: access.organization, reader: access.key, now }
    const server = createMcpHandler(() => createToolServer({ ...deps, logFault }, request), {
      // Nothing here ever changes by itself: there is nothing to subscribe to, and no reply stays open.
      maxSubscriptions: 0,
      keepAliveMs: 0,
    })
    try {
      const asked = await toWebRequest(req as ServedRequest, undefined, { maxRequestBodySize: longestBody })
      const { status, headers: own, body } = await server.fetch(asked)
      const bytes = body ? Buffer.from(await new Response(body).arrayBuffer()) : null
      const all = [...headers, ...[...own].flat(), ...(bytes ? ['Content-Length', String(bytes.length)] : [])]
      if (!context.isOver) send(res, context, status, standardHeaders, all, bytes)
    } catch (fault) {
      if (!isTooLarge(fault)) throw fault
      replyError(res, context, 'body_too_large', [...headers, 'Connection', 'close'])
    } finally {
      await server.close()
    }
  }

  return createKeyedHandler(deps, (req, res, context, admitted) => {
    if (isOurHost(req.headers.host, req.headers.origin)) return serve(req, res, context, admitted)
    replyError(res, context, 'forbidden', admitted.headers, {
      message: 'This address is not one of the service: call the one in BASE_URL',
    })
  })
}
