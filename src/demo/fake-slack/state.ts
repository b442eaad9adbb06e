/** A JSON object in a format of Slack's: blocks, views, payloads. */
export type JsonObject = Readonly<Record<string, unknown>>

type AppState = 'installed' | 'uninstalled' | 'revoked'

export interface FakeWorkspace {
  readonly id: string
  name: string
  domain: string
  /** If set, the workspace is part of an Enterprise organization. */
  enterprise_id: string | null
  bot_token: string
  bot_user_id: string
  bot_id: string
  /** The scopes that the app was granted here. */
  scopes: string[]
  /** `uninstalled` answers `account_inactive`, `revoked` answers `token_revoked`. */
  app: AppState
  /** Seconds after which messages cannot be edited here; null: no limit. */
  edit_window: number | null
  /** Objects per page of `conversations.history`, whatever was requested. */
  history_page: number
  /** Its people may not change their profiles. */
  locks_profiles: boolean
}

export interface FakePerson {
  readonly id: string
  /** The home workspace. */
  readonly team_id: string
  name: string
  real_name: string
  display_name: string
  /** Null: the profile has none, as for bots. */
  email: string | null
  tz: string
  locale: string
  is_admin: boolean
  is_owner: boolean
  is_restricted: boolean
  is_ultra_restricted: boolean
  is_bot: boolean
  /** Invited, but has not joined yet. */
  is_invited_user: boolean
  deleted: boolean
  /** The status; `until` in Unix seconds, 0: it does not end by itself. */
  status: FakeStatus
}

export interface FakeStatus {
  readonly text: string
  readonly emoji: string
  readonly until: number
}

/** A token of a person's own. */
interface FakeUserToken {
  readonly team_id: string
  readonly user: string
  readonly scopes: readonly string[]
  /** `token_revoked` is the answer to a revoked one. */
  revoked: boolean
}

interface FakeUsergroup {
  readonly id: string
  readonly team_id: string
  name: string
  users: string[]
}

export type ChannelKind = 'public' | 'private' | 'im' | 'mpim'

export interface FakeChannel {
  readonly id: string
  /** The workspace in which it was created. */
  readonly team_id: string
  name: string
  kind: ChannelKind
  is_archived: boolean
  /** Ids of further workspaces, of other organizations, that share it (Slack Connect). */
  shared_with: string[]
  /** Ids of people; the app is in it when its bot user is. */
  members: string[]
}

export interface FakeMessage {
  /** Seconds since 1970 and a counter: `1795600000.000001`. Unique across all workspaces. */
  readonly ts: string
  readonly channel: string
  /** The workspace whose app posted it; null: a person did. */
  readonly team_id: string | null
  readonly user: string
  readonly thread_ts: string | null
  text: string
  blocks: readonly JsonObject[]
  metadata: JsonObject | null
  /** Its earlier contents, oldest first. */
  edits: { readonly text: string; readonly blocks: readonly JsonObject[]; readonly until: string }[]
  deleted: boolean
}

/** A message that one person sees. */
export interface FakeEphemeral extends Omit<FakeMessage, 'team_id' | 'thread_ts' | 'metadata' | 'edits'> {
  readonly team_id: string
  /** The number of times it was replaced through a `response_url`. */
  replaced: number
}

/** An authorization code waiting to be exchanged at oauth.v2.access. */
interface FakeCode {
  readonly code: string
  readonly team_id: string
  readonly user: string
  readonly scopes: readonly string[]
  /** Of the person's own token. */
  readonly user_scopes: readonly string[]
  readonly redirect_uri: string | null
  used: boolean
}

/** A trigger: opens one view for one person, once, within three seconds. */
interface FakeTrigger {
  readonly id: string
  readonly team_id: string
  readonly user: string
  /** Milliseconds since 1970. */
  readonly expires: number
  used: boolean
}

/** A modal or a Home tab as one person sees it. */
export interface FakeView {
  readonly id: string
  readonly team_id: string
  readonly user: string
  readonly type: 'modal' | 'home'
  /** The modal that this one was pushed onto; null: it is the lowest. */
  readonly previous: string | null
  readonly root: string
  /** The app's blocks, with generated ids. */
  content: JsonObject
  /** Changes with every update; an update that names an older one is refused. */
  hash: string
  /** A modal that was submitted or closed is not open. */
  open: boolean
  /** Errors with which the app answered a submission, by block_id. */
  errors: JsonObject
}

/** An address through which the app may answer one command or interaction, five times within 30 minutes. */
export interface FakeResponseUrl {
  /** The path: `/commands/T0001/…` or `/actions/T0001/…`. */
  readonly path: string
  readonly team_id: string
  readonly channel: string
  readonly user: string
  /**
   * The message whose button was pressed. A command has none: Slack does not replace earlier replies through its
   * address, it adds to them (slackapi/bolt-js#2287, slackapi/bolt-python#1268).
   */
  readonly original: string | null
  /** Milliseconds since 1970. */
  readonly expires: number
  uses: number
}

/** One request of the app to the Web API or to a `response_url`, as it arrived. */
export interface FakeCall {
  /** `chat.postMessage` and so on; `response_url` for those. */
  readonly method: string
  /** The workspace whose token was sent; null: none or an unknown one. */
  readonly team_id: string | null
  /** Blocks, views and metadata are parsed; the token is left out. */
  readonly args: JsonObject
  readonly user_agent: string
  /** Instants in ISO 8601. `ended`: answered, or cut by either side. */
  readonly at: string
  ended: string | null
  /** The outcome, even when the answer was never sent; null: not performed, or not yet. */
  reply: JsonObject | null
}

/** The whole state of the fake Slack. A test or a page may read and change all of it at any time. */
export interface SlackState {
  readonly workspaces: Map<string, FakeWorkspace>
  readonly people: Map<string, FakePerson>
  readonly channels: Map<string, FakeChannel>
  readonly usergroups: Map<string, FakeUsergroup>
  readonly messages: FakeMessage[]
  readonly ephemerals: FakeEphemeral[]
  readonly views: FakeView[]
  readonly responseUrls: Map<string, FakeResponseUrl>
  readonly triggers: Map<string, FakeTrigger>
  readonly codes: Map<string, FakeCode>
  /** By token. */
  readonly userTokens: Map<string, FakeUserToken>
  /** What an agent suggests to ask, by the channel of its direct messages. */
  readonly prompts: Map<string, readonly string[]>
  readonly calls: FakeCall[]
  /** The address that apps.connections.open returns; null: Socket Mode is off. */
  socketUrl: string | null
}

export const createState = (): SlackState => ({
  workspaces: new Map(),
  people: new Map(),
  channels: new Map(),
  usergroups: new Map(),
  messages: [],
  ephemerals: [],
  views: [],
  responseUrls: new Map(),
  triggers: new Map(),
  codes: new Map(),
  userTokens: new Map(),
  prompts: new Map(),
  calls: [],
  socketUrl: null,
})

/** Whether the workspace can see that the channel exists at all, private or not. */
export const isInWorkspace = (channel: FakeChannel, { id }: FakeWorkspace): boolean =>
  channel.team_id === id || channel.shared_with.includes(id)

export const hasApp = (channel: FakeChannel, { bot_user_id }: FakeWorkspace): boolean =>
  channel.members.includes(bot_user_id)
