import type { FakeCore } from './api/calls.js'
import { addWritten } from './api/chat.js'
import type { Deliver, Delivered } from './delivery.js'
import { viewJson } from './api/views.js'
import type { FakeWorkspace, JsonObject } from './state.js'

/** An event as Slack sends it. */
export const wrap = (
  { newId, now, state }: FakeCore,
  workspace: FakeWorkspace,
  event: JsonObject,
): JsonObject => ({
  token: 'deprecated',
  team_id: workspace.id,
  ...(workspace.enterprise_id === null ? {} : { enterprise_id: workspace.enterprise_id }),
  context_team_id: workspace.id,
  api_app_id: 'A0WHOSOUT',
  event,
  type: 'event_callback',
  event_id: newId('Ev'),
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

const createSend =
  (core: FakeCore, deliver: Deliver) =>
  (team_id: string, event: JsonObject): Promise<Delivered> =>
    deliver({ kind: 'event', payload: wrap(core, core.state.workspaces.get(team_id)!, event) })

export const contextOf = (team_id: string, seen: string | null): JsonObject =>
  seen === null ? {} : { entities: [{ type: 'slack#/types/channel_id', value: seen, team_id }] }

/** Events in a workspace. Each changes the state and notifies the app, as Slack does. */
export const createWorkspaceEvents = (core: FakeCore, deliver: Deliver) => {
  const send = createSend(core, deliver)
  return {
    join: (user: string, id: string) => {
      const channel = core.state.channels.get(id)!
      const { team_id } = core.state.people.get(user)!
      channel.members.push(user)
      core.changed()
      const channel_type = channel.kind === 'public' ? 'C' : 'G'
      const joined = { type: 'member_joined_channel', user, channel: id, channel_type, team: team_id }
      return send(channel.team_id, { ...joined, event_ts: core.newTs() })
    },
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
  }
}
