import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../../src/http/reply/reply.js'

const megabyte = 2 ** 20
const body = Buffer.from(Array.from({ length: 13 * megabyte + 17 }, (_, i) => 97 + ((i >> 10) % 26)))

let server: Server
let port: number
/** What was handed to the system, and in which turn of the event loop. */
let handed: { readonly length: number; readonly turn: number }[] = []
let closed = 0
let turn = 0

const watch = (res: ServerResponse): void => {
  const { write, end } = res
  const note = (chunk: unknown): void => {
    if (Buffer.isBuffer(chunk)) handed.push({ length: chunk.length, turn })
  }
  res.write = (...words: unknown[]) => (note(words[0]), Reflect.apply(write, res, words))
  res.end = (...words: unknown[]) => (note(words[0]), Reflect.apply(end, res, words))
  res.on('close', () => closed++)
}

const count = (): void => {
  turn++
  counting = setImmediate(count)
}
let counting: NodeJS.Immediate

beforeAll(async () => {
  server = createServer((req: IncomingMessage, res) => {
    watch(res)
    const length = Number(new URL(req.url!, 'http://x').searchParams.get('length'))
    reply(res, { id: 'x', startedAt: 0 }, 200, [], body.subarray(0, length))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  counting = setImmediate(count)
})
afterAll(() => {
  clearImmediate(counting)
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  handed = []
  closed = 0
})

const ask = async (length: number, method = 'GET'): Promise<Buffer> => {
  const [reply] = (await once(
    get({ host: '127.0.0.1', port, path: `/?length=${length}`, method, agent: false }),
    'response',
  )) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  expect(reply.headers['content-length']).toBe(String(length))
  return Buffer.concat(parts)
}

describe('a large body', () => {
  it('goes out in pieces of at most a megabyte, each in a turn of its own, and arrives whole', async () => {
    expect((await ask(body.length)).equals(body)).toBe(true)
    expect(handed).toHaveLength(14)
    expect(Math.max(...handed.map(({ length }) => length))).toBe(megabyte)
    expect(new Set(handed.map(({ turn }) => turn)).size).toBe(14)
  })

  it.each([0, 1, 4 * megabyte, 4 * megabyte + 1, 5 * megabyte])(
    'of %i bytes arrives whole',
    async (length) => {
      expect((await ask(length)).equals(body.subarray(0, length))).toBe(true)
    },
  )

  it('is left out for HEAD', async () => {
    expect(await ask(body.length, 'HEAD')).toHaveLength(0)
  })

  it('arrives whole behind another one on the same connection', async () => {
    const socket = connect(port, '127.0.0.1')
    const request = `GET /?length=${body.length} HTTP/1.1\r\nHost: x\r\n\r\n`
    socket.write(request + request)
    const parts: Buffer[] = []
    const received = (): number => parts.reduce((sum, { length }) => sum + length, 0)
    for await (const part of socket) {
      parts.push(part as Buffer)
      const head = parts[0]!.indexOf('\r\n\r\n') + 4
      if (received() === 2 * (head + body.length)) break
    }
    const all = Buffer.concat(parts)
    const half = all.length / 2
    const head = half - body.length
    expect(all.subarray(head, half).equals(body)).toBe(true)
    expect(all.subarray(half + head).equals(body)).toBe(true)
    expect(all.subarray(half, half + head).equals(all.subarray(0, head))).toBe(true)
  })

  it('waits for a caller who does not read, and is given up when they go away', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /?length=${body.length} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    for (let [quiet, seen] = [0, 0]; quiet < 500; quiet++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (handed.length > seen) [quiet, seen] = [0, handed.length]
    }
    expect(handed.length).toBeLessThan(14)
    socket.destroy()
    while (closed === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(await ask(10)).toHaveLength(10)
  })
})
