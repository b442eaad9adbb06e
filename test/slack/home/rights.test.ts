import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import { standAtNoon } from '../acme-house.js'
import { addPressers, send, who, type Payload, type Presser } from './attempts.js'
import { menuOf, openHomeHouse, type HomeHouse } from './room.js'

standAtNoon()

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
      () => ({ seen: { name: 'Acme', reasons: 'nobody' }, own_entries: 'on', typesZone: false }),
    ),
    reads: 'home_organization_field:',
    elsewhere: 'home_organization_field:',
  },
]
attempts.push(...settings)

const refused = (Object.keys(who) as Presser[]).filter((name) => who[name].told !== null)

const keyedHouse = async (): Promise<{ house: HomeHouse; seen: Seen }> => {
  const house = await openHomeHouse({ tenancy: 'several' })
  await addPressers(house)
  await house.home('zoe')
  await house.submits('zoe', await house.opens('zoe', 'home_keys:new'), { name: 'intranet' })
  const { block_id, values } = menuOf(await house.home('zoe'), 'intranet')
  return { house, seen: { menu: block_id, key: values[0]!.split(':')[2]! } }
}

const payloadOf = ({ action, view }: Attempt, seen: Seen): Payload =>
  view ? { view: view(seen) } : { action: action!(seen) }

describe('API keys in the Home tab', () => {
  it.each(attempts)('take from an admin: $name', async (attempt) => {
    const { house, seen } = await keyedHouse()
    expect(await send(house, payloadOf(attempt, seen), 'admin')).toContain(attempt.reads)
  })

  it('take from an owner what they take from an admin', async () => {
    const { house, seen } = await keyedHouse()
    for (const attempt of attempts.slice(0, 7))
      expect(await send(house, payloadOf(attempt, seen), 'owner'), attempt.name).toContain(attempt.reads)
  })

  it.each(refused)('take nothing from a %s, and show nothing', async (name) => {
    const { house, seen } = await keyedHouse()
    const before = await house.organization()
    const { told, team } = who[name]
    for (const attempt of attempts) {
      const shown = await send(house, payloadOf(attempt, seen), name)
      expect(shown, attempt.name).toContain(team === 'T0ACME' ? told : (attempt.elsewhere ?? told))
      expect(shown, attempt.name).not.toContain('intranet')
      if (team === 'T0ACME') expect(shown, attempt.name).not.toContain('who_live')
    }
    expect(await house.organization()).toEqual(before)
  })
})
