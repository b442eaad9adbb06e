import express, { type Express, type RequestHandler } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { docsRoutes } from './docs.js'
import { replyFault, type LogFault } from './faults.js'
import { openApiDocument } from './openapi.js'
import { allowed, allowedToPost, otherPaths, presencePath } from './paths.js'
import { reply, replyError, type Handler, type RequestContext } from './reply.js'

/** What answers below a path, that path taken off; `next`: it does not. */
export type Mounted = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** What answers at a path of its own: read with GET and HEAD, or written to with POST. */
export type Routes = Readonly<Record<string, { readonly get: Handler } | { readonly post: Handler }>>

export interface AppDeps {
  readonly presence: Handler
  readonly baseUrl: () => string
  /** Whether the process can serve: the store answers, and it is not on its way out. */
  readonly isReady: () => Promise<boolean>
  /** Seconds since a digest tick ended last; null or absent: this process does not tick. Shown where it is ready. */
  readonly lastTickAgeSeconds?: (() => number | null) | undefined
  readonly contextOf: (req: IncomingMessage) => RequestContext
  readonly logFault: LogFault
  /** What answers below /slack, mounted before anything reads a body. */
  readonly slack?: Mounted | undefined
  /** The pages of the demo; `serve` has none. */
  readonly demo?: Routes | undefined
}

const ok = Buffer.from('{"status":"ok"}')

/** Made once: the address it names is known when the first request comes. */
const document = (baseUrl: () => string): Handler => {
  let made: Buffer | undefined
  return (_req, res, context) =>
    reply(res, context, 200, [], (made ??= Buffer.from(JSON.stringify(openApiDocument(baseUrl())))))
}

/** An old tick is shown and refuses nothing: other processes may post, and this one still answers. */
const readyBody = (lastTickAgeSeconds: number | null): Buffer =>
  lastTickAgeSeconds === null ? ok : Buffer.from(JSON.stringify({ status: 'ok', lastTickAgeSeconds }))

const readiness =
  ({ isReady, lastTickAgeSeconds }: AppDeps): Handler =>
  async (_req, res, context) => {
    if (await isReady()) reply(res, context, 200, [], readyBody(lastTickAgeSeconds?.() ?? null))
    else replyError(res, context, 503, 'Not ready', ['Retry-After', '1'])
  }

/** Every path there is: GET, HEAD and OPTIONS on each, 405 for other methods, 404 for the rest. */
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
      } catch (fault) {
        replyFault(res, context, fault, deps.logFault)
      }
    }

  if (deps.slack) app.use('/slack', deps.slack)
  const routes: Routes = {
    [presencePath]: { get: deps.presence },
    [otherPaths.health]: { get: (_req, res, context) => reply(res, context, 200, [], ok) },
    [otherPaths.readiness]: { get: readiness(deps) },
    [otherPaths.openapi]: { get: document(deps.baseUrl) },
    ...docsRoutes(),
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
      run((_req, res, context) => replyError(res, context, 405, 'Method not allowed', allow)),
    )
  }
  app.use(run((_req, res, context) => replyError(res, context, 404, 'Not found')))
  app.use(createErrorHandler(deps))
  return app
}

/** What the router itself refuses, such as a path that cannot be decoded, names no path of ours. */
const createErrorHandler =
  ({ contextOf, logFault }: AppDeps): express.ErrorRequestHandler =>
  (fault: unknown, req, res, _next) => {
    const status = (fault as { status?: unknown } | null)?.status
    if (status === 400) replyError(res, contextOf(req), 404, 'Not found')
    else replyFault(res, contextOf(req), fault, logFault)
  }
