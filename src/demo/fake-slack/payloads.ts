import type { FakeCore } from './api/calls.js'
import { elementsOf } from './blocks.js'
import { messageJson } from './api/reads.js'
import { openResponseUrl } from './api/responses.js'
import type {
  FakeChannel,
  FakeEphemeral,
  FakeMessage,
  FakePerson,
  FakeWorkspace,
  JsonObject,
  FakeView,
} from './state.js'
import { viewJson } from './api/views.js'

/** Slack's names for channels whose name an app may not know. */
const channelName = ({ kind, name }: FakeChannel): string =>
  kind === 'im' ? 'directmessage' : kind === 'private' ? 'privategroup' : name

const triggerLife = 3_000

/** A trigger for one views.open within three seconds. */
const openTrigger = ({ state, now, newSecret }: FakeCore, team_id: string, user: string): string => {
  const trigger = { id: newSecret(), team_id, user, expires: now().getTime() + triggerLife, used: false }
  state.triggers.set(trigger.id, trigger)
  return trigger.id
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const broadcasts = new Set(['here', 'channel', 'everyone'])

/** As an app with `should_escape: true` receives it: `@ana` is `<@U1|ana>`, `#team` is `<#C1|team>`. */
export const escapeCommandText = (
  { people, channels }: FakeCore['state'],
  { id }: FakeWorkspace,
  typed: string,
): string =>
  escapeText(typed)
    .replace(/(?<![\w@])@([\w.-]*\w)/g, (all, name: string) => {
      if (broadcasts.has(name)) return `<!${name}>`
      const person = [...people.values()].find((one) => one.name === name && one.team_id === id)
      return person === undefined ? all : `<@${person.id}|${name}>`
    })
    .replace(/(?<![\w&])#([\w-]+)/g, (all, name: string) => {
      const channel = [...channels.values()].find((one) => one.name === name && one.team_id === id)
      return channel === undefined ? all : `<#${channel.id}|${name}>`
    })

export interface CommandFacts {
  readonly workspace: FakeWorkspace
  readonly person: FakePerson
  readonly channel: FakeChannel
  readonly command: string
  /** Already escaped. */
  readonly text: string
}

/** The fields of a slash command's form. */
export const commandPayload = (core: FakeCore, facts: CommandFacts): Readonly<Record<string, string>> => {
  const { workspace, person, channel, command, text } = facts
  const opened = openResponseUrl(core, {
    team_id: workspace.id,
    channel: channel.id,
    user: person.id,
    original: null,
  })
  return {
    token: 'deprecated',
    team_id: workspace.id,
    team_domain: workspace.domain,
    ...(workspace.enterprise_id === null
      ? {}
      : { enterprise_id: workspace.enterprise_id, enterprise_name: 'Enterprise' }),
    channel_id: channel.id,
    channel_name: channelName(channel),
    user_id: person.id,
    user_name: person.name,
    command,
    text,
    api_app_id: 'A0WHOSOUT',
    is_enterprise_install: 'false',
    response_url: core.url() + opened.path,
    trigger_id: openTrigger(core, workspace.id, person.id),
  }
}

const frame = (workspace: FakeWorkspace, person: FakePerson): JsonObject => ({
  user: { id: person.id, username: person.name, name: person.name, team_id: person.team_id },
  team: { id: workspace.id, domain: workspace.domain },
  enterprise: workspace.enterprise_id === null ? null : { id: workspace.enterprise_id, name: 'Enterprise' },
  is_enterprise_install: false,
  api_app_id: 'A0WHOSOUT',
  token: 'deprecated',
})

/** The fields that a press or a choice adds to the element. */
export const actionOf = (
  block: JsonObject,
  element: JsonObject,
  chosen: JsonObject,
  action_ts: string,
): JsonObject => ({
  type: element.type,
  block_id: block.block_id,
  action_id: element.action_id,
  ...(element.type === 'button' ? { text: element.text } : {}),
  ...(element.value === undefined ? {} : { value: element.value }),
  ...chosen,
  action_ts,
})

export type ShownContent = FakeMessage | FakeEphemeral | FakeView

const isView = (shown: ShownContent): shown is FakeView => 'hash' in shown

/** The payload of a press on an element in a message or a view. */
export const actionPayload = (
  core: FakeCore,
  workspace: FakeWorkspace,
  person: FakePerson,
  shown: ShownContent,
  action: JsonObject,
  values: FormValues = {},
): JsonObject => ({
  type: 'block_actions',
  ...frame(workspace, person),
  trigger_id: openTrigger(core, workspace.id, person.id),
  ...(isView(shown) ? viewPart(shown, workspace, values) : messagePart(core, workspace, person, shown)),
  actions: [action],
})

/** A press also carries the values of the fields. */
const viewPart = (view: FakeView, workspace: FakeWorkspace, values: FormValues): JsonObject => ({
  container: { type: 'view', view_id: view.id },
  view: { ...viewJson(view, workspace), state: viewState(view, values) },
})

/** The request for the options of an external select; `value` is the text typed so far. */
export const suggestionPayload = (
  core: FakeCore,
  workspace: FakeWorkspace,
  person: FakePerson,
  shown: ShownContent,
  asked: { readonly block: JsonObject; readonly element: JsonObject; readonly value: string },
): JsonObject => {
  const { container, ...place } = isView(shown)
    ? { container: { type: 'view', view_id: shown.id }, view: viewJson(shown, workspace) }
    : messagePart(core, workspace, person, shown)
  return {
    type: 'block_suggestion',
    ...frame(workspace, person),
    container,
    ...place,
    block_id: asked.block.block_id,
    action_id: asked.element.action_id,
    value: asked.value,
  }
}

/** An ephemeral message is not repeated in the payload, because Slack does not store it. */
const messagePart = (
  core: FakeCore,
  workspace: FakeWorkspace,
  person: FakePerson,
  shown: FakeMessage | FakeEphemeral,
): JsonObject => {
  const channel = core.state.channels.get(shown.channel)!
  const opened = openResponseUrl(core, {
    team_id: workspace.id,
    channel: shown.channel,
    user: person.id,
    original: shown.ts,
  })
  return {
    container: {
      type: 'message',
      message_ts: shown.ts,
      channel_id: shown.channel,
      is_ephemeral: !('edits' in shown),
    },
    channel: { id: shown.channel, name: channelName(channel) },
    ...('edits' in shown ? { message: messageJson(core, shown) } : {}),
    state: { values: {} },
    response_url: core.url() + opened.path,
  }
}

/** A person's input, by action_id: a text, the value of an option, several of them, an id, or null. */
export type FormValues = Readonly<Record<string, string | readonly string[] | null>>

interface Option {
  readonly text?: JsonObject
  readonly value: string
}

const optionsOf = (element: JsonObject): readonly Option[] =>
  (element.options as Option[] | undefined) ??
  (element.option_groups as { options: Option[] }[] | undefined)?.flatMap(({ options }) => options) ??
  []

/** The field in which each kind of element has its value, and the field with its initial value. */
const choiceFields: Readonly<Record<string, readonly [chosen: string, initial: string]>> = {
  plain_text_input: ['value', 'initial_value'],
  users_select: ['selected_user', 'initial_user'],
  conversations_select: ['selected_conversation', 'initial_conversation'],
  channels_select: ['selected_channel', 'initial_channel'],
  datepicker: ['selected_date', 'initial_date'],
  timepicker: ['selected_time', 'initial_time'],
  static_select: ['selected_option', 'initial_option'],
  external_select: ['selected_option', 'initial_option'],
  radio_buttons: ['selected_option', 'initial_option'],
  overflow: ['selected_option', 'initial_option'],
  checkboxes: ['selected_options', 'initial_options'],
  multi_static_select: ['selected_options', 'initial_options'],
}

/** The state of one element after a person chose `value`; undefined: unchanged. Throws when `value` is not offered. */
export const choose = (
  element: JsonObject,
  value: string | readonly string[] | null | undefined,
): JsonObject => {
  const [field, initial] = choiceFields[String(element.type)] ?? ['value', 'value']
  if (value === undefined) return { [field]: element[initial] ?? (field === 'selected_options' ? [] : null) }
  const option = (wanted: string): Option => {
    // The options that the app returned for a search are not stored: the app must handle any value anyway.
    if (element.type === 'external_select')
      return { text: { type: 'plain_text', text: wanted }, value: wanted }
    const found = optionsOf(element).find((one) => one.value === wanted)
    if (found === undefined) throw new Error(`${String(element.action_id)} offers no ${wanted}`)
    return found
  }
  if (field === 'selected_options') return { [field]: [value ?? []].flat().map(option) }
  return { [field]: field === 'selected_option' && typeof value === 'string' ? option(value) : value }
}

/** The `state.values` of a view: block_id → action_id → state. */
const viewState = (view: FakeView, values: FormValues): JsonObject => ({
  values: Object.fromEntries(
    (view.content.blocks as readonly JsonObject[])
      .filter((block) => elementsOf(block).some(({ type }) => type !== 'button'))
      .map((block) => [
        block.block_id,
        Object.fromEntries(
          elementsOf(block)
            .filter(({ type }) => type !== 'button')
            .map((element) => [
              element.action_id,
              { type: element.type, ...choose(element, values[String(element.action_id)]) },
            ]),
        ),
      ]),
  ),
})

export const submissionPayload = (
  core: FakeCore,
  workspace: FakeWorkspace,
  person: FakePerson,
  view: FakeView,
  values: FormValues,
): JsonObject => ({
  type: 'view_submission',
  ...frame(workspace, person),
  trigger_id: openTrigger(core, workspace.id, person.id),
  view: { ...viewJson(view, workspace), state: viewState(view, values) },
  response_urls: [],
})

const onMessage = (core: FakeCore, workspace: FakeWorkspace, person: FakePerson, on: FakeMessage) => {
  const { channel, message, response_url } = messagePart(core, workspace, person, on)
  return { channel, message, message_ts: on.ts, response_url }
}

/** A shortcut on a message; a global one has no channel, and nothing to answer to but a trigger. */
export const shortcutPayload = (
  core: FakeCore,
  workspace: FakeWorkspace,
  person: FakePerson,
  callback_id: string,
  on: FakeMessage | null,
): JsonObject => ({
  type: on ? 'message_action' : 'shortcut',
  ...frame(workspace, person),
  ...(on && onMessage(core, workspace, person, on)),
  callback_id,
  action_ts: core.newTs(),
  trigger_id: openTrigger(core, workspace.id, person.id),
})

export const closedPayload = (workspace: FakeWorkspace, person: FakePerson, view: FakeView): JsonObject => ({
  type: 'view_closed',
  ...frame(workspace, person),
  view: viewJson(view, workspace),
  is_cleared: false,
})
