import type { Reader, Store } from '../store/port.js'

const storeCalls = ['get', 'find', 'view', 'commit', 'ping'] as const
type StoreCall = (typeof storeCalls)[number]

/** Milliseconds. A conflict reported by a store is not a failure. */
export type ObserveStoreCall = (call: StoreCall, failed: boolean, ms: number) => void

/** The same store with every call observed; reads within a view are part of the view. */
export const meterStore = (store: Store, elapsed: () => number, observe: ObserveStoreCall): Store => {
  const timed = async <T>(call: StoreCall, work: Promise<T>, since = elapsed()): Promise<T> => {
    try {
      const result = await work
      observe(call, false, elapsed() - since)
      return result
    } catch (error) {
      observe(call, true, elapsed() - since)
      throw error
    }
  }
  /** Counts only the store's own time per page, not the reader's work between pages. */
  async function* found<P>(pages: AsyncIterable<P>): AsyncGenerator<P, void> {
    const source = pages[Symbol.asyncIterator]()
    let spent = 0
    let failed = true
    try {
      for (;;) {
        const since = elapsed()
        const { done, value } = await source.next()
        spent += elapsed() - since
        failed = false
        if (done) return
        yield value
        failed = true
      }
    } finally {
      observe('find', failed, spent)
      await source.return?.()
    }
  }
  const find: Reader['find'] = (collection, query) => found(store.find(collection, query))
  return {
    ...store,
    find,
    get: (collection, ids) => timed('get', store.get(collection, ids)),
    view: (org, read) => timed('view', store.view(org, read)),
    commit: (changes, options) => timed('commit', store.commit(changes, options)),
    ping: () => timed('ping', store.ping()),
  }
}
