import type { Dependencies } from './dependencies.js'
import { createExpiry } from './expiry.js'
import { createRemovals, type RemovalLog } from './organizations/remove.js'

/**
 * A minute's work: deletes what has expired, and goes on with removals that were interrupted. Nothing is removed because
 * a list lacks it, and nothing while damage is known: that throws `unavailable`.
 */
export const createHousekeeping = (
  dependencies: Pick<Dependencies, 'store' | 'now'> & { readonly log: RemovalLog },
) => {
  const removeExpired = createExpiry(dependencies)
  const goOnRemoving = createRemovals(dependencies)
  return async (): Promise<void> => {
    await dependencies.store.ping()
    await removeExpired()
    await goOnRemoving()
  }
}
