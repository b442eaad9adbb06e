import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import { collect } from '../../../src/store/port.js'
import { people, standAtNoon } from '../acme-house.js'
import { acme } from '../house.js'
import { addPressers, send, who, type Payload, type Presser } from './attempts.js'
import { openHomeHouse, type HomeHouse } from './room.js'
import { furnish, rowOf, enterRoom, sourceId } from './rooms.js'

standAtNoon()

interface Furniture {
  /** What the menu of the digest offers, by verb. */
  readonly digest: (verb: string) => string
  readonly link: string
  readonly member: string
}

/** What an admin may do in the rooms, with what an admin reads then; the order is theirs, too. */
interface RoomAttempt {
  readonly name: string
  readonly payload: (seen: Furniture) => Payload
  readonly reads: string
}

const press = (action_id: string, value: string): Payload => ({
  action: { type: 'button', action_id, block_id: 'row', value },
})
const choose = (type: 'overflow' | 'static_select', action_id: string, value: string): Payload => ({
  action: { type, action_id, block_id: 'row', selected_option: { value } },
})
const submit = (callback_id: string, memory: object, values: JsonObject = {}): Payload => ({
  view: { callback_id, private_metadata: JSON.stringify(memory), state: { values } },
})
const field = (action_id: string, state: JsonObject): JsonObject => ({ [action_id]: { [action_id]: state } })
const digestMemory = (choice: string): object => {
  const [verb, seen, ...id] = choice.split(':')
  return { verb, seen, id: id.join(':') }
}

const attempts: readonly RoomAttempt[] = [
  {
    name: 'open the form of a digest',
    payload: ({ digest }) => choose('overflow', 'home_digests:menu', digest('edit')),
    reads: 'Preview',
  },
  {
    name: 'ask to pause a digest',
    payload: ({ digest }) => choose('overflow', 'home_digests:menu', digest('pause')),
    reads: 'Pause this digest?',
  },
  {
    name: 'match somebody',
    payload: () => press('home_people:match', people.stray.id),
    reads: 'Who is *Stray',
  },
  {
    name: 'submit a match',
    payload: ({ member }) =>
      submit(
        'home_people_match',
        { user: people.stray.id },
        field('home_match:member', { selected_option: { value: member } }),
      ),
    reads: 'from now on',
  },
  {
    name: 'undo a match',
    payload: () => press('home_people:unmatch', people.stray.id),
    reads: 'matched by e-mail address again',
  },
  {
    name: 'open a member',
    payload: ({ member }) => press('home_people:open', member),
    reads: '@acme.example',
  },
  {
    name: 'find a member',
    payload: ({ member }) => choose('static_select', 'home_people:find', member),
    reads: '@acme.example',
  },
  {
    name: 'ask to enter days for somebody',
    payload: ({ member }) => press('home_member:days', member),
    reads: 'First day',
  },
  {
    name: 'enter days for somebody',
    payload: ({ member }) =>
      submit(
        'home_people_days',
        { member },
        {
          'own_field:from': { from: { selected_date: '2026-12-01' } },
          'own_field:to': { to: { selected_date: '2026-12-02' } },
          'own_field:part': { part: { selected_option: { value: 'whole' } } },
          'own_field:reason': { reason: { selected_option: { value: 'sick' } } },
        },
      ),
    reads: 'is off Tue 1 Dec – Wed 2 Dec',
  },
  {
    name: 'ask whose an event is',
    payload: () => press('home_unmatched:match', `${sourceId}:J. Doe off`),
    reads: 'Words in the events',
  },
  {
    name: 'say whose an event is',
    payload: ({ member }) =>
      submit(
        'home_unmatched_match',
        { id: sourceId },
        {
          ...field('home_unmatched:text', { value: 'J. Doe' }),
          ...field('home_unmatched:member', { selected_option: { value: member } }),
        },
      ),
    reads: 'from now on',
  },
  {
    name: 'give a member another holiday calendar',
    payload: ({ member }) =>
      submit(
        'home_people_member',
        { member, seen: { team_id: null, active: true, holidays: null } },
        {
          ...field('home_member:active', { selected_options: [{ value: 'active' }] }),
          ...field('home_member:holidays', { selected_option: { value: 'DE-BY' } }),
        },
      ),
    reads: 'was changed',
  },
  {
    name: 'deactivate a member',
    payload: ({ member }) =>
      submit(
        'home_people_member',
        { member, seen: { team_id: null, active: true, holidays: 'DE-BY' } },
        field('home_member:active', { selected_options: [] }),
      ),
    reads: 'was changed',
  },
  {
    name: 'sync a calendar',
    payload: () => choose('overflow', 'home_data:menu', `sync:${sourceId}`),
    reads: 'could not be read',
  },
  {
    name: 'check a calendar',
    payload: () => choose('overflow', 'home_data:menu', `check:${sourceId}`),
    reads: 'encrypted with another key',
  },
  {
    name: 'let a held fetch through',
    payload: () => choose('overflow', 'home_data:menu', `confirm:${sourceId}`),
    reads: '12 of 14',
  },
  {
    name: 'submit a held fetch',
    payload: () =>
      submit('home_calendar_change', { id: sourceId, verb: 'confirm', held: '2026-11-20T07:00:00.000Z' }),
    reads: 'could not be read',
  },
  { name: 'ask for a new calendar', payload: () => press('home_data:add', ''), reads: 'Address' },
  {
    name: 'add a calendar',
    payload: () =>
      submit(
        'home_calendar_new',
        {},
        {
          'home_calendar_field:name': { name: { value: 'Another one' } },
          'home_calendar_field:url': { url: { value: 'https://feeds.example.net/x.ics' } },
        },
      ),
    reads: 'was added',
  },
  {
    name: 'see what is unmatched',
    payload: () => choose('overflow', 'home_data:menu', `unmatched:${sourceId}`),
    reads: 'J. Doe off',
  },
  {
    name: 'pause a calendar',
    payload: () => choose('overflow', 'home_data:menu', `pause:${sourceId}`),
    reads: 'is paused',
  },
  {
    name: 'resume a calendar',
    payload: () => choose('overflow', 'home_data:menu', `resume:${sourceId}`),
    reads: 'is active again',
  },
  {
    name: 'remove a calendar',
    payload: () => submit('home_calendar_change', { id: sourceId, verb: 'remove' }),
    reads: 'was removed',
  },
  {
    name: 'look at bank holidays',
    payload: () => press('home_data:propose', 'DE-BY:2027'),
    reads: 'Heilige Drei',
  },
  {
    name: 'accept bank holidays',
    payload: () => submit('home_data_accept', { code: 'DE-BY', year: '2027' }),
    reads: 'days added',
  },
  { name: 'ask for a new link', payload: () => press('home_links:new', ''), reads: 'New link' },
  {
    name: 'make a link',
    payload: () =>
      submit('home_link_new', {}, { 'home_link_field:name': { name: { value: 'Another one' } } }),
    reads: 'who_link_',
  },
  {
    name: 'make a link that is shown in Slack',
    payload: () =>
      submit(
        'home_link_new',
        {},
        {
          'home_link_field:name': { name: { value: 'In channels' } },
          'home_link_field:show-in-slack': { 'show-in-slack': { selected_options: [{ value: 'on' }] } },
        },
      ),
    reads: 'who_link_',
  },
  {
    name: 'ask to revoke a link',
    payload: ({ link }) => press('home_links:revoke', link),
    reads: 'Revoke this link?',
  },
  {
    name: 'revoke a link',
    payload: ({ link }) => submit('home_link_revoke', { link }),
    reads: 'was revoked',
  },
  {
    name: 'pause a digest',
    payload: ({ digest }) => submit('home_digest_change', digestMemory(digest('pause'))),
    reads: 'paused the morning digest',
  },
]

const furnished = async (): Promise<{ house: HomeHouse; seen: Furniture }> => {
  const house = await openHomeHouse({ tenancy: 'several' })
  await furnish(house)
  await addPressers(house)
  const menu = rowOf(await enterRoom(house, 'zoe', 'digests'), '<#C0TEAM>').values
  const [link] = await collect(house.store.find('links', { index: 'by_org', equal: { org: acme._id } }))
  const members = await collect(house.store.find('members', { index: 'by_org', equal: { org: acme._id } }))
  const member = members.find(({ team_id, active }) => active && team_id === null)!.id
  const digest = (verb: string): string => menu.find((value) => value.startsWith(`${verb}:`))!
  return { house, seen: { digest, link: link!.id, member } }
}

/** All that an action of a room may change. */
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

const refused = (Object.keys(who) as Presser[]).filter((name) => who[name].told !== null)

describe('the rooms of the Home tab', () => {
  it('do for an admin what an admin is allowed to do', async () => {
    const { house, seen } = await furnished()
    for (const { name, payload, reads } of attempts)
      expect(await send(house, payload(seen), 'admin'), name).toContain(reads)
  })

  it.each(refused)('do nothing for a %s, and show nothing', async (name) => {
    const { house, seen } = await furnished()
    const before = await standing(house)
    for (const attempt of attempts) {
      const shown = await send(house, attempt.payload(seen), name)
      // An admin elsewhere acts on their own organization, which has none of this.
      if (who[name].team === 'T0ACME') expect(shown, attempt.name).toContain(who[name].told)
      for (const secret of ['@acme.example', 'J. Doe', 'TV <kitchen>', 'feeds.example.com'])
        expect(shown, attempt.name).not.toContain(secret)
    }
    expect(await standing(house)).toBe(before)
  })
})

describe('a menu that searches', () => {
  /** What is offered to somebody who types into it. */
  const searches = async (
    { slack }: HomeHouse,
    action_id: string,
    name: Presser,
  ): Promise<readonly string[]> => {
    const { user, team } = who[name]
    const frame = { user: { id: user, team_id: team }, team: { id: team }, api_app_id: 'A0WHOSOUT' }
    const payload = { type: 'block_suggestion', ...frame, action_id, block_id: 'row', value: 'd' }
    const { status, body } = await slack.deliver({ kind: 'interaction', payload })
    expect(status).toBe(200)
    const { options } = JSON.parse(body) as { options: { text: { text: string } }[] }
    return options.map(({ text }) => text.text)
  }

  it('offers teams to members, members to admins, and nothing to anybody else', async () => {
    const { house } = await furnished()
    for (const name of Object.keys(who) as Presser[]) {
      const teams = await searches(house, 'digest_form:which', name)
      const isMember = ['admin', 'owner', 'former admin', 'member'].includes(name)
      expect([name, teams]).toEqual([name, isMember ? ['Design'] : []])
      const members = await searches(house, 'home_people:find', name)
      const isAdmin = ['admin', 'owner'].includes(name)
      expect([name, members[0]]).toEqual([name, isAdmin ? 'Dan Wu · Design' : undefined])
    }
  })
})
