import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startWorld } from '../world/world.js'
import {
  collectStatuses,
  openSocket,
  readToEnd,
  residentMegabytes,
  statusesIn,
  statusForOthers,
  untilIdle,
} from './rude.js'
import { askServer, newAcme, startServer, stopServer, type Acme, type ServerProcess } from './whosout.js'

let acme: Acme
let secret: string
/** The server of every test that needs no settings of its own. */
let plain: ServerProcess
const servers: ServerProcess[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  acme = await newAcme()
  // Answers of 650 kB, which few people with long addresses of their pictures make sooner than many with none.
  const members = Array.from({ length: 400 }, (_, i) => ({
    email: `m${i}@example.com`,
    name: `Member ${i}`,
    avatar: `https://example.com/${'x'.repeat(1_480)}`,
  }))
  await acme.importRoster({ members })
  secret = (await acme.createKey()).secret
  plain = await startServer({ ...acme.env, LOG_LEVEL: 'info' })
})
afterAll(async () => {
  expect(await stopServer(plain)).toBe(0)
  await acme.remove()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  expect(plain.child.exitCode).toBeNull()
  for (const server of servers.splice(0)) {
    // Whatever was done to it, it is there to be stopped.
    expect(server.child.exitCode).toBeNull()
    expect(await stopServer(server)).toBe(0)
  }
})

const start = async (more: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const server = await startServer({ ...acme.env, LOG_LEVEL: 'info', ...more })
  servers.push(server)
  return server
}

const open = async (server: Pick<ServerProcess, 'url'>, from?: string): Promise<Socket> => {
  const socket = await openSocket(server, from)
  sockets.push(socket)
  return socket
}

const addresses = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `127.0.${1 + (i >> 6)}.${1 + (i % 64)}`)

/** Opens so many connections, from as many addresses, `atOnce` at a time, and does the same on each. */
const openMany = async (
  server: ServerProcess,
  count: number,
  begin: (socket: Socket) => void,
  { atOnce = 1 } = {},
) => {
  const opened: Socket[] = []
  const openOne = async (from: string): Promise<void> => {
    opened.push(await open(server, from))
    begin(opened.at(-1)!)
  }
  const all = addresses(count)
  for (let at = 0; at < count; at += atOnce) await Promise.all(all.slice(at, at + atOnce).map(openOne))
  return opened
}

const key = () => `Authorization: Bearer ${secret}\r\n`
const question = (path = '/api/v1/presence') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${key()}\r\n`

const served = async (server: ServerProcess): Promise<boolean> => (await statusForOthers(server)) === 200

const rudeness: Readonly<Record<string, (socket: Socket) => void>> = {
  'that say nothing': () => undefined,
  'with half a head': (socket) => void socket.write('GET /api/v1/presence HTTP/1.1\r\nHost: x\r\nX-A: '),
  'with half a body': (socket) =>
    void socket.write('POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf'),
  'with nonsense': (socket) => void socket.write('\x16\x03\x01\x00\xa5 nonsense\r\n\r\n'),
  'that were answered, and stay': (socket) => void socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'),
}

describe('a thousand connections', () => {
  it.each(Object.keys(rudeness))('%s do not lock others out', async (name) => {
    await openMany(plain, 1_000, rudeness[name]!, { atOnce: 50 })
    while (!(await served(plain))) await wait(100)
  })

  it('are gone when they were told that they took too long, even if they never close', async () => {
    const world = await startWorld({ settings: { headersTimeout: 300, connectionsCheckingInterval: 100 } })
    const socket = await open({ url: `http://127.0.0.1:${world.port}` })
    expect(statusesIn(await readToEnd(socket))).toEqual([408])
    // A destroyed connection answers with a reset; a half-open one would take this.
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    const more = setInterval(() => socket.write('GET '), 20)
    await closed
    clearInterval(more)
    await world.stop()
  })
})

describe('one address', () => {
  it('has at most 64 connections, and is told so', async () => {
    const first = await Promise.all(Array.from({ length: 64 }, () => open(plain)))
    const next = await open(plain)
    const said = await readToEnd(next)
    expect(statusesIn(said)).toEqual([503])
    expect(said).toMatch(/Retry-After: 1\r\n/)
    expect(JSON.parse(said.slice(said.indexOf('{')))).toMatchObject({
      error: { message: 'Too many connections', code: 'too_many_connections' },
    })
    expect(await served(plain)).toBe(true)
    first[0]!.destroy()
    for (;;) {
      const again = await open(plain)
      again.end('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      if (statusesIn(await readToEnd(again))[0] === 200) break
    }
  })

  it.each([
    ['as many as it is set to', { MAX_CONNECTIONS_PER_ADDRESS: '2' }, 2],
    ['any number when that is 0', { MAX_CONNECTIONS_PER_ADDRESS: '0' }, 80],
    ['any number when it is a proxy', { MAX_CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: '1' }, 80],
  ])('has %s', async (_what, more, most) => {
    const server = await start(more)
    const statuses: (number | undefined)[] = []
    // Each stays open: those that are answered and closed would never be too many at a time.
    for (let at = 0; at < Math.min(most + 3, 80); at++) {
      const socket = await open(server)
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      statuses.push(statusesIn(chunk.toString())[0])
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(Math.min(most, 80))
    expect(new Set(statuses)).toEqual(new Set(most < 80 ? [200, 503] : [200]))
  })
})

const dayNumber = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)

/** A range that nobody has asked for: its answer is a body of its own. */
const anotherRange = (at: number): string =>
  `/api/v1/presence?from=${dayNumber(at % 300)}&to=${dayNumber((at % 300) + Math.floor(at / 300))}`

describe('replies that nobody reads', () => {
  it('hold the memory of two on a connection, however many were asked for', async () => {
    const server = await start({ RATE_LIMIT: '0' })
    expect((await askServer(server, secret)).status).toBe(200)
    const before = residentMegabytes(server)
    const socket = await open(server)
    socket.pause()
    for (let at = 0; at < 560; at++) socket.write(question(anotherRange(at)))
    for (let at = 0; at < 20; at++) expect(await served(server)).toBe(true)
    await untilIdle(server)
    expect(residentMegabytes(server) - before).toBeLessThan(80)
    // And whoever reads in the end gets all of them.
    const statuses = collectStatuses(socket)
    socket.resume()
    while (statuses.length < 560) await once(socket, 'data')
  })

  it('hold no more than the budget of their key over many connections, which is told so', async () => {
    const server = await start({ RATE_LIMIT: '0', MAX_CONNECTIONS_PER_ADDRESS: '0' })
    const before = residentMegabytes(server)
    const opened = await openMany(server, 200, (socket) => {
      socket.pause()
      const at = sockets.length
      for (let part = 0; part < 12; part++) socket.write(question(anotherRange(12 * at + part)))
    })
    for (let at = 0; at < 20; at++) expect(await served(server)).toBe(true)
    await untilIdle(server)
    expect(residentMegabytes(server) - before).toBeLessThan(200)
    // The last ones met a budget that the first ones had used up.
    const last = opened.at(-1)!
    last.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(statusesIn(await readToEnd(last))).toContain(503)
    for (const socket of opened) socket.resetAndDestroy()
    expect([200, 503]).toContain((await askServer(server, secret)).status)
  })
})

/** A client that asks again and again over one connection, as one does that reuses it. */
const keepAsking = (server: ServerProcess, stopped: () => boolean, pause: number) => {
  let answered = 0
  let told = (): void => undefined
  const askedTwice = new Promise<void>((resolve) => (told = resolve))

  /** Whether an answer was lost. */
  const ask = async (): Promise<boolean> => {
    for (;;) {
      const socket = await open(server).catch(() => undefined)
      if (!socket) return !stopped()
      const over = new Promise<null>((resolve) => {
        for (const event of ['end', 'close']) socket.once(event, () => resolve(null))
      })
      for (;;) {
        socket.write(question('/api/v1/presence?team_id=11111111-1111-1111-1111-111111111111'))
        let text = ''
        while (!/\r\n\r\n\{.*\}$/s.test(text)) {
          const chunk = await Promise.race([once(socket, 'data') as Promise<[Buffer]>, over])
          if (chunk === null) return true
          text += chunk[0].toString()
        }
        if (++answered === 2) told()
        if (/\r\nConnection: close\r\n/i.test(text)) return false
        if (pause > 0) await wait(pause)
      }
    }
  }
  return { askedTwice, lost: ask() }
}

describe('a server that is told to stop without a delay', () => {
  it.each([
    ['busy', 0],
    ['half busy', 20],
  ])('loses no request of %s connections, and closes idle ones', async (_what, pause) => {
    const server = await startServer({ ...acme.env, RATE_LIMIT: '0', DRAIN_DELAY: '0' })
    let stopped = false
    const clients = Array.from({ length: 24 }, () => keepAsking(server, () => stopped, pause))
    const idle = await open(server)
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(idle, 'data')
    await Promise.all(clients.map(({ askedTwice }) => askedTwice))
    stopped = true
    server.child.kill('SIGTERM')
    const lost = await Promise.all(clients.map((client) => client.lost))
    expect(lost.filter(Boolean)).toEqual([])
    await readToEnd(idle)
    expect(await server.exited).toBe(0)
  })
})

describe('a connection that is kept', () => {
  it.each([
    [{}, 75],
    [{ TRUST_PROXY: '1' }, 95],
  ])('with %o says for how long', async (more, seconds) => {
    const server = 'TRUST_PROXY' in more ? await start(more) : plain
    const reply = await fetch(`${server.url}/healthz`)
    expect(reply.headers.get('keep-alive')).toBe(`timeout=${seconds}`)
    await reply.text()
  })

  it('has no limit of requests after which Node would drop one', async () => {
    const server = await start({ RATE_LIMIT: '0' })
    const socket = await open(server)
    const statuses = collectStatuses(socket)
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_500))
    while (statuses.length < 2_500) await once(socket, 'data')
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('a log that is read slowly', () => {
  it('is written to the end, each line whole, when the server stops', async () => {
    const server = await startServer({ ...acme.env, RATE_LIMIT: '0' })
    const { stdout } = server.child
    const ended = once(stdout!, 'close')
    stdout!.pause()
    const socket = await open(server)
    const statuses = collectStatuses(socket)
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_500))
    while (statuses.length < 2_500) await once(socket, 'data')
    server.child.kill('SIGTERM')
    await readToEnd(socket)
    stdout!.resume()
    expect(await server.exited).toBe(0)
    await ended
    const messages = server.lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages.filter((msg) => msg === 'request')).toHaveLength(2_500)
    expect(messages.at(-1)).toBe('stopped')
  })
})
