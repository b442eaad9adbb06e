import { expect, test } from 'vitest'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { openBench } from '../stores/subject.js'
import { memberDocument, teamDocument } from '../world/acme.js'
import { openTerminal } from './fake-io.js'

const bench = openBench(embeddedSubject)

test('a link ends on a date, after a duration or at an instant, as a key does', async () => {
  const { run, json, clock } = await openTerminal(() => bench().store, '--timezone Europe/Berlin')
  const create = (expires: string) => run(`links create --name ${expires} --expires ${expires}`)
  const inThirtyDays = new Date(clock.now().getTime() + 30 * 86_400_000).toISOString()
  const ends = {
    '2099-12-31': '2099-12-31T22:59:59.999Z',
    '30d': inThirtyDays,
    '2099-12-31T12:00:00Z': '2099-12-31T12:00:00.000Z',
  }
  for (const typed of Object.keys(ends)) expect((await create(typed)).code).toBe(0)
  const links = await json<readonly { name: string; expires_at: string }[]>('links list')
  expect(Object.fromEntries(links.map(({ name, expires_at }) => [name, expires_at]))).toEqual(ends)
  const refused = await create('soon')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Use a date such as 2026-12-31')])
})

test('a link is listed with the names of its team and member, and revoked by its name', async () => {
  const { run, json, id } = await openTerminal(() => bench().store)
  await bench().store.commit([
    { put: 'teams', document: teamDocument(id, 't1', 'Design') },
    { put: 'members', document: memberDocument(id, { id: 'm1', name: 'Max Bauer', email: 'max@acme.test' }) },
  ])
  const create = (options: string) => json<{ id: string }>(`links create ${options}`)
  await create('--name Desk --team design')
  await create('--name Mine --member "max bauer"')
  const { out } = await run('links list')
  expect(out).toContain('team Design')
  expect(out).toContain('member Max Bauer')

  const [first, second] = [await create('--name TV'), await create('--name TV')]
  const both = await run('links revoke tv')
  expect(both.code).toBe(1)
  expect([both.err.includes(first.id), both.err.includes(second.id)]).toEqual([true, true])
  expect(await json(`links revoke ${first.id}`)).toMatchObject({ id: first.id, changed: true })
  expect(await json('links revoke TV')).toMatchObject({ id: second.id, changed: true })
  expect((await run('links revoke nothing')).err).toContain('no such link')
})

test('a link for Slack that Slack cannot show for want of BASE_URL says so', async () => {
  const create = async (env: Readonly<Record<string, string>>) => {
    const key = { ENCRYPTION_KEY: 'A'.repeat(43) + '=' }
    const { run } = await openTerminal(() => bench().store, '', { ...key, ...env })
    return run('links create --name TV --show-in-slack')
  }
  expect((await create({})).err).toContain('only once BASE_URL is set')
  expect(await create({ BASE_URL: 'https://out.example' })).toMatchObject({ code: 0, err: '' })
})
