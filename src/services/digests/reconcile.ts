import type { Digest, DigestRun } from '../../domain/digests/digest.js'
import { after, lookUpWindow, reconciled, type LookUpResult } from '../../domain/digests/run.js'
import { timings } from '../../domain/digests/timings.js'
import { within } from '../within.js'
import type { EngineParts, PostStep } from './post.js'

const noAnswer = (): LookUpResult => ({ kind: 'later', after: timings.settle, reason: 'timeout' })

/**
 * The fence stays, because the sender may still report its outcome. Two look-ups at once do no harm: only one of them
 * can change the run.
 */
export const createReconcileStep = ({ store, now, wait, poster, writes, holds }: EngineParts): PostStep => {
  const lookUp = (run: DigestRun): Promise<LookUpResult> =>
    within<LookUpResult>(
      timings.lease / 2,
      poster.lookUp(run, run._id, lookUpWindow(run, now())),
      noAnswer,
      wait,
    ).catch(noAnswer)

  const zoneOf = (digest: Digest | undefined): string => digest?.timezone ?? 'UTC'

  return async (run) => {
    const hold = await holds.of(run.workspace)
    if (hold) return writes.change(run, { wake_at: hold.toISOString() })
    const mine = await writes.change(run, { wake_at: after(now(), timings.lease) })
    if (!mine) return null
    const result = await lookUp(mine)
    const [digest] = await store.get('digests', [run.digest])
    return writes.change(mine, reconciled(mine, result, zoneOf(digest), now()))
  }
}
