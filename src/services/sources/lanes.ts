import { inTurn } from '../../domain/sources/turns.js'

/** Fetches of one host at once, and of one that takes longer than so many milliseconds. */
const most = 8
const mostIfSlow = 2
const slow = 3_000

/** Slow hosts that are remembered. */
const maxHosts = 10_000

interface LaneOptions {
  /** How many run side by side. */
  readonly atOnce: number
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** Runs what is due so that no organization waits for the many feeds of another, and no host is asked for too many. */
export const createSourceLanes = ({ atOnce, elapsed }: LaneOptions) => {
  const ofHost = new Map<string, number>()
  const slowHosts = new Set<string>()

  const isFree = (host: string): boolean =>
    (ofHost.get(host) ?? 0) < (slowHosts.has(host) ? mostIfSlow : most)

  const count = (host: string, more: 1 | -1): void => {
    const now = (ofHost.get(host) ?? 0) + more
    if (now === 0) ofHost.delete(host)
    else ofHost.set(host, now)
  }

  return {
    /** Begins `work`, which never rejects, for each as long as it is `isOpen`; resolves when all that began have ended. */
    async run<S extends { readonly org: string; readonly host: string }>(
      due: readonly S[],
      isOpen: () => boolean,
      work: (source: S) => Promise<void>,
    ): Promise<void> {
      const waiting = [...inTurn(due)]
      const running = new Set<Promise<void>>()
      while (waiting.length > 0 && isOpen()) {
        const next = running.size < atOnce ? waiting.findIndex(({ host }) => isFree(host)) : -1
        const [source] = next === -1 ? [] : waiting.splice(next, 1)
        if (source) {
          count(source.host, 1)
          const run = work(source).finally(() => {
            count(source.host, -1)
            running.delete(run)
          })
          running.add(run)
        } else await Promise.race(running)
      }
      await Promise.all(running)
    },

    /** Remembers whether the host was slow this time. */
    async timed<T>(host: string, fetch: () => Promise<T>): Promise<T> {
      const since = elapsed()
      try {
        return await fetch()
      } finally {
        if (slowHosts.size >= maxHosts) slowHosts.clear()
        if (elapsed() - since > slow) slowHosts.add(host)
        else slowHosts.delete(host)
      }
    },
  }
}
