import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { goesOn, linesOf, putHead } from '../../../src/http/node/head.js'

const fields = ['Cache-Control', 'no-store', 'ETag', '"abc"', 'X-Request-Id', '1.a-b_C']
const body = Buffer.from('{"status":"ok"}')
const at = new Date('2026-11-20T23:59:59.999Z')

interface Written {
  readonly status: number
  readonly body: Buffer | null
}

/** What stands on the wire after `count` equal requests over one connection. */
const conversation = async (
  answer: (req: IncomingMessage, res: ServerResponse) => void,
  request: string,
  count: number,
): Promise<string> => {
  const server = createServer({ keepAliveTimeout: 7_000 }, answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(request.repeat(count))
  const received = await text(socket)
  server.close()
  return received
}

const byNode = (written: Written) => (_req: IncomingMessage, res: ServerResponse) => {
  const length = written.body ? ['Content-Length', String(written.body.length)] : []
  res.writeHead(written.status, [...fields, ...length, 'Date', at.toUTCString()])
  res.end(written.body ?? undefined)
}

const byUs = (written: Written) => (req: IncomingMessage, res: ServerResponse) => {
  if (!goesOn(req, res)) return byNode(written)(req, res)
  const length = written.body ? ['Content-Length', String(written.body.length)] : []
  putHead(res, written.status, linesOf([...fields, ...length]), at, 7)
  expect(res.headersSent).toBe(true)
  expect(res.statusCode).toBe(written.status)
  res.end(written.body ?? undefined)
}

describe('a head that is put', () => {
  it.each([
    ['a body', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', { status: 200, body }],
    ['a body that HEAD leaves out', 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n', { status: 200, body }],
    ['none at all', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', { status: 304, body: null }],
    [
      'the end of the connection',
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      { status: 200, body },
    ],
    ['an old client', 'GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n', { status: 200, body }],
    [
      'an old client and no body',
      'GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n',
      { status: 304, body: null },
    ],
  ] as const)('is the one that Node writes: with %s', async (_, request, written) => {
    const ours = await conversation(byUs(written), request, 3)
    expect(ours).toMatch(/^HTTP\/1\.1 (200 OK|304 Not Modified)\r\n/)
    expect(ours).toBe(await conversation(byNode(written), request, 3))
  })

  it('is what a kept connection gets, so that the test above does not compare Node with itself', async () => {
    let asked = 0
    const count = (req: IncomingMessage, res: ServerResponse) => {
      if (goesOn(req, res)) asked++
      byUs({ status: 200, body })(req, res)
    }
    await conversation(count, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 3)
    expect(asked).toBe(3)
  })
})
