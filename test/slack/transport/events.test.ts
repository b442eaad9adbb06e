import { describe, expect, it } from 'vitest'
import { createExpiry } from '../../../src/services/expiry.js'
import type { Register } from '../../../src/slack/listeners.js'
import {
  acme,
  expectAlive,
  installedWorkspace,
  openHouse,
  openReadyHouse,
  openStore,
  type House,
  type Transport,
} from '../house.js'

const counting = (): { handled: string[]; register: Register } => {
  const handled: string[] = []
  return {
    handled,
    register: (app) => app.event('app_home_opened', async ({ event }) => void handled.push(event.user)),
  }
}

const until = async (look: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await look())) await new Promise(setImmediate)
}
const areNoted = async ({ store }: House, ...ids: readonly string[]) =>
  (await store.get('slack_events', ids)).length === ids.length

const opened = { type: 'app_home_opened', user: 'U0ANA', channel: 'D0HOME', tab: 'home', event_ts: '1.2' }

describe.each(['http', 'socket'] as const satisfies readonly Transport[])('over %s', (transport) => {
  it('handles an event once, however often it is delivered', async () => {
    const { handled, register } = counting()
    const house = await openReadyHouse({ transport, listeners: [register] })
    const once = { event_id: 'Ev0001' }
    await house.slack.event('T0ACME', opened, once)
    await until(() => areNoted(house, 'Ev0001'))
    const retry = { number: 1, reason: 'http_timeout' }
    await house.slack.event('T0ACME', opened, { ...once, retry })
    await house.slack.event('T0ACME', opened, { ...once, retry: { ...retry, number: 2 } })
    await house.slack.event('T0ACME', { ...opened, user: 'U0BEN' }, { event_id: 'Ev0002' })
    await until(() => handled.includes('U0BEN'))
    expect(handled).toEqual(['U0ANA', 'U0BEN'])
  })

  it('handles an event once that comes again while it is handled', async () => {
    let calls = 0
    let finish = (): void => undefined
    const slow = new Promise<void>((resolve) => (finish = resolve))
    const register: Register = (app) =>
      app.event('app_home_opened', async () => {
        calls++
        await slow
      })
    const house = await openReadyHouse({ transport, listeners: [register] })
    await house.slack.event('T0ACME', opened, { event_id: 'Ev0005' })
    await until(() => calls === 1)
    await house.slack.event('T0ACME', opened, { event_id: 'Ev0005' })
    // Slack hears of it before we look: another one that is handled says that this one was looked at.
    await house.slack.event('T0ACME', opened, { event_id: 'Ev0006' })
    await until(() => calls === 2)
    finish()
    await until(() => areNoted(house, 'Ev0005', 'Ev0006'))
    expect(calls).toBe(2)
  })

  it('may handle again what failed', async () => {
    let calls = 0
    const register: Register = (app) =>
      app.event('app_home_opened', async () => {
        calls++
        if (calls === 1) throw new Error('not yet')
      })
    const house = await openReadyHouse({ transport, listeners: [register] })
    await house.slack.event('T0ACME', opened, { event_id: 'Ev0003' })
    expect(await house.logged('a listener failed')).toContain('not yet')
    await house.slack.event('T0ACME', opened, { event_id: 'Ev0003' })
    await until(() => calls === 2)
    await expectAlive(house)
  })

  it('handles an event also when nobody can say whether it was handled', async () => {
    const { handled, register } = counting()
    const house = await openReadyHouse({ transport, listeners: [register] })
    house.store.plan({ call: 1, how: 'throws', always: true })
    await house.slack.event('T0ACME', opened)
    await house.logged('could not check whether an event was already handled')
    await until(() => handled.length === 1)
    house.store.plan(null)
    await expectAlive(house)
  })

  it.each(['uninstall', 'revokeTokens'] as const)('forgets a workspace and its token on %s', async (how) => {
    const house = await openReadyHouse({ transport, tenancy: 'several' })
    expect((await house.slack[how]('T0ACME')).status).toBe(200)
    await house.logged('"uninstalled"')
    expect(await house.store.get('workspaces', ['T0ACME', 'T0GLOBEX'])).toMatchObject([{ _id: 'T0GLOBEX' }])
    await house.slack[how]('T0ACME')
    await expectAlive(house)
  })
})

describe('an uninstallation', () => {
  it('that Slack tells of again after the app is back changes nothing', async () => {
    const house = await openHouse({ tenancy: 'several' })
    const later = new Date(Date.now() + 60_000).toISOString()
    const anew = installedWorkspace(house.slack, 'T0ACME', acme._id, later)
    await house.store.commit([{ put: 'workspaces', document: anew }])
    await house.slack.uninstall('T0ACME')
    const noted = async () => {
      for await (const page of house.store.find('slack_events', { index: 'by_expiry' }))
        return page.length > 0
      return false
    }
    await until(noted)
    expect(await house.store.get('workspaces', ['T0ACME'])).toEqual([anew])
  })

  it('ignores the tokens of users', async () => {
    const house = await openHouse({ tenancy: 'several' })
    const event = { type: 'tokens_revoked', tokens: { oauth: ['U0ANA'], bot: [] }, event_ts: '1.2' }
    await house.slack.event('T0ACME', event, { event_id: 'Ev0004' })
    await until(() => areNoted(house, 'Ev0004'))
    expect(await house.store.get('workspaces', ['T0ACME'])).toHaveLength(1)
  })
})

describe('what has expired', () => {
  it('is deleted, and nothing else', async () => {
    const store = await openStore()
    const now = new Date('2026-11-20T10:00:00.000Z')
    const events = Array.from({ length: 3 }, (_, i) => ({
      _id: `Ev${i}`,
      expire_at: new Date(now.getTime() + (i - 1) * 1_000).toISOString(),
    }))
    await store.commit(events.map((document) => ({ put: 'slack_events', document })))
    await store.commit(events.map((document) => ({ put: 'spent_tickets', document })))
    const expire = createExpiry({ store, now: () => now })
    expect(await expire()).toBe(4)
    expect(await store.get('slack_events', ['Ev0', 'Ev1', 'Ev2'])).toEqual([events[2]])
    expect(await store.get('spent_tickets', ['Ev0', 'Ev1', 'Ev2'])).toEqual([events[2]])
    expect(await expire()).toBe(0)
  })
})
