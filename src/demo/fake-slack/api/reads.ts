import { accept, flagArg, numberArg, refuse, refuseArguments, stringArg, type CallContext } from './calls.js'
import { statusJson } from './profiles.js'
import {
  hasApp,
  isInWorkspace,
  type ChannelKind,
  type FakeChannel,
  type FakeMessage,
  type FakePerson,
  type FakeWorkspace,
  type JsonObject,
} from '../state.js'

export const testAuth = ({ workspace, state, url }: CallContext): JsonObject =>
  accept({
    url: `${url()}/`,
    team: workspace.name,
    team_id: workspace.id,
    user: state.people.get(workspace.bot_user_id)?.name ?? '',
    user_id: workspace.bot_user_id,
    bot_id: workspace.bot_id,
    is_enterprise_install: false,
    ...(workspace.enterprise_id === null ? {} : { enterprise_id: workspace.enterprise_id }),
  })

const missingScope = (workspace: FakeWorkspace, needed: string): JsonObject | undefined =>
  workspace.scopes.includes(needed)
    ? undefined
    : refuse('missing_scope', { needed, provided: workspace.scopes.join(',') })

/** As Slack shows them to an app: the e-mail address needs a scope, and the locale must be requested. */
export const userJson = (
  person: FakePerson,
  { workspace, args, now }: Pick<CallContext, 'workspace' | 'args' | 'now'>,
): JsonObject => ({
  id: person.id,
  team_id: person.team_id,
  name: person.name,
  real_name: person.real_name,
  deleted: person.deleted,
  is_bot: person.is_bot,
  is_app_user: false,
  profile: {
    real_name: person.real_name,
    display_name: person.display_name,
    ...statusJson(person, now()),
    ...(person.email !== null && workspace.scopes.includes('users:read.email')
      ? { email: person.email }
      : {}),
  },
  // Slack leaves these out for deactivated people.
  ...(person.deleted ? {} : aliveJson(person, flagArg(args, 'include_locale'))),
  ...(person.team_id === workspace.id ? {} : { is_stranger: true }),
  ...(person.is_invited_user ? { is_invited_user: true } : {}),
})

const aliveJson = (person: FakePerson, withLocale: boolean): JsonObject => ({
  tz: person.tz,
  is_admin: person.is_admin,
  is_owner: person.is_owner,
  is_primary_owner: false,
  is_restricted: person.is_restricted,
  is_ultra_restricted: person.is_ultra_restricted,
  ...(withLocale ? { locale: person.locale } : {}),
})

/** A workspace sees its own people, and people from elsewhere who share a channel with it. */
const isVisible = ({ state, workspace }: CallContext, person: FakePerson): boolean =>
  person.team_id === workspace.id ||
  [...state.channels.values()].some(
    (channel) => isInWorkspace(channel, workspace) && channel.members.includes(person.id),
  )

export const userInfo = (context: CallContext): JsonObject => {
  const person = context.state.people.get(stringArg(context.args, 'user') ?? '')
  return person === undefined || !isVisible(context, person)
    ? refuse('user_not_found')
    : accept({ user: userJson(person, context) })
}

/** Cursors are encoded positions in the list, as in Slack. */
const page = <T>(
  all: readonly T[],
  args: JsonObject,
  size: number,
): { items: readonly T[]; next: string } | null => {
  const cursor = stringArg(args, 'cursor')
  const match = /^next:(\d+)$/.exec(
    cursor === undefined ? 'next:0' : Buffer.from(cursor, 'base64').toString(),
  )
  if (match === null) return null
  const end = Number(match[1]) + size
  return {
    items: all.slice(Number(match[1]), end),
    next: end < all.length ? Buffer.from(`next:${end}`).toString('base64') : '',
  }
}

export const listUsers = (context: CallContext): JsonObject => {
  const people = [...context.state.people.values()].filter((person) => isVisible(context, person))
  const found = page(people, context.args, numberArg(context.args, 'limit') || people.length || 1)
  if (found === null) return refuse('invalid_cursor')
  return accept({
    members: found.items.map((person) => userJson(person, context)),
    cache_ts: Math.floor(context.now().getTime() / 1_000),
    response_metadata: { next_cursor: found.next },
  })
}

/** All groups of the workspace in one answer, as in Slack. */
export const listUsergroups = ({ state, workspace }: CallContext): JsonObject =>
  accept({
    usergroups: [...state.usergroups.values()]
      .filter(({ team_id }) => team_id === workspace.id)
      .map(({ id, team_id, name, users }) => ({ id, team_id, name, users: [...users] })),
  })

const scopeFamily: Readonly<Record<ChannelKind, string>> = {
  public: 'channels',
  private: 'groups',
  im: 'im',
  mpim: 'mpim',
}

/** The requested channel, or why the app may not see it. */
const visibleChannel = (
  { state, workspace, args }: CallContext,
  right: 'read' | 'history',
): FakeChannel | { readonly refusal: JsonObject } => {
  const asked = stringArg(args, 'channel')
  if (asked === undefined)
    return { refusal: refuseArguments('invalid_arguments', ['[ERROR] missing required field: channel']) }
  const channel = state.channels.get(asked)
  if (channel === undefined || !isInWorkspace(channel, workspace))
    return { refusal: refuse('channel_not_found') }
  const refusal = missingScope(workspace, `${scopeFamily[channel.kind]}:${right}`)
  if (refusal !== undefined) return { refusal }
  return channel.kind !== 'public' && !hasApp(channel, workspace)
    ? { refusal: refuse('channel_not_found') }
    : channel
}

const channelJson = (channel: FakeChannel, workspace: FakeWorkspace, withCount: boolean): JsonObject => ({
  id: channel.id,
  ...(channel.kind === 'im'
    ? { user: channel.members.find((id) => id !== workspace.bot_user_id) }
    : { name: channel.name, name_normalized: channel.name, is_member: hasApp(channel, workspace) }),
  is_channel: channel.kind === 'public',
  is_group: channel.kind === 'private',
  is_im: channel.kind === 'im',
  is_mpim: channel.kind === 'mpim',
  is_private: channel.kind !== 'public',
  is_archived: channel.is_archived,
  is_general: false,
  is_shared: channel.shared_with.length > 0,
  is_ext_shared: channel.shared_with.length > 0,
  is_org_shared: false,
  is_pending_ext_shared: false,
  context_team_id: workspace.id,
  ...(channel.shared_with.length > 0
    ? { shared_team_ids: [channel.team_id, ...channel.shared_with], conversation_host_id: channel.team_id }
    : {}),
  ...(withCount ? { num_members: channel.members.length } : {}),
})

export const channelInfo = (context: CallContext): JsonObject => {
  const channel = visibleChannel(context, 'read')
  if ('refusal' in channel) return channel.refusal
  return accept({
    channel: channelJson(channel, context.workspace, flagArg(context.args, 'include_num_members')),
  })
}

/** Pages of people's ids: those of any channel that the app may see, whether it is in it or not. */
export const channelMembers = (context: CallContext): JsonObject => {
  const channel = visibleChannel(context, 'read')
  if ('refusal' in channel) return channel.refusal
  const size = numberArg(context.args, 'limit') ?? 100
  if (size < 1 || size > 1_000) return refuse('invalid_limit')
  const found = page(channel.members, context.args, size)
  if (found === null) return refuse('invalid_cursor')
  return accept({ members: found.items, response_metadata: { next_cursor: found.next } })
}

/** Of the app, or of the requested person, of the requested kinds; private ones only where the app is, too. */
export const ownChannels = (context: CallContext): JsonObject => {
  const { state, workspace, args } = context
  const user = stringArg(args, 'user') ?? workspace.bot_user_id
  const kinds = (stringArg(args, 'types') ?? 'public_channel').split(',')
  const refusal = kinds
    .map((kind) => missingScope(workspace, kind === 'public_channel' ? 'channels:read' : 'groups:read'))
    .find((missing) => missing !== undefined)
  if (refusal) return refusal
  const channels = [...state.channels.values()].filter(
    (channel) =>
      isInWorkspace(channel, workspace) &&
      channel.members.includes(user) &&
      (channel.kind === 'public' || hasApp(channel, workspace)) &&
      !(channel.is_archived && flagArg(args, 'exclude_archived')) &&
      kinds.includes(`${channel.kind}_channel`),
  )
  const found = page(channels, args, numberArg(args, 'limit') ?? 100)
  if (found === null) return refuse('invalid_cursor')
  return accept({
    channels: found.items.map((channel) => channelJson(channel, workspace, false)),
    response_metadata: { next_cursor: found.next },
  })
}

/** A message as Slack shows it to an app. */
export const messageJson = (
  { state }: Pick<CallContext, 'state'>,
  message: FakeMessage,
  withMetadata = false,
): JsonObject => {
  const poster = message.team_id === null ? undefined : state.workspaces.get(message.team_id)
  return {
    type: 'message',
    user: message.user,
    ts: message.ts,
    text: message.text,
    ...(poster === undefined ? {} : { bot_id: poster.bot_id, app_id: 'A0WHOSOUT', team: poster.id }),
    ...(message.blocks.length > 0 ? { blocks: message.blocks } : {}),
    ...(message.thread_ts === null ? {} : { thread_ts: message.thread_ts }),
    ...(message.edits.length > 0 ? { edited: { user: message.user, ts: message.edits.at(-1)!.until } } : {}),
    ...(withMetadata && message.metadata !== null ? { metadata: message.metadata } : {}),
  }
}

const isTs = (text: string | undefined): boolean => text === undefined || /^\d+(\.\d+)?$/.test(text)

/** Newest first, without replies in threads; messages at `oldest` and `latest` are left out unless `inclusive`. */
const messagesBetween = ({ state, args }: CallContext, channel: FakeChannel): FakeMessage[] => {
  const oldest = Number(stringArg(args, 'oldest') ?? 0)
  const latest = Number(stringArg(args, 'latest') ?? Infinity)
  const inclusive = flagArg(args, 'inclusive')
  return state.messages
    .filter((message) => message.channel === channel.id && !message.deleted && message.thread_ts === null)
    .filter(({ ts }) => {
      const at = Number(ts)
      return (at > oldest && at < latest) || (inclusive && (at === oldest || at === latest))
    })
    .sort((a, b) => Number(b.ts) - Number(a.ts))
}

export const channelHistory = (context: CallContext): JsonObject => {
  const { args, workspace } = context
  const channel = visibleChannel(context, 'history')
  if ('refusal' in channel) return channel.refusal
  if (!hasApp(channel, workspace)) return refuse('not_in_channel')
  if (!isTs(stringArg(args, 'oldest'))) return refuse('invalid_ts_oldest')
  if (!isTs(stringArg(args, 'latest'))) return refuse('invalid_ts_latest')
  const size = Math.min(numberArg(args, 'limit') ?? 100, workspace.history_page)
  const found = page(messagesBetween(context, channel), args, size)
  if (found === null) return refuse('invalid_cursor')
  const withMetadata = flagArg(args, 'include_all_metadata')
  return accept({
    messages: found.items.map((message) => messageJson(context, message, withMetadata)),
    has_more: found.next !== '',
    pin_count: 0,
    ...(found.next === '' ? {} : { response_metadata: { next_cursor: found.next } }),
  })
}
