import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after a time; may reject, and end its timer, once the signal is aborted. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<unknown>

const ownWait: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal })

/**
 * The result of `work`, or of `late` (which may throw) when `work` takes longer than `milliseconds`: the work then
 * continues and its result is dropped. The timer ends with the work. `wait` is for callers whose time is handed in.
 */
export const within = async <T, L = T>(
  milliseconds: number,
  work: Promise<T>,
  late: () => L,
  wait: Wait = ownWait,
): Promise<T | L> => {
  const decided = new AbortController()
  try {
    return await Promise.race([work, wait(milliseconds, decided.signal).then(late)])
  } finally {
    decided.abort()
  }
}
