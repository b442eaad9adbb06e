import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Lookup } from '../../services/presence/lookup.js'
import { createKeyedHandler, type Admitted, type KeyedHandlerDeps } from '../keys/keyed.js'
import type { UnsentReplies } from '../node/unsent.js'
import { replyError, send, standardHeaders, type Handler, type RequestContext } from '../reply/reply.js'
import { countUnread } from '../reply/unread.js'
import { createHostCheck } from './hosts.js'

export interface McpHandlerDeps extends KeyedHandlerDeps {
  readonly lookup: Lookup
  readonly unsent: UnsentReplies
  readonly baseUrl: string | undefined
  /** The version of whosout, which clients show. */
  readonly version: string
}

/**
 * POST of the agents' path (Model Context Protocol, "Streamable HTTP"): after the key, host 403 → body 413 → answer.
 */
export const createMcpPathHandler = (deps: McpHandlerDeps): Handler => {
  const isOurHost = createHostCheck(deps.baseUrl)

  const serve = async (
    req: IncomingMessage,
    res: ServerResponse,
    context: RequestContext,
    { access, now, headers }: Admitted,
  ): Promise<void> => {
    // The SDK takes a tenth of a second and 30 MB to load, so it is loaded with the first agent's request.
    const { converse } = await import('./conversation.js')
    const logFault = (fault: unknown): void => deps.logFault(fault, context)
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    const request = { organization: access.organization, reader: access.key, now, signal: gone.signal }
    const reply = await converse(req, { ...deps, logFault }, request)
    if (reply === 'gone' || context.isOver) return
    if (reply === 'body_too_large')
      return replyError(res, context, reply, [...headers, 'Connection', 'close'])
    const { status, body } = reply
    const caller = access.key.id
    if (body && !countUnread(deps.unsent, res, context, { caller, body, headers })) return
    const length = body ? ['Content-Length', String(body.length)] : []
    send(res, context, status, standardHeaders, [...headers, ...reply.headers, ...length], body)
  }

  return createKeyedHandler(deps, (req, res, context, admitted) => {
    if (isOurHost(req.headers.host, req.headers.origin)) return serve(req, res, context, admitted)
    replyError(res, context, 'forbidden', admitted.headers, {
      message: 'This is not an address of the service. Use the one in BASE_URL.',
    })
  })
}
