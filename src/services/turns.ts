import type { Sliced } from '../domain/slices.js'

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Runs long work so that other requests are answered between its slices; `turned` is called after each. */
export const runPolitely = async <T>(work: Sliced<T>, turned?: () => void): Promise<T> => {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    turned?.()
    await nextTurn()
  }
}
