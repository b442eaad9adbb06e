import { dayAt } from '../../calendar/day.js'
import {
  runId,
  type ChosenContent,
  type Digest,
  type DigestRun,
  type RunState,
} from '../../domain/digests/digest.js'
import { manualRun } from '../../domain/digests/schedule.js'
import { refusalOfManual, requested } from '../../domain/digests/run.js'
import { createFence } from '../claims.js'
import { changedMeanwhile, retryWhileChanged } from '../retry.js'
import type { DigestDependencies } from './dependencies.js'

export type Requested =
  | { readonly kind: 'requested'; readonly run: DigestRun }
  /** Today's run was sent, is being sent, or may have been sent. */
  | { readonly kind: 'refused'; readonly state: RunState }
  | { readonly kind: 'no_digest' }
  /** Others kept changing it at the same moment. */
  | { readonly kind: 'busy' }

type RequestDependencies = Pick<DigestDependencies, 'store' | 'now'>

/**
 * Due now, on any weekday and at any hour, for the next tick of any process (decisions, "Digest"). `chosen`: null for
 * the digest's own settings; undefined keeps what an earlier request chose.
 */
export const createDigestRequest = (dependencies: RequestDependencies) => {
  const { store, now } = dependencies
  const { takeOver } = createFence('digest_runs', dependencies)
  const requestOnce = async (
    digest: Digest,
    chosen: ChosenContent | null | undefined,
  ): Promise<Requested | typeof changedMeanwhile> => {
    const at = now()
    const date = dayAt(at, digest.timezone)
    const [known] = await store.get('digest_runs', [runId(digest._id, date)])
    if (!known) {
      const run = manualRun(digest, { at, date }, chosen)
      const { done } = await store.commit([{ put: 'digest_runs', document: run, when: 'absent' }])
      return done ? { kind: 'requested', run } : changedMeanwhile
    }
    const refused = refusalOfManual(known)
    if (refused) return { kind: 'refused', state: refused }
    const run = await takeOver(known, requested(known, at, chosen), { unless: ['state', 'wake_at'] })
    return run ? { kind: 'requested', run } : changedMeanwhile
  }

  return async (digestId: string, chosen?: ChosenContent | null): Promise<Requested> => {
    const [digest] = await store.get('digests', [digestId])
    if (!digest) return { kind: 'no_digest' }
    const answer = await retryWhileChanged(() => requestOnce(digest, chosen))
    return answer === changedMeanwhile ? { kind: 'busy' } : answer
  }
}
