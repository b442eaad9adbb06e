import type { DigestRun } from '../../domain/digests/digest.js'
import type { RunUpdate } from '../../domain/digests/run.js'
import { timings } from '../../domain/digests/timings.js'
import { createFence } from '../claims.js'
import type { DigestDependencies } from './dependencies.js'

/** A run claimed by this process. */
export interface ClaimedRun {
  readonly run: DigestRun
  /** Monotonic milliseconds, taken before the claim was written. */
  readonly since: number
}

/** Milliseconds between attempts to write a known outcome. */
const pause = 1_000

type RunWriteDependencies = Pick<DigestDependencies, 'store' | 'now' | 'elapsed' | 'wait' | 'log' | 'meter'>

/** A claim that ended does not raise the fence, and what is done about it then changes one of these. */
const unless = ['state', 'wake_at', 'edit_after'] as const

export const createRunWrites = (dependencies: RunWriteDependencies) => {
  const { elapsed, wait, log, meter } = dependencies
  const fence = createFence('digest_runs', dependencies)

  const noted = async (run: DigestRun, written: Promise<DigestRun | null>): Promise<DigestRun | null> => {
    const after = await written
    if (!after) return null
    log.info({ run: run._id, state: after.state, reason: after.reason, fence: after.fence }, 'digest run')
    if (after.state !== run.state) meter?.digestRun(after.state)
    return after
  }

  return {
    /** Resolves with the run after a transition, or null when someone else changed it. Throws what the store throws. */
    change: (run: DigestRun, update: RunUpdate) => noted(run, fence.write(run, update, { unless })),
    /** The same for a run that this process is going to work on for `lease` milliseconds. */
    claim: (run: DigestRun, lease: number, written: (until: string) => RunUpdate) =>
      noted(run, fence.claim(run, lease, written, { unless })),
    /** Only a newer claim overrides it. Retries until the lease ends; never rejects, null when it was not written. */
    async settle({ run, since }: ClaimedRun, update: RunUpdate): Promise<DigestRun | null> {
      for (;;) {
        try {
          return await noted(run, fence.write(run, update))
        } catch (error) {
          log.warn({ err: error, run: run._id }, 'the result of a digest could not be recorded yet')
        }
        if (elapsed() - since > timings.lease) return null
        await wait(pause)
      }
    },
  }
}
export type RunWrites = ReturnType<typeof createRunWrites>
