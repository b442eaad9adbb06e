import { describe, expect, it } from 'vitest'
import type { StatusConsent } from '../../../src/domain/statuses/status.js'
import { acme, encryptionKey, expectDiscreet, openReadyHouse, standAt, type House } from '../house.js'
import { plainSpaces } from '../spaces.js'
import { leave, member } from '../../stores/samples.js'

const base = 'http://whosout.example'
// A Wednesday, eleven in Berlin.
standAt('2026-11-25T10:00:00Z')

// The stand-in's own, which every house has.
const env = {
  SLACK_CLIENT_ID: '1111.2222',
  SLACK_CLIENT_SECRET: 'client-secret-of-the-stand-in',
  ENCRYPTION_KEY: encryptionKey.toString('base64'),
  BASE_URL: base,
}

/** Ana, off until Friday; she and her workspace may be asked for consent. */
const openAna = async (options: Parameters<typeof openReadyHouse>[0] = {}) => {
  const house = await openReadyHouse({ env, ...options })
  await house.store.commit([
    { put: 'members', document: member(acme._id, 'ana', { email: 'ana@example.com', name: 'Ana Ruiz' }) },
    {
      put: 'leaves',
      document: leave(acme._id, 'one', '2026-11-25', '2026-11-27', { member_id: 'ana', type: 'sick' }),
    },
    { patch: 'organizations', id: acme._id, set: { revision: 2 } },
  ])
  return house
}

const homeOf = async ({ slack }: House, user = 'U0ANA'): Promise<string> => {
  await slack.openHome(user)
  const view = await slack.until(() =>
    slack.state.views.findLast((one) => one.type === 'home' && one.user === user),
  )
  return JSON.stringify(view.content)
}

/** Presses the button on Home and follows the link; resolves with the address it leads to. */
const linkOf = async ({ slack }: House): Promise<string> => {
  await homeOf({ slack } as House)
  const home = slack.state.views.findLast((one) => one.type === 'home')!
  await slack.press({ user: 'U0ANA', on: home.id, action_id: 'home_status:show' })
  return slack.until(() => {
    const modal = slack.state.views.findLast((one) => one.type === 'modal')
    return /"url":"([^"]+)"/.exec(JSON.stringify(modal?.content ?? {}))?.[1]
  })
}

const get = async (house: House, address: string) => {
  const res = await fetch(address.replace(base, house.url), { redirect: 'manual' })
  return { status: res.status, to: res.headers.get('location'), page: await res.text() }
}

/** From the link to the page that Slack leads back to. */
const agree = async (house: House, address: string, who: Parameters<House['slack']['consent']>[0]) => {
  house.slack.consent(who)
  const asked = await get(house, address)
  expect(asked.status).toBe(302)
  const back = await get(house, asked.to!)
  return { asked: new URL(asked.to!).searchParams, back: back.to!, end: await get(house, back.to!) }
}

const ana = { team_id: 'T0ACME', user: 'U0ANA' }
const consent = async ({ store }: House) => (await store.get('statuses', [`${acme._id}:ana`]))[0]!
const tokens = ({ slack }: House) =>
  [...slack.state.userTokens.values()].map(({ user, revoked }) => ({ user, revoked }))
const shown = ({ slack }: House) => slack.state.people.get('U0ANA')!.status

describe.each(['http', 'socket'] as const)('a status over %s', (transport) => {
  it('is set after one consent, shown on Home, and taken away on Stop', async () => {
    const house = await openAna({ transport })
    const { asked, end } = await agree(house, await linkOf(house), ana)
    expect(Object.fromEntries(asked)).toMatchObject({
      user_scope: 'users.profile:write',
      team: 'T0ACME',
      redirect_uri: `${base}/slack/oauth_redirect`,
    })
    expect(asked.has('scope')).toBe(false)
    expect([end.status, end.page]).toEqual([
      200,
      expect.stringContaining('Your status will show your days off'),
    ])
    await house.tick()
    await expect
      .poll(() => shown(house))
      .toMatchObject({ text: 'Out until Mon 30 Nov', emoji: ':palm_tree:' })
    await expect.poll(() => homeOf(house)).toMatch(/Out until Mon.30.Nov/)
    const home = house.slack.state.views.findLast((one) => one.type === 'home')!
    await house.slack.press({ user: 'U0ANA', on: home.id, action_id: 'home_status:stop' })
    await expect.poll(() => house.store.get('statuses', [`${acme._id}:ana`])).toEqual([])
    expect(shown(house).text).toBe('')
    expect(tokens(house)).toEqual([{ user: 'U0ANA', revoked: true }])
    expectDiscreet(house)
    expect(house.log.join('')).not.toContain('xoxp')
  })
})

it('says where it goes on, in place of a link that is good once', async () => {
  const house = await openAna()
  await linkOf(house)
  const modal = () => house.slack.state.views.findLast((one) => one.type === 'modal')!
  await house.slack.press({ user: 'U0ANA', on: modal().id, action_id: 'home_status:go' })
  await expect.poll(() => JSON.stringify(modal().content)).toMatch(/Continue in your browser/)
  expect(JSON.stringify(modal().content)).not.toContain('/slack/status/connect')
})

describe('the words on Home', () => {
  const own = (until: string) => ({
    text: 'In a meeting',
    emoji: ':phone:',
    until: Date.parse(until) / 1_000,
  })
  const connected = async (before: (house: House) => void = () => undefined) => {
    const house = await openAna()
    before(house)
    await agree(house, await linkOf(house), ana)
    await house.tick()
    return house
  }

  it.each<[string, () => Promise<House>, RegExp]>([
    [
      'nobody can be asked',
      () => openAna({ env: {} }),
      /not set up yet.n?.*An admin has to set something up/,
    ],
    ['they were not asked', () => openAna(), /· off.*never why/],
    ['it is set', () => connected(), /· on.*It says: :palm_tree: Out until/],
    [
      'they have one of their own for a while',
      () => connected(({ slack }) => (slack.state.people.get('U0ANA')!.status = own('2026-11-25T13:00:00Z'))),
      /· on.*Paused: you have a status of your own until .*14:00/,
    ],
    [
      'they have one of their own without an end',
      () => connected(({ slack }) => (slack.state.people.get('U0ANA')!.status = own('1970-01-01T00:00:00Z'))),
      /· on.*You wrote a status of your own, which stays/,
    ],
    [
      'the workspace allows no changes',
      () => connected(({ slack }) => (slack.state.workspaces.get('T0ACME')!.locks_profiles = true)),
      /· on.*locked by your workspace/,
    ],
  ])('say what is so where %s', async (_, opening, words) => {
    const house = await opening()
    await expect.poll(async () => plainSpaces(await homeOf(house))).toMatch(words)
  })

  it('say when it comes, and forget why it did not come in an absence before', async () => {
    const house = await connected(
      ({ slack }) => (slack.state.people.get('U0ANA')!.status = own('1970-01-01T00:00:00Z')),
    )
    await expect.poll(() => homeOf(house)).toContain('You wrote a status of your own')
    await house.store.commit([
      { remove: 'leaves', id: `${acme._id}:one` },
      { patch: 'organizations', id: acme._id, set: { revision: 3 } },
    ])
    await expect.poll(() => homeOf(house)).toContain('From your next day off on, it says')
  })
})

describe('after days off that a person entered', () => {
  /** What is said once the form is submitted. */
  const enter = async (house: House, text: string): Promise<string> => {
    const { slack } = house
    const [views, told] = [slack.state.views.length, slack.state.ephemerals.length]
    await house.ask(text)
    const form = await slack.until(() =>
      slack.state.views.slice(views).find(({ content }) => content['callback_id'] === 'own_entry'),
    )
    await slack.submit('U0ANA', form.id)
    return JSON.stringify((await slack.until(() => slack.state.ephemerals[told])).blocks)
  }

  it('the first time, the status is offered, and one press leads on', async () => {
    const house = await openAna()
    expect(await enter(house, 'off 7 dec')).toContain('home_status:show')
    const { slack } = house
    const message = slack.state.ephemerals.at(-1)!
    await slack.press({ user: 'U0ANA', on: message.ts, action_id: 'home_status:show' })
    await slack.until(() =>
      JSON.stringify(slack.state.views.at(-1)?.content).includes('Continue in Slack') ? true : undefined,
    )
    expect(await enter(house, 'off 9 dec')).not.toContain('home_status')
  })

  it.each<[string, () => Promise<House>]>([
    ['nobody can be asked', () => openAna({ env: {} })],
    [
      'they agreed before',
      async () => {
        const house = await openAna()
        await agree(house, await linkOf(house), ana)
        return house
      },
    ],
  ])('nothing is offered where %s', async (_, opening) => {
    expect(await enter(await opening(), 'off 7 dec')).not.toContain('home_status')
  })
})

describe('a consent', () => {
  it.each([
    ['of another person', { team_id: 'T0ACME', user: 'U0EVE' }, 403],
    ['without the scope', { ...ana, declined: ['users.profile:write'] }, 502],
    ['that is cancelled', null, 200],
  ])('%s saves nothing', async (_what, who, status) => {
    const house = await openAna()
    house.slack.addPerson({ id: 'U0EVE', team_id: 'T0ACME', name: 'eve' })
    const { end } = await agree(house, await linkOf(house), who)
    expect(end.status).toBe(status)
    expect(await house.store.get('statuses', [`${acme._id}:ana`])).toEqual([])
    expect(tokens(house)).toEqual(who === null ? [] : [{ user: who.user, revoked: true }])
  })

  it('of another person who agreed for themselves before is theirs, and stays good', async () => {
    const house = await openAna()
    house.slack.addPerson({ id: 'U0EVE', team_id: 'T0ACME', name: 'eve' })
    const eve: StatusConsent = {
      _id: `${acme._id}:eve`,
      org: acme._id,
      member_id: 'eve',
      workspace: 'T0ACME',
      user: 'U0EVE',
      token: '',
      timezone: null,
      connected_at: '2026-11-20T10:00:00.000Z',
      shown: null,
      claim: null,
      ended: null,
      not_before: null,
      version: 1,
    }
    await house.store.commit([{ put: 'statuses', document: eve }])
    const { end } = await agree(house, await linkOf(house), { team_id: 'T0ACME', user: 'U0EVE' })
    expect(end.status).toBe(403)
    expect(tokens(house)).toEqual([{ user: 'U0EVE', revoked: false }])
  })

  it('works once, and only from the link', async () => {
    const house = await openAna()
    const address = await linkOf(house)
    const { back } = await agree(house, address, ana)
    expect((await get(house, back)).status).toBe(400)
    for (const one of [address, `${base}/slack/status/connect`, `${base}/slack/status/connect?state=x`])
      expect((await get(house, one)).status).toBe(400)
  })

  it('is forgotten when Slack revokes the token, and when the app is uninstalled', async () => {
    for (const end of ['revoke', 'uninstall'] as const) {
      const house = await openAna({ tenancy: 'several' })
      await agree(house, await linkOf(house), ana)
      await house.tick()
      if (end === 'revoke') await house.slack.revokeUsers('T0ACME', ['U0ANA'])
      else await house.slack.uninstall('T0ACME')
      await expect.poll(() => house.store.get('statuses', [`${acme._id}:ana`])).toEqual([])
    }
  })

  it('that Slack revokes is off on an open Home at once, and opens no other', async () => {
    const house = await openAna()
    await agree(house, await linkOf(house), ana)
    await expect.poll(() => homeOf(house)).toContain('*Your status in Slack* · on')
    house.slack.addPerson({ id: 'U0ABE', team_id: 'T0ACME', name: 'abe' })
    const isShown = (user: string) => house.slack.state.views.some((one) => one.user === user)
    await house.store.commit([
      { put: 'statuses', document: { ...(await consent(house)), _id: `${acme._id}:abe`, user: 'U0ABE' } },
    ])
    const drawn = () => house.slack.state.calls.filter(({ method }) => method === 'views.publish')
    const before = drawn().length
    await house.slack.revokeUsers('T0ACME', ['U0ABE', 'U0ANA'])
    await expect.poll(() => drawn().length).toBeGreaterThan(before)
    const home = () => house.slack.state.views.findLast((one) => one.type === 'home' && one.user === 'U0ANA')
    await expect.poll(() => JSON.stringify(home()?.content)).toContain('*Your status in Slack* · off')
    expect([isShown('U0ANA'), isShown('U0ABE')]).toEqual([true, false])
  })

  it('that cannot be asked for says what is missing, and people who are no members get no button', async () => {
    const house = await openAna({ env: {} })
    await homeOf(house)
    const home = house.slack.state.views.findLast((one) => one.type === 'home')!
    await house.slack.press({ user: 'U0ANA', on: home.id, action_id: 'home_status:show' })
    await house.slack.until(() =>
      JSON.stringify(house.slack.state.views.at(-1)?.content).includes('SLACK_CLIENT_ID') ? true : undefined,
    )
    house.slack.addPerson({ id: 'U0SAM', team_id: 'T0ACME', name: 'sam', email: 'sam@elsewhere.example' })
    expect(await homeOf(house, 'U0SAM')).not.toContain('home_status')
  })
})
