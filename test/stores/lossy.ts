import { Problem } from '../../src/domain/problem.js'
import type { Change, CommitResult, Store } from '../../src/store/port.js'

/**
 * What may happen to one call. `unavailable`: nothing is done. `lost`: a commit is not done, and nobody says so.
 * `unheard`: it is done, and nobody says so. `late`: it is done, or not, as its preconditions have it, when `land` is
 * called.
 */
export type Fault = 'unavailable' | 'lost' | 'unheard' | 'late'

const away = (): Problem => new Problem('unavailable', 'The store did not answer')
const unknown = (): Problem => new Problem('outcome_unknown', 'The store did not say what became of a change')

/** A store of which the n-th call from now on (1 is the next) meets a fault. */
export const createLossyStore = (store: Store) => {
  let countdown = 0
  let fault: Fault = 'unavailable'
  let calls = 0
  let land: () => Promise<CommitResult> = () => Promise.reject(new Error('nothing is late'))

  const isHit = (): boolean => {
    calls++
    return countdown > 0 && --countdown === 0
  }
  const commit = async (changes: readonly Change[], options?: { readonly deadline?: number }) => {
    if (!isHit()) return store.commit(changes, options)
    if (fault === 'unavailable') throw away()
    if (fault === 'unheard') await store.commit(changes)
    if (fault === 'late') land = () => store.commit(changes)
    throw unknown()
  }
  const faulty: Store = {
    ...store,
    get: async (collection, ids) => {
      if (isHit()) throw away()
      return store.get(collection, ids)
    },
    find: (collection, query) => {
      if (!isHit()) return store.find(collection, query)
      return (async function* () {
        throw away()
      })()
    },
    view: async (org, read) => {
      if (isHit()) throw away()
      return store.view(org, read)
    },
    commit,
  }
  return {
    away,
    store: faulty,
    failAt: (call: number, kind: Fault) => {
      countdown = call
      fault = kind
    },
    /** Lets the late commit arrive. */
    land: () => land(),
    /** How many calls there were since it was asked last. */
    countCalls: () => {
      const count = calls
      calls = 0
      return count
    },
  }
}
