import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createExpiry } from '../../../src/services/expiry.js'
import { createInstallations } from '../../../src/services/workspaces/installations.js'
import { createSlackEvents } from '../../../src/services/workspaces/slack-events.js'
import { createInstallStates, createTickets } from '../../../src/services/workspaces/install-links.js'
import { createWorkspaces } from '../../../src/services/workspaces/workspaces.js'
import { createFaultyStore } from '../../stores/faulty.js'
import { newId, organization, puts } from '../../stores/samples.js'
import { openBench, type Subject } from '../../stores/subject.js'

const key = new Uint8Array(32).fill(3)
const newKey = new Uint8Array(32).fill(4)
const actor = { who: 'kim@laptop', from: 'laptop' }
let counter = 0
/** An id that Slack might give, and nobody else in this run has. */
const newWorkspaceId = (): string => `T${process.pid}X${++counter}`

/** What is promised of workspaces, links and events, on one store. */
export const describeWorkspacesOn = (subject: Subject): void => {
  const bench = openBench(subject)

  const open = async (at = '2026-11-20T10:00:00.000Z') => {
    const { store } = bench()
    let time = new Date(at).getTime()
    const now = () => new Date(time)
    const dependencies = { store, now, random: (size: number) => randomBytes(size) }
    const under = (keys: readonly Uint8Array[], other = store) =>
      createInstallations({ ...dependencies, store: other }, keys)
    const [org, second] = [newId(), newId()]
    await store.commit(puts('organizations', [organization(org), organization(second)]))
    const id = newWorkspaceId()
    const installation = {
      id,
      name: 'Acme',
      token: `xoxb-${id}`,
      bot_id: 'B1',
      bot_user_id: 'U1',
      scopes: ['commands'],
      installed_by: 'U0ANA',
    }
    return {
      store,
      org,
      second,
      id,
      installation,
      forward: (ms: number) => void (time += ms),
      workspaces: createWorkspaces(dependencies),
      under,
      installations: under([key]),
      otherKey: under([newKey]),
      bothKeys: under([newKey, key]),
      tickets: createTickets(dependencies, 'a-secret-for-states-and-links'),
      states: createInstallStates(dependencies),
      events: createSlackEvents(dependencies),
      expire: createExpiry(dependencies),
    }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  const linkOf = async ({ tickets, org }: Opened) => {
    const read = await tickets.readLink(tickets.issueLink(org))
    if ('refused' in read) throw new Error(`the link is ${read.refused}`)
    return read.link
  }

  describe(`a workspace on the ${subject.name} store`, () => {
    it('is installed, opened with its token under the same key only, installed anew, and removed', async () => {
      const parts = await open()
      const { store, installations, otherKey, workspaces, installation, id, org, forward } = parts
      expect(await installations.open(id)).toBeNull()
      const link = await linkOf(parts)
      const first = await installations.install(installation, link)
      expect([first.link, first.organization?._id]).toEqual(['binds', org])
      // In clear it stands nowhere in what is stored.
      expect(JSON.stringify(await store.get('workspaces', [id]))).not.toContain('xoxb')
      expect(await installations.open(id)).toMatchObject({
        token: `xoxb-${id}`,
        workspace: { org, version: 1 },
      })
      expect(await otherKey.open(id)).toMatchObject({ token: null })
      forward(60_000)
      await installations.install({ ...installation, token: 'xoxb-new' }, null)
      expect(await installations.open(id)).toMatchObject({
        token: 'xoxb-new',
        workspace: { org, version: 2 },
      })
      expect(await workspaces.remove(id, new Date('2026-11-20T10:00:30Z'))).toBe(false)
      expect(await workspaces.remove(id, new Date('2026-11-20T10:01:00Z'))).toBe(true)
      expect(await workspaces.remove(id, new Date('2026-11-20T10:01:00Z'))).toBe(false)
      expect(await installations.open(id)).toBeNull()
    })

    it('is bound, bound anew and unbound by the command line, and listed', async () => {
      const { installations, workspaces, installation, id, org, second } = await open()
      await installations.install(installation, null)
      const listed = async () => (await workspaces.list()).find(({ workspace }) => workspace._id === id)
      expect(await listed()).toMatchObject({ organization: null, workspace: { binding: null } })
      await workspaces.bind(id, org, actor)
      await workspaces.bind(id, second, actor)
      expect(await listed()).toMatchObject({
        organization: { _id: second },
        workspace: { version: 3, binding: { by: 'command line', who: 'kim@laptop' } },
      })
      await workspaces.unbind(id, actor)
      expect(await listed()).toMatchObject({ organization: null })
    })

    it('loses nothing when two bind it in the same moment: one of them is told', async () => {
      const { installations, workspaces, installation, id, org, second } = await open()
      await installations.install(installation, null)
      const both = await Promise.allSettled([
        workspaces.bind(id, org, actor),
        workspaces.bind(id, second, actor),
      ])
      const done = both.filter(({ status }) => status === 'fulfilled').length
      const { version } = await workspaces.find(id)
      expect(version).toBe(1 + done)
    })
  })

  describe(`the tokens on the ${subject.name} store`, () => {
    it('move to a new key while servers go on, and the old key can go', async () => {
      const { installations, otherKey, bothKeys, under, installation, workspaces, store } = await open()
      const ids = Array.from({ length: 3 }, newWorkspaceId)
      for (const id of ids) await installations.install({ ...installation, id, token: `xoxb-${id}` }, null)
      // What is installed under both keys is encrypted under the new one, and what stood before is still opened.
      await bothKeys.install({ ...installation, token: 'xoxb-new' }, null)
      expect(await otherKey.open(installation.id)).toMatchObject({ token: 'xoxb-new' })
      for (const id of ids) expect(await bothKeys.open(id)).toMatchObject({ token: `xoxb-${id}` })
      const foreign = newWorkspaceId()
      const lost = under([new Uint8Array(32).fill(9)])
      await lost.install({ ...installation, id: foreign, name: 'Lost' }, null)
      const before = await store.get('workspaces', [foreign])

      const [first, second] = await Promise.all([bothKeys.reencrypt(), bothKeys.reencrypt()])
      expect(first.moved + second.moved).toBeGreaterThanOrEqual(3)
      expect(first.unreadable.map(({ _id }) => _id)).toContain(foreign)
      expect(await bothKeys.reencrypt()).toMatchObject({ moved: 0 })
      expect(await store.get('workspaces', [foreign])).toEqual(before)
      for (const id of ids) {
        expect(await otherKey.open(id)).toMatchObject({ token: `xoxb-${id}` })
        expect(await installations.open(id)).toMatchObject({ token: null })
      }
      await workspaces.remove(foreign, new Date('2100-01-01'))
      for (const id of [...ids, installation.id]) await workspaces.remove(id, new Date('2100-01-01'))
    })

    it('that move only in part say where it stopped and what is done', async () => {
      const { bothKeys, otherKey, installations, under, installation, workspaces, store } = await open()
      const ids = Array.from({ length: 3 }, newWorkspaceId)
      for (const id of ids) await installations.install({ ...installation, id }, null)
      const faulty = createFaultyStore(store)
      faulty.plan({ call: 2, how: 'unavailable', always: true, of: 'commits' })
      await expect(under([newKey, key], faulty).reencrypt()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(
          /It stopped at the token of workspace T\S+ \(\d+ of \d+\); 1 token was re-encrypted before it\. Run the command again/,
        ),
      })
      const rest = await bothKeys.reencrypt()
      expect([rest.moved >= 2, rest.unchanged >= 1, rest.unreadable]).toEqual([true, true, []])
      for (const id of ids) expect(await otherKey.open(id)).toMatchObject({ token: installation.token })
      for (const id of ids) await workspaces.remove(id, new Date('2100-01-01'))
    })
  })

  describe(`a link on the ${subject.name} store`, () => {
    it('binds one of two workspaces that use it in the same moment', async () => {
      const parts = await open()
      const { installations, installation, store } = parts
      const link = await linkOf(parts)
      const ids = [newWorkspaceId(), newWorkspaceId()]
      const both = await Promise.allSettled(
        ids.map((id) => installations.install({ ...installation, id }, link)),
      )
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
      expect(await store.get('workspaces', ids)).toHaveLength(1)
    })

    it('waits behind the state of an installation, which is an id and good once, for ten minutes', async () => {
      const parts = await open()
      const { states, tickets, store, forward } = parts
      const link = await linkOf(parts)
      const state = await states.issue(link)
      expect(state).toMatch(/^[0-9a-f-]{36}$/)
      const both = await Promise.all([states.spend(state), states.spend(state)])
      expect(both).toContainEqual({ link })
      expect(both).toContainEqual({ refused: 'unknown' })
      expect(await states.spend(state)).toEqual({ refused: 'unknown' })
      const without = await states.issue(null)
      expect(await states.spend(without)).toEqual({ link: null })
      const late = await states.issue(null)
      forward(600_000)
      expect(await states.spend(late)).toEqual({ refused: 'expired' })
      expect(await states.spend(newId())).toEqual({ refused: 'unknown' })
      expect(await tickets.readLink(late)).toEqual({ refused: 'forged' })
      const left = await states.issue(link)
      forward(600_000)
      await parts.expire()
      expect(await store.get('install_states', [left])).toEqual([])
    })
  })

  describe(`an event on the ${subject.name} store`, () => {
    it('is cleaned up with all the others in one go, however many there are', async () => {
      const { store, expire, forward } = await open()
      const ids = Array.from({ length: 1_201 }, () => newId('Ev'))
      const expire_at = '2026-11-20T10:00:01.000Z'
      await store.commit(
        ids.map((_id) => ({ put: 'slack_events', document: { _id, expire_at }, when: 'absent' })),
      )
      forward(999)
      await expire()
      expect(await store.get('slack_events', ids)).toHaveLength(ids.length)
      forward(1)
      expect(await expire()).toBeGreaterThanOrEqual(ids.length)
      expect(await store.get('slack_events', ids)).toEqual([])
    })

    it('is remembered for an hour, and then forgotten', async () => {
      const { events, expire, forward } = await open()
      const id = newId('Ev')
      expect(await events.wasHandled(id)).toBe(false)
      await events.record(id)
      await events.record(id)
      expect(await events.wasHandled(id)).toBe(true)
      forward(3_599_999)
      await expire()
      expect(await events.wasHandled(id)).toBe(true)
      forward(1)
      await expire()
      expect(await events.wasHandled(id)).toBe(false)
    })
  })
}
