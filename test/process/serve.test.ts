import { writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eightMegabytes } from './roster.js'
import { askWhosout, newFolder, runWhosout, startServer, type ServerProcess } from './whosout.js'

let folder: Awaited<ReturnType<typeof newFolder>>
let env: { DATA_DIR: string }
let secret: string

const members = Array.from({ length: 20 }, (_, i) => ({ email: `m${i}@example.com`, name: `Member ${i}` }))

const importRoster = async (content: object): Promise<void> => {
  const file = join(folder.path, 'roster.json')
  await writeFile(file, JSON.stringify(content))
  await askWhosout(env, 'import', file, '--org', 'acme')
}

const createKey = (name: string) =>
  askWhosout<{ id: string; secret: string }>(env, 'keys', 'create', '--org', 'acme', '--name', name)

beforeAll(async () => {
  folder = await newFolder()
  env = { DATA_DIR: join(folder.path, 'data') }
  await askWhosout(env, 'org', 'create', 'Acme', '--slug', 'acme', '--plan', 'paid', '--timezone', 'UTC')
  await importRoster({ members })
  secret = (await askWhosout<{ secret: string }>(env, 'keys', 'create', '--org', 'acme', '--name', 'test'))
    .secret
})
afterAll(() => folder.remove())

/** Reads the whole reply: one that is not read is a request that still runs. */
const ask = async (server: ServerProcess, key = secret) => {
  const reply = await fetch(`${server.url}/api/v1/presence`, { headers: { Authorization: `Bearer ${key}` } })
  const text = await reply.text()
  return {
    status: reply.status,
    connection: reply.headers.get('connection'),
    text,
    body: JSON.parse(text) as unknown,
  }
}

const open = async (server: ServerProcess): Promise<Socket> => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Reads until the far end closes. */
const drainSocket = async (socket: Socket): Promise<number> => {
  let length = 0
  for await (const chunk of socket) length += (chunk as Buffer).length
  return length
}

const refusesConnections = async (server: ServerProcess): Promise<boolean> => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const [refused] = await Promise.race([
    once(socket, 'error').then(() => [true]),
    once(socket, 'connect').then(() => [false]),
  ])
  socket.destroy()
  return refused!
}

describe('a server beside the command line', () => {
  it('sees on the very next request what a command has done', async () => {
    const server = await startServer(env)
    const { id, secret: key } = await createKey('watched')
    const status = async () => (await ask(server, key)).status
    expect(await status()).toBe(200)
    await askWhosout(env, 'keys', 'disable', id, '--org', 'acme')
    expect(await status()).toBe(401)
    await askWhosout(env, 'keys', 'enable', id, '--org', 'acme')
    expect(await status()).toBe(200)

    const today = new Date().toISOString().slice(0, 10)
    await importRoster({
      leaves: [{ email: 'm7@example.com', type: 'sick', start_date: today, end_date: today }],
    })
    const answer = (await ask(server, key)).body as { out: { name: string }[] }
    expect(answer.out.map(({ name }) => name)).toEqual(['Member 7'])

    const { secret: rotated } = await askWhosout<{ secret: string }>(
      env,
      'keys',
      'rotate',
      id,
      '--org',
      'acme',
      '--grace',
      '0',
    )
    expect(await status()).toBe(401)
    expect((await ask(server, rotated)).status).toBe(200)
    await askWhosout(env, 'keys', 'revoke', id, '--org', 'acme')
    const refused = await ask(server, rotated)
    expect([refused.status, refused.body]).toEqual([
      401,
      { error: { message: 'API key has been revoked', code: 'key_revoked' } },
    ])
    await askWhosout(env, 'org', 'set', 'acme', '--suspended')
    expect((await ask(server)).status).toBe(401)
    await askWhosout(env, 'org', 'set', 'acme', '--no-suspended')
    expect((await ask(server)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  it('answers the same on the command line', async () => {
    const server = await startServer(env)
    const days = ['--from', '2026-11-01', '--to', '2026-11-30'] as const
    const answer = await fetch(`${server.url}/api/v1/presence?from=2026-11-01&to=2026-11-30`, {
      headers: { Authorization: `Bearer ${secret}` },
    })
    expect(await askWhosout(env, 'presence', '--org', 'acme', ...days)).toEqual(await answer.json())
    server.child.kill('SIGTERM')
    await server.exited
  })
})

describe('a process', () => {
  it('says at start which variable is close to a setting, and refuses a MongoDB under another name', async () => {
    const server = await startServer({ ...env, BASEURL: 'https://out.example' })
    server.child.kill('SIGTERM')
    const warned = server.lines.filter((line) => line.includes('did you mean BASE_URL?'))
    expect(warned.map((line) => JSON.parse(line))).toMatchObject([{ level: 40 }])
    expect(await server.exited).toBe(0)
    const { code, err } = await runWhosout({ ...env, MONGO_URL: 'mongodb://user:secret@host/db' }, 'serve')
    expect([code, err]).toEqual([2, expect.stringMatching(/^MONGODB_URI is not set, but MONGO_URL holds/)])
    expect(err).not.toContain('secret')
  })

  it('says what is wrong with its settings, all at once, and exits with 2', async () => {
    const { code, err } = await runWhosout({ ...env, PORT: 'http', RATE_LIMIT: '-1' }, 'serve')
    expect(code).toBe(2)
    expect(err).toContain('PORT must be')
    expect(err).toContain('RATE_LIMIT must be')
  })

  it('says which port is taken', async () => {
    const server = await startServer(env)
    const { code, err } = await runWhosout({ ...env, PORT: new URL(server.url).port }, 'serve')
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`Port ${new URL(server.url).port} is already in use`),
    ])
    server.child.kill('SIGTERM')
    await server.exited
  })

  it('takes an unknown command for misuse, and help for none', async () => {
    expect((await runWhosout(env, 'frobnicate')).code).toBe(2)
    expect((await runWhosout(env, 'help')).code).toBe(0)
    // The only organization stands in for --org.
    expect((await runWhosout(env, 'presence')).code).toBe(0)
    expect((await runWhosout(env, 'presence', '--org', 'nobody')).code).toBe(1)
    expect((await runWhosout(env, 'presence', '--org', 'acme', '--from', '2026-02-30')).code).toBe(2)
  })
})

describe('a server that is told to stop (row 90)', () => {
  it('turns unready at once, finishes what runs, whatever it is told meanwhile, and exits with 0 within 25 s', async () => {
    await importRoster({ members: eightMegabytes })
    const server = await startServer({ ...env, DRAIN_DELAY: '2' })
    const whole = await ask(server)
    expect(whole.status).toBe(200)
    expect(whole.text.length).toBeGreaterThan(8_000_000)
    const mute = await open(server)
    const idle = await open(server)
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(idle, 'data')
    // Eight megabytes that are not read: the request is running until they are.
    const running = await open(server)
    running.write(`GET /api/v1/presence HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`)
    await once(running, 'readable')
    const told = performance.now()
    server.child.kill('SIGTERM')
    let ready: Response
    do ready = await fetch(`${server.url}/readyz`)
    while (ready.status === 200)
    expect(ready.status).toBe(503)
    expect(ready.headers.get('connection')).toBe('close')
    const answer = await ask(server)
    expect([answer.status, answer.connection]).toEqual([200, 'close'])
    while (!(await refusesConnections(server))) await wait(50)
    server.child.kill('SIGTERM')
    server.child.kill('SIGINT')
    while (!server.lines.some((line) => line.includes('"signal":"SIGINT"'))) await wait(10)
    expect(await drainSocket(running)).toBeGreaterThan(whole.text.length)
    expect(await server.exited).toBe(0)
    expect(performance.now() - told).toBeLessThan(25_000)
    mute.destroy()
    idle.destroy()
  })

  it('writes the last use of a key on its way out', async () => {
    const server = await startServer(env)
    const { id, secret: fresh } = await createKey('used')
    expect((await ask(server, fresh)).status).toBe(200)
    expect((await ask(server, fresh)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    const keys = await askWhosout<{ id: string; last_used_at: string | null }[]>(
      env,
      'keys',
      'list',
      '--org',
      'acme',
    )
    expect(Date.parse(keys.find((key) => key.id === id)!.last_used_at!)).toBeGreaterThan(0)
  })
})
