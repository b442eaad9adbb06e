import { expect, test } from 'vitest'
import { newSlug } from '../services/keys/world.js'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { openBench } from '../stores/subject.js'
import { createTerminal } from './fake-io.js'

const bench = openBench(embeddedSubject)
const { run, json, clock } = createTerminal(() => bench().store)

test('a link ends on a date, after a duration or at an instant, as a key does', async () => {
  const slug = newSlug()
  await json('org', 'create', 'Acme', '--slug', slug, '--timezone', 'Europe/Berlin')
  const create = (expires: string) =>
    run('links', 'create', '--org', slug, '--name', expires, '--expires', expires)
  const inThirtyDays = new Date(clock.now().getTime() + 30 * 86_400_000).toISOString()
  const ends = {
    '2099-12-31': '2099-12-31T22:59:59.999Z',
    '30d': inThirtyDays,
    '2099-12-31T12:00:00Z': '2099-12-31T12:00:00.000Z',
  }
  for (const typed of Object.keys(ends)) expect((await create(typed)).code).toBe(0)
  const links = await json<readonly { name: string; expires_at: string }[]>('links', 'list', '--org', slug)
  expect(Object.fromEntries(links.map(({ name, expires_at }) => [name, expires_at]))).toEqual(ends)
  const refused = await create('soon')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Use a date such as 2026-12-31')])
})
