import { namedBlocks } from '../blocks.js'
import { accept, refuse, refuseArguments, stringArg, type CallContext, type FakeCore } from './calls.js'
import { messageJson } from './reads.js'
import { addChannel } from '../seeds.js'
import {
  hasApp,
  isInWorkspace,
  type FakeChannel,
  type FakeMessage,
  type FakeWorkspace,
  type JsonObject,
} from '../state.js'

/** Slack truncates longer texts here. */
const textLimit = 40_000

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Nothing, or an event with a name and fields of its own; an empty object removes a message's metadata. */
const isMetadata = (given: unknown, empty: boolean): boolean => {
  if (given === undefined) return true
  if (!isObject(given)) return false
  const { event_type, event_payload } = given as JsonObject
  if (empty && event_type === undefined && event_payload === undefined) return true
  return typeof event_type === 'string' && event_type !== '' && isObject(event_payload)
}

export interface MessageContent {
  readonly text: string
  readonly blocks: readonly JsonObject[]
}

/** The content of a message, or why Slack refuses it. `capped`: the undocumented limit of chat.* applies. */
export const contentOf = (
  { rules, newId }: Pick<FakeCore, 'rules' | 'newId'>,
  args: JsonObject,
  capped: boolean,
): MessageContent | { readonly refusal: JsonObject } => {
  const text = stringArg(args, 'text')
  const given = args.blocks ?? []
  const refused = rules.blocks(given)
  if (refused !== undefined) return { refusal: refuseArguments(refused.error, refused.messages) }
  const blocks = given as readonly JsonObject[]
  if (text === undefined && blocks.length === 0) return { refusal: refuse('no_text') }
  if (capped && rules.isTooLong(blocks)) return { refusal: refuse('msg_blocks_too_long') }
  return { text: (text ?? '').slice(0, textLimit), blocks: namedBlocks(blocks, newId) }
}

/** The direct message channel between the app and a person, created on first use. */
const directChannel = (
  { state, newId }: FakeCore,
  workspace: FakeWorkspace,
  person: string,
): FakeChannel | undefined => {
  const to = state.people.get(person)
  if (to === undefined || to.team_id !== workspace.id || to.deleted || to.is_bot) return undefined
  const known = [...state.channels.values()].find(
    ({ kind, members }) =>
      kind === 'im' && members.includes(person) && members.includes(workspace.bot_user_id),
  )
  return (
    known ??
    addChannel(state, {
      id: newId('D'),
      team_id: workspace.id,
      kind: 'im',
      members: [person, workspace.bot_user_id],
    })
  )
}

/** The channel where the app may post, or why it may not. */
const postableChannel = (context: CallContext): FakeChannel | { readonly refusal: JsonObject } => {
  const { state, workspace, args } = context
  const asked = stringArg(args, 'channel')
  if (asked === undefined)
    return { refusal: refuseArguments('invalid_arguments', ['[ERROR] missing required field: channel']) }
  const channel = /^[UW]/.test(asked) ? directChannel(context, workspace, asked) : state.channels.get(asked)
  if (channel === undefined || !isInWorkspace(channel, workspace))
    return { refusal: refuse('channel_not_found') }
  if (channel.kind !== 'public' && !hasApp(channel, workspace))
    return { refusal: refuse('channel_not_found') }
  if (channel.is_archived) return { refusal: refuse('is_archived') }
  return hasApp(channel, workspace) || workspace.scopes.includes('chat:write.public')
    ? channel
    : { refusal: refuse('not_in_channel') }
}

export interface NewMessage extends MessageContent {
  readonly channel: string
  readonly thread_ts?: string | undefined
  readonly metadata?: JsonObject | undefined
}

const add = (
  { state, newTs, changed }: FakeCore,
  fields: Omit<FakeMessage, 'ts' | 'edits' | 'deleted'>,
): FakeMessage => {
  const message: FakeMessage = { ts: newTs(), ...fields, edits: [], deleted: false }
  state.messages.push(message)
  changed()
  return message
}

/** Puts a message of the app into a channel. */
export const addMessage = (
  core: FakeCore,
  workspace: FakeWorkspace,
  { channel, text, blocks, thread_ts, metadata }: NewMessage,
): FakeMessage => {
  const app = { team_id: workspace.id, user: workspace.bot_user_id }
  return add(core, {
    ...app,
    channel,
    text,
    blocks,
    thread_ts: thread_ts ?? null,
    metadata: metadata ?? null,
  })
}

/** A message that a person writes. */
export const addWritten = (
  core: FakeCore,
  written: Pick<FakeMessage, 'user' | 'channel' | 'text'>,
): FakeMessage => add(core, { ...written, team_id: null, thread_ts: null, blocks: [], metadata: null })

export const editMessage = (core: FakeCore, message: FakeMessage, { text, blocks }: MessageContent): void => {
  message.edits.push({ text: message.text, blocks: message.blocks, until: core.newTs() })
  message.text = text
  message.blocks = blocks
  core.changed()
}

export const postMessage = (context: CallContext): JsonObject => {
  const { workspace, args } = context
  const channel = postableChannel(context)
  if ('refusal' in channel) return channel.refusal
  const content = contentOf(context, args, true)
  if ('refusal' in content) return content.refusal
  if (!isMetadata(args.metadata, false)) return refuse('invalid_metadata_format')
  const message = addMessage(context, workspace, {
    ...content,
    channel: channel.id,
    thread_ts: stringArg(args, 'thread_ts'),
    metadata: args.metadata as JsonObject | undefined,
  })
  return accept({ channel: channel.id, ts: message.ts, message: messageJson(context, message) })
}

const isClosed = ({ edit_window }: FakeWorkspace, { ts }: FakeMessage, now: Date): boolean =>
  edit_window !== null && now.getTime() / 1_000 - Number(ts) > edit_window

/** The message to change, or why it cannot be changed. */
const editableMessage = (context: CallContext): FakeMessage | { readonly refusal: JsonObject } => {
  const { state, workspace, args, now } = context
  const channel = postableChannel(context)
  if ('refusal' in channel) return channel
  const ts = stringArg(args, 'ts')
  const message = state.messages.find((one) => one.channel === channel.id && one.ts === ts && !one.deleted)
  if (message === undefined) return { refusal: refuse('message_not_found') }
  if (message.team_id !== workspace.id) return { refusal: refuse('cant_update_message') }
  return isClosed(workspace, message, now()) ? { refusal: refuse('edit_window_closed') } : message
}

export const updateMessage = (context: CallContext): JsonObject => {
  const { args } = context
  const message = editableMessage(context)
  if ('refusal' in message) return message.refusal
  const content = contentOf(context, args, true)
  if ('refusal' in content) return content.refusal
  if (!isMetadata(args.metadata, true)) return refuse('invalid_metadata_format')
  // Stored copies of Slack's page disagree on whether a text alone changes the blocks. Here the blocks stay unchanged,
  // the worse case.
  editMessage(context, message, args.blocks === undefined ? { ...content, blocks: message.blocks } : content)
  if (args.metadata !== undefined)
    message.metadata =
      Object.keys(args.metadata as JsonObject).length > 0 ? (args.metadata as JsonObject) : null
  return accept({
    channel: message.channel,
    ts: message.ts,
    text: message.text,
    message: messageJson(context, message),
  })
}

/** Shows a message to one person; Slack does not store it, so there is no timestamp for changing it later. */
export const postEphemeral = (context: CallContext): JsonObject => {
  const { state, workspace, args, newTs, changed } = context
  const channel = postableChannel(context)
  if ('refusal' in channel) return channel.refusal
  const user = stringArg(args, 'user')
  if (user === undefined || !channel.members.includes(user)) return refuse('user_not_in_channel')
  const content = contentOf(context, args, true)
  if ('refusal' in content) return content.refusal
  const ts = newTs()
  state.ephemerals.push({
    ...content,
    ts,
    channel: channel.id,
    user,
    team_id: workspace.id,
    replaced: 0,
    deleted: false,
  })
  changed()
  return accept({ message_ts: ts })
}

/** Slack shows at most four. */
const maxPrompts = 4

const isPrompt = (given: unknown): given is { readonly title: string; readonly message: string } =>
  isObject(given) &&
  [(given as JsonObject).title, (given as JsonObject).message].every(
    (one) => typeof one === 'string' && one !== '',
  )

/** What an agent suggests to ask in direct messages with it. With a thread, an agent's call does nothing. */
export const suggestPrompts = ({ state, workspace, args, changed }: CallContext): JsonObject => {
  const channel = state.channels.get(stringArg(args, 'channel_id') ?? '')
  if (channel?.kind !== 'im' || !hasApp(channel, workspace)) return refuse('channel_not_found')
  const { prompts } = args
  if (!Array.isArray(prompts) || prompts.length > maxPrompts || !prompts.every(isPrompt))
    return refuseArguments('invalid_arguments', ['[ERROR] invalid prompts'])
  if (args.thread_ts === undefined)
    state.prompts.set(
      channel.id,
      prompts.map(({ message }) => message),
    )
  changed()
  return accept()
}
