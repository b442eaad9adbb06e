import { describe, expect, inject, it } from 'vitest'
import { collect } from '../../../src/store/port.js'
import { people, standAtNoon, textOf } from '../acme-house.js'
import { acme } from '../house.js'
import { plainSpaces } from '../spaces.js'
import { attempts, type Attempt, type Furniture, type Payload } from './attempts.js'
import { menuOf, openHomeHouse, type HomeHouse } from './room.js'
import { enterRoom, furnish, rowOf } from './rooms.js'

standAtNoon()

/** Who presses, where, and what they may read of it; null: they may. */
const pressers = {
  admin: { user: 'U0ZOE', team: 'T0ACME', told: null },
  owner: { user: 'U0OWN', team: 'T0ACME', told: null },
  'former admin': { user: 'U0EX', team: 'T0ACME', told: 'Only admins and owners' },
  member: { user: people.ada.id, team: 'T0ACME', told: 'Only admins and owners' },
  guest: { user: people.guest.id, team: 'T0ACME', told: 'Guests cannot see' },
  deactivated: { user: people.left.id, team: 'T0ACME', told: 'is deactivated' },
  stranger: { user: people.outsider.id, team: 'T0ACME', told: 'You are from another one' },
  'admin of another workspace': { user: 'U0BOSS', team: 'T0GLOBEX', told: null },
} as const
type Presser = keyof typeof pressers

const addPressers = async ({ slack }: HomeHouse): Promise<void> => {
  slack.addPerson({ id: 'U0OWN', team_id: 'T0ACME', is_owner: true })
  const former = slack.addPerson({ id: 'U0EX', team_id: 'T0ACME', is_admin: true })
  slack.addPerson({ id: 'U0BOSS', team_id: 'T0GLOBEX', is_admin: true, is_owner: true })
  // Seen as an admin in the Home tab, and believed by nobody a moment later.
  await slack.event('T0ACME', { type: 'app_home_opened', user: 'U0EX', channel: 'D0EX', tab: 'home' })
  await slack.until(() => slack.state.views.find(({ user, type }) => user === 'U0EX' && type === 'home'))
  former.is_admin = false
}

const furnished = async () => {
  const house = await openHomeHouse({ tenancy: 'several' })
  await furnish(house)
  await addPressers(house)
  const menu = rowOf(await enterRoom(house, 'zoe', 'digests'), '<#C0TEAM>').values
  await house.settings('zoe')
  await house.submits('zoe', await house.opens('zoe', 'home_keys:new'), { name: 'intranet' })
  const key = menuOf(await enterRoom(house, 'zoe', 'keys'), 'intranet').values[0]!.split(':')[2]!
  const [link] = await collect(house.store.find('links', { index: 'by_org', equal: { org: acme._id } }))
  const members = await collect(house.store.find('members', { index: 'by_org', equal: { org: acme._id } }))
  const member = members.find(({ team_id, active }) => active && team_id === null)!.id
  const digest = (verb: string): string => menu.find((value) => value.startsWith(`${verb}:`))!
  const see = async (): Promise<Furniture> => {
    const { version = 0 } = (await house.organization()).keys[key] ?? {}
    const leaves = await collect(house.store.find('leaves', { index: 'by_end', equal: { org: acme._id } }))
    const leave = leaves.find(({ source }) => source === 'manual')?.id ?? 'none'
    return { key, version, digest, link: link!.id, member, leave }
  }
  return { house, see }
}

const frameOf = (name: Presser) => {
  const { user, team } = pressers[name]
  return { user: { id: user, team_id: team }, team: { id: team }, api_app_id: 'A0WHOSOUT' }
}

/** Sends it, and resolves with all that this person is shown. */
const send = async ({ slack }: HomeHouse, payload: Payload, name: Presser): Promise<string> => {
  const { user, team } = pressers[name]
  const frame = frameOf(name)
  const trigger_id = `trigger-${user}`
  const trigger = { id: trigger_id, team_id: team, user, expires: Date.now() + 3_000, used: false }
  slack.state.triggers.set(trigger_id, trigger)
  if ('view' in payload) {
    const view = { id: 'V0FORM', type: 'modal', team_id: team, ...payload.view }
    const submitted = { type: 'view_submission', ...frame, trigger_id, view }
    return plainSpaces((await slack.deliver({ kind: 'interaction', payload: submitted })).body)
  }
  const view = { id: 'V0HOME', type: 'home', team_id: team, private_metadata: '', state: { values: {} } }
  const known = slack.state.views.length
  const pressed = { type: 'block_actions', ...frame, trigger_id, view, actions: [payload.action] }
  await slack.deliver({
    kind: 'interaction',
    payload: { ...pressed, container: { type: 'view', view_id: view.id } },
  })
  const modal = await slack.until(() =>
    slack.state.views.slice(known).find((one) => one.user === user && !textOf(one).includes('One moment')),
  )
  return textOf(modal)
}

/** All that an admin may change. */
const standing = async ({ store }: HomeHouse): Promise<string> => {
  const all = { index: 'by_org', equal: { org: acme._id } } as const
  const found = [
    await collect(store.find('digests', all)),
    await collect(store.find('members', all)),
    await collect(store.find('slack_matches', all)),
    await collect(store.find('sources', all)),
    await collect(store.find('holiday_calendars', all)),
    await collect(store.find('links', all)),
    await collect(store.find('leaves', { index: 'by_end', equal: all.equal })),
    await store.get('organizations', [acme._id]),
  ]
  return JSON.stringify(found)
}

/** Who may do nothing: `npm test` has the likeliest of a kind. */
const refused: readonly Presser[] =
  inject('suite') === 'short'
    ? ['former admin']
    : ['former admin', 'member', 'guest', 'deactivated', 'stranger']

const secrets = ['intranet', '@acme.example', 'J. Doe', 'TV <kitchen>', 'feeds.example.com']

/** Everything there is, tried by one person in turn; `told`: what each of the attempts says. */
const tries = async (
  house: HomeHouse,
  see: () => Promise<Furniture>,
  name: Presser,
  told: (attempt: Attempt) => string,
): Promise<readonly string[]> => {
  const said: string[] = []
  for (const attempt of attempts) {
    const shown = await send(house, attempt[2](await see()), name)
    expect(shown, `${name}: ${attempt[0]}`).toContain(told(attempt))
    said.push(shown)
  }
  return said
}

const allowed = ([, reads]: Attempt): string => reads

/** What is offered to somebody who types into a menu that searches. */
const searches = async (
  { slack }: HomeHouse,
  action_id: string,
  name: Presser,
): Promise<readonly string[]> => {
  const typed = { type: 'block_suggestion', ...frameOf(name), action_id, block_id: 'row', value: 'd' }
  const { status, body } = await slack.deliver({ kind: 'interaction', payload: typed })
  expect(status).toBe(200)
  const { options } = JSON.parse(body) as { options: { text: { text: string } }[] }
  return options.map(({ text }) => text.text)
}

describe('the Home tab', () => {
  it('does nothing for those who may not, shows them nothing, and does for an admin what they are allowed to do', async () => {
    const { house, see } = await furnished()
    const [before, seen] = [await standing(house), await see()]
    const same = async (): Promise<Furniture> => seen
    for (const name of refused) {
      const said = await tries(house, same, name, () => pressers[name].told!)
      for (const secret of [...secrets, 'who_live', 'who_link'])
        expect(said.join(), name).not.toContain(secret)
      expect(await standing(house), name).toBe(before)
    }
    // They may do all of it to their own organization, and nothing of it is here.
    const elsewhere = ([, , , reads = '']: Attempt): string => reads
    const said = await tries(house, same, 'admin of another workspace', elsewhere)
    for (const secret of secrets) expect(said.join()).not.toContain(secret)
    expect(await standing(house)).toBe(before)
    await tries(house, see, 'admin', allowed)
  })

  it.runIf(inject('suite') !== 'short')('does the same for an owner', async () => {
    const { house, see } = await furnished()
    await tries(house, see, 'owner', allowed)
  })

  it('offers in menus that search teams to members, members to admins, and nothing to anybody else', async () => {
    const { house } = await furnished()
    for (const name of Object.keys(pressers) as Presser[]) {
      const teams = await searches(house, 'digest_form:which', name)
      const isMember = ['admin', 'owner', 'former admin', 'member'].includes(name)
      expect([name, teams]).toEqual([name, isMember ? ['Design'] : []])
      const members = await searches(house, 'home_people:find', name)
      const isAdmin = ['admin', 'owner'].includes(name)
      expect([name, members[0]]).toEqual([name, isAdmin ? 'Dan Wu · Design' : undefined])
    }
  })
})
