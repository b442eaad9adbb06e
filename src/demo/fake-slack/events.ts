import type { FakeCore } from './api/calls.js'
import { addWritten } from './api/chat.js'
import type { Deliver, Delivered } from './delivery.js'
import { userJson } from './api/reads.js'
import { viewJson } from './api/views.js'
import type { FakeChannel, FakePerson, FakeWorkspace, JsonObject } from './state.js'

interface EventOptions {
  /** Default: a new one. The same id again means that Slack repeats the event. */
  readonly event_id?: string
  /** If set, this is a repetition, the first being 1. */
  readonly retry?: { readonly number: number; readonly reason: string }
}

const wrap = (
  { newId, now, state }: FakeCore,
  workspace: FakeWorkspace,
  event: JsonObject,
  event_id: string | undefined,
): JsonObject => ({
  token: 'deprecated',
  team_id: workspace.id,
  ...(workspace.enterprise_id === null ? {} : { enterprise_id: workspace.enterprise_id }),
  context_team_id: workspace.id,
  api_app_id: 'A0WHOSOUT',
  event,
  type: 'event_callback',
  event_id: event_id ?? newId('Ev'),
  event_time: Math.floor(now().getTime() / 1_000),
  authorizations: [
    {
      enterprise_id: workspace.enterprise_id,
      team_id: workspace.id,
      user_id: workspace.bot_user_id,
      is_bot: true,
      is_enterprise_install: false,
    },
  ],
  is_ext_shared_channel: (state.channels.get(String(event['channel']))?.shared_with.length ?? 0) > 0,
})

const retryHeaders = ({ retry }: EventOptions): Record<string, string> =>
  retry === undefined
    ? {}
    : { 'X-Slack-Retry-Num': String(retry.number), 'X-Slack-Retry-Reason': retry.reason }

/** Sends any event, wrapped and signed. */
const createSend =
  (core: FakeCore, deliver: Deliver) =>
  (team_id: string, event: JsonObject, options: EventOptions = {}): Promise<Delivered> =>
    deliver({
      kind: 'event',
      payload: wrap(core, core.state.workspaces.get(team_id)!, event, options.event_id),
      headers: retryHeaders(options),
    })

const family = ({ kind }: FakeChannel): 'channel' | 'group' => (kind === 'public' ? 'channel' : 'group')

type SendEvent = ReturnType<typeof createSend>

const createChannelEvents = ({ state, newTs, changed }: FakeCore, send: SendEvent) => {
  const setArchived = (id: string, user: string, archived: boolean): Promise<Delivered> => {
    const channel = state.channels.get(id)!
    channel.is_archived = archived
    changed()
    const type = `${family(channel)}_${archived ? 'archive' : 'unarchive'}`
    return send(channel.team_id, { type, channel: id, user, event_ts: newTs() })
  }
  return {
    archive: (channel: string, by: string) => setArchived(channel, by, true),
    unarchive: (channel: string, by: string) => setArchived(channel, by, false),
    /** Another workspace joins a channel, or leaves it (Slack Connect). */
    connect: (id: string, workspace: string) => {
      const channel = state.channels.get(id)!
      channel.shared_with.push(workspace)
      changed()
      const shared = { type: 'channel_shared', connected_team_id: workspace, channel: id }
      return send(channel.team_id, { ...shared, event_ts: newTs() })
    },
    disconnect: (id: string, workspace: string) => {
      const channel = state.channels.get(id)!
      channel.shared_with = channel.shared_with.filter((other) => other !== workspace)
      changed()
      const is_ext_shared = channel.shared_with.length > 0
      const unshared = { type: 'channel_unshared', previously_connected_team_id: workspace, channel: id }
      return send(channel.team_id, { ...unshared, is_ext_shared, event_ts: newTs() })
    },
    join: (user: string, id: string) => {
      const channel = state.channels.get(id)!
      const { team_id } = state.people.get(user)!
      channel.members.push(user)
      changed()
      const channel_type = channel.kind === 'public' ? 'C' : 'G'
      const joined = { type: 'member_joined_channel', user, channel: id, channel_type, team: team_id }
      return send(channel.team_id, { ...joined, event_ts: newTs() })
    },
  }
}

const createPersonEvents = ({ state, newTs, now, changed }: FakeCore, send: SendEvent) => {
  const tell = (type: string, id: string): Promise<Delivered> => {
    const person = state.people.get(id)!
    const workspace = state.workspaces.get(person.team_id)!
    const user = userJson(person, { workspace, args: {}, now })
    return send(workspace.id, { type, user, event_ts: newTs() })
  }
  return {
    joinWorkspace: (user: string) => tell('team_join', user),
    /** Slack also sends this for every status change, which changes nothing here. */
    changePerson: (user: string, fields: Partial<Omit<FakePerson, 'id' | 'team_id'>>) => {
      Object.assign(state.people.get(user)!, fields)
      changed()
      return tell('user_change', user)
    },
  }
}

/** Slack sends both for an uninstall, in either order: call both to simulate one. */
const createEnds = ({ state, newTs, changed }: FakeCore, send: SendEvent) => ({
  uninstall: (team_id: string) => {
    state.workspaces.get(team_id)!.app = 'uninstalled'
    changed()
    return send(team_id, { type: 'app_uninstalled', event_ts: newTs() })
  },
  /** People withdraw what they allowed the app, or an admin does. */
  revokeUsers: (team_id: string, users: readonly string[]) => {
    for (const token of state.userTokens.values()) if (users.includes(token.user)) token.revoked = true
    changed()
    return send(team_id, {
      type: 'tokens_revoked',
      tokens: { oauth: [...users], bot: [] },
      event_ts: newTs(),
    })
  },
  revokeTokens: (team_id: string) => {
    const workspace = state.workspaces.get(team_id)!
    workspace.app = 'revoked'
    changed()
    const tokens = { oauth: [], bot: [workspace.bot_user_id] }
    return send(team_id, { type: 'tokens_revoked', tokens, event_ts: newTs() })
  },
})

const contextOf = (team_id: string, seen: string | null): JsonObject =>
  seen === null ? {} : { entities: [{ type: 'slack#/types/channel_id', value: seen, team_id }] }

/** Events in a workspace. Each changes the state and notifies the app, as Slack does. */
export const createWorkspaceEvents = (core: FakeCore, deliver: Deliver) => {
  const send = createSend(core, deliver)
  return {
    event: send,
    ...createChannelEvents(core, send),
    ...createPersonEvents(core, send),
    ...createEnds(core, send),
    /** A person writes a message, of which the app is told where it is a direct message to it, or mentions it there. */
    write: (user: string, channel: string, text: string, more: JsonObject = {}) => {
      const { team_id } = core.state.people.get(user)!
      const { bot_user_id } = core.state.workspaces.get(team_id)!
      const { kind, members } = core.state.channels.get(channel)!
      const [isDirect, isMember] = [kind === 'im', members.includes(bot_user_id)]
      const { ts } = addWritten(core, { user, channel, text })
      const type = isDirect ? 'message' : 'app_mention'
      const event = {
        type,
        user,
        channel,
        text,
        ts,
        event_ts: ts,
        ...(isDirect && { channel_type: 'im' }),
        ...more,
      }
      const isMentioned = isMember && text.includes(`<@${bot_user_id}>`)
      return isDirect || isMentioned ? send(team_id, event) : undefined
    },
    openHome: (user: string) => {
      const { team_id } = core.state.people.get(user)!
      const shown = core.state.views.find((view) => view.user === user && view.type === 'home')
      const view = shown && viewJson(shown, core.state.workspaces.get(team_id)!)
      const place = { channel: 'D0HOME', tab: 'home', event_ts: core.newTs() }
      return send(team_id, { type: 'app_home_opened', user, ...place, ...(view && { view }) })
    },
    /** Opens the direct messages with the app, `seen` being the channel that is open beside them. */
    openMessages: (user: string, channel: string, seen: string | null = null) => {
      const opened = { type: 'app_home_opened', user, channel, tab: 'messages', event_ts: core.newTs() }
      const { team_id } = core.state.people.get(user)!
      return send(team_id, { ...opened, context: contextOf(team_id, seen) })
    },
    /** Another channel is opened beside the agent. */
    look: (user: string, channel: string, seen: string) => {
      const { team_id } = core.state.people.get(user)!
      const event_ts = core.newTs()
      const context = contextOf(team_id, seen)
      return send(team_id, { type: 'app_context_changed', user, channel, context, event_ts })
    },
    /** The challenge with which Slack verifies the address. */
    verifyUrl: (challenge: string) =>
      deliver({ kind: 'event', payload: { type: 'url_verification', token: 'deprecated', challenge } }),
  }
}
