import { describe, expect, it, vi } from 'vitest'
import type { FakeView } from '../../../src/demo/fake-slack/state.js'
import { collect } from '../../../src/store/port.js'
import { leaveDocument } from '../../world/acme.js'
import { acme } from '../house.js'
import { openHomeHouse } from './room.js'
import {
  blocksOf,
  openAcme,
  people,
  standAtNoon,
  textOf,
  type AcmeHouse,
  type PersonName,
} from '../acme-house.js'

standAtNoon()

const blockIds = (home: FakeView): readonly string[] => blocksOf(home).map(({ block_id }) => String(block_id))

const open = async ({ slack }: AcmeHouse, who: PersonName, tab = 'home'): Promise<void> => {
  const event = { type: 'app_home_opened', user: people[who].id, channel: 'D0HOME', tab, event_ts: '1.2' }
  await slack.event('T0ACME', event)
}

const homeOf = ({ slack }: AcmeHouse, who: PersonName): Promise<string> =>
  slack.until(() => {
    const view = slack.state.views.find(({ user, type }) => user === people[who].id && type === 'home')
    return view && textOf(view)
  })

describe.each(['http', 'socket'] as const)('the Home tab over %s', (transport) => {
  it('shows today as whoever opens it would be answered', async () => {
    const house = await openAcme({ transport })
    await open(house, 'ben')
    const home = await homeOf(house, 'ben')
    expect(home).toContain('3 of 12 are out today, Fri 20 Nov')
    expect(home).toContain('Ben Okafor (you, sick)')
    expect(home).toContain('`/whosout help`')
    // First oneself and one's team, then what else there is.
    const order = ['You are out', ' · this week, 16–20 Nov', 'Your status in Slack', '3 of 12 are out today']
    const places = order.map((words) => home.indexOf(words))
    expect(places).toEqual(places.filter((at) => at >= 0).toSorted((a, b) => a - b))
  })
})

const lookUps = ({ slack }: AcmeHouse, who: PersonName): number =>
  slack.state.calls.filter(({ method, args }) => method === 'users.info' && args['user'] === people[who].id)
    .length

describe('who asks', () => {
  it.each(['ben', 'zoe'] as const)('is looked up once when %s opens the Home tab', async (who) => {
    const house = await openHomeHouse()
    await house.home(who)
    expect(lookUps(house, who)).toBe(1)
  })

  it('is looked up once for a submission and the Home tab that is drawn after it', async () => {
    const house = await openHomeHouse()
    await house.settings('zoe')
    const form = await house.opens('zoe', 'home_keys:new')
    const before = lookUps(house, 'zoe')
    await house.submits('zoe', form, { name: 'dashboard' })
    expect(lookUps(house, 'zoe') - before).toBe(1)
  })
})

describe('the Home tab', () => {
  it.each([
    ['guest', 'Guests cannot see'],
    ['nils', 'no longer an active member of Acme'],
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
    expect(await homeOf(house, 'ada')).toContain('not linked to an organization')
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

describe('what everybody sees in the Home tab', () => {
  it('is today, other days and teams on a press, the next leave, and the time', async () => {
    const house = await openHomeHouse()
    const { slack, store } = house
    const all = await collect(store.find('members', { index: 'by_org', equal: { org: acme._id } }))
    const { id: member_id } = all.find(({ email }) => email === people.ada.email)!
    const days = { start_date: '2026-12-14', end_date: '2026-12-14', status: 'approved' } as const
    const later = leaveDocument(acme._id, 'later', { member_id, type: 'sick', ...days })
    await store.commit([{ put: 'leaves', document: later }])
    const home = await house.home('ada')
    expect(textOf(home)).toContain('Updated Fri 20 Nov at')
    expect(textOf(home)).toMatch(
      /\*You are out · back Mon 30 Nov\*\nHoliday, .*\nNext: sick, Mon 14 Dec, back Tue 15 Dec/,
    )
    const user = people.ada.id
    const shows = (text: string) => slack.until(() => (textOf(home).includes(text) ? true : undefined))
    await slack.press({ user, on: home.id, action_id: 'home_show:next' })
    await slack.until(() => (textOf(home).includes('Next week') ? undefined : true))
    expect(textOf(home)).toContain('27 Nov')
    const [team] = await collect(store.find('teams', { index: 'by_org', equal: { org: acme._id } }))
    await slack.press({ user, on: home.id, action_id: 'home_show:team', choice: team!.id })
    await slack.until(() => (blockIds(home).includes(`home_show:${team!.id}`) ? true : undefined))
    await store.commit([
      { remove: 'teams', id: team!._id },
      { patch: 'organizations', id: acme._id, set: { revision: 99 } },
    ])
    await slack.press({ user, on: home.id, action_id: 'home_show:refresh' })
    await slack.until(() => (blockIds(home).includes('home_show:all') ? true : undefined))
    await slack.press({ user, on: home.id, action_id: 'home_show:today' })
    await shows('Next week')
  })

  it('are the digests of the channels they are in, with what comes next by their own clock', async () => {
    const house = await openHomeHouse()
    const { slack } = house
    const digest = slack.until(() =>
      slack.state.views.find(({ content }) => content['callback_id'] === 'digest_form'),
    )
    await slack.command({ user: people.ben.id, channel: 'C0TEAM', text: 'digest', team_id: 'T0ACME' })
    await slack.submit(people.ben.id, (await digest).id)
    expect(textOf(await house.home('ada'))).toContain('<#C0TEAM> · everybody · next on Mon 23 Nov at 08:00')
    const { members } = slack.state.channels.get('C0TEAM')!
    members.splice(members.indexOf(people.ada.id), 1)
    expect(textOf(await house.home('ada'))).toContain('None of your channels has a morning digest')
  })
})

describe('/whosout settings', () => {
  it('draws the settings of an admin, which the tab then opens on, once and within ten minutes', async () => {
    const house = await openHomeHouse()
    const home = await house.home('zoe')
    const { text, blocks } = await house.answer('zoe', 'settings')
    expect(text).toBe('The settings are open in the Home tab of whosout.')
    expect(JSON.stringify(blocks)).toContain(
      '<slack://app?team=T0ACME&id=A0WHOSOUT&tab=home|Open the settings> in the Home tab of whosout.',
    )
    expect(textOf(home)).toContain('‹ Home')
    const opens = async (): Promise<string> => {
      const { hash } = home
      await house.slack.openHome(people.zoe.id)
      await house.slack.until(() => (home.hash === hash ? undefined : true))
      return textOf(home)
    }
    expect(await opens()).toContain('*API keys*')
    expect(await opens()).not.toContain('*API keys*')
    await house.answer('zoe', 'settings')
    vi.setSystemTime(Date.now() + 11 * 60_000)
    expect(await opens()).not.toContain('*API keys*')
  })
})

describe('/whosout settings of somebody else', () => {
  it.each([
    ['ada', true],
    ['guest', false],
  ] as const)('leads %s to a Home tab only where it shows something', async (who, isLed) => {
    const house = await openHomeHouse()
    const { text } = await house.answer(who, 'settings')
    expect(text.includes('in the Home tab of whosout')).toBe(isLed)
  })
})

describe('what the workspace did not allow', () => {
  const declined = ['im:history', 'usergroups:read'] as const
  const openWithout = (scopes: readonly string[]) =>
    openHomeHouse({
      before: ({ state }) => {
        const workspace = state.workspaces.get('T0ACME')!
        workspace.scopes = workspace.scopes.filter((scope) => !scopes.includes(scope))
      },
    })
  const hint = 'not allowed in this workspace'

  it('is told to admins, with what it is for and where to allow it', async () => {
    const house = await openWithout(declined)
    expect(textOf(await house.home('zoe'))).toContain(hint)
    const settings = textOf(await house.settings('zoe'))
    expect(settings).toContain('`im:history`: questions in direct messages')
    expect(settings).toContain('`usergroups:read`: user groups as teams')
    expect(settings).not.toContain('app_mentions:read')
    expect(settings).toContain('api.slack.com/apps')
  })

  it.each([
    ['nobody else', declined, 'ben'],
    ['nobody where all of it is allowed', [], 'zoe'],
  ] as const)('is told to %s', async (_, scopes, who) => {
    const house = await openWithout(scopes)
    expect(textOf(await house.settings(who))).not.toMatch(/not allowed in this workspace/i)
  })
})
