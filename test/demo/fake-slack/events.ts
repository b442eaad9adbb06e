import type { FakeCore } from '../../../src/demo/fake-slack/api/calls.js'
import { userJson } from '../../../src/demo/fake-slack/api/reads.js'
import type { Deliver, Delivered } from '../../../src/demo/fake-slack/delivery.js'
import { contextOf, wrap } from '../../../src/demo/fake-slack/events.js'
import type { FakeChannel, FakePerson, JsonObject } from '../../../src/demo/fake-slack/state.js'

interface EventOptions {
  /** Default: a new one. The same id again means that Slack repeats the event. */
  readonly event_id?: string
  /** If set, this is a repetition, the first being 1. */
  readonly retry?: { readonly number: number; readonly reason: string }
}

const createSend =
  (core: FakeCore, deliver: Deliver) =>
  (team_id: string, event: JsonObject, { event_id, retry }: EventOptions = {}): Promise<Delivered> =>
    deliver({
      kind: 'event',
      payload: {
        ...wrap(core, core.state.workspaces.get(team_id)!, event),
        ...(event_id !== undefined && { event_id }),
      },
      headers: retry
        ? { 'X-Slack-Retry-Num': String(retry.number), 'X-Slack-Retry-Reason': retry.reason }
        : {},
    })

type SendEvent = ReturnType<typeof createSend>

const family = ({ kind }: FakeChannel): 'channel' | 'group' => (kind === 'public' ? 'channel' : 'group')

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

/** What happens in a workspace beside what the people of the demo do. */
export const createFurtherEvents = (core: FakeCore, deliver: Deliver) => {
  const send = createSend(core, deliver)
  return {
    event: send,
    ...createChannelEvents(core, send),
    ...createPersonEvents(core, send),
    ...createEnds(core, send),
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
