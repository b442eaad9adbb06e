import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/web-api'
import type { ApiKey } from '../../domain/keys/key.js'
import { maxNameLength } from '../../domain/organization/name.js'
import type { Organization, Team } from '../../domain/organization/organization.js'
import type { Reasons } from '../../domain/presence/privacy.js'
import { bold, code, plainLine, type Line } from '../../domain/words/message.js'
import type { IssuedSecret } from '../../services/keys/keys.js'
import type { createKeyLists } from '../../services/keys/lists.js'
import { context, plainText, section, shownModal } from '../modal/modal.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { teamMenu } from '../team-menu.js'
import type { KeyChoice, KeyVerb } from './key-list.js'
import { instantWords, type Reading } from './reading.js'

export const newKeyCallback = 'home_key_new'
export const changeKeyCallback = 'home_key_change'
export const secretCallback = 'home_key_secret'

/** The options of a new key, in the services' terms. */
export const keyFields = ['name', 'team', 'reasons', 'allow', 'expires'] as const
export type KeyField = (typeof keyFields)[number] | 'grace'

/** The menu of teams: a search when there are many. */
const keyTeam = 'team'

export const fieldBlock = (field: KeyField): string => `home_key_field:${field}`

const option = (text: string, value: string): PlainTextOption => ({
  text: plainText([...text].length > 37 ? `${[...text].slice(0, 36).join('')}…` : text),
  value,
})

const input = (
  field: KeyField,
  label: string,
  element: InputBlock['element'],
  { hint, optional = false }: { readonly hint?: string; readonly optional?: boolean } = {},
): KnownBlock => ({
  type: 'input',
  block_id: fieldBlock(field),
  label: plainText(label),
  element,
  optional,
  ...(hint === undefined ? {} : { hint: plainText(hint) }),
})

const reasonsField = (usual: Reasons): KnownBlock => {
  const options = [
    option('Shown, as they are', 'shown'),
    option('Hidden: all leave reads "personal"', 'hidden'),
  ]
  return input('reasons', 'Reasons', {
    type: 'static_select',
    action_id: 'reasons',
    options,
    initial_option: options[usual === 'hidden' ? 1 : 0]!,
  })
}

export const newKeyForm = (
  { plan, key_reasons, timezone }: Organization,
  teams: readonly Team[],
): ModalView => ({
  type: 'modal',
  callback_id: newKeyCallback,
  title: plainText('New API key'),
  submit: plainText('Create'),
  close: plainText('Cancel'),
  blocks: [
    input(
      'name',
      'Name',
      { type: 'plain_text_input', action_id: 'name', max_length: maxNameLength },
      { hint: 'What it is for, such as dashboard' },
    ),
    ...(teams.length === 0
      ? []
      : [input('team', 'It can see', teamMenu({ action_id: keyTeam, teams, chosen: null }))]),
    reasonsField(key_reasons ?? 'shown'),
    input(
      'allow',
      'Addresses',
      { type: 'plain_text_input', action_id: 'allow', multiline: true, max_length: 2_500 },
      {
        hint: 'Addresses or ranges that may use it, such as 203.0.113.0/24. Leave it empty for any address.',
        optional: true,
      },
    ),
    ...(plan === 'paid'
      ? [
          input(
            'expires',
            'Last day',
            { type: 'datepicker', action_id: 'expires' },
            {
              hint: `In the time zone ${timezone}. Leave it empty for a key that does not expire.`,
              optional: true,
            },
          ),
        ]
      : []),
  ],
})

const graces = [
  option('Not at all: it stops working now', '0'),
  option('1 hour', '1h'),
  option('8 hours', '8h'),
  option('24 hours', '24h'),
  option('3 days', '3d'),
  option('7 days', '7d'),
]

const usualGrace = graces.find(({ value }) => value === '24h')!

const graceField = input('grace', 'The old secret keeps working for', {
  type: 'static_select',
  action_id: 'grace',
  options: graces,
  initial_option: usualGrace,
})

type ChangeVerb = Exclude<KeyVerb, 'events'>

const questions = {
  rotate: {
    title: 'Rotate this key?',
    submit: 'Rotate',
    says: 'gets a new secret, which is shown to you once.',
  },
  disable: {
    title: 'Disable this key?',
    submit: 'Disable',
    says: 'is refused until it is enabled again. Programs that use it will get no answers.',
  },
  enable: { title: 'Enable this key?', submit: 'Enable', says: 'will be accepted again.' },
  revoke: {
    title: 'Revoke this key?',
    submit: 'Revoke',
    says: 'and its secrets stop working now, permanently. Programs that use it will get no answers.',
  },
} as const satisfies Record<ChangeVerb, { title: string; submit: string; says: string }>

/** Asks for confirmation before a key is changed, and identifies it by its name and the beginning of its secret. */
export const changeKeyForm = (
  choice: KeyChoice & { readonly verb: ChangeVerb },
  { name, secrets }: Pick<ApiKey, 'name' | 'secrets'>,
): ModalView => {
  const { title, submit, says } = questions[choice.verb]
  const said: Line = [bold(name), ' (', code(`${secrets[0]?.start ?? ''}…`), `) ${says}`]
  return {
    type: 'modal',
    callback_id: changeKeyCallback,
    private_metadata: JSON.stringify(choice),
    title: plainText(title),
    submit: plainText(submit),
    close: plainText('Cancel'),
    blocks: [section(drawLine(said)), ...(choice.verb === 'rotate' ? [graceField] : [])],
  }
}

const unconfirmed =
  'The store did not confirm this. Try the secret or check the list of keys before you rely on it.'

/** The only place where a secret is ever shown. Slack tells the app when this view is closed. */
export const secretModal = ({ key, secret, confirmed }: IssuedSecret, reading: Reading): ModalView => {
  const previous = key.secrets[1]?.valid_until ?? null
  const intro: Line = [
    'The secret of ',
    bold(key.name),
    ' is shown only once. Copy it before you close this.',
  ]
  return {
    type: 'modal',
    callback_id: secretCallback,
    private_metadata: JSON.stringify({ key: key.id }),
    notify_on_close: true,
    title: plainText('Copy the secret'),
    close: plainText('I have copied it'),
    blocks: [
      section(drawLine(intro)),
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: secret }] }],
      },
      context(drawLine(['Programs send it as ', code('Authorization: Bearer …')])),
      ...(previous === null
        ? []
        : [context(escape(`The previous secret works until ${instantWords(previous, reading)}.`))]),
      ...(confirmed ? [] : [section(unconfirmed)]),
    ],
  }
}

/** The actor: a Slack user by their name there, anyone else as the command line recorded them. */
const whoWords = (who: string): string => {
  const [, id] = /^slack:([A-Z0-9]{2,30})$/.exec(who) ?? []
  return id === undefined ? drawLine([who]) : `<@${id}>`
}

const happened = ({ what }: LoggedEvent): string =>
  what === 'secret_closed' ? ': the new secret’s window was closed' : ` ${what.replaceAll('_', ' ')}`

/** The number of log lines that one modal shows. */
export const maxEvents = 50

type LoggedEvent = Awaited<ReturnType<ReturnType<typeof createKeyLists>['events']>>[number]

const eventText = (event: LoggedEvent, names: ReadonlyMap<string, string>, reading: Reading): string => {
  const about: Line = event.key === '' ? ['all keys'] : [bold(names.get(event.key) ?? event.key)]
  const at = instantWords(event.at, reading)
  return `${escape(at)} · ${drawLine(about)}${escape(happened(event))} · ${whoWords(event.who)}`
}

/** The log of one key or of all, newest line first. `names`: of the keys, by id. */
export const eventsModal = (
  events: readonly LoggedEvent[],
  names: ReadonlyMap<string, string>,
  reading: Reading,
): ModalView =>
  shownModal(
    'Events of API keys',
    events.length === 0
      ? [section('Nothing has happened yet.')]
      : [
          ...events.slice(0, maxEvents).map((event) => context(eventText(event, names, reading))),
          ...(events.length > maxEvents
            ? [context(`The last ${maxEvents}. Older ones: \`whosout keys events\``)]
            : []),
        ],
  )

const past = { disable: 'disabled', enable: 'enabled', revoke: 'revoked' } as const

export const changedText = (
  verb: Exclude<ChangeVerb, 'rotate'>,
  { name }: Pick<ApiKey, 'name'>,
  changed: boolean,
): string => drawLine([bold(name), changed ? ` is ${past[verb]} now.` : ` was ${past[verb]} already.`])

/** Plain text, for the field of a form. */
export const rotatedJustNow = (name: string): string =>
  plainLine([
    bold(name),
    ' was rotated less than a minute ago. Wait a minute, and ask the person who rotated it.',
  ])
