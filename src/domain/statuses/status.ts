import type { Day } from '../../calendar/day.js'

/** A status as Slack keeps it. `until`: Unix seconds, when Slack removes it; 0: it does not end by itself. */
export interface SlackStatus {
  readonly text: string
  readonly emoji: string
  readonly until: number
}

/** What taking a status away sends, and what Slack shows where there is none. */
export const noStatus: SlackStatus = { text: '', emoji: '', until: 0 }

/** A status for an absence, which its first day identifies however its end changes. */
export interface AbsenceStatus {
  readonly absence: Day
  readonly status: SlackStatus
}

/** A status that was set: as it was sent, and as Slack returned it, which normalizes what it is sent. */
interface SetStatus extends AbsenceStatus {
  readonly returned: SlackStatus
}

/** Why nothing more is done in an absence: the person took the status away, or wrote one; or Slack does not allow it. */
export type StatusEnding = 'removed' | 'own_status' | 'locked'

/** Somebody lets whosout set their status. `_id = organization:member`. */
export interface StatusConsent {
  readonly _id: string
  readonly org: string
  readonly member_id: string
  readonly workspace: string
  /** Slack's id of the person. */
  readonly user: string
  /** The person's own token, encrypted for `tokenOwner`. */
  readonly token: string
  /** Their zone as Slack last gave it. */
  readonly timezone: string | null
  readonly connected_at: string
  /** Null: nothing of ours is there. */
  readonly shown: SetStatus | null
  /** What one process is sending, until its lease (ISO 8601) ends; `send` null: the status is being taken away. */
  readonly claim: { readonly send: AbsenceStatus | null; readonly until: string } | null
  readonly ended: { readonly absence: Day; readonly why: StatusEnding } | null
  /** Nothing is tried before this instant: the person's own status ends then, or Slack is asked again. */
  readonly not_before: string | null
  /** Ended: what we set is taken away and the token revoked, then all of it is forgotten, at this instant at the latest. */
  readonly expire_at?: string
  /** Changes with every write. */
  readonly version: number
}

/**
 * When the statuses of an organization are looked at next; sooner when its revision has moved. `_id` is the
 * organization.
 */
export interface StatusCheck {
  readonly _id: string
  /** That of the organization when it was last looked at; null: it has to be looked at. */
  readonly revision: number | null
  readonly next_at: string
}

/** What a token is encrypted for (`secrets/cipher`). */
export const tokenOwner = ({ workspace, user }: Pick<StatusConsent, 'workspace' | 'user'>): string =>
  `${workspace}:${user}`
