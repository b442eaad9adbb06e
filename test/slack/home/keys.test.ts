import { describe, expect, it, vi } from 'vitest'
import type { FakeView } from '../../../src/demo/fake-slack/state.js'
import { collect } from '../../../src/store/port.js'
import { people, standAtNoon, textOf } from '../acme-house.js'
import { acme } from '../house.js'
import { menuOf, openHomeHouse, secretIn, type HomeHouse } from './room.js'
import { enterRoom } from './rooms.js'

standAtNoon()

const create = async (house: HomeHouse, name: string): Promise<FakeView> => {
  await enterRoom(house, 'zoe', 'keys')
  return house.submits('zoe', await house.opens('zoe', 'home_keys:new'), { name })
}

const statusOf = async ({ url }: HomeHouse, secret: string): Promise<number> =>
  (await fetch(`${url}/api/v1/presence`, { headers: { authorization: `Bearer ${secret}` } })).status

const eventsIn = async ({ store }: HomeHouse) =>
  (await collect(store.find('key_events', { index: 'by_time', equal: { org: acme._id } }))).map(
    ({ what, who, from }) => ({ what, who, from }),
  )

const zoe = { who: 'slack:U0ZOE', from: 'slack:T0ACME' }

describe('API keys in the Home tab', () => {
  it.each([
    ['zoe', true],
    ['ada', false],
    ['guest', false],
    ['nils', false],
  ] as const)('are shown to %s: %s', async (who, shown) => {
    const house = await openHomeHouse()
    expect(textOf(await house.settings(who)).includes('API keys')).toBe(shown)
  })

  it('are listed by name, first characters, team, state and last use', async () => {
    const house = await openHomeHouse()
    const secret = secretIn(await create(house, 'dashboard <&>'))
    expect(await statusOf(house, secret)).toBe(200)
    const keys = Object.values((await house.organization()).keys)
    await vi.waitFor(async () =>
      expect(textOf(await enterRoom(house, 'zoe', 'keys'))).toContain('last used Fri 20 Nov at'),
    )
    const home = textOf(await enterRoom(house, 'zoe', 'keys'))
    expect(home).toContain('*dashboard &lt;&amp;&gt;* · active')
    expect(home).toContain(`\`${keys[0]!.secrets[0]!.start}…\`\neverybody`)
  })

  it('turn pages when there are many', async () => {
    const house = await openHomeHouse()
    await create(house, 'first')
    const { keys } = await house.organization()
    const [key] = Object.values(keys)
    const many = Array.from({ length: 26 }, (_, n) => ({
      ...key!,
      id: `k${n}`,
      name: `copy ${n}`,
      created_at: `2026-11-21T00:00:${String(n + 10)}.000Z`,
    }))
    const set = { keys: Object.fromEntries([key!, ...many].map((one) => [one.id, one])) }
    await house.store.commit([{ patch: 'organizations', id: acme._id, set }])
    const home = await enterRoom(house, 'zoe', 'keys')
    expect(textOf(home)).toContain('Page 1 of 2')
    expect(textOf(home)).not.toContain('*copy 25*')
    await house.slack.press({ user: people.zoe.id, on: home.id, action_id: 'home_room:turn:1' })
    await house.slack.until(() => (textOf(home).includes('Page 2 of 2') ? true : undefined))
    expect(textOf(home)).toContain('*copy 25*')
    expect(textOf(home)).not.toContain('*first*')
  })
})

describe('a new key', () => {
  it('has its secret shown once, in the modal that answers the form, and both in the log, with the person', async () => {
    const house = await openHomeHouse()
    const view = await create(house, 'dashboard')
    const secret = secretIn(view)
    expect(await statusOf(house, secret)).toBe(200)
    expect(view.content).toMatchObject({ callback_id: 'home_key_secret', notify_on_close: true })
    const { blocks, ...rest } = view.content as { blocks: { type: string }[] }
    expect(JSON.stringify(rest)).not.toContain(secret)
    const withSecret = blocks.filter((block) => JSON.stringify(block).includes(secret))
    expect(withSecret.map(({ type }) => type)).toEqual(['rich_text'])
    await house.slack.closeView(people.zoe.id, view.id)
    const logged = [
      { what: 'created', ...zoe },
      { what: 'secret_closed', ...zoe },
    ]
    await vi.waitFor(async () => expect(new Set(await eventsIn(house))).toEqual(new Set(logged)))
    expect(textOf(await house.opens('zoe', 'home_keys:events'))).toContain(
      '*dashboard*: the pop-up with the new secret was closed · <@U0ZOE>',
    )
    const stored = await collect(
      house.store.find('key_events', { index: 'by_time', equal: { org: acme._id } }),
    )
    expect(JSON.stringify([await house.organization(), stored])).not.toContain(secret)
  })

  it('takes a team, reasons, addresses and a last day', async () => {
    const house = await openHomeHouse()
    await enterRoom(house, 'zoe', 'keys')
    const form = await house.opens('zoe', 'home_keys:new')
    const [team] = await collect(house.store.find('teams', { index: 'by_org', equal: { org: acme._id } }))
    await house.submits('zoe', form, {
      name: 'wall screen',
      team: team!.id,
      reasons: 'hidden',
      allow: '203.0.113.0/24, 2001:db8::/32\n198.51.100.7',
      expires: '2026-12-31',
    })
    const { timezone, keys } = await house.organization()
    expect(timezone).toBe('Europe/Berlin')
    expect(Object.values(keys)).toMatchObject([
      {
        name: 'wall screen',
        team_id: team!.id,
        reasons: 'hidden',
        allow: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'],
        expires_at: '2026-12-31T22:59:59.999Z',
      },
    ])
  })

  it('is refused next to the fields that are wrong, and the form stays open', async () => {
    const house = await openHomeHouse()
    await enterRoom(house, 'zoe', 'keys')
    const form = await house.opens('zoe', 'home_keys:new')
    await house.submits('zoe', form, { name: ' ', allow: 'everywhere', expires: '2020-01-01' })
    expect(Object.keys(form.errors)).toEqual([
      'home_key_field:name',
      'home_key_field:expires',
      'home_key_field:allow',
    ])
    expect(form.open).toBe(true)
    expect((await house.organization()).keys).toEqual({})
  })

  it('is refused by the plan in its own words, as on the command line', async () => {
    const house = await openHomeHouse({}, { plan: 'free' })
    await create(house, 'first')
    const form = await house.opens('zoe', 'home_keys:new')
    expect(textOf(form)).not.toContain('Last day')
    await house.submits('zoe', form, { name: 'second' })
    expect(form.errors['home_key_field:name']).toContain('The free plan includes one key')
    expect(menuOf(await enterRoom(house, 'zoe', 'keys'), 'first').values.join(' ')).not.toContain('rotate')
  })
})

describe('a key', () => {
  it('is rotated: the old secret works for the grace, the new one at once', async () => {
    const house = await openHomeHouse()
    const before = secretIn(await create(house, 'dashboard'))
    await enterRoom(house, 'zoe', 'keys')
    const shown = await house.submits('zoe', await house.chooses('zoe', 'rotate', 'dashboard'), {
      grace: '1h',
    })
    const after = secretIn(shown)
    expect(textOf(shown)).toContain('The previous secret works until Fri 20 Nov at')
    expect([await statusOf(house, before), await statusOf(house, after)]).toEqual([200, 200])
    const again = await house.opens('zoe', 'home_keys:events')
    expect(textOf(again)).toContain('*dashboard* rotated · <@U0ZOE>')
    await enterRoom(house, 'zoe', 'keys')
    expect(textOf(await house.chooses('zoe', 'rotate', 'dashboard'))).toContain('less than a minute ago')
  })

  it('is disabled, enabled and revoked, each after a question, and the Home tab follows', async () => {
    const house = await openHomeHouse()
    const secret = secretIn(await create(house, 'dashboard'))
    for (const [verb, status, state] of [
      ['disable', 401, '· disabled ·'],
      ['enable', 200, '· active ·'],
      ['revoke', 401, 'There are no keys yet'],
    ] as const) {
      await enterRoom(house, 'zoe', 'keys')
      const form = await house.chooses('zoe', verb, 'dashboard')
      expect(form.content['submit']).toBeDefined()
      await house.submits('zoe', form)
      expect(textOf(form)).toContain(`*dashboard* is ${verb.replace(/e$/, '')}ed now.`)
      expect(await statusOf(house, secret)).toBe(status)
      const home = house.slack.state.views.find(({ type }) => type === 'home')!
      await house.slack.until(() => (textOf(home).includes(state) ? true : undefined))
    }
    const logged = (await eventsIn(house)).map(({ what }) => what)
    expect(logged).toEqual(expect.arrayContaining(['created', 'disabled', 'enabled', 'revoked']))
  })

  it('that another admin changed in the meantime is left as it is, and that is said', async () => {
    const house = await openHomeHouse()
    house.slack.addPerson({ id: 'U0YAN', team_id: 'T0ACME', name: 'yan', is_owner: true })
    await create(house, 'dashboard')
    await enterRoom(house, 'zoe', 'keys')
    const revoking = await house.chooses('zoe', 'revoke', 'dashboard')
    const rotating = await house.chooses('zoe', 'rotate', 'dashboard')
    const late = menuOf(await enterRoom(house, 'zoe', 'keys'), 'dashboard')
    await house.submits('zoe', await house.chooses('zoe', 'disable', 'dashboard'))
    const [key] = Object.values((await house.organization()).keys)
    for (const form of [revoking, rotating])
      expect(textOf(await house.submits('zoe', form))).toContain('someone else changed this key')
    const stale = await house.opens('zoe', 'home_keys:menu', {
      block_id: late.block_id,
      choice: late.values.find((value) => value.startsWith('revoke'))!,
      element: {
        type: 'overflow',
        action_id: 'home_keys:menu',
        options: late.values.map((value) => ({ text: { type: 'plain_text', text: value }, value })),
      },
    })
    expect(textOf(stale)).toContain('someone else changed this key')
    expect(Object.values((await house.organization()).keys)).toEqual([key])
  })
})
