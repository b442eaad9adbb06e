import type { DigestRun } from '../domain/digest.js'
import { collect } from '../store/port.js'
import type { DigestDependencies } from './digest-dependencies.js'
import type { DigestEdits } from './digest-edits.js'
import type { Step } from './digest-post.js'
import { createSlots } from './digest-slots.js'

/** What a tick may still do. */
export interface Window {
  /** What is due later belongs to the next tick. */
  readonly until: Date
  isOpen(): boolean
}

/** Runs of one list; and milliseconds between two of them. */
const atOnce = 1_000
const pause = 1_000

type TurnDependencies = Pick<DigestDependencies, 'now' | 'wait' | 'log'>

/** Whose turn it is. What is under way outlives the tick that began it, and so do the slots. */
const createTurns = ({ now, wait, log }: TurnDependencies) => {
  const slots = createSlots()
  const underWay = new Set<Promise<unknown>>()

  const quietly = <T>(work: Promise<T>, fields: object): Promise<T | null> =>
    work.catch((fault: unknown) => {
      log.warn({ err: fault, ...fields }, 'a digest is left to the next tick')
      return null
    })

  const waitUntil = async (instant: string | null): Promise<void> => {
    const left = instant === null ? 0 : Date.parse(instant) - now().getTime()
    if (left > 0) await wait(left)
  }

  /** In the workspace's slot, if the window is still open when its turn comes. */
  const inSlot = async <T>(run: DigestRun, window: Window, work: () => Promise<T>): Promise<T | null> => {
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

interface WorkDependencies extends TurnDependencies, Pick<DigestDependencies, 'store' | 'random'> {
  readonly step: Step
  readonly edits: DigestEdits
}

/** Works through what is due within a window, each run at its time and in its workspace's slot. */
export const createDigestWork = (dependencies: WorkDependencies) => {
  const { store, wait, random, step, edits } = dependencies
  const { quietly, waitUntil, inSlot, settled } = createTurns(dependencies)

  /** Follows a run for as long as it is due within the window. */
  const follow = async (listed: DigestRun, window: Window): Promise<void> => {
    let run: DigestRun | null = listed
    while (run !== null && run.wake_at !== null && new Date(run.wake_at) <= window.until) {
      const due: DigestRun = run
      await waitUntil(run.wake_at)
      run = await inSlot(due, window, () => step(due))
    }
  }

  const shuffled = <T>(items: readonly T[]): readonly T[] =>
    items
      .map((item) => ({ item, at: Buffer.from(random(4)).readUInt32BE() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)

  const listDue = (until: Date): Promise<DigestRun[]> => {
    const range = { wake_at: { lte: until.toISOString() } }
    return collect(store.find('digest_runs', { index: 'by_wake', range, order: 'ascending', limit: atOnce }))
  }

  const workOff = async (window: Window): Promise<void> => {
    while (window.isOpen()) {
      const due = await listDue(window.until)
      if (due.length === 0) return
      await Promise.all(shuffled(due).map((run) => follow(run, window)))
      await wait(pause)
    }
  }

  const editAll = async (window: Window): Promise<void> => {
    const stale = shuffled(await edits.list(window.until))
    await Promise.all(
      stale.map(async (run) => {
        await waitUntil(run.edit_after)
        await inSlot(run, window, () => edits.edit(run))
      }),
    )
  }

  return { quietly, inSlot, workOff, editAll, settled }
}
