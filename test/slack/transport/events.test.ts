import { describe, expect, it } from 'vitest'
import { createExpiry } from '../../../src/services/expiry.js'
import type { Register } from '../../../src/slack/listeners.js'
import { acme, expectAlive, installedWorkspace, openHouse, openStore, type Transport } from '../house.js'

const counting = (): { handled: string[]; register: Register } => {
  const handled: string[] = []
  return {
    handled,
    register: (app) => app.event('app_home_opened', async ({ event }) => void handled.push(event.user)),
  }
}

const opened = { type: 'app_home_opened', user: 'U0ANA', channel: 'D0HOME', tab: 'home', event_ts: '1.2' }

describe.each(['http', 'socket'] as const satisfies readonly Transport[])('over %s', (transport) => {
  it('handles an event once, however often it is delivered', async () => {
    const { handled, register } = counting()
    const house = await openHouse({ transport, listeners: [register] })
    await house.socket?.connected()
    await house.logged('Slack accepted the token')
    const once = { event_id: 'Ev0001' }
    const noted = async () => (await house.store.get('slack_events', ['Ev0001'])).length > 0
    await house.slack.event('T0ACME', opened, once)
    while (!(await noted())) await new Promise(setImmediate)
    const retry = { number: 1, reason: 'http_timeout' }
    await house.slack.event('T0ACME', opened, { ...once, retry })
    await house.slack.event('T0ACME', opened, { ...once, retry: { ...retry, number: 2 } })
    await house.slack.event('T0ACME', { ...opened, user: 'U0BEN' }, { event_id: 'Ev0002' })
    while (!handled.includes('U0BEN')) await new Promise(setImmediate)
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
    const house = await openHouse({ transport, listeners: [register] })
    await house.socket?.connected()
    await house.logged('Slack accepted the token')
    await house.slack.event('T0ACME', opened, { event_id: 'Ev0005' })
    while (calls < 1) await new Promise(setImmediate)
    await house.slack.event('T0ACME', opened, { event_id: 'Ev0005' })
    // Slack hears of it before we look: another one that is handled says that this one was looked at.
    await house.slack.event('T0ACME', opened, { event_id: 'Ev0006' })
    while (calls < 2) await new Promise(setImmediate)
    finish()
    while ((await house.store.get('slack_events', ['Ev0005', 'Ev0006'])).length < 2)
      await new Promise(setImmediate)
    expect(calls).toBe(2)
  })

  it('may handle again what failed', async () => {
    let calls = 0
    const register: Register = (app) =>
      app.event('app_home_opened', async () => {
        calls++
        if (calls === 1) throw new Error('not yet')
      })
    const house = await openHouse({ transport, listeners: [register] })
    await house.socket?.connected()
    await house.logged('Slack accepted the token')
    await house.slack.event('T0ACME', opened, { event_id: 'Ev0003' })
    expect(await house.logged('a listener failed')).toContain('not yet')
    await house.slack.event('T0ACME', opened, { event_id: 'Ev0003' })
    while (calls < 2) await new Promise(setImmediate)
    await expectAlive(house)
  })

  it('handles an event also when nobody can say whether it was handled', async () => {
    const { handled, register } = counting()
    const house = await openHouse({ transport, tenancy: 'one', listeners: [register] })
    await house.socket?.connected()
    await house.logged('Slack accepted the token')
    house.store.plan({ call: 1, how: 'throws', always: true })
    await house.slack.event('T0ACME', opened)
    await house.logged('could not check whether an event was already handled')
    while (handled.length < 1) await new Promise(setImmediate)
    house.store.plan(null)
    await expectAlive(house)
  })

  it.each(['uninstall', 'revokeTokens'] as const)('forgets a workspace and its token on %s', async (how) => {
    const house = await openHouse({ transport, tenancy: 'several' })
    await house.socket?.connected()
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
    while (!(await noted())) await new Promise(setImmediate)
    expect(await house.store.get('workspaces', ['T0ACME'])).toEqual([anew])
  })

  it('ignores the tokens of users', async () => {
    const house = await openHouse({ tenancy: 'several' })
    const event = { type: 'tokens_revoked', tokens: { oauth: ['U0ANA'], bot: [] }, event_ts: '1.2' }
    await house.slack.event('T0ACME', event, { event_id: 'Ev0004' })
    while ((await house.store.get('slack_events', ['Ev0004'])).length === 0) await new Promise(setImmediate)
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
