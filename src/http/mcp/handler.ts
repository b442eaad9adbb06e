import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Lookup } from '../../services/lookup/lookup.js'
import { createKeyedHandler, type Admitted, type KeyedHandlerDeps } from '../keys/admission.js'
import {
  replyError,
  send,
  signalOf,
  standardHeaders,
  type Handler,
  type RequestContext,
} from '../reply/reply.js'
import { rpcErrorBody } from './body.js'
import { countUnread, type UnreadReplies } from '../reply/unread.js'
import { isIP } from 'node:net'
import { parseUrl } from '../../domain/input.js'

const hostOf = (url: string): string | null => parseUrl(url)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? null

/** A host with or without a port, and no other part of a URL: `evil.example:80@localhost` would be read as a user. */
const hostHeader = /^[^\s/?#@\\]+$/

/**
 * Whether a request is for one of our own host names. A web page may point a name of its own at this machine (DNS
 * rebinding), so only these are accepted: the name of `BASE_URL`, IP addresses, and names without a dot, which belong
 * to this machine or its network. The same applies to an `Origin`.
 */
const createHostCheck = (baseUrl: string | undefined) => {
  const own = baseUrl === undefined ? null : hostOf(baseUrl)
  const isOurs = (host: string | null): boolean =>
    host !== null && (host === own || isIP(host) !== 0 || !host.includes('.'))
  return (host: string | undefined, origin: string | undefined): boolean =>
    host !== undefined &&
    hostHeader.test(host) &&
    isOurs(hostOf(`http://${host}`)) &&
    (origin === undefined || isOurs(hostOf(origin)))
}

export interface McpHandlerDeps extends KeyedHandlerDeps {
  /** Called once, with the first agent's request. */
  readonly openLookup: () => Promise<Lookup>
  readonly unread: UnreadReplies
  readonly baseUrl: string | undefined
  /** The version of whosout, which clients show. */
  readonly version: string
}

/**
 * POST of the agents' path (Model Context Protocol, "Streamable HTTP"): after the key, host 403 → body 413 → answer.
 */
export const createMcpPathHandler = (deps: McpHandlerDeps): Handler => {
  const isOurHost = createHostCheck(deps.baseUrl)
  let opened: Promise<Lookup> | undefined

  const serve = async (
    req: IncomingMessage,
    res: ServerResponse,
    context: RequestContext,
    { access, now, headers }: Admitted,
  ): Promise<void> => {
    // The SDK takes a tenth of a second and 30 MB to load, so it is loaded with the first agent's request.
    const { converse } = await import('./conversation.js')
    const lookup = await (opened ??= deps.openLookup())
    const logError = (error: unknown): void => deps.logError(error, context)
    const { team_id, reasons } = access.key
    const reader = { team_id, reasons, emails: true, member_id: null }
    const request = { organization: access.organization, reader, now, signal: signalOf(context) }
    const reply = await converse(req, { ...deps, lookup, logError }, request)
    if (reply === 'gone') return
    if (reply === 'body_too_large')
      return replyError(res, context, reply, [...headers, 'Connection', 'close'])
    const { status, type, body } = reply
    const caller = access.key.id
    if (body && !countUnread(deps.unread, res, context, { caller, body, headers })) return
    send(res, context, status, standardHeaders, headers, body, type)
  }

  const handle = createKeyedHandler(deps, (req, res, context, admitted) => {
    if (isOurHost(req.headers.host, req.headers.origin)) return serve(req, res, context, admitted)
    replyError(res, context, 'forbidden', admitted.headers, {
      message: 'This is not an address of the service. Use the one in BASE_URL.',
    })
  })
  return (req, res, context) => {
    context.errorBody = rpcErrorBody
    return handle(req, res, context)
  }
}
