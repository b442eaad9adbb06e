import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eightMegabytes } from './roster.js'
import { askWhosout, newFolder, startServer, type ServerProcess } from './whosout.js'

let folder: Awaited<ReturnType<typeof newFolder>>
let env: { DATA_DIR: string }
let secret: string

// Who stands first is out in what is asked meanwhile: every byte behind it is another one.
const leaves = [
  { email: 'm0@example.com', type: 'holiday', start_date: '2027-01-01', end_date: '2027-01-31' },
]

beforeAll(async () => {
  folder = await newFolder()
  env = { DATA_DIR: join(folder.path, 'data') }
  await askWhosout(env, 'org', 'create', 'Acme', '--slug', 'acme', '--timezone', 'UTC')
  const file = join(folder.path, 'roster.json')
  await writeFile(file, JSON.stringify({ members: eightMegabytes, leaves }))
  await askWhosout(env, 'import', file, '--org', 'acme')
  const made = await askWhosout<{ secret: string }>(env, 'keys', 'create', '--org', 'acme', '--name', 'test')
  secret = made.secret
})
afterAll(() => folder.remove())

const pathFrom = (from: string): string => `/api/v1/presence?from=${from}`

const ask = async (server: ServerProcess, from: string): Promise<string> => {
  const reply = await fetch(server.url + pathFrom(from), { headers: { Authorization: `Bearer ${secret}` } })
  return reply.text()
}

/** A connection that has asked and reads nothing beyond the first bytes of the reply. */
const askSlowly = async (server: ServerProcess, from: string) => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const fields = `Host: x\r\nAuthorization: Bearer ${secret}\r\nConnection: close`
  socket.write(`GET ${pathFrom(from)} HTTP/1.1\r\n${fields}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

describe('a reply of eight megabytes that is read slowly', () => {
  it('is not written over by the replies that are made meanwhile', async () => {
    const server = await startServer(env)
    const slow = await askSlowly(server, '2027-03-01')
    for (const from of ['2027-01-02', '2027-01-03', '2027-01-04'])
      expect(await ask(server, from)).toContain(`"from":"${from}"`)
    const text = Buffer.concat(await slow.toArray()).toString()
    const body = text.slice(text.indexOf('\r\n\r\n') + 4)
    expect(body.length).toBeGreaterThan(8_000_000)
    expect(body === (await ask(server, '2027-03-01'))).toBe(true)
    server.child.kill('SIGTERM')
    await server.exited
  })
})
