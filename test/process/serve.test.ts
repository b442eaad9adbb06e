import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openSocket, readToEnd } from './rude.js'
import { askServer, newAcme, runWhosout, startServer, stopServer } from './whosout.js'
import type { Acme, IssuedKey, ServerProcess } from './whosout.js'

let acme: Acme
let secret: string
/** The server of every test that needs no settings of its own, and does not stop it. */
let plain: ServerProcess

/** People who make an answer of about eight megabytes with few of them: each has the address of a picture, a long one. */
const eightMegabytes = Array.from({ length: 5_000 }, (_, i) => ({
  email: `m${i}@example.com`,
  name: `Member ${i}`,
  avatar: `https://example.com/${i}/${'x'.repeat(1_480)}`,
}))

beforeAll(async () => {
  acme = await newAcme()
  const members = eightMegabytes.slice(0, 20)
  // Who stands first is out in January: every byte behind it is another one then.
  const leaves = [
    { email: 'm0@example.com', type: 'holiday', start_date: '2027-01-01', end_date: '2027-01-31' },
  ]
  await acme.importRoster({ members, leaves })
  secret = (await acme.createKey()).secret
  plain = await startServer(acme.env)
})
afterAll(async () => {
  expect(await stopServer(plain)).toBe(0)
  await acme.remove()
})

/** A server that ends with its test, if it has not ended before. */
const start = async (more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
  const server = await startServer({ ...acme.env, ...more })
  onTestFinished(async () => expect(await stopServer(server)).toBe(0))
  return server
}

/** A connection that has asked and reads nothing beyond the first bytes of the reply. */
const askSlowly = async (server: ServerProcess, query = ''): Promise<Socket> => {
  const socket = await openSocket(server)
  const fields = `Host: x\r\nAuthorization: Bearer ${secret}\r\nConnection: close`
  socket.write(`GET /api/v1/presence${query} HTTP/1.1\r\n${fields}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

const refusesConnections = (server: ServerProcess): Promise<boolean> =>
  openSocket(server).then(
    (socket) => (socket.destroy(), false),
    () => true,
  )

describe('a server beside the command line', () => {
  it('sees on the very next request what a command has done', async () => {
    const { id, secret: key } = await acme.createKey('watched')
    const status = async (secret = key) => (await askServer(plain, secret)).status
    expect(await status()).toBe(200)
    await acme.ask('keys', 'disable', id)
    expect(await status()).toBe(401)
    await acme.ask('keys', 'enable', id)
    expect(await status()).toBe(200)

    const today = new Date().toISOString().slice(0, 10)
    const leave = { email: 'm7@example.com', type: 'sick', start_date: today, end_date: today }
    await acme.importRoster({ leaves: [leave] })
    const answer = JSON.parse((await askServer(plain, key)).text) as { out: { name: string }[] }
    expect(answer.out.map(({ name }) => name)).toEqual(['Member 7'])

    const { secret: rotated } = await acme.ask<IssuedKey>('keys', 'rotate', id, '--grace', '0')
    expect([await status(), await status(rotated)]).toEqual([401, 200])
    await acme.ask('keys', 'revoke', id)
    const refused = await askServer(plain, rotated)
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      401,
      { error: { message: 'API key has been revoked', code: 'key_revoked' } },
    ])
    const events = () => acme.ask<{ what: string }[]>('keys', 'events')
    await expect.poll(async () => (await events()).map(({ what }) => what)).toContain('used_after_revoke')

    await acme.ask('org', 'set', 'acme', '--suspended')
    expect(await status(secret)).toBe(401)
    await acme.ask('org', 'set', 'acme', '--no-suspended')
    expect(await status(secret)).toBe(200)
  })

  it('answers the same on the command line', async () => {
    const { text } = await askServer(plain, secret, '?from=2026-11-01&to=2026-11-30')
    const days = ['--from', '2026-11-01', '--to', '2026-11-30'] as const
    expect(await acme.ask('presence', ...days)).toEqual(JSON.parse(text))
  })
})

it('five processes that create on the free plan leave one key, which works', async () => {
  const free = await newAcme('free')
  onTestFinished(free.remove)
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      runWhosout(free.env, 'keys', 'create', '--name', `key ${n}`, '--json'),
    ),
  )
  expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1, 1])
  const winner = JSON.parse(outcomes.find(({ code }) => code === 0)!.out) as IssuedKey
  expect((await askServer(await start(free.env), winner.secret)).status).toBe(200)
  expect(await free.ask('keys', 'list')).toMatchObject([{ id: winner.id, state: 'active' }])
})

describe('a process', () => {
  it('says at start which variable is close to a setting, and refuses a MongoDB under another name', async () => {
    const server = await start({ BASEURL: 'https://out.example' })
    const warned = server.lines.filter((line) => line.includes('did you mean BASE_URL?'))
    expect(warned.map((line) => JSON.parse(line))).toMatchObject([{ level: 40 }])
    const env = { ...acme.env, MONGO_URL: 'mongodb://user:secret@host/db' }
    const { code, err } = await runWhosout(env, 'serve')
    expect([code, err]).toEqual([2, expect.stringMatching(/^MONGODB_URI is not set, but MONGO_URL holds/)])
    expect(err).not.toContain('secret')
  })

  it('says what is wrong with its settings, all at once, and exits with 2', async () => {
    const { code, err } = await runWhosout({ ...acme.env, PORT: 'http', RATE_LIMIT: '-1' }, 'serve')
    expect([code, err]).toEqual([2, expect.stringMatching(/PORT must be[^]*RATE_LIMIT must be/)])
  })

  it('says which port is taken', async () => {
    const { port } = new URL(plain.url)
    const { code, err } = await runWhosout({ ...acme.env, PORT: port }, 'serve')
    expect([code, err]).toEqual([1, expect.stringContaining(`Port ${port} is already in use`)])
  })

  it.each([
    ['an unknown command for misuse', ['frobnicate'], 2],
    ['help for none', ['help'], 0],
    ['the only organization for --org', ['presence'], 0],
    ['an unknown organization for a failure', ['presence', '--org', 'nobody'], 1],
    ['a day that does not exist for misuse', ['presence', '--from', '2026-02-30'], 2],
  ])('takes %s', async (_, words, code) => expect((await runWhosout(acme.env, ...words)).code).toBe(code))
})

it('a server that is told to stop writes the last use of a key on its way out', async () => {
  const server = await startServer(acme.env)
  const { id, secret: fresh } = await acme.createKey('used')
  expect((await askServer(server, fresh)).status).toBe(200)
  expect((await askServer(server, fresh)).status).toBe(200)
  expect(await stopServer(server)).toBe(0)
  const keys = await acme.ask<{ id: string; last_used_at: string | null }[]>('keys', 'list')
  expect(Date.parse(keys.find((key) => key.id === id)!.last_used_at!)).toBeGreaterThan(0)
})

describe('answers of eight megabytes', () => {
  beforeAll(() => acme.importRoster({ members: eightMegabytes }))

  it('row 90: a server that is told to stop turns unready at once, finishes what runs, whatever it is told meanwhile, and exits with 0', async () => {
    const server = await start({ DRAIN_DELAY: '8' })
    const whole = await askServer(server, secret)
    expect(whole.status).toBe(200)
    expect(whole.text.length).toBeGreaterThan(8_000_000)
    const mute = await openSocket(server)
    const idle = await openSocket(server)
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(idle, 'data')
    // Eight megabytes that are not read: the request is running until they are.
    const running = await askSlowly(server)
    server.child.kill('SIGTERM')

    let ready: Response
    do ready = await fetch(`${server.url}/readyz`)
    while (ready.status === 200)
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
    expect(await askServer(server, secret)).toMatchObject({ status: 200, connection: 'close' })
    while (!(await refusesConnections(server))) await wait(50)
    server.child.kill('SIGTERM')
    server.child.kill('SIGINT')
    while (!server.lines.some((line) => line.includes('"signal":"SIGINT"'))) await wait(10)
    expect((await readToEnd(running)).length).toBeGreaterThan(whole.text.length)
    expect(await server.exited).toBe(0)
    mute.destroy()
    idle.destroy()
  })

  it('are not written over, where they are read slowly, by those made meanwhile', async () => {
    const slow = await askSlowly(plain, '?from=2027-03-01')
    for (const from of ['2027-01-02', '2027-01-03', '2027-01-04'])
      expect((await askServer(plain, secret, `?from=${from}`)).text).toContain(`"from":"${from}"`)
    const text = await readToEnd(slow)
    const body = text.slice(text.indexOf('\r\n\r\n') + 4)
    expect(body.length).toBeGreaterThan(8_000_000)
    expect(body === (await askServer(plain, secret, '?from=2027-03-01')).text).toBe(true)
  })
})
