import { digestId, type Digest, type DigestSettings, type Pause, type PauseReason } from './digest.js'
import { nextOccurrence } from './due.js'

/** A digest as requested. */
export interface RequestedDigest extends Pick<Digest, 'org' | 'workspace' | 'channel' | 'team_id'> {
  readonly settings: DigestSettings
  /** A Slack user id, or who ran the command line. */
  readonly who: string
  /** The Slack user who is told about a pause; null for the command line, which keeps the previous one. */
  readonly creator: string | null
}

/** When a change is made, and the time zone data used to compute the next occurrence. */
export interface ChangeMoment {
  readonly now: Date
  readonly tzdata: string
}

type DigestTiming = Pick<Digest, 'paused' | 'next_at' | 'next_date' | 'tzdata'>

/** Strictly after now: times that passed before the change are not caught up on. */
const scheduled = (settings: DigestSettings, { now, tzdata }: ChangeMoment): DigestTiming => {
  const next = nextOccurrence(settings, now)
  return { paused: null, next_at: next?.at.toISOString() ?? null, next_date: next?.date ?? null, tzdata }
}

/** Never paused afterwards: whoever sets a digest wants it posted. A day already posted stays so, by its run's id. */
export const setDigest = (
  before: Digest | undefined,
  wish: RequestedDigest,
  moment: ChangeMoment,
): Digest => {
  const { org, workspace, channel, team_id, settings, who, creator } = wish
  const kept = before?.org === org ? before : undefined
  return {
    _id: digestId(workspace, channel, team_id),
    org,
    workspace,
    channel,
    team_id,
    ...settings,
    ...scheduled(settings, moment),
    creator: creator ?? kept?.creator ?? null,
    created_by: kept?.created_by ?? who,
    created_at: kept?.created_at ?? moment.now.toISOString(),
    version: (before?.version ?? 0) + 1,
  }
}

/** Null when it is already paused, for a reason that resolves elsewhere. */
export const pauseDigest = (digest: Digest, pause: Pause): Digest | null =>
  digest.paused === null || outranks(pause.reason, digest.paused.reason)
    ? { ...digest, paused: pause, next_at: null, next_date: null, version: digest.version + 1 }
    : null

/** Automatic pauses could end, and the digest resume, while another company can read the channel. */
const outranks = (reason: PauseReason, known: PauseReason): boolean =>
  reason === 'slack_connect' && !['person', 'team_deleted', 'slack_connect'].includes(known)

/** Null when it is not paused, or not for one of these reasons. */
export const resumeDigest = (
  digest: Digest,
  reasons: readonly PauseReason[],
  moment: ChangeMoment,
): Digest | null =>
  digest.paused !== null && reasons.includes(digest.paused.reason)
    ? { ...digest, ...scheduled(digest, moment), version: digest.version + 1 }
    : null

/** The consequence of a refusal by Slack, for the digest or its whole workspace. */
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

/** What a refusal by Slack pauses. Null where only this message was refused (`msg_too_long`). */
export const pauseCauseOf = (refusal: string): PauseCause | null =>
  refusal.startsWith('restricted_action') ? digest('not_allowed') : (causes.get(refusal) ?? null)
