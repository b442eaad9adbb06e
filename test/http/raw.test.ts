import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { converse, createReplyReader, header } from './raw.js'

let server: Server | undefined

/** A server that answers the first bytes with `text` and then closes, resets or waits. */
const serve = async (text: string, then: 'end' | 'reset' | 'wait'): Promise<number> => {
  const listening = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      if (then === 'end') socket.end(text)
      else if (text === '') socket.resetAndDestroy()
      else socket.write(text, () => then === 'reset' && setImmediate(() => socket.resetAndDestroy()))
    })
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return (listening.address() as AddressInfo).port
}

afterEach(() => {
  server?.close()
})

describe('the raw client', () => {
  it('keeps repeated headers, their spelling and their order', async () => {
    const port = await serve('HTTP/1.1 200 OK\r\nB: 1\r\na: 2\r\nb: 3\r\nContent-Length: 2\r\n\r\nhi', 'wait')
    const { replies, end } = await converse(port, 'GET / HTTP/1.1\r\n\r\n')
    expect(end).toBe('open')
    expect(replies[0]!.headers.map(([name]) => name)).toEqual(['B', 'a', 'b', 'Content-Length'])
    expect(header(replies[0]!, 'b')).toBe('1, 3')
    expect(header(replies[0]!, 'c')).toBeUndefined()
    expect(replies[0]!.body).toBe('hi')
  })

  it('tells several replies on one connection apart, the bodiless ones too', async () => {
    const port = await serve(
      'HTTP/1.1 100 Continue\r\n\r\n' +
        'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n' +
        'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n' +
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n' +
        'HTTP/1.1 204 No Content\r\n\r\n',
      'wait',
    )
    const found = await converse(port, 'any', { methods: ['HEAD', 'GET', 'GET', 'OPTIONS'] })
    expect(found.replies.map(({ status, body }) => [status, body])).toEqual([
      [200, ''],
      [304, ''],
      [200, 'abcd'],
      [204, ''],
    ])
    expect(found.interim.map(({ status }) => status)).toEqual([100])
  })

  it('reads a body without length up to the close', async () => {
    const port = await serve('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n{"a":1}', 'end')
    const { replies, end, rest } = await converse(port, 'GET / HTTP/1.1\r\n\r\n', { untilClosed: true })
    expect([replies[0]!.body, end, rest]).toEqual(['{"a":1}', 'closed', ''])
  })

  it('reports half a reply as a rest, and a reset as a reset', async () => {
    const half = await serve('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab', 'end')
    expect(await converse(half, 'x', { untilClosed: true })).toMatchObject({
      replies: [],
      rest: expect.stringContaining('\r\n\r\nab'),
      end: 'closed',
    })
    server?.close()
    const cut = await serve('', 'reset')
    expect((await converse(cut, 'x', { untilClosed: true })).end).toBe('reset')
  })

  it('refuses what is no HTTP, and does not wait for ever', async () => {
    const mute = await serve('HTTP/1.1 200 OK\r\n', 'wait')
    await expect(converse(mute, 'x', { patience: 50 })).rejects.toThrow('0 of 1 replies')
    for (const text of [
      'HTTP/1.1 twenty OK\r\n\r\n',
      'HTTP/1.1 200 OK\r\nbad name: x\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ])
      expect(() => createReplyReader(['GET']).take(Buffer.from(text)), text).toThrow('not an HTTP reply')
  })
})
