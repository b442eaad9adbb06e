import type { Day } from '../domain/day.js'
import type { Digest, DigestRun } from '../domain/digest.js'
import { isLate } from '../domain/digest-due.js'
import { after } from '../domain/digest-run.js'
import { timings } from '../domain/digest-timings.js'
import { timeAt } from '../domain/wall-clock.js'
import { bounded } from './digest-bounded.js'
import type { DigestContent } from './digest-content.js'
import type { DigestDependencies } from './digest-dependencies.js'
import type { Held } from './digest-records.js'

/** What a post and an edit do alike while they hold a claim. */
export interface ClaimWork {
  /**
   * Whether the guard is over: by the monotonic clock, and by the wall clock for a machine that slept. `until`: the
   * instant at which the claim ends, `lease` milliseconds after it was made.
   */
  isTooLate(held: Held, until: string, lease: number): boolean
  /** Null, with `fault` in the log: it could not be built in time. `at`: when it is (or was) posted. */
  build(run: DigestRun, digest: Digest, at: Date, fault: string): Promise<DigestContent | null>
}

type Needed = Pick<DigestDependencies, 'now' | 'elapsed' | 'wait' | 'build' | 'log'>

export const createClaimWork = ({ now, elapsed, wait, build, log }: Needed): ClaimWork => {
  const built = (digest: Digest, date: Day, posting: { late: boolean; planned: string }) =>
    bounded<DigestContent | null>(build(digest, date, posting), timings.guard, wait, () => null)
  return {
    isTooLate: ({ since }, until, lease) =>
      elapsed() - since > timings.guard ||
      now().toISOString() > after(new Date(until), timings.guard - lease),
    build(run, digest, at, fault) {
      const due = new Date(run.due_at)
      const posting = { late: !run.manual && isLate(due, at), planned: timeAt(due, digest.timezone) }
      return built(digest, run.date, posting).catch((err: unknown) => {
        log.warn({ err, run: run._id }, fault)
        return null
      })
    },
  }
}
