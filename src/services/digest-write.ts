import type { Digest } from '../domain/digest.js'
import type { Moment } from '../domain/digest-change.js'
import { Problem } from '../domain/problem.js'
import type { Dependencies } from './dependencies.js'

export type Needed = Pick<Dependencies, 'store' | 'now'>

export const momentOf = ({ now }: Pick<Needed, 'now'>): Moment => ({
  now: now(),
  tzdata: process.versions.tz ?? 'unknown',
})

/** So often at most, when several change a digest: the tick moves it to its next day, too. */
const mostTries = 8

/** What is to become of a digest; `none`: nothing, as it stands. */
export type DigestDecision = { readonly put: Digest } | { readonly remove: Digest } | 'none'

/**
 * Reads a digest, asks `decide`, and writes what it says if nobody changed it meanwhile; else reads and asks again.
 * Resolves with the digest before and what was decided. Throws what `decide` throws, and `conflict` when others were
 * always faster.
 */
export const changeDigest = async (
  { store }: Pick<Needed, 'store'>,
  id: string,
  decide: (before: Digest | undefined) => DigestDecision,
): Promise<{ readonly before: Digest | undefined; readonly decision: DigestDecision }> => {
  for (let tries = 0; tries < mostTries; tries++) {
    const [before] = await store.get('digests', [id])
    const decision = decide(before)
    if (decision === 'none') return { before, decision }
    const when = before ? { version: before.version } : 'absent'
    const { done } = await store.commit([
      'put' in decision
        ? { put: 'digests', document: decision.put, when }
        : { remove: 'digests', id, when: { version: decision.remove.version } },
    ])
    if (done) return { before, decision }
  }
  throw new Problem('conflict', 'Others change this digest all the time. Nothing was changed; try again.')
}
