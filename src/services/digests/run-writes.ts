import type { DigestRun } from '../../domain/digests/digest.js'
import type { RunUpdate } from '../../domain/digests/run.js'
import { timings } from '../../domain/digests/timings.js'
import type { Fields } from '../../store/port.js'
import type { DigestDependencies } from './dependencies.js'

/** A run claimed by this process. */
export interface ClaimedRun {
  readonly run: DigestRun
  /** Monotonic milliseconds, taken before the claim was written. */
  readonly since: number
}

/** Milliseconds between attempts to write a known outcome. */
const pause = 1_000

type RunWriteDependencies = Pick<DigestDependencies, 'store' | 'elapsed' | 'wait' | 'log' | 'meter'>

export const createRunWrites = ({ store, elapsed, wait, log, meter }: RunWriteDependencies) => {
  const patch = async (run: DigestRun, update: RunUpdate, when: Fields): Promise<DigestRun | null> => {
    const { done } = await store.commit([{ patch: 'digest_runs', id: run._id, set: update, when }])
    if (!done) return null
    const after = { ...run, ...update }
    log.info({ run: run._id, state: after.state, reason: after.reason, fence: after.fence }, 'digest run')
    if (after.state !== run.state) meter?.digestRun(after.state)
    return after
  }

  return {
    /** Resolves with the run after a transition, or null when someone else changed it. Throws what the store throws. */
    change: (run: DigestRun, update: RunUpdate): Promise<DigestRun | null> => {
      const { state, fence, wake_at, edit_after } = run
      return patch(run, update, { state, fence, wake_at, edit_after })
    },
    /** Only a newer claim overrides it. Retries until the lease ends; never rejects, null when it was not written. */
    async settle({ run, since }: ClaimedRun, update: RunUpdate): Promise<DigestRun | null> {
      for (;;) {
        try {
          return await patch(run, update, { fence: run.fence })
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
