import type { DigestRun } from '../../domain/digests/digest.js'
import type { DigestDependencies } from './dependencies.js'

/** Concurrent posts and edits of one process; a workspace has one at a time. */
const slotsOfProcess = 16

type Release = () => void

interface SlotWaiter {
  readonly workspace: string
  readonly go: (release: Release) => void
}

/** First come, first served, except that nobody waits for another workspace's turn. */
const createSlots = () => {
  const busy = new Set<string>()
  const waiting: SlotWaiter[] = []

  const isFree = (workspace: string): boolean => busy.size < slotsOfProcess && !busy.has(workspace)

  const grant = ({ workspace, go }: SlotWaiter): void => {
    busy.add(workspace)
    go(() => release(workspace))
  }

  const release = (workspace: string): void => {
    busy.delete(workspace)
    const next = waiting.findIndex((waiter) => isFree(waiter.workspace))
    if (next >= 0) grant(waiting.splice(next, 1)[0]!)
  }

  return {
    /** Resolves when it is the workspace's turn. The returned function must be called exactly once, whatever happens. */
    take: (workspace: string) =>
      new Promise<Release>((go) => {
        const waiter = { workspace, go }
        if (isFree(workspace)) grant(waiter)
        else waiting.push(waiter)
      }),
  }
}

/** How long a tick may take on work. */
export interface TickWindow {
  /** Work due later belongs to the next tick. */
  readonly until: Date
  isOpen(): boolean
}

/** Decides whose turn it is. Work in progress outlives the tick that began it, and so do the slots. */
export const createRunSlots = ({ now, wait, log }: DigestDependencies) => {
  const slots = createSlots()
  const underWay = new Set<Promise<unknown>>()

  const quietly = <T>(work: Promise<T>, fields: object): Promise<T | null> =>
    work.catch((error: unknown) => {
      log.warn(
        { err: error, ...fields },
        'a digest could not be posted right away: the next tick will try again',
      )
      return null
    })

  const waitUntil = async (instant: string | null): Promise<void> => {
    const left = instant === null ? 0 : Date.parse(instant) - now().getTime()
    if (left > 0) await wait(left)
  }

  /** Runs `work` in the workspace's slot, if the window is still open when its turn comes. */
  const inSlot = async <T>(run: DigestRun, window: TickWindow, work: () => Promise<T>): Promise<T | null> => {
    const release = await slots.take(run.workspace)
    if (!window.isOpen()) {
      release()
      return null
    }
    const working = quietly(work(), { run: run._id }).finally(release)
    underWay.add(working)
    return working.finally(() => underWay.delete(working))
  }

  return { quietly, waitUntil, inSlot, settled: () => Promise.allSettled(underWay) }
}
