import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { addDays } from '../../src/calendar/day.js'
import { builtProgram } from '../built.js'
import { startFeedServer, type Behave } from '../feeds/server.js'
import { environment, newAcme, startServer, stopServer, askWhosout } from './whosout.js'

interface Told {
  readonly id: string
  readonly sequence: number
  readonly day: string
}

interface Body {
  readonly data: { readonly sequence: number; readonly leave: { readonly start_date: string } }
}

/** A receiver that notes what it verified; `then` decides what becomes of the request. */
const startReceiver = async () => {
  const told: Told[] = []
  const server = await startFeedServer()
  let secret = ''
  const take =
    (then: Behave): Behave =>
    (request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      request.on('end', () => {
        const { data } = new Webhook(secret).verify(body, request.headers as Record<string, string>) as Body
        const id = String(request.headers['webhook-id'])
        told.push({ id, sequence: data.sequence, day: data.leave.start_date })
        then(request, response)
      })
    }
  const answer: Behave = (_, response) => void response.writeHead(204).end()
  server.behave(take(answer))
  return {
    ...server,
    told,
    use: (given: string) => void (secret = given),
    behave: (then: Behave) => server.behave(take(then)),
    answer,
  }
}

/** Milliseconds after the start of a command: while it loads, reads, writes, and ends. */
const kills = [300, 400, 500, 600, 700, 800, 1_000, 1_300]

/** Real processes on one folder: what is stored was told, and what was told is stored, whoever was killed when. */
it('tells every receiver all that was written, each thing under one id, whoever is killed', async () => {
  const acme = await newAcme()
  const env = { ...acme.env, FEEDS_ALLOW_PRIVATE: 'on' }
  const ask = <T>(...words: string[]) => askWhosout<T>(env, ...words)
  await acme.importRoster({ members: [{ email: 'ana@acme.example', name: 'Ana Ruiz' }] })
  const receivers = await Promise.all([startReceiver(), startReceiver()])
  for (const receiver of receivers) {
    const added = await ask<{ readonly secret: string }>(
      'webhooks',
      'add',
      receiver.url,
      '--events',
      'leave.created',
    )
    receiver.use(added.secret)
  }
  const today = new Date().toISOString().slice(0, 10)
  let days = 0
  const words = () => {
    const day = addDays(today, ++days)!
    return ['leaves', 'add', '--member', 'ana@acme.example', '--type', 'holiday', '--from', day, '--to', day]
  }

  // Between commit and sending: no server runs.
  for (const ms of kills) {
    const child = spawn(process.execPath, [builtProgram('src/main.js'), ...words()], {
      env: environment(env),
      stdio: 'ignore',
    })
    const exited = once(child, 'exit')
    await wait(ms)
    child.kill('SIGKILL')
    await exited
  }
  await ask(...words())

  // Between sending and noting it: before the answer, and right after it.
  for (const [index, receiver] of receivers.entries()) {
    const asked = new Promise<() => void>((resolve) =>
      receiver.behave((...exchange) => resolve(() => receiver.answer(...exchange))),
    )
    const server = await startServer(env)
    const answer = await asked
    // Stopped, it cannot note the answer before it is killed.
    server.child.kill('SIGSTOP')
    if (index === 1) answer()
    server.child.kill('SIGKILL')
    await server.exited
    receiver.behave(receiver.answer)
    await ask(...words())
  }

  const servers = await Promise.all([startServer(env), startServer(env)])
  await ask(...words())
  const stored = (await ask<readonly { readonly start_date: string }[]>('leaves', 'list'))
    .map(({ start_date }) => start_date)
    .sort()
  const daysOf = ({ told }: (typeof receivers)[number]) => [...new Set(told.map(({ day }) => day))].sort()
  // Claims end after half a minute; a slow machine has many times as long.
  await expect
    .poll(() => receivers.map(daysOf), { timeout: 600_000, interval: 500 })
    .toEqual([stored, stored])
  for (const { told } of receivers) {
    const ids = new Map(told.map(({ id, sequence }) => [sequence, id]))
    expect([...ids.keys()].sort((a, b) => a - b)).toEqual(stored.map((_, index) => index + 1))
    expect(told.every(({ id, sequence }) => ids.get(sequence) === id)).toBe(true)
    expect(told.length).toBeGreaterThan(stored.length)
  }
  const states = async () => {
    const webhooks = await ask<readonly { readonly id: string }[]>('webhooks', 'list')
    const lists = await Promise.all(
      webhooks.map(({ id }) => ask<readonly { readonly state: string }[]>('webhooks', 'deliveries', id)),
    )
    return new Set(lists.flat().map(({ state }) => state))
  }
  await expect.poll(states).toEqual(new Set(['delivered']))
  await Promise.all(servers.map(stopServer))
  await Promise.all(receivers.map((receiver) => receiver.stop()))
  await acme.remove()
})
