import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import { people } from '../acme-house.js'
import { sourceId } from './rooms.js'

/** What is sent, as Slack would: a press, or a submission. */
export type Payload = { readonly action: JsonObject } | { readonly view: JsonObject }

/** What an admin sees in the Home tab, and acts on. */
export interface Furniture {
  readonly key: string
  readonly version: number
  /** What the menu of the digest offers, by verb. */
  readonly digest: (verb: string) => string
  readonly link: string
  readonly member: string
  /** A leave that an admin entered, once one did. */
  readonly leave: string
}

/** What an admin may do, what an admin reads then, and an admin of another organization, who has none of this. */
export type Attempt = readonly [
  name: string,
  reads: string,
  payload: (seen: Furniture) => Payload,
  elsewhere?: string,
]

const press = (action_id: string, value: string): Payload => ({
  action: { type: 'button', action_id, block_id: 'row', value },
})
const choose = (action_id: string, value: string, type = 'overflow'): Payload => ({
  action: { type, action_id, block_id: 'row', selected_option: { value } },
})
const submit = (callback_id: string, memory: object, ...fields: readonly JsonObject[]): Payload => {
  const values = Object.assign({}, ...fields) as JsonObject
  return { view: { callback_id, private_metadata: JSON.stringify(memory), state: { values } } }
}
/** What stands in a field: blocks are called `form:field`, and what is in them `field`, or as the block. */
const field = (block: string, state: JsonObject): JsonObject => ({
  [block]: { [block.split(':')[1]!]: state },
})
const own = (block: string, state: JsonObject): JsonObject => ({ [block]: { [block]: state } })
const chosen = (value: string): JsonObject => ({ selected_option: { value } })

const keyVerb = (verb: string, reads: string): Attempt => [
  `choose ${verb} of a key`,
  reads,
  ({ key, version }) => choose('home_keys:menu', `${verb}:${version}:${key}`),
  'in the meantime',
]
const changedKey = (verb: string, reads: string): Attempt => [
  `${verb} a key`,
  reads,
  ({ key, version }) =>
    submit('home_key_change', { verb, key, seen: version }, field('home_key_field:grace', chosen('1h'))),
  'in the meantime',
]
const chosenSource = (verb: string, reads: string): Attempt => [
  `choose ${verb} of a calendar`,
  reads,
  () => choose('home_data:menu', `${verb}:${sourceId}`),
]
const changedDigest = (choice: string): Payload => {
  const [verb, seen, ...id] = choice.split(':')
  return submit('home_digest_change', { verb, seen, id: id.join(':') })
}
const changedMember =
  (holidays: string | null, ...fields: readonly JsonObject[]) =>
  ({ member }: Furniture): Payload =>
    submit('home_people_member', { member, seen: { team_id: null, active: true, holidays } }, ...fields)

/** In an order in which an admin can do them all. */
export const attempts: readonly Attempt[] = [
  ['press New key', 'New API key', () => press('home_keys:new', ''), 'New API key'],
  ['press Events', '*intranet* created', () => press('home_keys:events', ''), 'Nothing has'],
  keyVerb('rotate', 'Rotate this key?'),
  keyVerb('disable', 'Disable this key?'),
  keyVerb('enable', 'Enable this key?'),
  keyVerb('revoke', 'Revoke this key?'),
  keyVerb('events', '*intranet* created'),
  [
    'make a key',
    'The secret of *another*',
    () => submit('home_key_new', {}, field('home_key_field:name', { value: 'another' })),
    'The secret of *another*',
  ],
  changedKey('enable', 'was enabled already'),
  changedKey('rotate', 'The secret of *intranet*'),
  changedKey('disable', 'is disabled now'),
  changedKey('revoke', 'is revoked now'),
  ['press Edit', 'Working days', () => press('home_organization:edit', ''), 'Working days'],
  [
    'change the settings',
    'home_organization_field:',
    () =>
      submit(
        'home_organization',
        { seen: { name: 'Acme', reasons: 'nobody' }, own_entries: 'on', typesZone: false },
        field('home_organization_field:name', { value: 'Intruders' }),
      ),
    'home_organization_field:',
  ],
  ['ask for a new digest', 'Channel', () => press('home_digests:new', ''), 'Channel'],
  [
    'choose the channel of a new digest',
    'Preview',
    () =>
      submit(
        'home_digest_new',
        {},
        field('home_digest_new_field:channel', { selected_conversation: 'C0TEAM' }),
      ),
    'I am not in this channel yet',
  ],
  ['open the form of a digest', 'Preview', ({ digest }) => choose('home_digests:menu', digest('edit'))],
  [
    'ask to pause a digest',
    'Pause this digest?',
    ({ digest }) => choose('home_digests:menu', digest('pause')),
  ],
  ['match somebody', 'Who is *Stray', () => press('home_people:match', people.stray.id)],
  [
    'submit a match',
    'from now on',
    ({ member }) =>
      submit('home_people_match', { user: people.stray.id }, own('home_match:member', chosen(member))),
  ],
  ['undo a match', 'matched by e-mail address again', () => press('home_people:unmatch', people.stray.id)],
  ['open a member', '@acme.example', ({ member }) => press('home_people:open', member)],
  ['find a member', '@acme.example', ({ member }) => choose('home_people:find', member, 'static_select')],
  ['ask to enter days for somebody', 'First day', ({ member }) => press('home_member:days', member)],
  [
    'enter days for somebody',
    'is off Tue 1 Dec – Wed 2 Dec',
    ({ member }) =>
      submit(
        'home_people_days',
        { member },
        field('own_field:from', { selected_date: '2026-12-01' }),
        field('own_field:to', { selected_date: '2026-12-02' }),
        field('own_field:part', chosen('whole')),
        field('own_field:reason', chosen('sick')),
      ),
  ],
  ['ask to take days back', 'Take it back?', ({ leave }) => press('home_member:take_back', leave)],
  ['take days back', 'Taken back: Tue 1 Dec', ({ leave }) => submit('home_member_take_back', { leave })],
  ['ask to enter days for anybody', 'Who is off', () => press('home_people:enter', '')],
  [
    'ask whose an event is',
    'Words in the events',
    () => press('home_unmatched:match', `${sourceId}:J. Doe off`),
  ],
  [
    'say whose an event is',
    'from now on',
    ({ member }) =>
      submit(
        'home_unmatched_match',
        { id: sourceId },
        own('home_unmatched:text', { value: 'J. Doe' }),
        own('home_unmatched:member', chosen(member)),
      ),
  ],
  [
    'give a member another holiday calendar',
    'was changed',
    changedMember(
      null,
      own('home_member:active', { selected_options: [{ value: 'active' }] }),
      own('home_member:holidays', chosen('DE-BY')),
    ),
  ],
  [
    'deactivate a member',
    'was changed',
    changedMember('DE-BY', own('home_member:active', { selected_options: [] })),
  ],
  chosenSource('sync', 'could not be read'),
  chosenSource('check', 'encrypted with another key'),
  chosenSource('confirm', '12 of 14'),
  [
    'let a held fetch through',
    'could not be read',
    () => submit('home_calendar_change', { id: sourceId, verb: 'confirm', held: '2026-11-20T07:00:00.000Z' }),
  ],
  ['ask for a new calendar', 'Address', () => press('home_data:add', '')],
  [
    'add a calendar',
    'was added',
    () =>
      submit(
        'home_calendar_new',
        {},
        field('home_calendar_field:name', { value: 'Another one' }),
        field('home_calendar_field:url', { value: 'https://feeds.example.net/x.ics' }),
      ),
  ],
  chosenSource('unmatched', 'J. Doe off'),
  chosenSource('pause', 'is paused'),
  chosenSource('resume', 'is active again'),
  [
    'remove a calendar',
    'was removed',
    () => submit('home_calendar_change', { id: sourceId, verb: 'remove' }),
  ],
  ['look at bank holidays', 'Heilige Drei', () => press('home_data:propose', 'DE-BY:2027')],
  ['accept bank holidays', 'days added', () => submit('home_data_accept', { code: 'DE-BY', year: '2027' })],
  ['ask for bank holidays', 'Country or region', () => press('home_holidays:propose', ''), 'Country'],
  [
    'look at what is proposed',
    'Weihnachtstag',
    () =>
      submit(
        'home_holidays_propose',
        {},
        field('home_holidays_field:code', { value: 'de-by' }),
        field('home_holidays_field:year', chosen('2027')),
      ),
    'Weihnachtstag',
  ],
  ['look at a calendar', 'Christmas Day', () => choose('home_holidays:menu', 'look:DE-BY')],
  [
    'ask who has a calendar',
    'Who has them',
    () => choose('home_holidays:menu', 'assign:DE-BY'),
    'Who has them',
  ],
  [
    'assign bank holidays',
    '*Acme* has the bank holidays of *DE-BY* now.',
    () =>
      submit(
        'home_holidays_assign',
        {},
        {
          'home_holidays_field:code': { 'home_holidays:code': chosen('DE-BY') },
          'home_holidays_field:team': { 'home_holidays:team': chosen('all') },
        },
      ),
    'has the bank holidays of *DE-BY* now.',
  ],
  ['ask for a day', 'Leave it empty', () => press('home_holidays:day', 'DE-BY'), 'Leave it empty'],
  [
    'change a day',
    '*DE-BY*: Fri 24 Dec 2027 was added.',
    () =>
      submit(
        'home_holidays_day',
        {},
        field('home_holidays_day_field:code', { value: 'DE-BY' }),
        field('home_holidays_day_field:date', { selected_date: '2027-12-24' }),
        field('home_holidays_day_field:name', { value: 'Heiligabend' }),
      ),
    'was added.',
  ],
  ['ask for a new link', 'New link', () => press('home_links:new', '')],
  [
    'make a link',
    'who_link_',
    () => submit('home_link_new', {}, field('home_link_field:name', { value: 'Another one' })),
  ],
  [
    'make a link that is shown in Slack',
    'who_link_',
    () =>
      submit(
        'home_link_new',
        {},
        field('home_link_field:name', { value: 'In channels' }),
        field('home_link_field:show-in-slack', { selected_options: [{ value: 'on' }] }),
      ),
  ],
  ['ask to revoke a link', 'Revoke this link?', ({ link }) => press('home_links:revoke', link)],
  ['revoke a link', 'was revoked', ({ link }) => submit('home_link_revoke', { link })],
  ['pause a digest', 'paused the morning digest', ({ digest }) => changedDigest(digest('pause'))],
]
