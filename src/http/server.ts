import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createApp, type AppDeps, type Mounted, type Routes } from './app.js'
import { createCalendarHandler, type CalendarHandlerDeps } from './calendar/handler.js'
import { createUnprefix, prefixOf, presencePath } from './paths.js'
import { trackConnections, type Connection, type ConnectionLimits } from './node/connections.js'
import { createMetricsHandler, type MetricsHandlerDeps } from './metrics.js'
import { createPresenceHandler, type PresenceHandlerDeps } from './presence/presence.js'
import { createRateLimit } from './rate.js'
import { replyError, type LogError, type RequestContext } from './reply/reply.js'
import { createMcpHandlers, type McpHandlerDeps } from './mcp/handler.js'
import { createTeamsHandler, type TeamsHandlerDeps } from './teams.js'
import { accessFields, accessFieldsOf, routeOf, statusOf } from './node/access-log.js'
import { createUnreadReplies } from './reply/unread.js'
import { answerBadHttp, headerError, refuseHeaders, writeLastReply, type Exchange } from './node/bad-http.js'
import { parseUrl } from '../domain/input.js'

export interface HttpLimits extends ConnectionLimits {
  /** Milliseconds. */
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly connectionsCheckingInterval: number
}

/** `route` is a template; milliseconds. */
interface HttpMetrics extends MetricsHandlerDeps {
  readonly replied: (route: string, status: number, ms: number) => void
}

export interface HttpDeps
  extends
    Omit<PresenceHandlerDeps, 'countRequest' | 'unread' | 'logError'>,
    Pick<AppDeps, 'lastTickAgeSeconds'> {
  readonly presence: PresenceHandlerDeps['presence'] & TeamsHandlerDeps['presence']
  readonly host: string | undefined
  readonly port: number
  readonly baseUrl: string | undefined
  /** Requests per minute and key; 0: no limit. */
  readonly rateLimit: number
  readonly limits?: Partial<HttpLimits>
  readonly isReady: () => Promise<boolean>
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly newId: () => string
  /** Called for each request once its reply was sent, with JSON fields by allow-list. */
  readonly logAccess: (fields: string) => void
  readonly logError: LogError
  /** The operations behind calendar links; without them there are no calendars. */
  readonly calendar?: Pick<CalendarHandlerDeps, 'links' | 'calendars' | 'linkBodies'> | undefined
  /** The operations behind the agents' paths; without them there are none. */
  readonly agents?: Pick<McpHandlerDeps, 'openLookup' | 'openAgentSignIn'> | undefined
  /** The version of whosout. */
  readonly version?: string | undefined
  /** Request metrics, and the page that shows them; without it there are none. */
  readonly metrics?: HttpMetrics | undefined
  readonly slack?: Mounted | undefined
  readonly demo?: Routes | undefined
}

export interface HttpServer {
  readonly url: string
  readonly port: number
  /** From now on `/readyz` is 503 and every reply closes its connection. */
  drain(): void
  /** Closes the listener, waits for running requests for at most `grace` milliseconds, then cuts the rest. */
  stop(grace: number): Promise<void>
}

const defaultLimits = (trustedHops: number): HttpLimits => ({
  headersTimeout: 10_000,
  // The largest body is a form from Slack: a caller that announces one and sends none is disconnected before others
  // have waited 15 seconds.
  requestTimeout: 12_000,
  // Behind a proxy, the proxy must be the one to end idle connections, or it would use one that we are just closing.
  // The router of Heroku keeps them for 90 seconds, nginx for 60.
  keepAliveTimeout: trustedHops > 0 ? 95_000 : 75_000,
  connectionsCheckingInterval: 1_000,
  maxConnections: 1_000,
  maxConnectionsPerAddress: 64,
  stallTimeout: 30_000,
  lastGrace: 500,
})

/** Behind a proxy every connection has the proxy's address. */
const limitsOf = ({ trustedHops, limits }: HttpDeps): HttpLimits => {
  const all = { ...defaultLimits(trustedHops), ...limits }
  return trustedHops > 0 ? { ...all, maxConnectionsPerAddress: 0 } : all
}

const givenId = /^[A-Za-z0-9._-]{1,64}$/

/** Starts the server; resolves when it listens. Rejects when the port is in use. */
export const startHttp = async (deps: HttpDeps): Promise<HttpServer> => {
  const limits = limitsOf(deps)
  const contexts = new WeakMap<IncomingMessage, RequestContext>()
  const unprefix = createUnprefix(prefixOf(deps.baseUrl))
  let draining = false

  const { version = 'unknown' } = deps
  // One rate limit per key, and one limit for what is unread, for all paths together.
  const countRequest = createRateLimit(deps.rateLimit, deps.elapsed)
  const unread = createUnreadReplies()
  const keyed = { ...deps, countRequest, unread }
  const presence = createPresenceHandler(keyed)
  const app = createApp({
    ...deps,
    presence,
    teams: createTeamsHandler(keyed),
    calendar: deps.calendar && createCalendarHandler({ ...deps, ...deps.calendar, unread }),
    mcp: deps.agents && createMcpHandlers({ ...keyed, ...deps.agents, version }),
    metrics: deps.metrics && createMetricsHandler(deps.metrics),
    version,
    isReady: async () => !draining && (await deps.isReady()),
    contextOf: (req) => contexts.get(req)!,
  })
  const server = createServer({
    ...limits,
    maxHeaderSize: 8_192,
    // Answered here, in the shape of every other error.
    requireHostHeader: false,
  })
  const logBad = (status: number, id: string): void => {
    deps.logAccess(accessFields({ id, method: '-', path: '-', status, ms: 0 }))
    deps.metrics?.replied('-', status, 0)
  }
  const refuse = refuseConnections(deps.newId, logBad)
  const connections = trackConnections(server, limits, deps.elapsed, refuse)
  const note = answerBadHttp(server, deps.newId, logBad)

  const open = (req: IncomingMessage): RequestContext => {
    const given = req.headers['x-request-id']
    return {
      id: typeof given === 'string' && givenId.test(given) ? given : deps.newId(),
      startedAt: deps.elapsed(),
    }
  }

  const begin = ({ req, res, context }: Exchange, connection: Connection): void => {
    // Data behind it would be lost with the connection.
    if (draining && connection.waiting.length === 0) res.shouldKeepAlive = false
    // The reply was handed to the network to the last byte, or its connection is gone.
    const end = (): void => {
      if (context.isOver) return
      context.isOver = true
      context.gone?.abort()
      connections.ended(connection, end)
      context.release?.()
      const now = deps.elapsed()
      deps.logAccess(accessFieldsOf(req, res, context, now))
      deps.metrics?.replied(routeOf(req), statusOf(res, context), now - context.startedAt)
    }
    connections.begin(connection, end)
    res.on('close', end)
  }

  const answer = ({ req, res, context }: Exchange): void => {
    const error = headerError(req)
    if (error !== null) refuseHeaders(res, context, error)
    else if (isPresence(req)) void presence(req, res, context)
    else if (!isTarget(req.url ?? '')) replyError(res, context, 'not_found')
    else {
      // Callers that wait for a 100 Continue get it; below /slack only once the headers are valid.
      if (req.headers.expect !== undefined && !req.url!.startsWith('/slack/')) res.writeContinue()
      contexts.set(req, context)
      app(req as never, res as never)
    }
  }

  const take = (req: IncomingMessage, res: ServerResponse, respond = answer): void => {
    const connection = connections.of(req.socket)
    if (!connection) return
    req.url = unprefix(req.url ?? '')
    const exchange = { req, res, context: open(req) }
    note(exchange)
    const run = (): void => {
      begin(exchange, connection)
      respond(exchange)
    }
    if (connections.mayBegin(connection)) run()
    else connections.wait(connection, run)
  }

  server.on('request', (req, res) => take(req, res))
  server.on('checkContinue', (req, res) => take(req, res))
  server.on('checkExpectation', (req, res) =>
    take(req, res, ({ context }) => replyError(res, context, 'expectation_failed', ['Connection', 'close'])),
  )

  await listen(server, deps)
  server.on('error', (error) => deps.logError(error, { id: '-', startedAt: 0 }))
  const { port, address, family } = server.address() as AddressInfo
  const url = `http://${isEveryInterface(address) ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${port}`
  return {
    url,
    port,
    drain: () => {
      draining = true
      connections.drain()
    },
    stop: (grace) => connections.close(grace),
  }
}

/**
 * The busiest path bypasses Express, which would take most of its time. Express serves the rest of it by the same
 * handler, among its other routes: an absolute URL, OPTIONS, and the 405 of every other method.
 */
const isPresence = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  url.startsWith(presencePath) &&
  (url.length === presencePath.length || url[presencePath.length] === '?')

/** A path, `*`, or an absolute URL: for one that cannot be parsed the router has a page of its own. */
const isTarget = (url: string): boolean => url.startsWith('/') || url === '*' || parseUrl(url) !== null

/** The number of concurrent refusals that get a reply; callers beyond that are disconnected without one. */
const maxRefusals = 64

const refuseConnections = (newId: () => string, log: (status: number, id: string) => void) => {
  let refusing = 0
  return (socket: Socket): void => {
    if (refusing >= maxRefusals) return void socket.destroy()
    refusing++
    socket.once('close', () => refusing--)
    const id = newId()
    log(503, id)
    writeLastReply(socket, 'too_many_connections', id)
  }
}

const isEveryInterface = (address: string): boolean => address === '::' || address === '0.0.0.0'

const listen = (server: Server, { port, host }: HttpDeps): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', reject)
      resolve()
    })
  })
