import type { Sliced } from '../domain/slices.js'

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Runs long work so that other requests are answered between its slices. */
export const runPolitely = async <T>(work: Sliced<T>): Promise<T> => {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await nextTurn()
  }
}
