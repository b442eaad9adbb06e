import type { Digest } from '../../domain/digests/digest.js'
import type { ChangeMoment } from '../../domain/digests/change.js'
import type { Dependencies } from '../dependencies.js'
import { changedMeanwhile, retryWhileChanged, tooMuchContention } from '../retry.js'

export type ChangeDependencies = Pick<Dependencies, 'store' | 'now' | 'tzdata'>

export const momentOf = ({ now, tzdata }: Pick<ChangeDependencies, 'now' | 'tzdata'>): ChangeMoment => ({
  now: now(),
  tzdata,
})

/** The change to make to a digest; `none`: leave it as it is. */
export type DigestDecision = { readonly put: Digest } | { readonly remove: Digest } | 'none'

/**
 * Reads a digest, asks `decide` and writes the result, starting over when someone else changed the digest in between.
 * Resolves with the digest before and the decision. Throws what `decide` throws, and `conflict` when others were
 * faster every time.
 */
export const changeDigest = async (
  { store }: Pick<ChangeDependencies, 'store'>,
  id: string,
  decide: (before: Digest | undefined) => DigestDecision,
): Promise<{ readonly before: Digest | undefined; readonly decision: DigestDecision }> => {
  const result = await retryWhileChanged(async () => {
    const [before] = await store.get('digests', [id])
    const decision = decide(before)
    if (decision === 'none') return { before, decision }
    const when = before ? { version: before.version } : 'absent'
    const { done } = await store.commit([
      'put' in decision
        ? { put: 'digests', document: decision.put, when }
        : { remove: 'digests', id, when: { version: decision.remove.version } },
    ])
    return done ? { before, decision } : changedMeanwhile
  })
  if (result === changedMeanwhile) throw tooMuchContention('digest', 'Nothing was changed; try again.')
  return result
}
