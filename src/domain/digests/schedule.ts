import { createHash } from 'node:crypto'
import { runId, type ChosenContent, type Digest, type DigestRun } from './digest.js'
import { deadlineOf, dueOn, nextOccurrence, type Occurrence } from './due.js'
import type { SkipReason } from './skip.js'
import { timings } from './timings.js'

/** A channel's delay in milliseconds, the same every day. `crowd`: the workspace's runs in that minute. */
export const spreadOf = (channel: string, crowd: number): number => {
  const width = Math.min(Math.max(timings.spread, crowd * timings.spreadOfOne), timings.maxSpread)
  return createHash('sha256').update(channel).digest().readUInt32BE() % width
}

const later = (instant: Date, by: number): string => new Date(instant.getTime() + by).toISOString()

const runOf = (digest: Digest, { at, date }: Occurrence): DigestRun => ({
  _id: runId(digest._id, date),
  org: digest.org,
  workspace: digest.workspace,
  channel: digest.channel,
  digest: digest._id,
  date,
  state: 'pending',
  due_at: at.toISOString(),
  wake_at: at.toISOString(),
  fence: 0,
  attempts: 0,
  owner: null,
  marked_at: null,
  ts: null,
  via: null,
  reason: null,
  manual: false,
  shown: null,
  edit_until: null,
  edit_after: null,
  expire_at: later(at, timings.keep),
})

/** A run waiting for its turn. When scheduled late, its delay counts from now, so that a backlog is spread out too. */
export const pendingRun = (digest: Digest, occurrence: Occurrence, crowd: number, now: Date): DigestRun => ({
  ...runOf(digest, occurrence),
  wake_at: later(occurrence.at > now ? occurrence.at : now, spreadOf(digest.channel, crowd)),
})

/** A run that no process was able to post in time. */
const missedRun = (digest: Digest, occurrence: Occurrence): DigestRun => ({
  ...runOf(digest, occurrence),
  state: 'skipped',
  wake_at: null,
  reason: 'missed_window' satisfies SkipReason,
})

/** A run that someone requested to be posted now. */
export const manualRun = (
  digest: Digest,
  occurrence: Occurrence,
  chosen: ChosenContent | null = null,
): DigestRun => ({
  ...runOf(digest, occurrence),
  manual: true,
  ...(chosen && { chosen }),
})

/**
 * The occurrences due before `horizon`, of which only the newest may still be posted, and the next one (decisions,
 * "Digest": never yesterday's). The instants are recomputed, because the zone's rules may have changed.
 */
export const dueRuns = (digest: Digest, horizon: Date, crowd: number, now: Date) => {
  const due: Occurrence[] = []
  let next = firstOf(digest)
  while (next && next.at < horizon) {
    due.push(next)
    next = nextOccurrence(digest, next.at)
  }
  const oldest = now.getTime() - timings.keep
  const runs = due
    .filter(({ at }) => at.getTime() > oldest)
    .map((occurrence, index, all) =>
      index === all.length - 1 && now < deadlineOf(occurrence.date, digest.timezone, occurrence.at)
        ? pendingRun(digest, occurrence, crowd, now)
        : missedRun(digest, occurrence),
    )
  return { runs, next }
}

/** The scheduled date under the current zone rules: a date that the zone now skips is replaced by the next one. */
const firstOf = (digest: Digest): Occurrence | null => {
  const { next_at, next_date } = digest
  if (next_at === null || next_date === null) return null
  const at = dueOn(next_date, digest)
  return at ? { at, date: next_date } : nextOccurrence(digest, new Date(next_at))
}

/** The next occurrence under the current zone rules; undefined when it has not changed. */
export const recomputed = (digest: Digest): Occurrence | null | undefined => {
  if (digest.next_at === null) return undefined
  const next = firstOf(digest)
  return next?.at.toISOString() === digest.next_at ? undefined : next
}
