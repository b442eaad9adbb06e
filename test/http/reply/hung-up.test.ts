import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { createPresenceHandler, type PresenceHandlerDeps } from '../../../src/http/presence/presence.js'
import type { RequestContext } from '../../../src/http/reply/reply.js'

it('a caller who hangs up before the answer is there leaves nothing counted as unread', async () => {
  const happened: string[] = []
  const context: RequestContext = { id: 'r', startedAt: 0 }
  const deps = {
    authenticate: async () => ({ organization: { _id: 'o' }, key: { id: 'k' } }),
    countRequest: () => ({ allowed: true, headers: [] }),
    presence: {
      answer: async () => {
        context.isOver = true
        happened.push('answered')
        return { body: Buffer.alloc(1), etag: '"e"' }
      },
      today: () => '2026-11-20',
    },
    unread: { take: () => happened.push('taken') > 0, giveBack: () => happened.push('given back') },
    now: () => new Date('2026-11-20T12:00:00Z'),
    trustedHops: 0,
    logError: (fault: unknown) => happened.push(String(fault)),
  }
  const req = { url: '/', headers: {}, rawHeaders: ['Authorization', 'Bearer who'], socket: {} }
  const handler = createPresenceHandler(deps as unknown as PresenceHandlerDeps)
  await handler(req as unknown as IncomingMessage, {} as ServerResponse, context)
  expect(happened).toEqual(['answered'])
})
