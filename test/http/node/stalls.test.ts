import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import { answerBadHttp } from '../../../src/http/node/bad-http.js'
import { trackConnections } from '../../../src/http/node/connections.js'

/** So long that no reader on a busy machine goes without the processor for all of it. */
const patience = 10_000
const whole = 24 * 2 ** 20
const limits = { maxConnections: 10, maxConnectionsPerAddress: 0, stallTimeout: patience, lastGrace: 10 }

/** A server that answers with `bytes` after `delay` milliseconds; returns both ends of a connection that has asked. */
const connected = async (
  { onTestFinished }: TestContext,
  bytes: number,
  delay = 0,
): Promise<{ served: Socket; caller: Socket }> => {
  const timeouts = {
    headersTimeout: patience / 2,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 10 * patience,
  }
  const server = createServer(timeouts, async (req, res) => {
    const connection = connections.of(req.socket)!
    const end = () => undefined
    connections.begin(connection, end)
    res.on('close', () => connections.ended(connection, end))
    note({ req, res, context: { id: 'x', startedAt: 0 } })
    if (delay > 0) await wait(delay)
    res.writeHead(200, { 'Content-Length': bytes }).end(Buffer.alloc(bytes))
  })
  const connections = trackConnections(
    server,
    limits,
    () => performance.now(),
    (socket) => void socket.destroy(),
  )
  const note = answerBadHttp(
    server,
    () => 'x',
    () => undefined,
  )
  server.on('connection', (socket) => void socket.on('error', () => undefined))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1')
  caller.on('error', () => undefined)
  caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  onTestFinished(() => {
    caller.destroy()
    server.closeAllConnections()
    server.close()
  })
  const [served] = (await once(server, 'connection')) as [Socket]
  return { served, caller }
}

/** Reads a little now and then, until it has `bytes`. */
const readSlowly = async (caller: Socket, bytes: number): Promise<void> => {
  for (let received = 0; received < bytes; await wait(40)) {
    const part = caller.read() as Buffer | null
    if (part) received += part.length
  }
}

// Side by side: all that they do is wait.
describe.concurrent('a reply that is read', () => {
  it('by nobody is given up', async (context) => {
    const { served, caller } = await connected(context, whole)
    caller.pause()
    await once(served, 'close')
    expect(served.destroyed).toBe(true)
  })

  it('slowly arrives whole, however long it takes', async (context) => {
    const { caller } = await connected(context, whole)
    const begun = performance.now()
    await readSlowly(caller, whole)
    expect(performance.now() - begun).toBeGreaterThan(patience)
  })

  it('and then by nobody is also given up', async (context) => {
    const { served, caller } = await connected(context, whole)
    await once(caller, 'readable')
    caller.read()
    caller.pause()
    await once(served, 'close')
  })

  it.for([
    ['goes on asking', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['sends another request byte by byte', 'G'],
    ['sends what is no request', '?'],
  ])('by nobody is given up although the caller %s', async ([, sent], context) => {
    const { served, caller } = await connected(context, whole)
    caller.pause()
    const sending = setInterval(() => caller.write(sent!), patience / 5)
    context.onTestFinished(() => clearInterval(sending))
    await once(served, 'close')
  })

  it('whole leaves a connection on which nothing more happens alone', async (context) => {
    const { served, caller } = await connected(context, 1_000)
    caller.resume()
    await wait(2 * patience)
    expect(served.destroyed).toBe(false)
  })

  it('late is waited for, however long it takes', async (context) => {
    const { caller } = await connected(context, 1_000, 2 * patience)
    await readSlowly(caller, 1_000)
  })
})
