import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/web-api'
import { weekdays } from '../../calendar/day.js'
import { weekdayWords } from '../../domain/digests/settings.js'
import { maxNameLength } from '../../domain/organization/name.js'
import {
  switches,
  weekStarts,
  type Organization,
  type Settings,
  type Switch,
} from '../../domain/organization/organization.js'
import { reasonPolicies, reasonPolicy, type ReasonPolicy } from '../../domain/presence/privacy.js'
import { capital } from '../../domain/words/message.js'
import type { FieldState, FormState } from '../digest/form-input.js'
import { formModal, plainText } from '../modal/modal.js'
import { otherZone, zoneHint, zoneInput, zoneMenu } from '../modal/zone-field.js'
import { readJson } from './admin.js'

export const organizationTitle = 'Organization'
export const organizationCallback = 'home_organization'

export const organizationIds = {
  edit: 'home_organization:edit',
  /** Choosing "Other…" shows a text field. */
  zone: 'home_organization:zone',
} as const

/** The settings that can be changed here; the others need the command line. */
const settings = ['name', 'timezone', 'week_start', 'working_days', 'reasons'] as const
type Setting = (typeof settings)[number]

export const organizationFields = [...settings, 'own_entries'] as const
type OrganizationField = (typeof organizationFields)[number]
/** A field of the form: a setting, or the text field for a time zone that the menu does not have. */
type SettingField = OrganizationField | 'typed_zone'

/** What the form showed, so that another person's change in between is not undone by mistake. */
type ShownSettings = Pick<Settings, Setting>

interface SettingsMemory {
  readonly seen: ShownSettings
  readonly own_entries: Switch
  readonly typesZone: boolean
}

const memoryOf = (organization: Organization): SettingsMemory => {
  const { name, timezone, week_start, working_days } = organization
  return {
    seen: { name, timezone, week_start, working_days, reasons: reasonPolicy(organization) },
    own_entries: organization.own_entries ?? 'on',
    typesZone: false,
  }
}

/** Null when the form is from another version. */
export const readMemory = (text: string): SettingsMemory | null => {
  const { seen, own_entries, typesZone } = readJson(text) as Partial<SettingsMemory>
  const known = switches.find((one) => one === own_entries)
  return seen?.reasons !== undefined && known && typeof typesZone === 'boolean'
    ? { seen, own_entries: known, typesZone }
    : null
}

/** Who may read why somebody else is away. */
export const policyWords: Readonly<Record<ReasonPolicy, string>> = {
  nobody: 'nobody else',
  admins: 'admins of the workspace',
  everyone: 'everyone, but not in channels',
}

export const ownEntryWords: Readonly<Record<Switch, string>> = {
  on: 'people can enter their own',
  off: 'people cannot enter their own',
}

export const blockOf = (field: SettingField): string => `home_organization_field:${field}`
const actionOf = (field: SettingField): string => (field === 'timezone' ? organizationIds.zone : field)

const input = (
  field: SettingField,
  label: string,
  element: InputBlock['element'],
  more: Pick<InputBlock, 'optional' | 'hint' | 'dispatch_action'> = {},
): KnownBlock => ({ type: 'input', block_id: blockOf(field), label: plainText(label), element, ...more })

const option = (text: string, value: string): PlainTextOption => ({ text: plainText(text), value })

const boxes = (
  field: SettingField,
  options: PlainTextOption[],
  chosen: readonly string[],
): InputBlock['element'] => {
  const initial_options = options.filter(({ value }) => chosen.includes(value ?? ''))
  return {
    type: 'checkboxes',
    action_id: field,
    options,
    ...(initial_options.length > 0 ? { initial_options } : {}),
  }
}

const select = (field: SettingField, options: PlainTextOption[], chosen: string): InputBlock['element'] => ({
  type: 'static_select',
  action_id: field,
  options,
  initial_option: options.find(({ value }) => value === chosen) ?? options[0]!,
})

const zoneFields = (
  timezone: string,
  zones: readonly string[],
  typesZone: boolean,
): readonly KnownBlock[] => {
  const menu = zoneMenu(organizationIds.zone, zones, typesZone ? otherZone : timezone)
  const field = input('timezone', 'Time zone', menu, { dispatch_action: true })
  if (!typesZone) return [field]
  return [field, input('typed_zone', 'Another time zone', zoneInput('typed_zone'), { hint: zoneHint })]
}

/** `zones`: what the menu offers. */
export const organizationForm = (
  organization: Organization,
  zones: readonly string[],
  memory: SettingsMemory = memoryOf(organization),
): ModalView => {
  const { name, timezone, week_start, working_days } = organization
  const starts = weekdays
    .filter((day) => weekStarts.some((start) => start === day))
    .map((day) => option(weekdayWords(day), day))
  const days = weekdays.map((day) => option(weekdayWords(day), day))
  const policies = reasonPolicies.map((policy) => option(capital(policyWords[policy]), policy))
  const entries = switches.map((state) => option(capital(ownEntryWords[state]), state))
  return formModal({ callback_id: organizationCallback, title: organizationTitle, submit: 'Save', memory }, [
    input('name', 'Name', {
      type: 'plain_text_input',
      action_id: 'name',
      initial_value: name,
      max_length: maxNameLength,
    }),
    ...zoneFields(timezone, zones, memory.typesZone),
    input('week_start', 'The week starts on', select('week_start', starts, week_start)),
    input('working_days', 'Working days', boxes('working_days', days, working_days)),
    input('reasons', 'Who can read reasons', select('reasons', policies, memory.seen.reasons), {
      hint: plainText('Why somebody is away. People always see their own; bank holidays are public.'),
    }),
    input('own_entries', 'Days off', select('own_entries', entries, memory.own_entries)),
  ])
}

/**
 * The input of the fields. People's own entries only when they were changed, because they are not part of what was
 * seen; so with reasons, so that the settings of a version before stay until somebody chooses.
 */
export const readOrganizationForm = (values: FormState, memory: SettingsMemory) => {
  const of = (field: SettingField): FieldState => values[blockOf(field)]?.[actionOf(field)] ?? {}
  const chosen = (field: SettingField): string => of(field).selected_option?.value ?? ''
  const ticked = (field: SettingField): readonly string[] =>
    (of(field).selected_options ?? []).map(({ value }) => value ?? '')
  const zone = chosen('timezone')
  const [reasons, own_entries] = [chosen('reasons'), chosen('own_entries')]
  return {
    name: of('name').value ?? '',
    timezone: zone === otherZone ? (of('typed_zone').value?.trim() ?? '') : zone,
    week_start: chosen('week_start'),
    working_days: ticked('working_days'),
    ...(reasons === memory.seen.reasons ? {} : { reasons }),
    ...(own_entries === memory.own_entries ? {} : { own_entries }),
  }
}
