import { setTimeout as sleep } from 'node:timers/promises'
import type { DigestRun } from '../../src/domain/digests/digest.js'
import { collect, type Store } from '../../src/store/port.js'
import type { Moment, StoreStep } from './moments.js'

export const readRuns = (store: Store): Promise<DigestRun[]> =>
  collect(store.find('digest_runs', { index: 'by_expiry', range: { expire_at: { gte: '' } } }))

export const isFinal = ({ state, wake_at }: DigestRun): boolean =>
  ['sent', 'failed', 'skipped'].includes(state) || (state === 'unknown' && wake_at === null)

const stepByState: Readonly<Record<DigestRun['state'], StoreStep>> = {
  pending: 'plan',
  claimed: 'claim',
  sending: 'mark',
  sent: 'record',
  failed: 'record',
  skipped: 'record',
  unknown: 'doubt',
}

export interface Watch {
  /** The last that was seen. */
  runs(): readonly DigestRun[]
  /** Resolves when the runs are as wanted; looks at every change. False: they never were, and the watch ended. */
  until(wanted: (runs: readonly DigestRun[]) => boolean, real: number): Promise<boolean>
  end(): Promise<void>
}

/** Real milliseconds between two looks. */
const between = { quick: 15, slow: 150 }

/**
 * Looks at the runs again and again, and tells what has become of each since the last look. `quick`: as often as it
 * takes to hit a process in the middle of something.
 */
export const watchRuns = (
  store: Store,
  quick: boolean,
  seen: (moment: Moment, run: DigestRun) => void,
): Watch => {
  let known = new Map<string, DigestRun>()
  let ended = false
  const look = async (): Promise<void> => {
    const runs = await readRuns(store).catch(() => undefined)
    if (!runs) return
    const before = known
    known = new Map(runs.map((run) => [run._id, run]))
    for (const run of runs) {
      const old = before.get(run._id)
      if (old?.state !== run.state || old.fence !== run.fence)
        seen({ when: 'after', step: stepByState[run.state] }, run)
    }
  }
  const running = (async () => {
    while (!ended) {
      await look()
      await sleep(quick ? between.quick : between.slow)
    }
  })()
  return {
    runs: () => [...known.values()],
    async until(wanted, real) {
      for (const end = performance.now() + real; !ended && performance.now() < end; await sleep(between.slow))
        if (wanted([...known.values()])) return true
      return wanted([...known.values()])
    },
    async end() {
      ended = true
      await running
    },
  }
}
