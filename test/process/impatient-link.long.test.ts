import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { residentMegabytes } from './rude.js'
import { newAcme, startServer, stopServer, type Acme } from './whosout.js'

let acme: Acme
const feeds: string[] = []

const today = Date.now()
const dayIn = (days: number): string => new Date(today + days * 86_400_000).toISOString().slice(0, 10)

/** An organization with a link; returns the path of its feed. */
const create = async (slug: string, count: number): Promise<string> => {
  await acme.ask('org', 'create', slug, '--slug', slug, '--timezone', 'UTC')
  const members = Array.from({ length: count }, (_, i) => ({
    email: `m${i}@example.com`,
    name: `Member ${i}`,
  }))
  const leaves = members.flatMap(({ email }, i) =>
    [0, 60, 120, 180].map((days) => ({
      email,
      type: 'holiday',
      start_date: dayIn(days + (i % 50)),
      end_date: dayIn(days + (i % 50) + 2),
    })),
  )
  await acme.importRoster({ members, leaves }, '--org', slug)
  const { url } = await acme.ask<{ url: string }>('links', 'create', '--org', slug, '--name', 'TV')
  return `${new URL(url).pathname}.ics`
}

beforeAll(async () => {
  acme = await newAcme()
  feeds.push(await create('large', 20_000), await create('small', 100))
})
afterAll(() => acme.remove())

it('a link that is asked and hung up on takes little memory, and nobody else’s answers', async () => {
  const [large = '', small = ''] = feeds
  const server = await startServer(acme.env)
  const ask = async (path: string): Promise<number> => {
    const reply = await fetch(server.url + path)
    await reply.arrayBuffer()
    return reply.status
  }
  expect(await ask(small)).toBe(200)
  const before = residentMegabytes(server)
  // All that the limit of a link lets pass in a minute, in ten seconds.
  for (let i = 0; i < 110; i++) {
    const sent = request(server.url + large, { agent: false }).on('error', () => undefined)
    sent.end()
    await wait(50)
    sent.destroy()
    await wait(40)
    if (i % 10 === 0) expect(await ask(small.replace('.ics', ''))).toBe(200)
  }
  // A generous ceiling: what is not ended adds a gigabyte, on any machine.
  expect(residentMegabytes(server) - before).toBeLessThan(300)
  expect(await ask(large)).toBe(200)
  for (let i = 0; i < 5; i++)
    request(server.url + large.replace('.ics', `?month=2027-0${i + 1}`))
      .on('error', () => undefined)
      .end()
  expect(await stopServer(server)).toBe(0)
})
