import type { PauseReason } from './digest.js'

/** What Slack's refusal says about the digest, or about all of its workspace. */
export interface PauseCause {
  readonly reason: PauseReason
  readonly of: 'digest' | 'workspace'
}

const digest = (reason: PauseReason): PauseCause => ({ reason, of: 'digest' })
const workspace = (reason: PauseReason): PauseCause => ({ reason, of: 'workspace' })

const causes = new Map<string, PauseCause>(
  Object.entries({
    is_archived: digest('archived'),
    channel_not_found: digest('not_in_channel'),
    not_in_channel: digest('not_in_channel'),
    no_permission: digest('not_allowed'),
    missing_scope: workspace('not_allowed'),
    org_login_required: workspace('not_allowed'),
    team_access_not_granted: workspace('not_allowed'),
    ekm_access_denied: workspace('not_allowed'),
    invalid_auth: workspace('token'),
    not_authed: workspace('token'),
    token_revoked: workspace('token'),
    token_expired: workspace('token'),
    account_inactive: workspace('uninstalled'),
    not_installed: workspace('uninstalled'),
  }),
)

/**
 * Whom a refusal of Slack pauses. Null for those that are about one message, such as `msg_too_long`: the run has failed,
 * tomorrow's may pass.
 */
export const pauseCauseOf = (refusal: string): PauseCause | null =>
  refusal.startsWith('restricted_action') ? digest('not_allowed') : (causes.get(refusal) ?? null)

/** What the creator of a digest is told once when it pauses by itself. `channel`: Slack's id. */
export const pauseNotice = (reason: PauseReason, channel: string): string =>
  `The digest in <#${channel}> is paused: ${explanations[reason]}`

const explanations: Readonly<Record<PauseReason, string>> = {
  person: 'somebody paused it.',
  archived: 'the channel is archived. It goes on by itself when the channel comes back.',
  not_in_channel:
    'whosout is not in the channel any more. Invite it, and the digest goes on with the next day.',
  uninstalled: 'whosout was removed from the workspace.',
  token: 'Slack no longer accepts the token of whosout. Once it is installed again, the digest goes on.',
  not_allowed: 'the workspace does not let whosout post there. Ask who administers Slack.',
  slack_connect:
    'another company reads the channel now, and is not told who is away. It goes on by itself when the channel is yours alone again.',
  team_deleted: 'its team no longer exists. Set it up again for another team, or for everybody.',
}
