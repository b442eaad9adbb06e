import type { Digest, DigestRun } from '../domain/digest.js'
import { after, lookUpWindow, reconciled, recovered, type LookUpResult } from '../domain/digest-run.js'
import { timings } from '../domain/digest-timings.js'
import { bounded } from './digest-bounded.js'
import type { Brakes } from './digest-brakes.js'
import type { DigestDependencies } from './digest-dependencies.js'
import type { Step } from './digest-post.js'
import type { RunRecords } from './digest-records.js'

export interface ReconcileDependencies extends Pick<DigestDependencies, 'store' | 'now' | 'wait' | 'poster'> {
  readonly records: RunRecords
  readonly brakes: Brakes
}

/** Nobody said what came of a post before its lease ended. */
export const createRecoverStep =
  ({ now, records }: Pick<ReconcileDependencies, 'now' | 'records'>): Step =>
  (run) =>
    records.change(run, recovered(now()))

const noAnswer = (): LookUpResult => ({ kind: 'later', after: timings.settle, reason: 'timeout' })

/**
 * Looks an unknown outcome up, where the workspace allows it. The fence stays: who sent it may still say what came of
 * it. Two look-ups at once do no harm, for only one of them can change the run; the lease saves the second.
 */
export const createReconcileStep = (dependencies: ReconcileDependencies): Step => {
  const { store, now, wait, poster, records, brakes } = dependencies

  const lookUp = (run: DigestRun): Promise<LookUpResult> =>
    bounded<LookUpResult>(
      poster.lookUp(run, run._id, lookUpWindow(run, now())),
      timings.lease / 2,
      wait,
      noAnswer,
    ).catch(noAnswer)

  const zoneOf = (digest: Digest | undefined): string => digest?.timezone ?? 'UTC'

  return async (run) => {
    const brake = await brakes.of(run.workspace)
    if (brake) return records.change(run, { wake_at: brake.toISOString() })
    const mine = await records.change(run, { wake_at: after(now(), timings.lease) })
    if (!mine) return null
    const result = await lookUp(mine)
    const [digest] = await store.get('digests', [run.digest])
    return records.change(mine, reconciled(mine, result, zoneOf(digest), now()))
  }
}
