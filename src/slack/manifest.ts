/**
 * The facts about this app that Slack must be told. The manifests repeat them in Slack's format; a test keeps the two
 * in step.
 */

/**
 * The command as named in the manifests; `SLACK_COMMAND` overrides it, because command names are not reserved for an
 * app.
 */
export const defaultCommand = '/whosout'

/** The shortcuts by their callback ids in the manifests: two for anywhere in Slack, and one on a message. */
export const shortcuts = { today: 'whos_out', off: 'im_off', here: 'whos_out_here' } as const

/** As people choose them. */
export const shortcutNames = {
  [shortcuts.today]: 'Who’s out?',
  [shortcuts.off]: 'I’m off…',
  [shortcuts.here]: 'Who here is out?',
} as const

/** The path for signed commands, interactions and events. */
export const slackPath = '/slack/events'

/** The path to which Slack redirects after an installation or a consent. */
export const redirectPath = '/slack/oauth_redirect'

/** Each of these is required by a part of the product; requested from every workspace. */
export const requiredScopes = [
  'commands',
  'chat:write',
  'channels:read',
  'groups:read',
  'users:read',
  'users:read.email',
] as const

/** A workspace may decline these: what each is for, and so what is missing without it. */
export const optionalUses = {
  'app_mentions:read': 'questions that mention the app in a channel',
  'channels:history': 'finding out whether a digest arrived when Slack does not say',
  'groups:history': 'the same for digests in private channels',
  'im:history': 'questions in direct messages',
  'usergroups:read': 'user groups as teams',
} as const
export type OptionalScope = keyof typeof optionalUses
export const optionalScopes = Object.keys(optionalUses) as readonly OptionalScope[]

/** Of an app with the agent view (`manifests/slack.agent.yaml`), which is another manifest: suggests prompts. */
export const agentScope = 'assistant:write'
export const agentEvent = 'app_context_changed'

/** What a person agrees to so that their status is set; of their own token, never of the workspace's. */
export const statusScope = 'users.profile:write'

/** All scopes that a workspace may grant, for the app in the fake Slack. */
export const slackApp = {
  name: 'whosout',
  command: defaultCommand,
  scopes: [...requiredScopes, ...optionalScopes],
} as const

/**
 * `group_` is Slack's prefix for the same event in a private channel; `shared` and `unshared` cover both kinds, with
 * the scopes `channels:read` and `groups:read`.
 */
export const botEvents = [
  'app_home_opened',
  'app_mention',
  'app_uninstalled',
  'channel_archive',
  'channel_shared',
  'channel_unarchive',
  'channel_unshared',
  'group_archive',
  'group_unarchive',
  'member_joined_channel',
  'message.im',
  'team_join',
  'tokens_revoked',
  'user_change',
] as const
