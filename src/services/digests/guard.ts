import type { Day } from '../../calendar/day.js'
import type { Digest, DigestRun } from '../../domain/digests/digest.js'
import { isLate } from '../../domain/digests/due.js'
import { after } from '../../domain/digests/run.js'
import { timings } from '../../domain/digests/timings.js'
import { timeAt } from '../../calendar/wall-clock.js'
import { within } from '../within.js'
import type { DigestContent } from './content.js'
import type { DigestDependencies } from './dependencies.js'
import type { ClaimedRun } from './records.js'

/** What posting and editing have in common while they hold a claim. */
export interface Guard {
  /**
   * Whether it is too late to send, by the monotonic clock and, for a machine that slept, by the wall clock. `until`
   * is the instant when the claim ends, `lease` milliseconds after it was made.
   */
  isTooLate(held: ClaimedRun, until: string, lease: number): boolean
  /** Null, with `fault` in the log, when the content could not be built in time. `at`: when it is (or was) posted. */
  build(run: DigestRun, digest: Digest, at: Date, fault: string): Promise<DigestContent | null>
}

type GuardDependencies = Pick<DigestDependencies, 'now' | 'elapsed' | 'wait' | 'build' | 'log'>

export const createGuard = ({ now, elapsed, wait, build, log }: GuardDependencies): Guard => {
  const built = (digest: Digest, date: Day, posting: { late: boolean; planned: string }) =>
    within<DigestContent | null>(timings.guard, build(digest, date, posting), wait, () => null)
  return {
    isTooLate: ({ since }, until, lease) =>
      elapsed() - since > timings.guard ||
      now().toISOString() > after(new Date(until), timings.guard - lease),
    build(run, digest, at, fault) {
      const due = new Date(run.due_at)
      const posting = { late: !run.manual && isLate(due, at), planned: timeAt(due, digest.timezone) }
      return built({ ...digest, ...run.chosen }, run.date, posting).catch((err: unknown) => {
        log.warn({ err, run: run._id }, fault)
        return null
      })
    },
  }
}
