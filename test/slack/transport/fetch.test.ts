import { expect, it } from 'vitest'
import { fetchWhole } from '../../../src/slack/transport/fetch.js'
import { openLoopback } from '../../world/loopback.js'

/** A server that answers once, and is gone before anybody reads the answer. */
const ask = async (status: number, length: number) => {
  const answer = 'x'.repeat(length)
  const { url, server } = await openLoopback((_, res) =>
    res.writeHead(status, { 'X-Slack': 'yes' }).end(answer),
  )
  try {
    return await fetchWhole(url, {})
  } finally {
    server.closeAllConnections()
  }
}

it.each([
  [200, 9_000_000, 9_000_000],
  [500, 9_000_000, 9_000_000],
  [429, 0, 0],
  [204, 0, 0],
  // Too long to keep: the status matters more.
  [500, 11_000_000, 0],
])(
  'a reply with status %d and %d bytes has been read when it is handed out',
  async (status, length, kept) => {
    const reply = await ask(status, length)
    expect([reply.status, reply.headers.get('x-slack')]).toEqual([status, 'yes'])
    expect((await reply.text()).length).toBe(kept)
  },
)

it('a reply that is too long to be from Slack is an error', async () => {
  await expect(ask(200, 11_000_000)).rejects.toThrow('the reply is too long')
})
