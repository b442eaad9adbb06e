import express, { type Express, type RequestHandler } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { calendarPath } from '../domain/links/address.js'
import { assets, serveContent } from './reply/static.js'
import { callerAddress } from './keys/credentials.js'
import { docsRoutes } from './docs/docs.js'
import { useMissingPage } from './docs/missing.js'
import { openApiDocument } from './docs/openapi.js'
import type { McpHandlers } from './mcp/handler.js'
import {
  agentPaths,
  allowed,
  allowedToPost,
  calendarPaths,
  detours,
  installPaths,
  otherPaths,
  pathOf,
  prefixOf,
  presencePath,
  mcpPath,
  teamsPath,
} from './paths.js'
import { readsPages, usePages } from './calendar/error-page.js'
import { createRateLimit, networkOf } from './rate.js'
import {
  jsonType,
  reply,
  replyError,
  replyToError,
  type Handler,
  type LogError,
  type RequestContext,
} from './reply/reply.js'

/** A handler below a path, with that path removed; `next`: not handled. */
export type Mounted = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** A handler at one path: read with GET and HEAD, or written to with POST. */
export type Routes = Readonly<Record<string, { readonly get: Handler } | { readonly post: Handler }>>

export interface AppDeps {
  readonly presence: Handler
  readonly teams: Handler
  readonly calendar?: Handler | undefined
  readonly mcp?: McpHandlers | undefined
  /** Absent: there is no such page. */
  readonly metrics?: Handler | undefined
  /** The address callers use; undefined: each caller reaches us at the address it requested. */
  readonly baseUrl: string | undefined
  /** The version of whosout. */
  readonly version: string
  /** Number of proxies in front of the process whose X-Forwarded-For entries are trusted. */
  readonly trustedHops: number
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** Whether the process can serve: the store answers, and it is not shutting down. */
  readonly isReady: () => Promise<boolean>
  /**
   * Seconds since the last digest tick ended; null or absent: this process does not tick. Shown by the readiness check.
   */
  readonly lastTickAgeSeconds?: (() => number | null) | undefined
  readonly contextOf: (req: IncomingMessage) => RequestContext
  readonly logError: LogError
  /** Handles paths below /slack, mounted before anything reads a body. */
  readonly slack?: Mounted | undefined
  /** The pages of the demo; `serve` has none. */
  readonly demo?: Routes | undefined
}

const ok = Buffer.from('{"status":"ok"}')

/** Requests per minute and address for pages that need no key: a page takes three, an installation two. */
const anonymousRate = 120

/** Refuses an address that exceeds the limit; other requests go on to the handler. */
const createAnonymousLimit = ({ elapsed, trustedHops }: AppDeps) => {
  const count = createRateLimit(anonymousRate, elapsed, 'address')
  return (handler: Handler): Handler =>
    (req, res, context) => {
      const { allowed, headers } = count(networkOf(callerAddress(req, trustedHops)))
      return allowed ? handler(req, res, context) : replyError(res, context, 'rate_limited', headers)
    }
}

/** Relative, unless the callers' address has a path, which a proxy may have removed. */
const leadTo = (prefix: string, way: string): Handler => {
  const location = prefix === '' ? way : `${prefix}/docs`
  return (_req, res, context) => reply(res, context, 302, ['Location', location, 'Content-Length', '0'], null)
}

/** An old tick is reported but is no reason to refuse: other processes may post, and this one still answers. */
const readyBody = (lastTickAgeSeconds: number | null): Buffer =>
  lastTickAgeSeconds === null ? ok : Buffer.from(JSON.stringify({ status: 'ok', lastTickAgeSeconds }))

const readiness =
  ({ isReady, lastTickAgeSeconds }: AppDeps): Handler =>
  async (_req, res, context) => {
    if (await isReady()) reply(res, context, 200, [], readyBody(lastTickAgeSeconds?.() ?? null))
    else replyError(res, context, 'not_ready', ['Retry-After', '1'])
  }

const replyNotFound = (
  { calendar, baseUrl }: AppDeps,
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
): void => {
  const path = pathOf(req.url ?? '')
  if (calendar && `${path}/`.startsWith(`${calendarPath}/`)) usePages(req, context)
  else if (readsPages(req) && !path.startsWith('/api/')) useMissingPage(baseUrl, path, context)
  replyError(res, context, 'not_found')
}

/** Every path: GET, HEAD and OPTIONS on each, 405 for other methods, 404 for unknown paths. */
export const createApp = (deps: AppDeps): Express => {
  const app = express()
  app.set('case sensitive routing', true)
  app.set('strict routing', true)
  app.set('query parser', 'simple')
  app.set('etag', false)
  app.disable('x-powered-by')

  const run =
    (handler: Handler): RequestHandler =>
    async (req, res) => {
      const context = deps.contextOf(req)
      try {
        await handler(req, res, context)
      } catch (error) {
        replyToError(res, context, error, deps.logError)
      }
    }

  const limited = createAnonymousLimit(deps)
  const passOn: RequestHandler = (req, res, next) => run(limited(() => next()))(req, res, next)
  if (deps.slack) app.use([...installPaths], passOn).use('/slack', deps.slack)
  const described = {
    [otherPaths.openapi]: {
      get: serveContent(jsonType, () => Buffer.from(JSON.stringify(openApiDocument(deps.baseUrl)))),
    },
    ...docsRoutes(deps.version, deps.baseUrl),
  }
  const routes: Routes = {
    [presencePath]: { get: deps.presence },
    [teamsPath]: { get: deps.teams },
    ...(deps.mcp && {
      [mcpPath]: { post: deps.mcp.all },
      [agentPaths.ask]: { post: deps.mcp.one },
      [agentPaths.metadata]: { get: limited(deps.mcp.metadata) },
    }),
    ...(deps.calendar && {
      [calendarPaths.style]: {
        get: limited(
          serveContent('text/css; charset=utf-8', () => readFile(new URL('calendar/calendar.css', assets))),
        ),
      },
      [calendarPaths.link]: { get: deps.calendar },
    }),
    ...(deps.metrics && { [otherPaths.metrics]: { get: limited(deps.metrics) } }),
    [otherPaths.health]: { get: (_req, res, context) => reply(res, context, 200, [], ok) },
    [otherPaths.readiness]: { get: readiness(deps) },
    ...Object.fromEntries(
      Object.entries(detours).map(([path, way]) => [path, { get: leadTo(prefixOf(deps.baseUrl), way) }]),
    ),
    ...Object.fromEntries(Object.entries(described).map(([path, { get }]) => [path, { get: limited(get) }])),
    ...deps.demo,
  }
  for (const [path, handlers] of Object.entries(routes)) {
    const allow = ['Allow', 'get' in handlers ? allowed : allowedToPost]
    app.options(
      path,
      run((_req, res, context) => reply(res, context, 204, allow, null)),
    )
    if ('get' in handlers) app.get(path, run(handlers.get))
    else app.post(path, run(handlers.post))
    app.all(
      path,
      run((_req, res, context) => replyError(res, context, 'method_not_allowed', allow)),
    )
  }
  app.use(run((req, res, context) => replyNotFound(deps, req, res, context)))
  app.use(createErrorHandler(deps))
  return app
}

/** Requests that the router itself refuses, such as a path that cannot be decoded, match no path of this server. */
const createErrorHandler =
  (deps: AppDeps): express.ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    const status = (error as { status?: unknown } | null)?.status
    const context = deps.contextOf(req)
    if (status === 400) replyNotFound(deps, req, res, context)
    else replyToError(res, context, error, deps.logError)
  }
