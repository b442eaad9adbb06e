import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import { watchStalls } from '../../../src/http/node/stalls.js'

const patience = 1_500
const whole = 24 * 2 ** 20

/** A server that sends `bytes` to whoever connects; returns both ends of a connection. */
const connected = async (
  { onTestFinished }: TestContext,
  bytes: number,
): Promise<{ served: Socket; caller: Socket }> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write(Buffer.alloc(bytes))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = watchStalls(
    () => sockets,
    patience,
    () => performance.now(),
  )
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1')
  caller.on('error', () => undefined)
  onTestFinished(() => {
    stop()
    caller.destroy()
    server.close()
  })
  const [served] = (await once(server, 'connection')) as [Socket]
  return { served, caller }
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
    let received = 0
    const begun = performance.now()
    while (received < whole) {
      const part = caller.read() as Buffer | null
      if (part) received += part.length
      await wait(8)
    }
    expect(received).toBe(whole)
    expect(performance.now() - begun).toBeGreaterThan(patience)
  })

  it('and then by nobody is also given up', async (context) => {
    const { served, caller } = await connected(context, whole)
    await once(caller, 'readable')
    caller.read()
    caller.pause()
    await once(served, 'close')
  })

  it('whole leaves a connection on which nothing more happens alone', async (context) => {
    const { served, caller } = await connected(context, 1_000)
    caller.resume()
    await wait(2 * patience)
    expect(served.destroyed).toBe(false)
  })
})
