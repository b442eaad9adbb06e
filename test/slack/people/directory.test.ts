import { describe, expect, it } from 'vitest'
import type { DirectoryInput } from '../../../src/domain/sources/settings.js'
import { createPersonalLinks } from '../../../src/services/links/personal.js'
import { createSources } from '../../../src/services/sources/sources.js'
import type { SyncOptions } from '../../../src/services/sources/claims.js'
import { createSync } from '../../../src/services/sources/sync.js'
import { createMembers } from '../../../src/services/records/members.js'
import { listDirectoryWith } from '../../../src/slack/workspace/check.js'
import { directoryPersonOf, tokenFinder } from '../../../src/slack/people/directory.js'
import { createClock, dependenciesOn } from '../../services/keys/world.js'
import type { Opened } from '../../../src/slack/workspace/access.js'
import { acme, openHouse, type House } from '../house.js'

const actor = { who: 'test', from: null }
const org = acme._id

const open = async (input: Partial<DirectoryInput> = {}, before?: (house: House) => void) => {
  const house = await openHouse()
  const { slack, store } = house
  slack.addPerson({ id: 'U0BOT', team_id: 'T0ACME', is_bot: true, email: null })
  slack.addPerson({ id: 'U0GUEST', team_id: 'T0ACME', is_restricted: true })
  slack.addPerson({ id: 'U0NEW', team_id: 'T0ACME', is_invited_user: true })
  slack.addPerson({ id: 'U0LEFT', team_id: 'T0ACME', deleted: true })
  for (let number = 1; number <= 11; number += 1)
    slack.addPerson({
      id: `U0P${number}`,
      team_id: 'T0ACME',
      name: `p${number}`,
      real_name: `Person ${number}`,
    })
  before?.(house)
  const dependencies = dependenciesOn(store, createClock())
  const { bot_token: token } = slack.state.workspaces.get('T0ACME')!
  const listDirectory = listDirectoryWith(
    async () => ({ token }),
    slack.apiUrl,
    async () => undefined,
  )
  const sources = createSources({ ...dependencies, cipher: null, allowPrivate: false })
  const { _id: id } = await sources.addDirectory(
    org,
    { workspace: 'T0ACME', creates: true, avatars: false, groups: [], ...input },
    actor,
  )
  const sync = createSync({
    ...dependencies,
    cipher: null,
    owner: 'test',
    fetchFeed: async () => ({ kind: 'failed', error: 'none', retryAfter: null }),
    listDirectory,
  })
  const members = createMembers(dependencies)
  return {
    ...house,
    members,
    sources,
    id,
    source: () => sources.find(org, id),
    sync: async (options: SyncOptions = {}) => {
      const outcome = await sync(id, options)
      if (outcome.kind !== 'done') throw new Error(outcome.kind)
      return outcome.report
    },
    names: async (active = true) => (await members.list(org, { active })).map(({ name }) => name),
  }
}

describe('the token that lists the people of a workspace', () => {
  const bot = { token: 'xoxb-1', id: 'B0', userId: 'U0BOT' }
  const own = { access: { organization: acme }, bot }
  it.each<[string, Opened, asks: string, found: object]>([
    ['given to the organization of the workspace', own, org, { token: 'xoxb-1' }],
    ['not given to another organization', own, 'another', { failed: expect.stringContaining('no token') }],
    [
      'not given where the app may not answer',
      { access: { refused: 'unbound' }, bot },
      org,
      { failed: expect.stringContaining('no token') },
    ],
  ])('is %s', async (_, opened, asks, found) => {
    expect(await tokenFinder(async () => opened)('T0ACME', asks)).toEqual(found)
  })
})

describe('the directory of Slack', () => {
  it('makes members of full members only, of all pages, and nothing twice', async () => {
    const house = await open({}, ({ slack }) => {
      for (let number = 0; number < 450; number += 1)
        slack.addPerson({ id: `U1X${number}`, team_id: 'T0ACME', name: `x${number}` })
    })
    // Ana is the twelfth.
    expect(await house.sync()).toMatchObject({ ok: true, added: 462, changed: 0, removed: 0, error: null })
    expect(house.slack.calls('users.list').map(({ args }) => Number(args['limit']))).toEqual([200, 200, 200])
    expect(await house.names()).not.toContain('u0guest')
    expect(await house.sync()).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 462 })
    expect(await house.source()).toMatchObject({
      slack: { members: 462 },
      unmatched_count: 0,
      last_error: null,
    })
  })

  it('does nothing with a list that is not whole', async () => {
    const house = await open({}, ({ slack }) => {
      for (let number = 0; number < 200; number += 1)
        slack.addPerson({ id: `U1X${number}`, team_id: 'T0ACME', name: `x${number}` })
    })
    await house.sync()
    const before = await house.names()
    house.slack.faults.add(
      { kind: 'error', error: 'fatal_error', applied: false },
      { method: 'users.list', when: ({ args }) => args['cursor'] !== undefined },
    )
    expect(await house.sync()).toMatchObject({
      ok: false,
      error: expect.stringContaining('fatal_error') as string,
    })
    expect(await house.names()).toEqual(before)
    expect(await house.source()).toMatchObject({ failures: 1 })
    expect(await house.sync()).toMatchObject({ ok: true, removed: 0 })
  })

  it('waits when Slack says so', async () => {
    const house = await open()
    house.slack.faults.add({ kind: 'rate_limited', retryAfter: 30 }, { method: 'users.list', times: 2 })
    expect(await house.sync()).toMatchObject({ ok: true, added: 12 })
  })

  it('deactivates who left, and holds when more than a tenth would go', async () => {
    const house = await open()
    await house.sync()
    house.slack.state.people.get('U0P1')!.deleted = true
    expect(await house.sync()).toMatchObject({ ok: true, removed: 1 })
    expect(await house.names(false)).toEqual(['Person 1'])
    house.slack.state.people.get('U0P2')!.deleted = true
    house.slack.state.people.delete('U0P3')
    const held = await house.sync()
    expect(held).toMatchObject({
      ok: false,
      error:
        '2 of 11 members from Slack would be deactivated. Nothing was changed; confirm the source to accept this.',
    })
    expect(await house.names(false)).toEqual(['Person 1'])
    const { held: confirmed } = await house.source()
    expect(await house.sync({ confirmed })).toMatchObject({ ok: true, removed: 2 })
    expect(await house.names(false)).toEqual(['Person 1', 'Person 2', 'Person 3'])
  })

  it('makes teams of user groups, where the app may read them', async () => {
    const house = await open({ groups: ['S0OPS'] }, ({ slack }) => {
      slack.state.usergroups.set('S0OPS', { id: 'S0OPS', team_id: 'T0ACME', name: 'Ops', users: ['U0P1'] })
    })
    await house.sync()
    expect((await house.members.list(org, { team: 'Ops' })).map(({ name }) => name)).toEqual(['Person 1'])
    house.slack.state.workspaces.get('T0ACME')!.scopes = ['users:read', 'users:read.email']
    expect(await house.sync()).toMatchObject({
      ok: false,
      error: expect.stringContaining('usergroups:read') as string,
    })
  })

  it('follows events in between: who joins, leaves and changes; a status changes nothing', async () => {
    const house = await open()
    const { slack, names, logged, store } = house
    await house.sync()
    const revision = async () => (await store.get('organizations', [org]))[0]!.revision
    slack.addPerson({ id: 'U0JOIN', team_id: 'T0ACME', name: 'join', real_name: 'Joan In' })
    await slack.joinWorkspace('U0JOIN')
    await logged('a member changed with their Slack account')
    expect(await names()).toContain('Joan In')
    await slack.changePerson('U0P1', { deleted: true })
    await expect.poll(() => names(false)).toEqual(['Person 1'])
    await slack.changePerson('U0P2', { real_name: 'Person Two' })
    await expect.poll(names).toContain('Person Two')
    const before = await revision()
    await slack.changePerson('U0P2', {})
    await slack.changePerson('U0GUEST', { real_name: 'Guest' })
    expect(await revision()).toBe(before)
  })

  it('keeps a member whose address changes or is hidden, and follows who becomes a guest', async () => {
    const house = await open()
    const { slack, names, members, sync } = house
    await sync()
    const emails = async () => (await members.list(org, {})).map(({ email }) => email)
    const before = await emails()
    await slack.changePerson('U0P1', { email: 'married@acme.example' })
    await expect.poll(emails).toContain('married@acme.example')
    expect(await emails()).toHaveLength(before.length)
    await slack.changePerson('U0P1', { email: null })
    expect(await sync()).toMatchObject({ added: 0, changed: 0, removed: 0 })
    expect(await names(false)).toEqual([])
    await slack.changePerson('U0P2', { is_restricted: true })
    await expect.poll(() => names(false)).toEqual(['Person 2'])
    expect(await sync()).toMatchObject({ ok: true, removed: 0 })
  })

  it('makes nobody a member without an address that is one, and confirmed', async () => {
    const house = await open({}, ({ slack }) => {
      slack.addPerson({ id: 'U0ODD', team_id: 'T0ACME', name: 'odd', email: 'a b<x>@"x\nevil' })
    })
    expect(await house.sync()).toMatchObject({ added: 12 })
    expect(await house.source()).toMatchObject({ unmatched_count: 1 })
    const user = { id: 'U0NEW', team_id: 'T0ACME', profile: { email: 'new@acme.test' } }
    const emailOf = (is_email_confirmed?: boolean) =>
      directoryPersonOf(
        { ...user, ...(is_email_confirmed !== undefined && { is_email_confirmed }) },
        'T0ACME',
      )?.email
    expect([emailOf(), emailOf(true), emailOf(false)]).toEqual(['new@acme.test', 'new@acme.test', null])
  })

  it.each([
    ['is deactivated', { deleted: true }],
    ['becomes a guest', { is_restricted: true }],
  ])('ends the personal link of whoever %s, even where Slack is paused as a source', async (_, change) => {
    const { sources, slack, store, id } = await open()
    await sources.pause(org, id, actor)
    const links = createPersonalLinks(dependenciesOn(store, createClock()))
    const owner = { org, workspace: 'T0ACME', user: 'U0P1', member_id: null }
    const { link } = await links.open(owner)
    const other = await links.open({ ...owner, user: 'U0P2' })
    await slack.changePerson('U0P1', change)
    const isRevoked = async (one: { readonly _id: string }) =>
      (await store.get('links', [one._id]))[0]!.revoked_at !== null
    await expect.poll(() => isRevoked(link)).toBe(true)
    expect(await isRevoked(other.link)).toBe(false)
  })

  it('is paused for events too', async () => {
    const house = await open()
    const { sources, slack, names, id } = house
    await house.sync()
    await sources.pause(org, id, actor)
    await slack.changePerson('U0P1', { deleted: true })
    expect(await names(false)).toEqual([])
  })

  it('is a source once for each workspace, and refuses what is only a calendar’s', async () => {
    const { sources, id } = await open()
    const again = { workspace: 'T0ACME', creates: false, avatars: false, groups: [] }
    await expect(sources.addDirectory(org, again, actor)).rejects.toMatchObject({ code: 'conflict' })
    await expect(sources.set(org, id, { type: 'sick' }, actor)).rejects.toMatchObject({ code: 'conflict' })
    await expect(sources.addDirectory(org, { ...again, workspace: 'acme' }, actor)).rejects.toMatchObject({
      code: 'invalid',
    })
  })
})
