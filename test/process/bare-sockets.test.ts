import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSocket, readToEnd, statusesIn, statusForOthers } from './rude.js'
import { newFolder, startServer, stopServer, type ServerProcess } from './whosout.js'

let folder: Awaited<ReturnType<typeof newFolder>>
let server: ServerProcess

beforeAll(async () => {
  folder = await newFolder()
  server = await startServer({ DATA_DIR: join(folder.path, 'data') })
})
afterAll(async () => {
  expect(await stopServer(server)).toBe(0)
  await folder.remove()
})

const requests = {
  'CONNECT to another host': 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
  'CONNECT to a path of ours': 'CONNECT /api/v1/presence HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT with bytes behind it': `CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n${'\x16\x03\x01'.repeat(9_000)}`,
} as const

describe.each(Object.entries(requests))('%s', (_name, request) => {
  const status = request.includes('/api/') ? 405 : 404

  it('is refused, and the connection ends', async () => {
    const socket = await openSocket(server)
    socket.write(request)
    expect(statusesIn(await readToEnd(socket))).toEqual([status])
    socket.destroy()
  })

  it('leaves the process alone when the caller resets the connection at any moment', async () => {
    for (let at = 0; at < 30; at++) {
      const socket = await openSocket(server)
      socket.write(request)
      if (at % 3 === 1) await once(socket, 'readable')
      if (at % 3 === 2) await new Promise((resolve) => setImmediate(resolve))
      socket.resetAndDestroy()
    }
    expect(await statusForOthers(server)).toBe(200)
    expect(server.child.exitCode).toBeNull()
  })

  it('cannot keep its socket: what is sent after the refusal meets a closed connection', async () => {
    const socket = await openSocket(server)
    socket.write(request)
    await once(socket, 'readable')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const more = setInterval(() => socket.write('x'), 20)
    await closed
    clearInterval(more)
    expect(await statusForOthers(server)).toBe(200)
  })
})
