import type { FakeCore } from './api/calls.js'
import { addWritten } from './api/chat.js'
import { elementsOf } from './blocks.js'
import type { Deliver, Delivered } from './delivery.js'
import {
  actionOf,
  actionPayload,
  choose,
  closedPayload,
  shortcutPayload,
  commandPayload,
  escapeCommandText,
  submissionPayload,
  suggestionPayload,
  type FormValues,
  type ShownContent,
} from './payloads.js'
import { contentOf } from './api/chat.js'
import { showReply } from './api/responses.js'
import { parseJson } from './api/requests.js'
import type { FakeChannel, FakePerson, FakeWorkspace, JsonObject, FakeView } from './state.js'
import { pushOnto, setContent } from './api/views.js'

interface TypedCommand {
  readonly user: string
  readonly channel: string
  readonly text: string
  /** The workspace it is typed in; default: the person's own. */
  readonly team_id?: string
  readonly command?: string
  /** True: `text` is sent unchanged instead of being escaped as by Slack. */
  readonly raw?: boolean
}

/** A person's message to the others in a channel. */
interface Said {
  readonly user: string
  readonly channel: string
  readonly text: string
}

interface Press {
  readonly user: string
  /** A message by its `ts`, or a view by its id; deleted ones too, for presses that arrive late. */
  readonly on: string
  readonly action_id: string
  readonly block_id?: string
  /** For elements with a choice: the value of the option, several of them, an id, a date. */
  readonly choice?: string | readonly string[] | null
  /** If set, the action from an older state of the message. */
  readonly element?: JsonObject
  /** In a view: the input before the press. */
  readonly values?: FormValues
  /** Default: the person's own workspace. */
  readonly team_id?: string
}

const found = <T>(thing: T | undefined, name: string): T => {
  if (thing === undefined) throw new Error(`the stand-in for Slack knows no ${name}`)
  return thing
}

interface FakePlace {
  readonly workspace: FakeWorkspace
  readonly person: FakePerson
}

const placeOf = ({ state }: FakeCore, user: string, team_id: string | undefined): FakePlace => {
  const person = found(state.people.get(user), user)
  return {
    person,
    workspace: found(state.workspaces.get(team_id ?? person.team_id), 'workspace of the person'),
  }
}

const shownBy = ({ state }: FakeCore, name: string): ShownContent =>
  found<ShownContent>(
    [...state.ephemerals, ...state.messages].find(({ ts }) => ts === name) ??
      state.views.find(({ id }) => id === name),
    `message or view ${name}`,
  )

const blocksOf = (shown: ShownContent): readonly JsonObject[] =>
  'hash' in shown ? (shown.content.blocks as readonly JsonObject[]) : shown.blocks

const pressedElement = (
  shown: ShownContent,
  { action_id, block_id, element }: Press,
): readonly [JsonObject, JsonObject] => {
  if (element !== undefined) return [{ block_id: block_id ?? 'gone' }, element]
  const pairs = blocksOf(shown).flatMap((block) => elementsOf(block).map((one) => [block, one] as const))
  return found(
    pairs.find(
      ([block, one]) =>
        one.action_id === action_id && (block_id === undefined || block.block_id === block_id),
    ),
    `element ${action_id} there`,
  )
}

/** A command may be answered in the body of the acknowledgement. */
const showAcknowledgement = (
  core: FakeCore,
  { workspace, person }: FakePlace,
  channel: FakeChannel,
  { status, body }: Delivered,
): void => {
  if (status !== 200 || body.trim() === '') return
  const args = parseJson(body) ?? { text: body }
  const content = contentOf(core, args, false)
  if ('refusal' in content) return
  const to = { team_id: workspace.id, channel: channel.id, user: person.id }
  showReply(core, to, content, args.response_type === 'in_channel')
}

/** Closes a modal and those on top of it. */
const close = (core: FakeCore, view: FakeView): void => {
  view.open = false
  for (const one of core.state.views) if (one.previous === view.id) close(core, one)
}

/** A submission may be answered with errors, with another view, or not at all: then the modal closes. */
const followSubmission = (core: FakeCore, view: FakeView, { status, body }: Delivered): void => {
  if (status !== 200) return
  const { response_action, errors, view: next } = parseJson(body) ?? {}
  if (response_action === 'errors') view.errors = errors as JsonObject
  else if (response_action === 'update' || response_action === 'push') {
    const refused = core.rules.view(next, 'modal')
    // The person reads "We had some trouble connecting", and the modal stays as it was.
    if (refused) view.errors = { [refused.error]: refused.messages }
    else if (response_action === 'update') setContent(core, view, next as JsonObject)
    else pushOnto(core, view, next as JsonObject)
  } else if (response_action === 'clear')
    close(core, core.state.views.find(({ id }) => id === view.root) ?? view)
  else close(core, view)
  core.changed()
}

interface Means {
  readonly core: FakeCore
  readonly deliver: Deliver
  readonly command: string
}

const typeCommand = async ({ core, deliver, command }: Means, typed: TypedCommand): Promise<Delivered> => {
  const place = placeOf(core, typed.user, typed.team_id)
  const channel = found(core.state.channels.get(typed.channel), typed.channel)
  const payload = commandPayload(core, {
    ...place,
    channel,
    command: typed.command ?? command,
    text: typed.raw === true ? typed.text : escapeCommandText(core.state, place.workspace, typed.text),
  })
  const delivered = await deliver({ kind: 'command', payload })
  showAcknowledgement(core, place, channel, delivered)
  return delivered
}

/** An ordinary message; the app is not notified. */
const sayIn = (core: FakeCore, { user, channel, text }: Said): void => {
  const { workspace, person } = placeOf(core, user, undefined)
  addWritten(core, {
    user: person.id,
    channel: found(core.state.channels.get(channel), channel).id,
    text: escapeCommandText(core.state, workspace, text),
  })
}

/** Types into an external select; resolves with the options that the app offers. Throws when Slack would refuse them. */
const suggestFor = async (
  { core, deliver }: Means,
  press: Omit<Press, 'choice'>,
  value: string,
): Promise<readonly JsonObject[]> => {
  const { workspace, person } = placeOf(core, press.user, press.team_id)
  const shown = shownBy(core, press.on)
  const [block, element] = pressedElement(shown, press)
  const payload = suggestionPayload(core, workspace, person, shown, { block, element, value })
  const { status, body } = await deliver({ kind: 'interaction', payload })
  if (status !== 200) throw new Error(`the app answered ${status} to a question for options`)
  return core.rules.options(parseJson(body))
}

const pressOn = async ({ core, deliver, command }: Means, press: Press): Promise<Delivered> => {
  const { workspace, person } = placeOf(core, press.user, press.team_id)
  const shown = shownBy(core, press.on)
  const [block, pressed] = pressedElement(shown, press)
  const element =
    pressed.type === 'external_select'
      ? { ...pressed, options: await suggestFor({ core, deliver, command }, press, '') }
      : pressed
  const chosen = element.type === 'button' ? {} : choose(element, press.choice)
  const action = actionOf(block, element, chosen, core.newTs())
  return deliver({
    kind: 'interaction',
    payload: actionPayload(core, workspace, person, shown, action, press.values),
  })
}

const openViewOf = (core: FakeCore, user: string, id: string): FakeView =>
  found(
    core.state.views.find((one) => one.id === id && one.user === user && one.open),
    `open view ${id} of ${user}`,
  )

const submitView = async (
  { core, deliver }: Means,
  user: string,
  id: string,
  values: FormValues,
): Promise<Delivered> => {
  const { workspace, person } = placeOf(core, user, undefined)
  const view = openViewOf(core, user, id)
  const payload = submissionPayload(core, workspace, person, view, values)
  const delivered = await deliver({ kind: 'interaction', payload })
  followSubmission(core, view, delivered)
  return delivered
}

/** Notifies the app only when the view asks for it with `notify_on_close`; null: it did not, or was closed already. */
const closeView = async ({ core, deliver }: Means, user: string, id: string): Promise<Delivered | null> => {
  const { workspace, person } = placeOf(core, user, undefined)
  const view = found(
    core.state.views.find((one) => one.id === id && one.user === user),
    `view ${id} of ${user}`,
  )
  if (!view.open) return null
  const root = core.state.views.find(({ id: one }) => one === view.root)
  close(core, (view.content.clear_on_close === true && root) || view)
  core.changed()
  if (view.content.notify_on_close !== true) return null
  return deliver({ kind: 'interaction', payload: closedPayload(workspace, person, view) })
}

/** `on`: the message, by its `ts`, in whose menu it is chosen; null: anywhere. `team_id`: default, the person's own. */
const chooseShortcut = (
  { core, deliver }: Means,
  user: string,
  callback_id: string,
  on: string | null,
  team_id?: string,
): Promise<Delivered> => {
  const { workspace, person } = placeOf(core, user, team_id)
  const message =
    on === null
      ? null
      : found(
          core.state.messages.find(({ ts }) => ts === on),
          `message ${on}`,
        )
  return deliver({
    kind: 'interaction',
    payload: shortcutPayload(core, workspace, person, callback_id, message),
  })
}

/** Actions of people in Slack. Each resolves once the app has answered and Slack has acted on the answer. */
export const createPeopleActions = (means: Means) => ({
  command: (typed: TypedCommand) => typeCommand(means, typed),
  say: (said: Said) => sayIn(means.core, said),
  /** What a person typed, as it stands in a message. */
  written: ({ user, text }: Pick<Said, 'user' | 'text'>) =>
    // Mentions in messages have no names.
    escapeCommandText(means.core.state, placeOf(means.core, user, undefined).workspace, text).replace(
      /<([@#]\w+)\|[^>]*>/g,
      '<$1>',
    ),
  press: (press: Press) => pressOn(means, press),
  shortcut: (user: string, callback_id: string, on: string | null = null, team_id?: string) =>
    chooseShortcut(means, user, callback_id, on, team_id),
  suggest: (press: Omit<Press, 'choice'>, typed: string) => suggestFor(means, press, typed),
  submit: (user: string, view: string, values: FormValues = {}) => submitView(means, user, view, values),
  closeView: (user: string, view: string) => closeView(means, user, view),
})
