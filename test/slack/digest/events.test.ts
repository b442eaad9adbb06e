import { randomBytes } from 'node:crypto'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createDigests } from '../../../src/services/digests/digests.js'
import type { PauseReason } from '../../../src/domain/digests/digest.js'
import { createDigestPauses } from '../../../src/services/digests/pauses.js'
import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import type { Store } from '../../../src/store/port.js'
import {
  acme,
  expectAlive,
  installedWorkspace,
  openHouse,
  openReadyHouse,
  eitherWay,
  type House,
} from '../house.js'

const now = () => new Date()
const settings = { time: '09:00', timezone: 'UTC', days: 'mon-sun' }

const actor = { who: 'slack:U0ANA', from: null }
const digestsOf = (store: Store) => createDigests({ store, now, tzdata: 'here', random: randomBytes })

/** A digest of Ana's in the channel of Acme, or another one. */
const setDigest = async (store: Store, channel = 'C0ACME', creator: string | null = 'U0ANA') => {
  const wanted = { workspace: 'T0ACME', channel, team: null, settings, creator }
  return (await digestsOf(store).set(acme, wanted, actor)).digest._id
}

const pausedOf = async ({ store }: House, id: string): Promise<PauseReason | null> =>
  (await store.get('digests', [id]))[0]!.paused?.reason ?? null

const pause = ({ store }: House, reason: PauseReason) =>
  createDigestPauses({ store, now, tzdata: 'here' }).pauseBecause(
    { workspace: 'T0ACME', channel: 'C0ACME' },
    reason,
  )

const until = async (look: () => Promise<boolean>): Promise<void> => {
  while (!(await look())) await new Promise(setImmediate)
}

/** Resolves when an event was handled. */
const heard = async ({ slack, store }: House, event: JsonObject): Promise<void> => {
  const event_id = `Ev${randomUUID()}`
  await slack.event('T0ACME', event, { event_id })
  await until(async () => (await store.get('slack_events', [event_id])).length > 0)
}

/** A process that starts when the channel is shared already; Slack knows its token once the digest is set. */
const openSharing = async ({ pages = false }) => {
  const house = await openHouse({
    before: ({ state, addChannel }) => {
      state.workspaces.get('T0ACME')!.app = 'revoked'
      for (let number = 0; pages && number < 1_000; number++)
        addChannel({ id: `C0A${number}`, team_id: 'T0ACME', members: ['U0ACMEBOT'] })
      const channel = state.channels.get('C0ACME')!
      channel.shared_with.push('T0GLOBEX')
      // The last of the list.
      state.channels.delete(channel.id)
      state.channels.set(channel.id, channel)
    },
  })
  const id = await setDigest(house.store)
  house.slack.state.workspaces.get('T0ACME')!.app = 'installed'
  return { house, id }
}

const toldAna = ({ slack }: House): readonly string[] => {
  const direct = [...slack.state.channels.values()].find(
    ({ kind, members }) => kind === 'im' && members.includes('U0ANA'),
  )
  return slack.state.messages.filter(({ channel }) => channel === direct?.id).map(({ text }) => text)
}

describe.each(eitherWay)('over %s, for %s', (transport, tenancy) => {
  it('row 29: an archived channel pauses its digest, its creator hears of it once, and its return resumes it', async () => {
    const house = await openReadyHouse({ transport, tenancy })
    const id = await setDigest(house.store)
    const other = await setDigest(house.store, 'C0OTHER')
    await house.slack.archive('C0ACME', 'U0ANA')
    await house.slack.until(() => toldAna(house)[0])
    expect(await pausedOf(house, id)).toBe('archived')
    expect(await pausedOf(house, other)).toBeNull()
    expect(toldAna(house)).toEqual([expect.stringContaining('<#C0ACME> is paused: the channel is archived')])
    // The same news once more, under another number.
    const again = { type: 'channel_archive', channel: 'C0ACME', user: 'U0ANA', event_ts: '9.9' }
    await heard(house, again)
    expect(toldAna(house)).toHaveLength(1)
    await house.slack.unarchive('C0ACME', 'U0ANA')
    await until(async () => (await pausedOf(house, id)) === null)
    const [digest] = await house.store.get('digests', [id])
    expect(Date.parse(digest!.next_at!)).toBeGreaterThan(Date.now())
  })

  it('a channel that is shared with another company pauses its digest, and resumes it when it is not', async () => {
    const house = await openReadyHouse({ transport, tenancy })
    const id = await setDigest(house.store)
    const other = await setDigest(house.store, 'C0OTHER')
    await house.slack.connect('C0ACME', 'T0GLOBEX')
    await house.slack.until(() => toldAna(house)[0])
    expect(await pausedOf(house, id)).toBe('slack_connect')
    expect(await pausedOf(house, other)).toBeNull()
    await house.slack.connect('C0ACME', 'T0THIRD')
    await house.slack.disconnect('C0ACME', 'T0GLOBEX')
    // Events are handled one by one: by now those two are, and the channel is still shared.
    await heard(house, { type: 'channel_archive', channel: 'C0OTHER', user: 'U0ANA', event_ts: '9.9' })
    expect(await pausedOf(house, id)).toBe('slack_connect')
    expect(toldAna(house)).toEqual([
      expect.stringContaining('<#C0ACME> is paused: the channel is shared with another company'),
      expect.stringContaining('<#C0OTHER> is paused'),
    ])
    await house.slack.disconnect('C0ACME', 'T0THIRD')
    await until(async () => (await pausedOf(house, id)) === null)
    const [digest] = await house.store.get('digests', [id])
    expect(Date.parse(digest!.next_at!)).toBeGreaterThan(Date.now())
  })
})

describe('a channel that was shared while nobody listened', () => {
  const bot = 'U0ACMEBOT'
  it.each<[string, PauseReason | null, (house: House) => Promise<unknown>]>([
    ['is unarchived', 'archived', ({ slack }) => slack.unarchive('C0ACME', 'U0ANA')],
    ['gets the app back', 'not_in_channel', ({ slack }) => slack.join(bot, 'C0ACME')],
    ['gets another member', null, ({ slack }) => slack.join('U0ANA', 'C0ACME')],
  ])('and now %s: its digest rests for that', async (_, before, happen) => {
    const house = await openReadyHouse()
    const id = await setDigest(house.store)
    if (before) await pause(house, before)
    house.slack.state.channels.get('C0ACME')!.shared_with.push('T0GLOBEX')
    await happen(house)
    await house.slack.until(() => toldAna(house)[0])
    expect(await pausedOf(house, id)).toBe('slack_connect')
  })

  it('while the process was down: found when it starts, whatever page it stands on', async () => {
    for (const pages of [false, true]) {
      const { house, id } = await openSharing({ pages })
      await house.slack.until(() => toldAna(house)[0])
      expect(await pausedOf(house, id)).toBe('slack_connect')
      expect(house.slack.calls('users.conversations')).toHaveLength(pages ? 2 : 1)
    }
  })

  it('while the app was away: it does not begin again when that is back', async () => {
    const house = await openReadyHouse()
    const id = await setDigest(house.store)
    const other = await setDigest(house.store, 'C0OTHER')
    await house.slack.uninstall('T0ACME')
    await until(async () => (await pausedOf(house, other)) === 'uninstalled')
    house.slack.state.channels.get('C0ACME')!.shared_with.push('T0GLOBEX')
    house.slack.state.workspaces.get('T0ACME')!.app = 'installed'
    await house.ask('today')
    await until(async () => (await pausedOf(house, other)) === null)
    expect(await pausedOf(house, id)).toBe('slack_connect')
  })

  it('is not known when Slack does not say, and the process goes on', async () => {
    const house = await openHouse({
      before: ({ faults }) =>
        void faults.add({ kind: 'http_error', applied: false }, { method: 'users.conversations', times: 9 }),
    })
    await house.logged('could not check whether channels')
    await expectAlive(house)
  })
})

describe('the app', () => {
  const gone = { type: 'app_uninstalled', event_ts: '1.1' }

  it('row 30: that is invited resumes what waited for it, and only its own coming does', async () => {
    const house = await openReadyHouse()
    const id = await setDigest(house.store)
    await pause(house, 'not_in_channel')
    const joined = { type: 'member_joined_channel', channel: 'C0ACME', channel_type: 'C', team: 'T0ACME' }
    const somebody = { ...joined, user: 'U0ANA', event_ts: '1.1' }
    await heard(house, somebody)
    expect(await pausedOf(house, id)).toBe('not_in_channel')
    const itself = {
      ...joined,
      user: house.slack.state.workspaces.get('T0ACME')!.bot_user_id,
      event_ts: '1.2',
    }
    await house.slack.event('T0ACME', itself)
    await until(async () => (await pausedOf(house, id)) === null)
  })

  it.each([
    ['uninstall', 'uninstalled'],
    ['revokeTokens', 'token'],
  ] as const)('row 28: on %s leaves the digests of that workspace paused: %s', async (how, reason) => {
    const house = await openReadyHouse({ tenancy: 'several' })
    const id = await setDigest(house.store)
    const globex = { workspace: 'T0GLOBEX', channel: 'C0GLOBEX', team: null, creator: null }
    const other = (await digestsOf(house.store).set(acme, { ...globex, settings }, actor)).digest._id
    await house.slack[how]('T0ACME')
    await until(async () => (await pausedOf(house, id)) !== null)
    expect(await pausedOf(house, id)).toBe(reason)
    expect(await pausedOf(house, other)).toBeNull()
  })

  it('that is back already is not paused by what Slack tells again of its removal', async () => {
    const house = await openReadyHouse({ tenancy: 'several' })
    const id = await setDigest(house.store)
    const later = new Date(Date.now() + 60_000).toISOString()
    const anew = installedWorkspace(house.slack, 'T0ACME', acme._id, later)
    await house.store.commit([{ put: 'workspaces', document: anew }])
    await heard(house, gone)
    expect(await pausedOf(house, id)).toBeNull()
  })

  it('row 28: of one workspace pauses when its token is taken, and resumes when it is good again', async () => {
    const house = await openReadyHouse()
    const id = await setDigest(house.store)
    await heard(house, gone)
    expect(await pausedOf(house, id)).toBeNull()
    await house.slack.uninstall('T0ACME')
    await until(async () => (await pausedOf(house, id)) === 'uninstalled')
    await expectAlive(house)
    house.slack.state.workspaces.get('T0ACME')!.app = 'installed'
    await house.ask('today')
    await until(async () => (await pausedOf(house, id)) === null)
  })
})
