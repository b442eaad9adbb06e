import { dayAt } from '../../calendar/day.js'
import type { Digest, DigestRun } from './digest.js'
import { deadlineOf, maxDelay, occurrenceOn } from './due.js'

/** Why a run is not posted, as stored in its record; `domain/words/digest-status` words each reason. */
export type SkipReason =
  /** About the digest or its time, decided here. */
  | 'removed'
  | 'paused'
  | 'rescheduled'
  | 'missed_window'
  /** About the content (`silenceOf`). */
  | 'bank_holiday'
  | 'nobody_out'
  /** About its subject. */
  | 'team_deleted'
  | 'organization_gone'
  | 'suspended'

/** A manual run was requested before the channel was shared with another company. */
const isSharedSince = ({ due_at }: DigestRun, { paused }: Digest): boolean =>
  paused?.reason === 'slack_connect' && paused.at >= due_at

/** Past its deadline, or no longer today in the digest's zone: yesterday's digest is never posted. */
const isPast = (run: DigestRun, { timezone }: Digest, now: Date): boolean => {
  const due = new Date(run.due_at)
  const deadline = run.manual ? new Date(due.getTime() + maxDelay) : deadlineOf(run.date, timezone, due)
  return now >= deadline || dayAt(now, timezone) !== run.date
}

/** Why a run must not be posted now. The digest and its zone may have changed since, so both are checked again. */
export const skipReasonOf = (run: DigestRun, digest: Digest | undefined, now: Date): SkipReason | null => {
  if (!digest) return 'removed'
  if (run.manual ? isSharedSince(run, digest) : digest.paused !== null) return 'paused'
  const due = run.manual ? null : occurrenceOn(run.date, digest)
  if (!run.manual && !due) return 'rescheduled'
  if (due && due > now) return null
  return isPast(run, digest, now) ? 'missed_window' : null
}
