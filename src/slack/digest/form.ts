import type { ActionsBlockElement, KnownBlock, ModalView } from '@slack/web-api'
import { z } from 'zod'
import { weekdays } from '../../calendar/day.js'
import type { Digest, DigestSettings } from '../../domain/digests/digest.js'
import {
  earliest,
  latest,
  weekdayWords,
  type DigestField,
  type DigestSettingsInput,
} from '../../domain/digests/settings.js'
import { nextWords } from '../../domain/words/digest-status.js'
import { seenDigest } from '../../domain/digests/seen.js'
import { capital } from '../../domain/words/message.js'
import { everybody, optionOf, shortened, teamMenu, type MenuTeam } from '../team-menu.js'
import { choice, choicesOf, ticks, type EnteredFields, type Field } from '../modal/fields.js'
import { drawForm } from '../modal/form.js'
import { saidSection } from '../modal/modal.js'
import { pressButton } from '../message/elements.js'
import { escape, mrkdwn } from '../message/mrkdwn.js'
import { zoneFields, zoneIn } from '../modal/zone-field.js'

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
export const formMemory = z.strictObject({
  channel: z.string(),
  channel_name: z.string(),
  /**
   * The response_url of the command: the only way to show a test to the asker. Valid for half an hour and five uses.
   * Empty: there was none.
   */
  response_url: z.string(),
  /** The team whose digest is shown; null: everyone's. */
  team: z.string().nullable(),
  /** `seenDigest` of the digest that is shown; null: its state when the form is drawn. */
  seen: z.string().nullable(),
  /** The time zone is typed instead of chosen. */
  typesZone: z.boolean(),
})
export type FormMemory = z.infer<typeof formMemory>

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

const formFields = [
  'time',
  'timezone',
  'typed_zone',
  'days',
  'look_ahead',
  'on_bank_holidays',
  'when_empty',
] as const satisfies readonly (DigestField | 'typed_zone')[]
export type FormField = (typeof formFields)[number]

/** The form without what becomes of it. */
export const formShape = {
  callback: 'digest_form',
  title: formTitle,
  fields: formFields,
  /** Differs by team, because Slack keeps the typed text as long as this stays the same. */
  idsOf: (field: FormField, { team }: FormMemory) => ({
    block: `digest_form:${field}:${team ?? everybody}`,
    action: `digest_field:${field}`,
  }),
  memory: formMemory,
}

/** The settings in the fields; an empty field is an empty text. */
export const settingsIn = (entered: EnteredFields<FormField>): DigestSettingsInput => ({
  time: entered.chosen('time') ?? '',
  timezone: zoneIn(entered),
  days: entered.ticked('days'),
  look_ahead: entered.chosen('look_ahead'),
  on_bank_holidays: entered.chosen('on_bank_holidays'),
  when_empty: entered.chosen('when_empty'),
})

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
    set.has(id === everybody ? null : id) ? `${shortened(name, 30)} (has one)` : name
  return [
    {
      type: 'section',
      block_id: `${formIds.which}:${memory.team ?? everybody}`,
      text: mrkdwn(`*Who it covers*${set.size > 1 ? '\nThis channel has several digests: choose one.' : ''}`),
      accessory: teamMenu({ action_id: formIds.which, teams, chosen: memory.team, label }),
    },
  ]
}

const lookAheadChoices = {
  none: 'No: each digest lists leave starting in the next 7 days',
  friday: 'On Fridays, next week',
  monday: 'On Mondays, this week',
} as const
const holidayChoices = { silent: 'Stay silent when everyone has one', post: 'Post anyway' } as const
const emptyChoices = { post: 'Post that everyone is in', silent: 'Stay silent' } as const

const fieldsOf = ({ settings, zones, memory }: FormFacts): Readonly<Record<FormField, Field | false>> => {
  const { time, timezone, days, look_ahead, on_bank_holidays, when_empty } = settings
  return {
    time: {
      label: 'Time',
      element: (action_id) => ({ type: 'timepicker', action_id, initial_time: time }),
      hint: `From ${earliest} to ${latest}`,
    },
    ...zoneFields(zones, timezone, memory.typesZone),
    days: { label: 'Days', element: ticks(choicesOf(weekdays, weekdayWords), days) },
    look_ahead: { label: 'Show a whole week', element: choice(lookAheadChoices, look_ahead) },
    on_bank_holidays: { label: 'On bank holidays', element: choice(holidayChoices, on_bank_holidays) },
    when_empty: { label: 'When nobody is out', element: choice(emptyChoices, when_empty) },
  }
}

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
    pressButton(formIds.preview, 'Preview'),
    ...(isFromHome(memory) ? [] : [pressButton(formIds.test, 'Send a test to me')]),
    ...(digest === null ? [] : [menuOf(digest)]),
  ],
})

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
export const drawDigestForm = (facts: FormFacts): ModalView => {
  const { memory, said } = facts
  const digest = shownDigest(facts)
  return drawForm(formShape, {
    submit: submitLabel(digest),
    close: 'Close',
    memory: { ...memory, seen: memory.seen ?? seenDigest(digest ?? undefined) },
    above: [headBlock(digest, facts), ...whichBlock(facts)],
    fields: fieldsOf(facts),
    below: [...(said === null ? [] : [saidSection(escape(said))]), buttons(digest, memory)],
  })
}
