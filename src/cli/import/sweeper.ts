import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** In milliseconds and bytes. */
export const sweepPause = 50
const sweepFrom = 150_000_000
const sweepEvery = 10_000_000
const sweepHardFrom = 270_000_000
const lastResort = { type: 'major', execution: 'sync', flavor: 'last-resort' }
/**
 * Once the store has received everything: other writers wait while it writes, and most of the growth is not garbage.
 */
const sweepEveryAtLast = 50_000_000

/**
 * With much memory, the engine lets garbage grow to several times what an import needs. This collects it whenever the
 * process has grown by 10 MB beyond 150 MB, so that a large import stays within 350 MB. Small imports never get that
 * far, even in a process that is large already.
 */
export const createSweeper = (): ((turn?: 'last') => void) => {
  const first = Math.max(sweepFrom, process.memoryUsage.rss() + sweepEvery)
  let limit = first
  let every = sweepEvery
  let collect: ((options?: object) => void) | undefined
  return (turn) => {
    if (turn === 'last') every = sweepEveryAtLast
    if (process.memoryUsage.rss() < (turn === 'last' ? first : limit)) return
    setFlagsFromString('--expose-gc')
    collect ??= runInNewContext('gc') as (options?: object) => void
    collect()
    // Newer engines keep freed pages unless memory seems to be short.
    if (process.memoryUsage.rss() > sweepHardFrom) collect(lastResort)
    limit = Math.max(first, process.memoryUsage.rss() + every)
  }
}
