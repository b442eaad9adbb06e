import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createCalendarHandler, type CalendarHandlerDeps } from '../../../src/http/calendar/handler.js'
import { createMcpHandlers, type McpHandlerDeps } from '../../../src/http/mcp/handler.js'
import type { Handler, RequestContext } from '../../../src/http/reply/reply.js'
import { createUnreadReplies, type UnreadReplies } from '../../../src/http/reply/unread.js'
import { createTeamsHandler, type TeamsHandlerDeps } from '../../../src/http/teams.js'
import { createBuildQueue } from '../../../src/services/builds.js'
import { createLinkBodies } from '../../../src/services/links/bodies.js'
import { receive, send } from '../request.js'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Serves one handler as the server does: what is counted for a reply is given back once it was sent. */
const serve = async (handler: Handler): Promise<number> => {
  server = createServer((req, res) => {
    const context: RequestContext = { id: 'r', startedAt: 0 }
    res.on('close', () => {
      context.isOver = true
      context.gone?.abort()
      context.release?.()
    })
    void handler(req, res, context)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const params = { name: 'who_is_in', arguments: {} }
const question = {
  method: 'POST',
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
}

const ask = (port: number, path: string) =>
  send(port, path, {
    headers: {
      Authorization: 'Bearer who',
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    ...(path === '/mcp' && question),
  })

const people = { from: '2026-11-20', to: '2026-11-20', team: null, people: [], remarks: [] }
const faults: unknown[] = []

const depsWith = (unread: UnreadReplies) => ({
  unread,
  authenticate: async () => ({ organization: { _id: 'o' }, key: { id: 'k' } }),
  countRequest: () => ({ allowed: true, headers: [] }),
  now: () => new Date('2026-11-20T12:00:00Z'),
  elapsed: () => 0,
  trustedHops: 0,
  rateLimit: 0,
  baseUrl: undefined,
  version: '1',
  logError: (fault: unknown) => void faults.push(fault),
  presence: { teams: async () => [] },
  openLookup: () => Promise.resolve({ whoIsIn: async (): Promise<unknown> => people }),
  links: { open: async () => ({ organization: { _id: 'o' }, link: { _id: 'o:l', id: 'l' } }) },
  calendars: {
    today: () => '2026-11-20',
    feed: async () => ({ name: 'x', events: [], isOwn: false }),
  },
  linkBodies: createLinkBodies(createBuildQueue()),
})
type Deps = ReturnType<typeof depsWith>

const handlers: readonly (readonly [path: string, make: (deps: Deps) => Handler])[] = [
  ['/mcp', (deps) => createMcpHandlers(deps as unknown as McpHandlerDeps).all],
  ['/api/v1/teams', (deps) => createTeamsHandler(deps as unknown as TeamsHandlerDeps)],
  ['/calendar/who_link_x.ics', (deps) => createCalendarHandler(deps as unknown as CalendarHandlerDeps)],
]

it.each(handlers)(
  '%s sends nothing while too much is unread, and gives back what it counted',
  async (path, make) => {
    const limit = 100_000
    const unread = createUnreadReplies({ ofCaller: limit, ofProcess: limit })
    const port = await serve(make(depsWith(unread)))
    const whole = Buffer.alloc(limit)
    expect(unread.take('other', whole)).toBe(true)
    const refused = await receive(ask(port, path))
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
    expect(refused.body.toString()).toContain('too_many_unread')
    unread.giveBack(whole)
    expect((await receive(ask(port, path))).status).toBe(200)
    // Anything still counted would leave no room for it.
    await expect.poll(() => unread.take('other', whole)).toBe(true)
  },
)

it('an agent who hangs up in the middle of a question is no fault', async () => {
  const handler = createMcpHandlers(depsWith(createUnreadReplies()) as unknown as McpHandlerDeps).all
  let begin: (req: IncomingMessage) => void
  const begun = new Promise<IncomingMessage>((resolve) => (begin = resolve))
  let settled: void | Promise<void> = undefined
  const port = await serve((req, res, context) => {
    begin(req)
    settled = handler(req, res, context)
  })
  const headers = { Authorization: 'Bearer who', 'Content-Length': '1000' }
  const sent = request({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers })
  sent.on('error', () => undefined).write('{"jsonrpc"')
  const req = await begun
  // Until its body is being read.
  await expect.poll(() => req.listenerCount('readable')).toBeGreaterThan(0)
  sent.destroy()
  await settled
  expect([req.complete, faults]).toEqual([false, []])
})
