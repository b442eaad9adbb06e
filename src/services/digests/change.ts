import type { Digest } from '../../domain/digests/digest.js'
import type { ChangeMoment } from '../../domain/digests/change.js'
import type { Change } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import { changedMeanwhile, retryWhileChanged, tooMuchContention } from '../retry.js'

export type ChangeDependencies = Pick<Dependencies, 'store' | 'now' | 'tzdata'>
export type VerbDependencies = Pick<Dependencies, 'store' | 'now' | 'tzdata' | 'random'>

export const momentOf = ({ now, tzdata }: Pick<ChangeDependencies, 'now' | 'tzdata'>): ChangeMoment => ({
  now: now(),
  tzdata,
})

/**
 * Writes what `decide` makes of a digest: the next state, `remove`, or null to leave it; again when somebody was faster.
 * `also` is written with it. Throws what `decide` throws, and `conflict` when others were faster every time.
 */
export const changeDigest = async <D extends Digest | 'remove' | null>(
  { store }: Pick<ChangeDependencies, 'store'>,
  id: string,
  decide: (before: Digest | undefined) => D,
  also: (before: Digest | undefined, after: Digest | 'remove') => readonly Change[] = () => [],
): Promise<{ readonly before: Digest | undefined; readonly after: D }> => {
  const result = await retryWhileChanged(async () => {
    const [before] = await store.get('digests', [id])
    const after = decide(before)
    if (after === null) return { before, after }
    const when = before ? { version: before.version } : 'absent'
    const { done } = await store.commit([
      after === 'remove'
        ? { remove: 'digests', id, when: { version: before?.version } }
        : { put: 'digests', document: after, when },
      ...also(before, after),
    ])
    return done ? { before, after } : changedMeanwhile
  })
  if (result === changedMeanwhile) throw tooMuchContention('digest', 'Nothing was changed; try again.')
  return result
}
