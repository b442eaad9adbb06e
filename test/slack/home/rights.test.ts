import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/fake-slack/state.js'
import { people, standAtNoon } from '../acme-house.js'
import { menuOf, openHomeHouse, textOf, type HomeHouse } from './room.js'

standAtNoon()

/** Presser presses, where, and what they may read of it; null: they may. */
const who = {
  admin: { user: 'U0ZOE', team: 'T0ACME', told: null },
  owner: { user: 'U0OWN', team: 'T0ACME', told: null },
  'former admin': { user: 'U0EX', team: 'T0ACME', told: 'Only admins and owners' },
  member: { user: people.ada.id, team: 'T0ACME', told: 'Only admins and owners' },
  guest: { user: people.guest.id, team: 'T0ACME', told: 'Guests cannot see' },
  deactivated: { user: people.left.id, team: 'T0ACME', told: 'is deactivated' },
  stranger: { user: people.outsider.id, team: 'T0ACME', told: 'You are from another one' },
  'admin of another workspace': { user: 'U0BOSS', team: 'T0GLOBEX', told: 'in the meantime' },
} as const
type Presser = keyof typeof who

/** A press or a submission as Slack would send it, whoever sends it. */
interface Attempt {
  readonly name: string
  readonly action?: (seen: Seen) => JsonObject
  readonly view?: (seen: Seen) => JsonObject
  /** What an admin reads then. */
  readonly reads: string
  /** What happens in an organization that is not the key's: a form of its own, or nothing. */
  readonly elsewhere?: string
}

interface Seen {
  readonly key: string
  readonly menu: string
}

const button = (action_id: string) => (): JsonObject => ({ type: 'button', action_id, block_id: 'home_keys' })
const choice =
  (verb: string) =>
  ({ key, menu }: Seen): JsonObject => ({
    type: 'overflow',
    action_id: 'home_keys:menu',
    block_id: menu,
    selected_option: { text: { type: 'plain_text', text: verb }, value: `${verb}:1:${key}` },
  })
const submission =
  (callback_id: string, values: JsonObject, metadata: (seen: Seen) => JsonObject) =>
  (seen: Seen): JsonObject => ({
    callback_id,
    private_metadata: JSON.stringify(metadata(seen)),
    state: { values },
  })
const change = (verb: string) =>
  submission(
    'home_key_change',
    { 'home_key_field:grace': { grace: { type: 'static_select', selected_option: { value: '1h' } } } },
    ({ key }) => ({ verb, key, seen: 1 }),
  )

const attempts: Attempt[] = [
  { name: 'press New key', action: button('home_keys:new'), reads: 'New API key', elsewhere: 'New API key' },
  {
    name: 'press Events',
    action: button('home_keys:events'),
    reads: '*intranet* created',
    elsewhere: 'Nothing has',
  },
  { name: 'choose Rotate', action: choice('rotate'), reads: 'Rotate this key?' },
  { name: 'choose Disable', action: choice('disable'), reads: 'Disable this key?' },
  { name: 'choose Enable', action: choice('enable'), reads: 'Enable this key?' },
  { name: 'choose Revoke', action: choice('revoke'), reads: 'Revoke this key?' },
  {
    name: 'choose Events',
    action: choice('events'),
    reads: '*intranet* created',
  },
  {
    name: 'submit a new key',
    view: submission(
      'home_key_new',
      { 'home_key_field:name': { name: { type: 'plain_text_input', value: 'another' } } },
      () => ({}),
    ),
    reads: 'The secret of *another*',
    elsewhere: 'The secret of *another*',
  },
  {
    name: 'submit Rotate',
    view: change('rotate'),
    reads: 'The secret of *intranet*',
  },
  { name: 'submit Disable', view: change('disable'), reads: 'is disabled now' },
  {
    name: 'submit Enable',
    view: change('enable'),
    reads: 'was enabled already',
  },
  { name: 'submit Revoke', view: change('revoke'), reads: 'is revoked now' },
]

const settings: readonly Attempt[] = [
  {
    name: 'press Edit',
    action: button('home_organization:edit'),
    reads: 'Working days',
    elsewhere: 'Working days',
  },
  {
    name: 'submit the settings',
    view: submission(
      'home_organization',
      { 'home_organization_field:name': { name: { type: 'plain_text_input', value: 'Intruders' } } },
      () => ({ name: 'Acme' }),
    ),
    reads: 'home_organization_field:',
    elsewhere: 'home_organization_field:',
  },
]
attempts.push(...settings)

const refused = (Object.keys(who) as Presser[]).filter((name) => who[name].told !== null)

const keyedHouse = async (): Promise<{ house: HomeHouse; seen: Seen }> => {
  const house = await openHomeHouse({ tenancy: 'several' })
  const { slack } = house
  slack.addPerson({ id: 'U0OWN', team_id: 'T0ACME', is_owner: true })
  const former = slack.addPerson({ id: 'U0EX', team_id: 'T0ACME', is_admin: true })
  slack.addPerson({ id: 'U0BOSS', team_id: 'T0GLOBEX', is_admin: true, is_owner: true })
  await house.home('zoe')
  await house.submits('zoe', await house.opens('zoe', 'home_keys:new'), { name: 'intranet' })
  // Seen as an admin in the Home tab, and believed by nobody a moment later.
  await slack.event('T0ACME', { type: 'app_home_opened', user: 'U0EX', channel: 'D0EX', tab: 'home' })
  await slack.until(() => slack.state.views.find(({ user, type }) => user === 'U0EX' && type === 'home'))
  former.is_admin = false
  const { block_id, values } = menuOf(await house.home('zoe'), 'intranet')
  return { house, seen: { menu: block_id, key: values[0]!.split(':')[2]! } }
}

/** Sends it, and resolves with all that this person is shown. */
const send = async (
  house: HomeHouse,
  { action, view }: Attempt,
  name: Presser,
  seen: Seen,
): Promise<string> => {
  const { slack } = house
  const { user, team } = who[name]
  const frame = { user: { id: user, team_id: team }, team: { id: team }, api_app_id: 'A0WHOSOUT' }
  const trigger_id = `trigger-${user}`
  const expires = slack.state.workspaces.size > 0 ? Date.now() + 3_000 : 0
  slack.state.triggers.set(trigger_id, { id: trigger_id, team_id: team, user, expires, used: false })
  if (view) {
    const payload = {
      type: 'view_submission',
      ...frame,
      trigger_id,
      view: { id: 'V0FORM', type: 'modal', team_id: team, ...view(seen) },
    }
    return (await slack.deliver({ kind: 'interaction', payload })).body
  }
  const home = { id: 'V0HOME', type: 'home', team_id: team, private_metadata: '', state: { values: {} } }
  const known = slack.state.views.length
  const payload = { type: 'block_actions', ...frame, trigger_id, view: home, actions: [action!(seen)] }
  await slack.deliver({
    kind: 'interaction',
    payload: { ...payload, container: { type: 'view', view_id: home.id } },
  })
  const modal = await slack.until(() =>
    slack.state.views.slice(known).find((one) => one.user === user && !textOf(one).includes('One moment')),
  )
  return textOf(modal)
}

describe('API keys in the Home tab', () => {
  it.each(attempts)('take from an admin: $name', async (attempt) => {
    const { house, seen } = await keyedHouse()
    expect(await send(house, attempt, 'admin', seen)).toContain(attempt.reads)
  })

  it('take from an owner what they take from an admin', async () => {
    const { house, seen } = await keyedHouse()
    for (const attempt of attempts.slice(0, 7))
      expect(await send(house, attempt, 'owner', seen), attempt.name).toContain(attempt.reads)
  })

  it.each(refused)('take nothing from a %s, and show nothing', async (name) => {
    const { house, seen } = await keyedHouse()
    const before = await house.organization()
    const { told, team } = who[name]
    for (const attempt of attempts) {
      const shown = await send(house, attempt, name, seen)
      expect(shown, attempt.name).toContain(team === 'T0ACME' ? told : (attempt.elsewhere ?? told))
      expect(shown, attempt.name).not.toContain('intranet')
      if (team === 'T0ACME') expect(shown, attempt.name).not.toContain('who_live')
    }
    expect(await house.organization()).toEqual(before)
  })
})
