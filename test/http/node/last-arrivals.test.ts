import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { trackConnections } from '../../../src/http/node/connections.js'

const limits = {
  maxConnections: 1_000,
  maxConnectionsPerAddress: 0,
  stallTimeout: 30_000,
  lastGrace: 10,
}

it('answers connections that the system has set up when the listener is about to close', async () => {
  const server = createServer((req, res) => {
    connections.of(req.socket)
    res.writeHead(200, { Connection: 'close' }).end('answered')
  })
  const connections = trackConnections(
    server,
    limits,
    () => performance.now(),
    (socket) => void socket.destroy(),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const callers = Array.from({ length: 30 }, () => connect(port, '127.0.0.1'))
  const answers = callers.map((socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return text(socket).catch((fault: NodeJS.ErrnoException) => fault.code)
  })
  // The sockets connect in the next tick, and nothing is accepted before the next turn of the event loop.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const closed = connections.close(5_000)
  expect((await Promise.all(answers)).filter((answer) => !answer?.startsWith('HTTP/1.1 200'))).toEqual([])
  await closed
})
