import type { App } from '@slack/bolt'
import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/web-api'
import { weekdays } from '../../domain/calendar/day.js'
import { weekdayWords } from '../../domain/digests/settings.js'
import { longestName } from '../../domain/organization/name.js'
import { weekStarts, type Organization, type Settings } from '../../domain/organization/organization.js'
import { channelReasons, leaveTypes, type ChannelReasons } from '../../domain/presence/privacy.js'
import { Problem } from '../../domain/problem.js'
import { bold, capital } from '../../domain/words/message.js'
import { createOrganizations } from '../../services/organizations/organizations.js'
import type { FieldState, FormState } from '../digest/form-input.js'
import type { ListenerContext } from '../listeners.js'
import { plainText, sentenceModal } from '../modal/modal.js'
import type { Submitted, SubmitArgs } from '../modal/frames.js'
import { drawLine, escape, mrkdwn } from '../mrkdwn.js'
import { sentenceFor } from '../refusals.js'
import type { ShowHome } from './show-home.js'
import { actorOf, admitAdmin } from './rights.js'

export const organizationIds = { edit: 'home_organization:edit' } as const
const callback = 'home_organization'
const title = 'Organization'

/** The settings that can be changed here; the others need the command line. */
const fields = ['name', 'timezone', 'week_start', 'working_days', 'privacy', 'channel_reasons'] as const
type OrganizationField = (typeof fields)[number]
type ShownSettings = Pick<Settings, OrganizationField>

const shownOf = (settings: Settings): ShownSettings => {
  const { name, timezone, week_start, working_days, privacy, channel_reasons } = settings
  return {
    name,
    timezone,
    week_start,
    working_days,
    privacy,
    ...(channel_reasons && { channel_reasons }),
  }
}

const spaced = (word: string): string => word.replaceAll('_', ' ')
const listed = (words: readonly string[]): string =>
  words.length === 0 ? 'none' : words.map(spaced).join(', ')

const channelReasonWords: Readonly<Record<ChannelReasons, string>> = {
  none: 'not shown',
  masked: 'shown, except masked ones',
}

/** The organization's settings, for admins, and a button to change them. */
export const organizationBlocks = (organization: Organization): readonly KnownBlock[] => {
  const { name, timezone, week_start, working_days, privacy } = organization
  const inChannels = organization.channel_reasons ?? 'masked'
  const said = [
    [bold(name), ` · ${timezone}`],
    [`The week starts on ${weekdayWords(weekdays.find((day) => day === week_start)!)}`],
    [`Working days: ${working_days.map(weekdayWords).join(', ')}`],
    [`Masked leave types, shown as "away": ${listed(privacy)}`],
    [`Reasons in channels: ${channelReasonWords[inChannels]}`],
  ].map(drawLine)
  return [
    { type: 'header', text: plainText(title) },
    {
      type: 'section',
      text: mrkdwn(said.join('\n')),
      expand: true,
      accessory: { type: 'button', action_id: organizationIds.edit, text: plainText('Edit') },
    },
  ]
}

const blockOf = (field: OrganizationField): string => `home_organization_field:${field}`

const input = (
  field: OrganizationField,
  label: string,
  element: InputBlock['element'],
  more: { readonly optional?: boolean; readonly hint?: ReturnType<typeof plainText> } = {},
): KnownBlock => ({ type: 'input', block_id: blockOf(field), label: plainText(label), element, ...more })

const option = (text: string, value: string): PlainTextOption => ({ text: plainText(text), value })

const boxes = (
  field: OrganizationField,
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

const form = (organization: Organization): ModalView => {
  const { name, timezone, week_start, working_days, privacy, channel_reasons = 'masked' } = organization
  const inChannels = channelReasons.map((kind) => option(capital(channelReasonWords[kind]), kind))
  const starts = weekdays
    .filter((day) => weekStarts.some((start) => start === day))
    .map((day) => option(weekdayWords(day), day))
  return {
    type: 'modal',
    callback_id: callback,
    // The settings that were shown, so that another person's change in between is not undone by mistake.
    private_metadata: JSON.stringify(shownOf(organization)),
    title: plainText(title),
    submit: plainText('Save'),
    close: plainText('Cancel'),
    blocks: [
      input('name', 'Name', {
        type: 'plain_text_input',
        action_id: 'name',
        initial_value: name,
        max_length: longestName,
      }),
      input(
        'timezone',
        'Time zone',
        { type: 'plain_text_input', action_id: 'timezone', initial_value: timezone, max_length: 60 },
        { hint: plainText('UTC, or a name such as Europe/Berlin') },
      ),
      input('week_start', 'The week starts on', {
        type: 'static_select',
        action_id: 'week_start',
        options: starts,
        initial_option: starts.find(({ value }) => value === week_start) ?? starts[0]!,
      }),
      input(
        'working_days',
        'Working days',
        boxes(
          'working_days',
          weekdays.map((day) => option(weekdayWords(day), day)),
          working_days,
        ),
      ),
      input(
        'privacy',
        'Masked leave types',
        boxes(
          'privacy',
          leaveTypes.map((type) => option(spaced(type), type)),
          privacy,
        ),
        { optional: true, hint: plainText('Everyone except the person on leave sees "away" instead.') },
      ),
      input('channel_reasons', 'Reasons in channels', {
        type: 'static_select',
        action_id: 'channel_reasons',
        options: inChannels,
        initial_option: inChannels.find(({ value }) => value === channel_reasons) ?? inChannels[0]!,
      }),
    ],
  }
}

const read = (values: FormState) => {
  const of = (field: OrganizationField): FieldState => values[blockOf(field)]?.[field] ?? {}
  const ticked = (field: OrganizationField): readonly string[] =>
    (of(field).selected_options ?? []).map(({ value }) => value ?? '')
  return {
    name: of('name').value ?? '',
    timezone: of('timezone').value?.trim() ?? '',
    week_start: of('week_start').selected_option?.value ?? '',
    working_days: ticked('working_days'),
    privacy: ticked('privacy'),
    channel_reasons: of('channel_reasons').selected_option?.value ?? '',
  }
}

const said = (text: string): Submitted => ({ kind: 'view', view: sentenceModal(title, text) })

/** Parses the private metadata of the form; null when it is from another version. */
const readSeen = (metadata: string): ShownSettings | null => {
  try {
    return JSON.parse(metadata) as ShownSettings
  } catch {
    return null
  }
}

const refusedChange = (fault: unknown): Submitted => {
  if (!(fault instanceof Problem)) throw fault
  const errors = (fault.issues ?? []).map(({ path, message }): readonly [string, string] => [
    blockOf(fields.find((field) => field === path[0]) ?? 'name'),
    message,
  ])
  return errors.length > 0
    ? { kind: 'errors', errors: Object.fromEntries(errors) }
    : said(escape(sentenceFor(fault)))
}

const save = async (
  deps: ListenerContext,
  { view, context, body }: SubmitArgs,
  { _id }: Organization,
): Promise<Submitted> => {
  const seen = readSeen(view.private_metadata)
  if (seen === null) return said('This is out of date. Close it and open the Home tab again.')
  try {
    const wanted = { ...read(view.state.values), seen }
    await createOrganizations(deps).set(_id, wanted, actorOf(context.teamId ?? '', body.user.id))
    return { kind: 'closed', said: 'Saved.' }
  } catch (fault) {
    return refusedChange(fault)
  }
}

/** The organization's settings in the Home tab. The person's rights are checked on every press. */
export const registerOrganization = (
  app: App,
  deps: ListenerContext & { readonly showHome: ShowHome },
): void => {
  app.action(
    organizationIds.edit,
    deps.open(async ({ client, context, body }, { organization }) => {
      const admin = await admitAdmin(client, context.teamId ?? '', body.user.id)
      return 'refused' in admin ? sentenceModal(title, admin.refused) : form(organization)
    }),
  )
  app.view(
    callback,
    deps.submit(async (args, { organization }) => {
      const admin = await admitAdmin(args.client, args.context.teamId ?? '', args.body.user.id)
      if ('refused' in admin) return said(admin.refused)
      const submitted = await save(deps, args, organization)
      if (submitted.kind === 'errors') return submitted
      return { ...submitted, after: () => deps.showHome(args, args.body.user.id) }
    }),
  )
}
