import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/demo/fake-slack-state.js'
import { openAcme, people, readable, standAtNoon, type AcmeHouse, type PersonName } from './acme-house.js'

standAtNoon()

const open = async ({ slack }: AcmeHouse, who: PersonName, tab = 'home'): Promise<void> => {
  const event = { type: 'app_home_opened', user: people[who].id, channel: 'D0HOME', tab, event_ts: '1.2' }
  await slack.event('T0ACME', event)
}

const homeOf = ({ slack }: AcmeHouse, who: PersonName): Promise<string> =>
  slack.until(() => {
    const view = slack.state.views.find(({ user, type }) => user === people[who].id && type === 'home')
    return view && readable(view.content['blocks'] as readonly Json[])
  })

describe.each(['http', 'socket'] as const)('the Home tab over %s', (transport) => {
  it('shows today as whoever opens it would be answered', async () => {
    const house = await openAcme({ transport })
    await open(house, 'ben')
    const home = await homeOf(house, 'ben')
    expect(home).toContain('Who is out: today, Fri 20 Nov')
    expect(home).toContain('*Ben Okafor* (you): sick')
    expect(home).toContain('`/whosout help`')
  })
})

describe('the Home tab', () => {
  it.each([
    ['guest', 'Guests are not told'],
    ['nils', 'not an active member of Acme'],
  ] as const)('tells a %s nothing but why', async (who, told) => {
    const house = await openAcme()
    await open(house, who)
    expect(await homeOf(house, who)).toContain(told)
    expect(await homeOf(house, who)).not.toContain('Fay Moss')
  })

  it('says what is missing while the workspace is bound to no organization', async () => {
    const house = await openAcme({ tenancy: 'several' })
    await house.store.commit([{ patch: 'workspaces', id: 'T0ACME', set: { org: null, binding: null } }])
    await open(house, 'ada')
    expect(await homeOf(house, 'ada')).toContain('nobody has said yet which organization')
  })

  it('is left alone when it is the messages that are opened', async () => {
    const house = await openAcme()
    await open(house, 'ada', 'messages')
    await open(house, 'ben')
    await homeOf(house, 'ben')
    expect(house.slack.state.views.map(({ user }) => user)).toEqual(['U0BEN'])
  })

  it('is an apology when Slack does not say who opens it', async () => {
    const house = await openAcme()
    house.slack.faults.add({ kind: 'http_error', applied: false }, { method: 'users.info', times: 2 })
    await open(house, 'ada')
    expect(await homeOf(house, 'ada')).toContain('Sorry, that did not work')
    expect(await house.logged('a Home tab failed')).not.toContain('ada@')
  })
})

describe('an unbound workspace', () => {
  it('gets a helpful answer to a command', async () => {
    const house = await openAcme({ tenancy: 'several' })
    await house.store.commit([{ patch: 'workspaces', id: 'T0ACME', set: { org: null, binding: null } }])
    expect((await house.answer('ada', 'today')).text).toContain('nobody has said yet which organization')
  })
})
