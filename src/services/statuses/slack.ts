import type { SlackStatus, StatusConsent } from '../../domain/statuses/status.js'

/**
 * Why Slack did not do it. `later`: not now, after so many milliseconds. `revoked`: the person's token is not valid any
 * more. `locked`: the workspace does not let people change their profile. `unknown`: nobody knows whether it was done.
 */
export type StatusRefusal =
  | { readonly kind: 'later'; readonly after: number; readonly rate_limited: boolean }
  | { readonly kind: 'revoked' | 'locked' | 'unknown' }

/** Slack, as far as statuses need it. Nothing rejects. */
export interface StatusSlack {
  /** As Slack has it at this moment, with the person's zone; by the workspace's token. */
  read(
    consent: StatusConsent,
  ): Promise<{ readonly status: SlackStatus; readonly timezone: string | null } | StatusRefusal>
  /** The status as Slack stored it; by the person's own token. */
  write(token: string, status: SlackStatus): Promise<{ readonly returned: SlackStatus } | StatusRefusal>
  /** Slack forgets that the person agreed; null when it has. */
  revoke(token: string): Promise<StatusRefusal | null>
}
