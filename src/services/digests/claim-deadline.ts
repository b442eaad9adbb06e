import type { Digest, DigestRun } from '../../domain/digests/digest.js'
import { isLate } from '../../domain/digests/due.js'
import { after } from '../../domain/digests/run.js'
import { timings } from '../../domain/digests/timings.js'
import { timeAt } from '../../calendar/wall-clock.js'
import { within } from '../within.js'
import type { DigestContent } from './content.js'
import type { DigestDependencies } from './dependencies.js'
import type { ClaimedRun } from './run-writes.js'

/** Keeps what a post or an edit does under a claim within the time that the claim allows. */
export const createClaimDeadline = ({ now, elapsed, wait, build, log }: DigestDependencies) => ({
  /** By the monotonic clock and, for a machine that slept, the wall clock. `until`: the end of the claim. */
  isTooLate: ({ since }: ClaimedRun, until: string, lease: number): boolean =>
    elapsed() - since > timings.guard || now().toISOString() > after(new Date(until), timings.guard - lease),
  /** Null, with `error` in the log, when the content could not be built in time. `at`: when it is (or was) posted. */
  build(run: DigestRun, digest: Digest, at: Date, error: string): Promise<DigestContent | null> {
    const due = new Date(run.due_at)
    const posting = { late: !run.manual && isLate(due, at), planned: timeAt(due, digest.timezone) }
    const building = build({ ...digest, ...run.chosen }, run.date, posting)
    return within<DigestContent | null>(timings.guard, building, () => null, wait).catch((err: unknown) => {
      log.warn({ err, run: run._id }, error)
      return null
    })
  },
})
