import type { Digest, DigestSettings, Pause, PauseReason } from './digest.js'
import { digestId } from './digest.js'
import { nextOccurrence } from './digest-due.js'

/** A digest as somebody wants it. */
export interface DigestWish {
  readonly org: string
  readonly workspace: string
  readonly channel: string
  readonly team_id: string | null
  readonly settings: DigestSettings
  /** A person's Slack id, or who typed. */
  readonly who: string
  /** Who hears of a pause; null: the command line asks, and whoever heard of it before goes on. */
  readonly creator: string | null
}

/** The moment of a change, and the time zone data that decides what comes next. */
export interface Moment {
  readonly now: Date
  readonly tzdata: string
}

type Schedule = Pick<Digest, 'paused' | 'next_at' | 'next_date' | 'tzdata'>

/** Strictly after now: what passed before the change is not caught up with. */
const scheduled = (settings: DigestSettings, { now, tzdata }: Moment): Schedule => {
  const next = nextOccurrence(settings, now)
  return { paused: null, next_at: next?.at.toISOString() ?? null, next_date: next?.date ?? null, tzdata }
}

/**
 * Created, or in place of the one before: whoever sets a digest wants it posted, so it is not paused then. A day that
 * was posted already stays posted, because its run has the same id.
 */
export const setDigest = (before: Digest | undefined, wish: DigestWish, moment: Moment): Digest => {
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

/** Null: it rests already, for a reason that somebody else ends. */
export const pauseDigest = (digest: Digest, pause: Pause): Digest | null =>
  digest.paused === null || outranks(pause.reason, digest.paused.reason)
    ? { ...digest, paused: pause, next_at: null, next_date: null, version: digest.version + 1 }
    : null

/** What ends by itself may end while another company reads the channel: the digest would begin again before its eyes. */
const outranks = (reason: PauseReason, known: PauseReason): boolean =>
  reason === 'slack_connect' && !['person', 'team_deleted', 'slack_connect'].includes(known)

/** Null: it does not rest, or for a reason that is not one of these. */
export const resumeDigest = (
  digest: Digest,
  reasons: readonly PauseReason[],
  moment: Moment,
): Digest | null =>
  digest.paused !== null && reasons.includes(digest.paused.reason)
    ? { ...digest, ...scheduled(digest, moment), version: digest.version + 1 }
    : null
