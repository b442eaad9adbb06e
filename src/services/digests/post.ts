import type { Digest, DigestRun } from '../../domain/digests/digest.js'
import {
  backoffOf,
  claimed,
  decideClaim,
  failed,
  postponed,
  marked,
  sent,
  skipped,
  unknown,
} from '../../domain/digests/run.js'
import { timings } from '../../domain/digests/timings.js'
import { within } from '../within.js'
import { createClaimDeadline } from './claim-deadline.js'
import { jittered, type RateLimitHolds } from './rate-limits.js'
import type { DigestContent } from './content.js'
import type { DigestDependencies } from './dependencies.js'
import type { RefusalPauses } from './pauses.js'
import type { PostOutcome } from './poster.js'
import type { ClaimedRun, RunWrites } from './run-writes.js'

/** What the steps of one engine share. */
export interface EngineParts extends DigestDependencies {
  readonly writes: RunWrites
  readonly holds: RateLimitHolds
  readonly pauses: RefusalPauses
}

type PostContent = Extract<DigestContent, { readonly kind: 'message' }>

/** Resolves with the run afterwards; null when another process has it, or nothing could be written. */
export type PostStep = (run: DigestRun) => Promise<DigestRun | null>

/** Records the outcome of one request and its consequences: a rate-limit hold, a pause. */
const createOutcomeRecord = ({ now, random, writes, holds, pauses }: EngineParts) => {
  return async (held: ClaimedRun, outcome: PostOutcome, { timezone }: Digest): Promise<DigestRun | null> => {
    const { run } = held
    if (outcome.kind === 'sent') return writes.settle(held, sent(run, outcome.ts, 'post', timezone, now()))
    if (outcome.kind === 'unknown') return writes.settle(held, unknown(outcome.reason, now()))
    if (outcome.kind === 'refused') {
      const settled = await writes.settle(held, failed(outcome.reason))
      await pauses.afterRefusal(run, outcome.reason)
      return settled
    }
    const wakeAt = outcome.rate_limited
      ? await holds.hold(run.workspace, outcome.after)
      : new Date(now().getTime() + jittered(outcome.after, random))
    return writes.settle(held, postponed(outcome.reason, wakeAt))
  }
}

/**
 * Posts a run that is pending or whose claim has expired: claim, build, mark, guard, post, record (decisions,
 * "Digest"). A second request is sent only when the first is known to have had no effect.
 */
export const createPostStep = (parts: EngineParts): PostStep => {
  const { store, now, elapsed, wait, poster, owner, writes, holds, pauses } = parts
  const record = createOutcomeRecord(parts)
  const deadline = createClaimDeadline(parts)

  const giveBack = (held: ClaimedRun, reason: string, milliseconds: number) =>
    writes.settle(held, postponed(reason, new Date(now().getTime() + milliseconds)))

  const isTooLate = (held: ClaimedRun): boolean => deadline.isTooLate(held, held.run.wake_at!, timings.lease)

  /** Null: the run is already settled. */
  const contentOf = async (held: ClaimedRun, digest: Digest): Promise<PostContent | null> => {
    const content = await deadline.build(held.run, digest, now(), 'a digest could not be built')
    if (content?.kind === 'message') return content
    if (!content) await giveBack(held, 'build_failed', backoffOf(held.run))
    else await writes.settle(held, skipped(content.kind === 'silent' ? content.reason : content.kind))
    if (content?.kind === 'team_deleted') await pauses.pause(digest._id, 'team_deleted')
    return null
  }

  /** True once the mark is written; a crash after that leaves an unknown outcome. */
  const mark = async (held: ClaimedRun, { hash, revision }: PostContent): Promise<boolean> => {
    try {
      return (await writes.change(held.run, marked({ hash, revision }, now()))) !== null
    } catch {
      // The mark may or may not be written, but nothing was sent, and that is recorded.
      await giveBack(held, 'mark_failed', timings.backoff)
      return false
    }
  }

  const request = (
    { run }: ClaimedRun,
    { team_id }: Digest,
    { message }: PostContent,
    inTime: () => boolean,
  ): Promise<PostOutcome> =>
    within<PostOutcome>(
      timings.timeout + timings.guard,
      poster.post({ ...run, team_id }, message, run._id, inTime),
      () => ({ kind: 'unknown', reason: 'timeout' }),
      wait,
    ).catch((): PostOutcome => ({ kind: 'unknown', reason: 'fault' }))

  const send = async (held: ClaimedRun, digest: Digest): Promise<DigestRun | null> => {
    const content = await contentOf(held, digest)
    if (!content || !(await mark(held, content))) return null
    if (isTooLate(held)) return giveBack(held, 'too_slow', 0)
    return record(held, await request(held, digest, content, () => !isTooLate(held)), digest)
  }

  return async (run) => {
    const [[digest], hold] = await Promise.all([store.get('digests', [run.digest]), holds.of(run.workspace)])
    if (hold) return writes.change(run, postponed('rate_limit_hold', hold))
    const decision = decideClaim(run, digest, now())
    if (decision.kind === 'instead') return writes.change(run, decision.update)
    const since = elapsed()
    const mine = await writes.claim(run, timings.lease, (until) => claimed(run, owner, until))
    return mine && digest ? send({ run: mine, since }, digest) : null
  }
}
