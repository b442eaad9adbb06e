import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createExpiry } from '../../src/services/expiry.js'
import { createInstallations } from '../../src/services/installations.js'
import { createSlackEvents } from '../../src/services/slack-events.js'
import { createTickets } from '../../src/services/tickets.js'
import { createWorkspaces } from '../../src/services/workspaces.js'
import { newId, organization } from '../store.samples.js'
import { openBench, type Subject } from '../store.subject.js'

const key = new Uint8Array(32).fill(3)
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
    const org = newId()
    await store.commit([{ put: 'organizations', document: organization(org) }])
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
      id,
      installation,
      forward: (ms: number) => void (time += ms),
      workspaces: createWorkspaces(dependencies),
      installations: createInstallations(dependencies, key),
      otherKey: createInstallations(dependencies, new Uint8Array(32).fill(4)),
      tickets: createTickets(dependencies, 'a-secret-for-states-and-links'),
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
      const { store, installations, workspaces, installation, id, org } = await open()
      const second = newId()
      await store.commit([{ put: 'organizations', document: organization(second) }])
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
      const { store, installations, workspaces, installation, id, org } = await open()
      const second = newId()
      await store.commit([{ put: 'organizations', document: organization(second) }])
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

    it('and the state of an installation are good once, for their time', async () => {
      const { tickets, forward } = await open()
      const state = tickets.issueState('x')
      expect(await tickets.spendState(state)).toEqual({ subject: 'x' })
      expect(await tickets.spendState(state)).toEqual({ refused: 'used' })
      const late = tickets.issueState('x')
      forward(600_000)
      expect(await tickets.spendState(late)).toEqual({ refused: 'expired' })
      expect(await tickets.readLink(late)).toEqual({ refused: 'forged' })
    })
  })

  describe(`an event on the ${subject.name} store`, () => {
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
