import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../src/calendar/day.js'
import { calendar } from '../domain/sources/feed.js'
import { say, startFeedServer, type FeedServer } from '../feeds/server.js'
import { askWhosout, newFolder, runWhosout, startServer, type ServerProcess } from './whosout.js'

const processTimeout = 120_000

/** The built product: servers, commands and a feed, each in a process or on a socket of its own. */
describe('a calendar feed, from its address to an answer', () => {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let feed: FeedServer
  let servers: readonly ServerProcess[] = []
  const env = () => ({ DATA_DIR: folder.path, FEEDS_ALLOW_PRIVATE: 'on' })
  const ask = <T>(...words: string[]) => askWhosout<T>(env(), ...words)

  const today = new Date().toISOString().slice(0, 10)
  const from = addDays(today, 10)!
  const compact = (day: string): string => day.replaceAll('-', '')
  const event = (name: string) => [`DTSTART;VALUE=DATE:${compact(from)}`, `SUMMARY:${name} (Vacation)`]

  beforeAll(async () => {
    folder = await newFolder()
    feed = await startFeedServer(say(calendar(event('Ana Ruiz'), event('Ben Okafor')), { etag: '"1"' }))
  })
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGTERM')
    await Promise.all(servers.map(({ exited }) => exited))
    await feed.stop()
    await folder.remove()
  })

  const outIn = async (url: string, key: string): Promise<readonly string[]> => {
    const reply = await fetch(`${url}/api/v1/presence?from=${from}&to=${from}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { out } = (await reply.json()) as { readonly out: readonly { readonly name: string }[] }
    return out.map(({ name }) => name)
  }

  it(
    'is synced by one of two servers at their first tick, and again by hand',
    async () => {
      await ask('org', 'create', 'Acme', '--slug', 'acme')
      const members = join(folder.path, 'members.csv')
      await writeFile(members, 'email,name\nana@acme.example,Ana Ruiz\nben@acme.example,Ben Okafor\n')
      await ask('import', members, '--org', 'acme')
      const { secret } = await ask<{ readonly secret: string }>(
        'keys',
        'create',
        '--org',
        'acme',
        '--name',
        'test',
      )
      const add = ['sources', 'add', 'calendar', '--org', 'acme', '--name', 'HR', '--url', feed.url]
      const { id } = await ask<{ readonly id: string }>(...add)

      servers = await Promise.all([startServer(env()), startServer(env())])
      for (const { url } of servers)
        await expect.poll(() => outIn(url, secret), { timeout: 30_000 }).toEqual(['Ana Ruiz', 'Ben Okafor'])
      expect(feed.requests).toHaveLength(1)

      feed.behave(say(calendar(event('Ana Ruiz'))))
      expect(await ask('sources', 'sync', id, '--org', 'acme')).toMatchObject({
        ok: true,
        removed: 1,
        kept: 1,
      })
      for (const { url } of servers) expect(await outIn(url, secret)).toEqual(['Ana Ruiz'])

      const said = await runWhosout(env(), 'sources', 'show', id, '--org', 'acme', '--json')
      const logged = servers.flatMap(({ lines }) => lines).join('\n')
      expect(logged).toContain('source synced')
      expect(said.out + said.err + logged).not.toContain('abcd1234')
    },
    processTimeout,
  )
})
