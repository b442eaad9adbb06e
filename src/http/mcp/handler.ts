import type { IncomingMessage, ServerResponse } from 'node:http'
import { reasonsFor } from '../../domain/presence/reasons.js'
import type { LookupReader } from '../../domain/reply/lookup.js'
import type { AgentSignIn, PersonAccess } from '../../services/agents/sign-in.js'
import { refuse, type Access } from '../../services/keys/authenticate.js'
import type { Lookup } from '../../services/lookup/lookup.js'
import {
  callerOf,
  createKeyedHandler,
  type Admitted,
  type KeyedHandlerDeps,
  type Presented,
} from '../keys/admission.js'
import { agentPathOf, agentPaths, mcpPath, pathOf } from '../paths.js'
import {
  reply as sendReply,
  replyError,
  send,
  signalOf,
  standardHeaders,
  type Handler,
  type RequestContext,
} from '../reply/reply.js'
import { countUnread, type UnreadReplies } from '../reply/unread.js'
import { rpcErrorBody } from './body.js'
import type { KnownSite } from './gate.js'
import { createHostCheck } from './hosts.js'

export interface McpHandlerDeps extends KeyedHandlerDeps {
  /** Called once, with the first agent's request. */
  readonly openLookup: () => Promise<Lookup>
  readonly openAgentSignIn: () => Promise<AgentSignIn>
  readonly unread: UnreadReplies
  readonly baseUrl: string | undefined
  /** The version of whosout, which clients show. */
  readonly version: string
}

/** A person sees what they see in Slack, where no answer has addresses, and nobody here knows who is an admin there. */
const readerOf = (access: Access | PersonAccess): LookupReader => {
  if ('member' in access) {
    const { organization, member } = access
    return { team_id: null, reasons: reasonsFor(organization, {}), emails: false, member_id: member.id }
  }
  const { team_id, reasons } = access.key
  return { team_id, reasons, emails: true, member_id: null }
}

/**
 * POST of the agents' path (Model Context Protocol, "Streamable HTTP"): after the key, host 403 → body 413 → answer.
 */
const createAnswer = (deps: McpHandlerDeps) => {
  const isOurHost = createHostCheck(deps.baseUrl)
  let opened: Promise<Lookup> | undefined

  const serve = async (
    req: IncomingMessage,
    res: ServerResponse,
    context: RequestContext,
    { access, now, headers }: Admitted<Access | PersonAccess>,
  ): Promise<void> => {
    // The SDK takes a tenth of a second and 30 MB to load, so it is loaded with the first agent's request.
    const { converse } = await import('./conversation.js')
    const lookup = await (opened ??= deps.openLookup())
    const logError = (error: unknown): void => deps.logError(error, context)
    const { organization } = access
    const request = { organization, reader: readerOf(access), now, signal: signalOf(context) }
    const reply = await converse(req, { ...deps, lookup, logError }, request)
    if (reply === 'gone') return
    if (reply === 'body_too_large')
      return replyError(res, context, reply, [...headers, 'Connection', 'close'])
    const { status, type, body } = reply
    const caller = callerOf(access)
    if (body && !countUnread(deps.unread, res, context, { caller, body, headers })) return
    send(res, context, status, standardHeaders, headers, body, type)
  }

  return (
    req: IncomingMessage,
    res: ServerResponse,
    context: RequestContext,
    admitted: Admitted<Access | PersonAccess>,
  ): void | Promise<void> => {
    if (isOurHost(req.headers.host, req.headers.origin)) return serve(req, res, context, admitted)
    replyError(res, context, 'forbidden', admitted.headers, {
      message: 'This is not an address of the service. Use the one in BASE_URL.',
    })
  }
}

/** The addresses by which clients know the path of an organization, and its description. */
const addressesOf = (baseUrl: string, slug: string) => {
  const base = baseUrl.replace(/\/+$/, '')
  return {
    resource: new URL(`${base}${mcpPath}/${slug}`).href,
    metadata: `${base}${agentPaths.metadata.replace(':org', slug)}`,
  }
}

const slugOf = ({ url = '' }: IncomingMessage): string => agentPathOf(pathOf(url))?.slug ?? ''

/** The agents' paths: `all` for the keys of every organization, `one` for those of one, and people who sign in. */
export const createMcpHandlers = (deps: McpHandlerDeps) => {
  const { baseUrl } = deps
  const answer = createAnswer(deps)
  let signIn: Promise<AgentSignIn> | undefined
  const openSignIn = () => (signIn ??= deps.openAgentSignIn())
  const handleAll = createKeyedHandler(deps, answer)

  /** Without `BASE_URL` nobody could say what a token must be issued for. */
  const siteOf = async (slug: string): Promise<KnownSite | null> => {
    const site = baseUrl === undefined ? null : await (await openSignIn()).site(slug)
    return site && { ...site, ...addressesOf(baseUrl!, slug) }
  }

  const handleOne: Handler = async (req, res, context) => {
    const slug = slugOf(req)
    const site = await siteOf(slug)
    const signIn =
      site &&
      (async (...presented: Presented) =>
        (await import('./gate.js')).admitPerson(await openSignIn(), site, ...presented))
    const authenticate: typeof deps.authenticate = async (...presented) => {
      const access = await deps.authenticate(...presented)
      return 'refused' in access || access.organization.slug === slug ? access : refuse('invalid')
    }
    await createKeyedHandler<Access | PersonAccess>({ ...deps, authenticate, signIn }, answer)(
      req,
      res,
      context,
    )
  }

  const inRpc =
    (handle: Handler): Handler =>
    (req, res, context) => {
      context.errorBody = rpcErrorBody
      return handle(req, res, context)
    }

  const metadata: Handler = async (req, res, context) => {
    const site = await siteOf(slugOf(req))
    if (!site) return replyError(res, context, 'not_found')
    const { describeResource } = await import('./gate.js')
    sendReply(res, context, 200, [], Buffer.from(JSON.stringify(describeResource(site))))
  }

  return { all: inRpc(handleAll), one: inRpc(handleOne), metadata }
}
export type McpHandlers = ReturnType<typeof createMcpHandlers>
