import type { FakeCore } from './fake-slack-calls.js'
import type { Deliver, Delivered } from './fake-slack-delivery.js'
import type { FakeChannel, FakeWorkspace, Json } from './fake-slack-state.js'

export interface EventOptions {
  /** Default: a new one. The same one again is Slack repeating itself. */
  readonly event_id?: string
  /** Set: this is a repetition, the first being 1. */
  readonly retry?: { readonly number: number; readonly reason: string }
}

/** What happens in a workspace. Each changes the state and tells the app of it, as Slack does. */
export interface WorkspaceEvents {
  /** Any event, wrapped and signed; changes nothing. */
  readonly event: (team_id: string, event: Json, options?: EventOptions) => Promise<Delivered>
  readonly openHome: (user: string) => Promise<Delivered>
  /** A person or an app's bot user comes into a channel. */
  readonly join: (user: string, channel: string) => Promise<Delivered>
  readonly archive: (channel: string, by: string) => Promise<Delivered>
  readonly unarchive: (channel: string, by: string) => Promise<Delivered>
  /** Slack sends both events, in either order. */
  readonly uninstall: (team_id: string) => Promise<Delivered>
  readonly revokeTokens: (team_id: string) => Promise<Delivered>
  /** The challenge by which Slack checks the address. */
  readonly verifyUrl: (challenge: string) => Promise<Delivered>
}

const wrap = (
  { newId, now }: FakeCore,
  workspace: FakeWorkspace,
  event: Json,
  event_id: string | undefined,
): Json => ({
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
  is_ext_shared_channel: false,
})

const retryHeaders = ({ retry }: EventOptions): Record<string, string> =>
  retry === undefined
    ? {}
    : { 'X-Slack-Retry-Num': String(retry.number), 'X-Slack-Retry-Reason': retry.reason }

export const createWorkspaceEvents = (core: FakeCore, deliver: Deliver): WorkspaceEvents => {
  const { state, newTs, changed } = core

  const event: WorkspaceEvents['event'] = (team_id, event, options = {}) =>
    deliver({
      kind: 'event',
      payload: wrap(core, state.workspaces.get(team_id)!, event, options.event_id),
      headers: retryHeaders(options),
    })

  const setArchived = (id: string, user: string, archived: boolean): Promise<Delivered> => {
    const channel = state.channels.get(id)!
    channel.is_archived = archived
    changed()
    const type = `${channel.kind === 'public' ? 'channel' : 'group'}_${archived ? 'archive' : 'unarchive'}`
    return event(channel.team_id, { type, channel: id, user, event_ts: newTs() })
  }

  const join = (user: string, id: string): Promise<Delivered> => {
    const channel = state.channels.get(id)!
    channel.members.push(user)
    changed()
    return event(channel.team_id, {
      type: 'member_joined_channel',
      user,
      channel: id,
      channel_type: channelType(channel),
      team: state.people.get(user)!.team_id,
      event_ts: newTs(),
    })
  }

  const end = (team_id: string, app: 'uninstalled' | 'revoked'): void => {
    state.workspaces.get(team_id)!.app = app
    changed()
  }

  return {
    event,
    openHome: (user) =>
      event(state.people.get(user)!.team_id, {
        type: 'app_home_opened',
        user,
        channel: 'D0HOME',
        tab: 'home',
        event_ts: newTs(),
      }),
    join,
    archive: (channel, by) => setArchived(channel, by, true),
    unarchive: (channel, by) => setArchived(channel, by, false),
    uninstall: (team_id) => {
      end(team_id, 'uninstalled')
      return event(team_id, { type: 'app_uninstalled', event_ts: newTs() })
    },
    revokeTokens: (team_id) => {
      end(team_id, 'revoked')
      const bot = [state.workspaces.get(team_id)!.bot_user_id]
      return event(team_id, { type: 'tokens_revoked', tokens: { bot }, event_ts: newTs() })
    },
    verifyUrl: (challenge) =>
      deliver({ kind: 'event', payload: { type: 'url_verification', token: 'deprecated', challenge } }),
  }
}

const channelType = ({ kind }: FakeChannel): string => (kind === 'public' ? 'C' : 'G')
