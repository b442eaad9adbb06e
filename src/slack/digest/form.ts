import type { ActionsBlockElement, InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/web-api'
import { weekdays } from '../../domain/calendar/day.js'
import type { Digest, DigestSettings } from '../../domain/digests/digest.js'
import { earliest, latest, weekdayWords, type DigestField } from '../../domain/digests/settings.js'
import { nextWords } from '../../domain/words/digest-status.js'
import { everybody } from '../ask/controls.js'
import { context, plainText, section } from '../modal.js'
import { escape } from '../mrkdwn.js'

export const formCallback = 'digest_form'
export const formTitle = 'Morning digest'

/** Everything that can be pressed in the form; the fields beside it answer only when it is submitted. */
export const formIds = {
  which: 'digest_form:which',
  preview: 'digest_form:preview',
  test: 'digest_form:test',
  post: 'digest_form:post',
  pause: 'digest_form:pause',
  resume: 'digest_form:resume',
  remove: 'digest_form:remove',
} as const

export const anyFormAction = /^digest_form:/

/** What the form keeps in mind between two presses; Slack keeps it. */
export interface FormMemory {
  readonly channel: string
  readonly channel_name: string
  /** Of the command: the only way to show a test to the asker. Half an hour, five times. */
  readonly response_url: string
  /** Whose digest is shown; null: everybody's. */
  readonly team: string | null
}

export interface FormTeam {
  readonly id: string
  readonly name: string
}

export interface FormFacts {
  readonly memory: FormMemory
  readonly teams: readonly FormTeam[]
  /** Of this channel: those of teams that are gone are here too. */
  readonly digests: readonly { readonly digest: Digest; readonly team: string | null }[]
  /** What the fields show at first. */
  readonly settings: DigestSettings
  readonly now: Date
  /** Said where it was asked for, above the buttons: the top of the form may be out of sight. Plain text. */
  readonly said: string | null
}

/** Of another team, of another field: Slack shows what somebody typed as long as this stays. */
export const blockOf = (field: DigestField, team: string | null): string =>
  `digest_form:${field}:${team ?? everybody}`

export const fieldOf = (field: DigestField): string => `digest_field:${field}`

const longestOption = 75
const mostOptions = 100

const cut = (text: string, limit = longestOption): string =>
  text.length <= limit ? text : `${[...text].slice(0, Math.floor(limit / 2) - 1).join('')}…`

const option = (text: string, value: string): PlainTextOption => ({ text: plainText(cut(text)), value })

const shownDigest = ({ digests, memory }: FormFacts): Digest | null =>
  digests.find(({ digest }) => digest.team_id === memory.team)?.digest ?? null

const goneTeam = 'A deleted team'

/** Everybody, the teams, and teams that are gone but still have a digest. */
const choicesOf = ({ teams, digests, memory }: FormFacts): readonly PlainTextOption[] => {
  const known = new Set(teams.map(({ id }) => id))
  const left = digests.flatMap(({ digest: { team_id } }) =>
    team_id === null || known.has(team_id) ? [] : [{ id: team_id, name: goneTeam }],
  )
  const set = new Set(digests.map(({ digest }) => digest.team_id ?? everybody))
  const shown = [{ id: everybody, name: 'Everybody' }, ...left, ...teams]
  const isShown = ({ id }: FormTeam): boolean => id === (memory.team ?? everybody)
  const chosen = shown.filter((one, place) => place < mostOptions - 1 || isShown(one)).slice(0, mostOptions)
  return chosen.map(({ id, name }) =>
    option(set.has(id) ? `${cut(name, longestOption - 6)} (set)` : name, id),
  )
}

const whichBlock = (facts: FormFacts): readonly KnownBlock[] => {
  const options = choicesOf(facts)
  const initial_option =
    options.find(({ value }) => value === (facts.memory.team ?? everybody)) ?? options[0]!
  if (options.length === 1) return []
  return [
    {
      type: 'section',
      block_id: `${formIds.which}:${initial_option.value}`,
      text: { type: 'mrkdwn', text: '*Who it covers*', verbatim: true },
      accessory: { type: 'static_select', action_id: formIds.which, options: [...options], initial_option },
    },
  ]
}

const input = (
  field: DigestField,
  { memory }: FormFacts,
  label: string,
  element: InputBlock['element'],
  hint?: string,
): KnownBlock => ({
  type: 'input',
  block_id: blockOf(field, memory.team),
  label: plainText(label),
  element,
  ...(hint === undefined ? {} : { hint: plainText(hint) }),
})

const select = (
  field: DigestField,
  choices: Readonly<Record<string, string>>,
  chosen: string,
): InputBlock['element'] => {
  const options = Object.entries(choices).map(([value, text]) => option(text, value))
  const initial_option = options.find(({ value }) => value === chosen) ?? options[0]!
  return { type: 'static_select', action_id: fieldOf(field), options, initial_option }
}

const dayOptions = weekdays.map((day) => option(weekdayWords(day), day))

const lookAheadChoices = {
  none: 'No: each day lists leave starting in the next 7 days',
  friday: 'On Friday, the next week',
  monday: 'On Monday, the week',
} as const
const holidayChoices = { silent: 'Stay silent when everybody has one', post: 'Post anyway' } as const
const emptyChoices = { post: 'Post that everyone is in', silent: 'Stay silent' } as const

const fields = (facts: FormFacts): readonly KnownBlock[] => {
  const { time, timezone, days, look_ahead, on_bank_holidays, when_empty } = facts.settings
  const initial_options = dayOptions.filter(({ value }) => days.some((day) => day === value))
  return [
    input(
      'time',
      facts,
      'Time',
      { type: 'timepicker', action_id: fieldOf('time'), initial_time: time },
      `From ${earliest} to ${latest}`,
    ),
    input(
      'timezone',
      facts,
      'Time zone',
      { type: 'plain_text_input', action_id: fieldOf('timezone'), initial_value: timezone, max_length: 60 },
      'UTC, or a name such as Europe/Berlin',
    ),
    input('days', facts, 'Days', {
      type: 'checkboxes',
      action_id: fieldOf('days'),
      options: dayOptions,
      ...(initial_options.length > 0 ? { initial_options } : {}),
    }),
    input('look_ahead', facts, 'Show a whole week', select('look_ahead', lookAheadChoices, look_ahead)),
    input(
      'on_bank_holidays',
      facts,
      'On bank holidays',
      select('on_bank_holidays', holidayChoices, on_bank_holidays),
    ),
    input('when_empty', facts, 'When nobody is out', select('when_empty', emptyChoices, when_empty)),
  ]
}

const button = (action_id: string, text: string): ActionsBlockElement => ({
  type: 'button',
  action_id,
  text: plainText(text),
})

const removeButton: ActionsBlockElement = {
  type: 'button',
  action_id: formIds.remove,
  text: plainText('Remove'),
  style: 'danger',
  confirm: {
    title: plainText('Remove this digest?'),
    text: plainText('Nothing will be posted anymore. The channel is told who removed it.'),
    confirm: plainText('Remove'),
    deny: plainText('Cancel'),
    style: 'danger',
  },
}

const buttons = (digest: Digest | null): KnownBlock => ({
  type: 'actions',
  block_id: 'digest_form:buttons',
  elements: [
    button(formIds.preview, 'Preview'),
    button(formIds.test, 'Send a test to me'),
    ...(digest === null
      ? []
      : [
          button(formIds.post, 'Post now'),
          digest.paused ? button(formIds.resume, 'Resume') : button(formIds.pause, 'Pause'),
          removeButton,
        ]),
  ],
})

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const stateLine = (digest: Digest | null, now: Date): string =>
  digest === null ? 'Not set yet.' : `${capital(nextWords(digest, now))}.`

const submitLabel = (digest: Digest | null): string => (digest?.paused ? 'Save and resume' : 'Save')

/** The form: what is set in this channel for everybody or for one team, and what can be done with it. */
export const digestForm = (facts: FormFacts): ModalView => {
  const digest = shownDigest(facts)
  return {
    type: 'modal',
    callback_id: formCallback,
    private_metadata: JSON.stringify(facts.memory),
    title: plainText(formTitle),
    submit: plainText(submitLabel(digest)),
    close: plainText('Close'),
    blocks: [
      ...whichBlock(facts),
      context(escape(stateLine(digest, facts.now))),
      ...fields(facts),
      ...(facts.said === null ? [] : [section(escape(facts.said))]),
      buttons(digest),
    ],
  }
}
