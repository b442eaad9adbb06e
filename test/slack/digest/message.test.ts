import { createRolls } from '../../../src/services/roll/rolls.js'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { FakeMessage } from '../../../src/demo/fake-slack/state.js'
import { createDigestContent } from '../../../src/services/digests/content.js'
import type { DigestPoster } from '../../../src/services/digests/poster.js'
import { createServices } from '../../../src/services/index.js'
import { createSlackApp } from '../../../src/slack/app.js'
import { acmeId, teams, today } from '../../world/acme.js'
import {
  channels,
  controlsIn,
  openAcme,
  people,
  readable,
  standAtNoon,
  type AcmeHouse,
  type PersonName,
} from '../acme-house.js'
import { acme, globex, openHouse, type House, type Tenancy } from '../house.js'
import { noFeeds } from '../../world/no-feeds.js'

standAtNoon()

/** As the process itself would have it, with the settings of the house. */
const posterOf = async ({ config, store }: House): Promise<DigestPoster> => {
  const write = (): void => undefined
  const parts = {
    store,
    rolls: createRolls(store),
    now: () => new Date(),
    random: (size: number) => randomBytes(size),
    wait: async () => undefined,
    elapsed: () => performance.now(),
    tzdata: 'here',
  }
  const feeds = noFeeds
  const rest = { feeds, base: null, owner: 'test', warn: write, warnAboutZone: write }
  const services = createServices({ ...parts, ...rest })
  return createSlackApp({
    ...parts,
    services: { ...services, ...(await services.openInteractive()) },
    settings: config.slack!,
    baseUrl: undefined,
    port: 3000,
    log: { info: write, warn: write, error: write },
    listeners: [],
  }).digests.poster
}

const inTime = (): boolean => true

const digestOf = (team_id: string | null) => ({
  org: acmeId,
  team_id,
  time: '09:00',
  timezone: 'Europe/Berlin',
  days: ['friday'] as const,
  look_ahead: 'none' as const,
  on_bank_holidays: 'silent' as const,
  when_empty: 'post' as const,
})

/** Posts today's digest into the channel of everybody. */
const postDigest = async (house: AcmeHouse, team: string | null): Promise<FakeMessage> => {
  const content = await createDigestContent(createRolls(house.store), house.store)(digestOf(team), today, {
    late: false,
    planned: '09:00',
  })
  if (content.kind !== 'message') throw new Error(content.kind)
  const target = { org: acmeId, workspace: 'T0ACME', channel: channels.public.id, team_id: team, date: today }
  const key = `T0ACME:${channels.public.id}:${team ?? 'all'}:${today}`
  const outcome = await (await posterOf(house)).post(target, content.message, key, inTime)
  expect(outcome.kind).toBe('sent')
  return house.posted()[0]!
}

describe('a digest in its channel', () => {
  it('says who is out, back and leaving, without reasons and nobody’s address', async () => {
    const house = await openAcme()
    const { text, blocks } = await postDigest(house, null)
    expect(text).toContain(
      '3 of 12 out · Fri 20 Nov. Back today: Kim Park. Out today: Back Mon 23: Ben Okafor (also 26 Nov – 2 Dec); Back Mon 30: Ada Lovelace',
    )
    expect(readable(blocks).split('\n')).toEqual([
      '3 of 12 out · Fri 20 Nov',
      '*Back today*: Kim Park',
      '*Out today*',
      '*Back Mon 23*: Ben Okafor (also 26 Nov – 2 Dec)',
      '*Back Mon 30*: Ada Lovelace',
      'Out for longer: Fay Moss (back 1 Feb)',
      '*Coming up*',
      'Bank holiday: Design (1 of 3), Tue 24',
      'Bank holiday: people without a team (1 of 2), Fri 27',
      '*Wed 25*: Dan Wu',
      'This week',
      'Next week',
      'Another day',
    ])
    expect(JSON.stringify(blocks)).not.toMatch(/acme\.example|sick|personal/)
  })

  const press = (house: AcmeHouse, who: PersonName, on: FakeMessage) =>
    house.pressed(who, on, 'ask:digest:day', { choice: today })

  it('answers whoever presses its buttons, for the days and its team, and stays as it is', async () => {
    const house = await openAcme()
    const posted = await postDigest(house, teams.design)
    const said = await press(house, 'ben', posted)
    expect(said.user).toBe(people.ben.id)
    expect(said.text).toContain('Design · 1 of 3 is out today, Fri 20 Nov')
    const week = await house.pressed('ben', posted, 'ask:digest:next')
    expect(week.text).toContain('Design · Who is out · next week, 23–27 Nov')
    expect(controlsIn(said.blocks)).toEqual([
      'ask:previous',
      'ask:next',
      'ask:opposite',
      'ask:team',
      'ask:share',
    ])
    expect(house.posted()).toMatchObject([{ ts: posted.ts, edits: [], deleted: false }])
  })

  it('lets them go on to another day, in place of that answer', async () => {
    const house = await openAcme()
    const said = await press(house, 'ben', await postDigest(house, null))
    const next = await house.pressed('ben', said, 'ask:next')
    expect(next).toMatchObject({ ts: said.ts, replaced: 1 })
    expect(next.text).toContain('2 of 12 are out on Mon 23 Nov')
  })

  it('offers days below one of an older version, too', async () => {
    const house = await openAcme()
    const posted = await postDigest(house, null)
    const element = { type: 'button', action_id: 'ask:digest', value: teams.design }
    const said = await house.pressed('ben', posted, 'ask:digest', { element, block_id: 'ask:digest' })
    expect(said.text).toContain('Design · Who is out · this week, 16–20 Nov')
  })

  it('shows their own reason to whoever presses, and to nobody else', async () => {
    const house = await openAcme()
    const posted = await postDigest(house, null)
    expect(readable((await press(house, 'ben', posted)).blocks)).toContain('(you, sick)')
    expect(readable((await press(house, 'stray', posted)).blocks)).not.toContain('sick')
  })

  it('refuses whoever may not ask, politely', async () => {
    const house = await openAcme()
    const posted = await postDigest(house, null)
    for (const [who, told] of [
      ['guest', 'Guests cannot see'],
      ['singleGuest', 'Guests cannot see'],
      ['outsider', 'You are from another one'],
      ['nils', 'no longer an active member'],
    ] as const) {
      const said = await press(house, who, posted)
      expect([who, said.text + readable(said.blocks)]).toEqual([who, expect.stringContaining(told)])
      expect(JSON.stringify(said)).not.toContain('Ada')
    }
  })

  it('says so when its team is gone', async () => {
    const house = await openAcme()
    const posted = await postDigest(house, teams.design)
    await house.store.commit([
      { remove: 'teams', id: `${acmeId}:${teams.design}` },
      { patch: 'organizations', id: acmeId, set: { revision: 2 } },
    ])
    expect((await press(house, 'ben', posted)).text).toContain('That team no longer exists')
  })
})

describe.each(['one', 'several'] as const satisfies readonly Tenancy[])('with %s', (tenancy) => {
  const say = { title: 'x', parts: [] }
  const targetOf = (org: string, name: string) => ({
    org,
    workspace: `T0${name}`,
    channel: `C0${name}`,
    team_id: null,
    date: today,
  })

  it('posts for the organization that a workspace is bound to, and for no other', async () => {
    const house = await openHouse({ tenancy })
    const poster = await posterOf(house)
    const kinds = async (org: string, name: string) => {
      const outcome = await poster.post(targetOf(org, name), say, `T0${name}:x:all:x`, inTime)
      return 'reason' in outcome ? `${outcome.kind} ${outcome.reason}` : outcome.kind
    }
    expect(await kinds(acme._id, 'ACME')).toBe('sent')
    expect(await kinds(globex._id, 'ACME')).toBe('refused other_organization')
    expect(await kinds(globex._id, 'GLOBEX')).toBe(tenancy === 'one' ? 'later foreign' : 'sent')
    expect(await kinds(acme._id, 'NOWHERE')).toBe(
      tenancy === 'one' ? 'later foreign' : 'refused not_installed',
    )
    for (const { team_id, args } of house.slack.calls('chat.postMessage'))
      expect(args['channel']).toBe(team_id === 'T0ACME' ? 'C0ACME' : 'C0GLOBEX')
  })

  it.each(['unavailable', 'hangs', 'throws'] as const)('waits while the store %s', async (how) => {
    const house = await openHouse({ tenancy })
    const poster = await posterOf(house)
    house.store.plan({ call: 1, how, always: true })
    const outcome = await poster.post(targetOf(acme._id, 'ACME'), say, 'T0ACME:x:all:x', inTime)
    expect(outcome).toMatchObject({ kind: 'later', reason: 'unavailable', rate_limited: false })
    expect(house.slack.calls('chat.postMessage')).toEqual([])
  })
})
