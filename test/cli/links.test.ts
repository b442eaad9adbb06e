import { expect, test } from 'vitest'
import { newSlug } from '../services/keys/world.js'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { openBench } from '../stores/subject.js'
import { memberDocument } from '../world/acme.js'
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

test('a link is listed with the names of its team and member, and revoked by its name', async () => {
  const slug = newSlug()
  const { id } = await json<{ id: string }>('org', 'create', 'Acme', '--slug', slug)
  await bench().store.commit([
    { put: 'teams', document: { _id: `${id}:t1`, org: id, id: 't1', name: 'Design', source: 'import' } },
    { put: 'members', document: memberDocument(id, { id: 'm1', name: 'Max Bauer', email: 'max@acme.test' }) },
  ])
  const on = ['--org', slug] as const
  const create = (...words: readonly string[]) => json<{ id: string }>('links', 'create', ...on, ...words)
  await create('--name', 'Desk', '--team', 'design')
  await create('--name', 'Mine', '--member', 'max bauer')
  const { out } = await run('links', 'list', ...on)
  expect(out).toContain('team Design')
  expect(out).toContain('member Max Bauer')

  const [first, second] = [await create('--name', 'TV'), await create('--name', 'TV')]
  const both = await run('links', 'revoke', 'tv', ...on)
  expect(both.code).toBe(1)
  expect([both.err.includes(first.id), both.err.includes(second.id)]).toEqual([true, true])
  expect(await json('links', 'revoke', first.id, ...on)).toMatchObject({ id: first.id, changed: true })
  expect(await json('links', 'revoke', 'TV', ...on)).toMatchObject({ id: second.id, changed: true })
  expect((await run('links', 'revoke', 'nothing', ...on)).err).toContain('no such link')
})

test('a link for Slack that Slack cannot show for want of BASE_URL says so', async () => {
  const slug = newSlug()
  await json('org', 'create', 'Acme', '--slug', slug)
  const create = ['links', 'create', '--org', slug, '--name', 'TV', '--show-in-slack'] as const
  const at = (more: object) =>
    createTerminal(() => bench().store, { ENCRYPTION_KEY: 'A'.repeat(43) + '=', ...more })
  expect((await at({}).run(...create)).err).toContain('only once BASE_URL is set')
  expect(await at({ BASE_URL: 'https://out.example' }).run(...create)).toMatchObject({ code: 0, err: '' })
})
