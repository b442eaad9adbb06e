/**
 * What Slack must be told about this app. The manifests say the same in Slack's words; a test holds them together.
 */

/** The command as the manifests name it; `SLACK_COMMAND` overrides it, because names are not reserved to an app. */
export const defaultCommand = '/whosout'

/** Signed commands, interactions and events all arrive here. */
export const slackPath = '/slack/events'

/** Where Slack sends the installer back to. */
export const redirectPath = '/slack/oauth_redirect'

/** Without each of these a part of the promise breaks; asked of every workspace. */
export const requiredScopes = [
  'commands',
  'chat:write',
  'channels:read',
  'groups:read',
  'users:read',
  'users:read.email',
] as const

/**
 * A workspace may decline these: an unknown outcome of a digest is then left unknown, and user groups are no teams.
 */
export const optionalScopes = ['channels:history', 'groups:history', 'usergroups:read'] as const

/** The app as the fake Slack knows it: with everything that a workspace may grant. */
export const slackApp = {
  name: 'whosout',
  command: defaultCommand,
  scopes: [...requiredScopes, ...optionalScopes],
} as const

/**
 * `group_` is what Slack calls the same thing in a private channel; `shared` and `unshared` mean both kinds, with the
 * scopes `channels:read` and `groups:read`.
 */
export const botEvents = [
  'app_home_opened',
  'app_uninstalled',
  'channel_archive',
  'channel_shared',
  'channel_unarchive',
  'channel_unshared',
  'group_archive',
  'group_unarchive',
  'member_joined_channel',
  'team_join',
  'tokens_revoked',
  'user_change',
] as const
