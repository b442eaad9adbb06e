import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, type AppDeps, type Mounted, type Routes } from './app.js'
import { presencePath } from './paths.js'
import type { LogFault } from './faults.js'
import { trackConnections } from './connections.js'
import { expressPrototypes } from './express-prototypes.js'
import { goesOn } from './head.js'
import { createPresenceHandler, type PresenceHandlerDeps } from './presence.js'
import { createRateLimit } from './rate.js'
import { replyError, type RequestContext } from './reply.js'
import { accessFields, accessFieldsOf } from './access-line.js'
import { answerBadHttp, headerFault } from './wire.js'

export interface HttpLimits {
  /** Milliseconds. */
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly connectionsCheckingInterval: number
  readonly maxConnections: number
}

export interface HttpDeps
  extends Omit<PresenceHandlerDeps, 'countRequest' | 'logFault'>, Pick<AppDeps, 'lastTickAgeSeconds'> {
  readonly host: string | undefined
  readonly port: number
  readonly baseUrl: string | undefined
  /** Requests a minute and key; 0: no limit. */
  readonly rateLimit: number
  readonly limits?: Partial<HttpLimits>
  readonly isReady: () => Promise<boolean>
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly newId: () => string
  readonly nodeMajor: number
  /** Told of each request once its reply is out: fields of JSON, by allow-list. */
  readonly logAccess: (fields: string) => void
  readonly logFault: LogFault
  readonly slack?: Mounted | undefined
  readonly demo?: Routes | undefined
}

export interface HttpServer {
  readonly url: string
  readonly port: number
  /** From now on `/readyz` is 503 and every reply closes its connection. */
  drain(): void
  /** Closes the listener, waits for running requests at most `patience` milliseconds, then cuts what is left. */
  stop(patience: number): Promise<void>
}

const defaultLimits = (trustedHops: number): HttpLimits => ({
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Behind a proxy the proxy ends idle connections: it must never meet one that we are just closing.
  keepAliveTimeout: trustedHops > 0 ? 65_000 : 5_000,
  connectionsCheckingInterval: 1_000,
  maxConnections: 1_000,
})

const givenId = /^[A-Za-z0-9._-]{1,64}$/

/** Starts the server; resolves when it listens. Rejects when the port is taken. */
export const startHttp = async (deps: HttpDeps): Promise<HttpServer> => {
  const limits = { ...defaultLimits(deps.trustedHops), ...deps.limits }
  const contexts = new WeakMap<IncomingMessage, RequestContext>()
  const keptFor = Math.floor(limits.keepAliveTimeout / 1_000)
  let draining = false
  let url = ''

  const presence = createPresenceHandler({
    ...deps,
    countRequest: createRateLimit(deps.rateLimit, deps.elapsed),
  })
  const app = createApp({
    presence,
    baseUrl: () => deps.baseUrl ?? url,
    isReady: async () => !draining && (await deps.isReady()),
    lastTickAgeSeconds: deps.lastTickAgeSeconds,
    contextOf: (req) => contexts.get(req)!,
    logFault: deps.logFault,
    slack: deps.slack,
    demo: deps.demo,
  })
  const server = createServer({
    ...limits,
    maxHeaderSize: 8_192,
    // Answered here, in the shape of every other error.
    requireHostHeader: false,
    ...(deps.nodeMajor < 24 ? expressPrototypes(app) : {}),
  })
  server.maxConnections = limits.maxConnections
  const connections = trackConnections(server)
  const note = answerBadHttp(server, deps.newId, (status, id) =>
    deps.logAccess(accessFields({ id, method: '-', path: '-', status, ms: 0 })),
  )

  const open = (req: IncomingMessage, res: ServerResponse): RequestContext => {
    const given = req.headers['x-request-id']
    if (draining) res.shouldKeepAlive = false
    const context: RequestContext = {
      id: typeof given === 'string' && givenId.test(given) ? given : deps.newId(),
      startedAt: deps.elapsed(),
      keptFor: keptFor > 0 && goesOn(req, res) ? keptFor : undefined,
    }
    note({ req, res, context })
    const end = connections.begin(req.socket)
    // The reply was handed to the network to the last byte, or its connection is gone.
    res.on('close', () => {
      end()
      context.release?.()
      deps.logAccess(accessFieldsOf(req, res, context, deps.elapsed()))
    })
    return context
  }

  server.on('request', (req, res) => {
    const context = open(req, res)
    const fault = headerFault(req)
    if (fault !== null) refuseHeaders(res, context, fault)
    else if (isPresence(req)) void presence(req, res, context)
    else if (!isTarget(req.url ?? '')) replyError(res, context, 404, 'Not found')
    else {
      contexts.set(req, context)
      app(req as never, res as never)
    }
  })
  server.on('checkExpectation', (req, res) =>
    replyError(res, open(req, res), 417, 'Expectation failed', ['Connection', 'close']),
  )

  await listen(server, deps)
  server.on('error', (fault) => deps.logFault(fault, { id: '-', startedAt: 0 }))
  const { port, address, family } = server.address() as AddressInfo
  url = `http://${isEveryInterface(address) ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${port}`
  return {
    url,
    port,
    drain: () => void (draining = true),
    stop: (patience) => connections.close(patience),
  }
}

/** The one path that is asked all the time goes past the router; anything unusual takes the ordinary way. */
const isPresence = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  url.startsWith(presencePath) &&
  (url.length === presencePath.length || url[presencePath.length] === '?')

/** A path, `*`, or an absolute URL: the router answers one that nobody can read with a page of its own. */
const isTarget = (url: string): boolean => url.startsWith('/') || url === '*' || URL.canParse(url)

const refuseHeaders = (res: ServerResponse, context: RequestContext, status: 400 | 431): void =>
  replyError(res, context, status, status === 400 ? 'Bad request' : 'Request header fields too large', [
    'Connection',
    'close',
  ])

const isEveryInterface = (address: string): boolean => address === '::' || address === '0.0.0.0'

const listen = (server: Server, { port, host }: HttpDeps): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', reject)
      resolve()
    })
  })
