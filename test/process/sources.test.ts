import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../src/calendar/day.js'
import { calendar } from '../domain/sources/feed.js'
import { say, startFeedServer, type FeedServer } from '../feeds/server.js'
import { askServer, askWhosout, newAcme, runWhosout, startServer, stopServer } from './whosout.js'
import type { Acme, ServerProcess } from './whosout.js'

/** The built product: servers, commands and a feed, each in a process or on a socket of its own. */
describe('a calendar feed, from its address to an answer', () => {
  let acme: Acme
  let feed: FeedServer
  let servers: readonly ServerProcess[] = []
  const env = () => ({ ...acme.env, FEEDS_ALLOW_PRIVATE: 'on' })

  const today = new Date().toISOString().slice(0, 10)
  const from = addDays(today, 10)!
  const compact = (day: string): string => day.replaceAll('-', '')
  const event = (name: string) => [`DTSTART;VALUE=DATE:${compact(from)}`, `SUMMARY:${name} (Vacation)`]

  beforeAll(async () => {
    acme = await newAcme()
    feed = await startFeedServer(say(calendar(event('Ana Ruiz'), event('Ben Okafor')), { etag: '"1"' }))
  })
  afterAll(async () => {
    await Promise.all(servers.map(stopServer))
    await feed.stop()
    await acme.remove()
  })

  const outIn = async (server: ServerProcess, key: string): Promise<readonly string[]> => {
    const { text } = await askServer(server, key, `?from=${from}&to=${from}`)
    const { out } = JSON.parse(text) as { readonly out: readonly { readonly name: string }[] }
    return out.map(({ name }) => name)
  }

  it('is synced by one of two servers at their first tick, and again by hand', async () => {
    const people = ['Ana Ruiz', 'Ben Okafor']
    const members = people.map((name) => ({ email: `${name.slice(0, 3)}@acme.example`, name }))
    await acme.importRoster({ members })
    const { secret } = await acme.createKey()
    const ask = <T>(...words: string[]) => askWhosout<T>(env(), ...words)
    const add = ['sources', 'add', 'calendar', '--name', 'HR', '--url', feed.url]
    const { id } = await ask<{ readonly id: string }>(...add)

    servers = await Promise.all([startServer(env()), startServer(env())])
    for (const server of servers) await expect.poll(() => outIn(server, secret)).toEqual(people)
    expect(feed.requests).toHaveLength(1)

    feed.behave(say(calendar(event('Ana Ruiz'))))
    expect(await ask('sources', 'sync', id)).toMatchObject({ ok: true, removed: 1, kept: 1 })
    for (const server of servers) expect(await outIn(server, secret)).toEqual(['Ana Ruiz'])

    const said = await runWhosout(env(), 'sources', 'show', id, '--json')
    const logged = servers.flatMap(({ lines }) => lines).join('\n')
    expect(logged).toContain('source synced')
    expect(said.out + said.err + logged).not.toContain('abcd1234')
  })
})
