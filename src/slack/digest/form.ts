import type { ActionsBlockElement, InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/web-api'
import { weekdays } from '../../calendar/day.js'
import type { Digest, DigestSettings } from '../../domain/digests/digest.js'
import { earliest, latest, weekdayWords, type DigestField } from '../../domain/digests/settings.js'
import { nextWords } from '../../domain/words/digest-status.js'
import { seenDigest } from '../../domain/digests/seen.js'
import { everybody } from '../ask/controls.js'
import { plainText, saidSection } from '../modal/modal.js'
import { escape, mrkdwn } from '../message/mrkdwn.js'
import { optionOf, shortened, teamMenu, type MenuTeam } from '../team-menu.js'
import { otherZone, zoneHint, zoneInput, zoneMenu } from '../modal/zone-field.js'

export const formCallback = 'digest_form'
export const formTitle = 'Morning digest'

/** Every button and menu in the form; the other fields report only on submission. */
export const formIds = {
  which: 'digest_form:which',
  /** The menu of time zones: choosing "Other…" shows a text field. */
  zone: 'digest_field:timezone',
  preview: 'digest_form:preview',
  test: 'digest_form:test',
  menu: 'digest_form:menu',
} as const

export const anyFormAction = /^digest_(?:form:|field:timezone$)/

/** The menu entries for a digest that is set. */
export const menuVerbs = ['post', 'pause', 'resume', 'remove'] as const
export type MenuVerb = (typeof menuVerbs)[number]

/** The form's private metadata, which Slack keeps between two presses. */
export interface FormMemory {
  readonly channel: string
  readonly channel_name: string
  /**
   * The response_url of the command: the only way to show a test to the asker. Valid for half an hour and five uses.
   * Empty: there was none.
   */
  readonly response_url: string
  /** The team whose digest is shown; null: everyone's. */
  readonly team: string | null
  /** `seenDigest` of the digest that is shown; null: its state when the form is drawn. */
  readonly seen: string | null
  /** The time zone is typed instead of chosen. */
  readonly typesZone: boolean
}

export interface FormFacts {
  readonly memory: FormMemory
  readonly teams: readonly MenuTeam[]
  /** The digests of this channel, including those of deleted teams. */
  readonly digests: readonly { readonly digest: Digest; readonly team: string | null }[]
  /** The initial values of the fields. */
  readonly settings: DigestSettings
  readonly zones: readonly string[]
  readonly now: Date
  /**
   * Shown next to where it was requested, above the buttons, because the top of the form may be out of sight. Plain
   * text.
   */
  readonly said: string | null
}

/** Opened from the Home tab, where there is no command to answer. */
export const isFromHome = ({ response_url }: Pick<FormMemory, 'response_url'>): boolean => response_url === ''

/** A field of the form: a setting, or the text field for a time zone that the menu does not have. */
export type FormField = DigestField | 'typed_zone'

/** Differs by team and field, because Slack keeps the typed text as long as this stays the same. */
export const blockOf = (field: FormField, team: string | null): string =>
  `digest_form:${field}:${team ?? everybody}`

export const fieldOf = (field: FormField): string => `digest_field:${field}`

const shownDigest = ({ digests, memory }: FormFacts): Digest | null =>
  digests.find(({ digest }) => digest.team_id === memory.team)?.digest ?? null

const goneTeam = 'A deleted team'

/** The teams, preceded by deleted ones that still have a digest. */
const teamsOf = ({ teams, digests }: FormFacts): readonly MenuTeam[] => {
  const known = new Set(teams.map(({ id }) => id))
  const left = digests.flatMap(({ digest: { team_id } }) =>
    team_id === null || known.has(team_id) ? [] : [{ id: team_id, name: goneTeam }],
  )
  return [...left, ...teams]
}

const whichBlock = (facts: FormFacts): readonly KnownBlock[] => {
  const { digests, memory } = facts
  const teams = teamsOf(facts)
  if (teams.length === 0) return []
  const set = new Set(digests.map(({ digest }) => digest.team_id))
  const label = ({ id, name }: MenuTeam): string =>
    set.has(id === everybody ? null : id) ? `${shortened(name, 30)} (set)` : name
  return [
    {
      type: 'section',
      block_id: `${formIds.which}:${memory.team ?? everybody}`,
      text: mrkdwn('*Who it covers*'),
      accessory: teamMenu({ action_id: formIds.which, teams, chosen: memory.team, label }),
    },
  ]
}

const input = (
  field: FormField,
  { memory }: FormFacts,
  label: string,
  element: InputBlock['element'],
  more: Pick<InputBlock, 'hint' | 'dispatch_action'> = {},
): KnownBlock => ({
  type: 'input',
  block_id: blockOf(field, memory.team),
  label: plainText(label),
  element,
  ...more,
})

const select = (
  field: DigestField,
  choices: Readonly<Record<string, string>>,
  chosen: string,
): InputBlock['element'] => {
  const options = Object.entries(choices).map(([value, text]) => longOption(text, value))
  const initial_option = options.find(({ value }) => value === chosen) ?? options[0]!
  return { type: 'static_select', action_id: fieldOf(field), options, initial_option }
}

/** A whole sentence of ours, which is never cut. */
const longOption = (text: string, value: string): PlainTextOption => ({ text: plainText(text), value })

const dayOptions = weekdays.map((day) => longOption(weekdayWords(day), day))

/** A menu of time zones, and a text field when none of them fits. */
const zoneFields = (facts: FormFacts): readonly KnownBlock[] => {
  const { zones, memory, settings } = facts
  const chosen = memory.typesZone ? otherZone : settings.timezone
  const menu = zoneMenu(fieldOf('timezone'), zones, chosen)
  const field = input('timezone', facts, 'Time zone', menu, { dispatch_action: true })
  if (!memory.typesZone) return [field]
  const typed = zoneInput(fieldOf('typed_zone'))
  return [field, input('typed_zone', facts, 'Another time zone', typed, { hint: zoneHint })]
}

const lookAheadChoices = {
  none: 'No: each digest lists leave starting in the next 7 days',
  friday: 'On Fridays, next week',
  monday: 'On Mondays, this week',
} as const
const holidayChoices = { silent: 'Stay silent when everyone has one', post: 'Post anyway' } as const
const emptyChoices = { post: 'Post that everyone is in', silent: 'Stay silent' } as const

const fields = (facts: FormFacts): readonly KnownBlock[] => {
  const { time, days, look_ahead, on_bank_holidays, when_empty } = facts.settings
  const initial_options = dayOptions.filter(({ value }) => days.some((day) => day === value))
  return [
    input(
      'time',
      facts,
      'Time',
      { type: 'timepicker', action_id: fieldOf('time'), initial_time: time },
      { hint: plainText(`From ${earliest} to ${latest}`) },
    ),
    ...zoneFields(facts),
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

const menuLabels = {
  post: 'Post now…',
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Remove…',
} as const satisfies Record<MenuVerb, string>

const menuOf = ({ paused }: Digest): ActionsBlockElement => {
  const verbs = ['post', paused ? 'resume' : 'pause', 'remove'] as const
  const options = verbs.map((verb) => optionOf(menuLabels[verb], verb))
  return { type: 'overflow', action_id: formIds.menu, options }
}

const buttons = (digest: Digest | null, memory: FormMemory): KnownBlock => ({
  type: 'actions',
  block_id: 'digest_form:buttons',
  elements: [
    button(formIds.preview, 'Preview'),
    ...(isFromHome(memory) ? [] : [button(formIds.test, 'Send a test to me')]),
    ...(digest === null ? [] : [menuOf(digest)]),
  ],
})

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const stateLine = (digest: Digest | null, now: Date): string =>
  digest === null ? 'Not set yet.' : `${capital(nextWords(digest, now))}.`

/** The channel, and the current state. */
const headBlock = (digest: Digest | null, { memory, now }: FormFacts): KnownBlock => ({
  type: 'section',
  block_id: 'digest_form:state',
  text: mrkdwn(`<#${memory.channel}>\n${escape(stateLine(digest, now))}`),
})

const submitLabel = (digest: Digest | null): string => (digest?.paused ? 'Save and resume' : 'Save')

/** The form: the settings of this channel's digest, for everyone or one team, and the actions on it. */
export const digestForm = (facts: FormFacts): ModalView => {
  const digest = shownDigest(facts)
  return {
    type: 'modal',
    callback_id: formCallback,
    private_metadata: JSON.stringify({
      ...facts.memory,
      seen: facts.memory.seen ?? seenDigest(digest ?? undefined),
    }),
    title: plainText(formTitle),
    submit: plainText(submitLabel(digest)),
    close: plainText('Close'),
    blocks: [
      headBlock(digest, facts),
      ...whichBlock(facts),
      ...fields(facts),
      ...(facts.said === null ? [] : [saidSection(escape(facts.said))]),
      buttons(digest, facts.memory),
    ],
  }
}
