import type { DigestRun } from '../../domain/digests/digest.js'
import { recovered } from '../../domain/digests/run.js'
import { timings } from '../../domain/digests/timings.js'
import { createRateLimitHolds } from './rate-limits.js'
import type { DigestDependencies } from './dependencies.js'
import { createDigestEdits } from './edit.js'
import { createRefusalPauses } from './pauses.js'
import { createScheduling } from './schedule.js'
import { createPostStep, type PostStep } from './post.js'
import { createReconcileStep } from './reconcile.js'
import { createRunWrites } from './run-writes.js'
import { createDigestRequest, type Requested } from './post-now.js'
import { createRunSlots, type TickWindow } from './slots.js'
import { collect } from '../../store/port.js'
import { within } from '../within.js'

/** Clocks that differ too much cannot decide what is due. A store without one serves one machine only. */
const createSkew =
  ({ store, now, log }: DigestDependencies) =>
  async (): Promise<boolean> => {
    const before = now().getTime()
    const server = await store.serverTime?.()
    if (!server) return false
    const after = now().getTime()
    // The database read its clock at some moment between the two.
    const skew = Math.max(before - server.getTime(), server.getTime() - after)
    if (skew <= timings.skew) return false
    log.warn({ skew }, "this process's clock differs too much from the database's: it will not post digests")
    return true
  }

/** Runs per query, and milliseconds between two queries. */
const atOnce = 1_000
const pause = 1_000

/** Milliseconds: work ends at second 50 of the minute in which the tick began, and scheduling covers up to second 60. */
const ceiling = 50_000
const minute = 60_000

export const createDigestRuns = (dependencies: DigestDependencies) => {
  const { store, now, elapsed, wait, random, log, isClockTrusted = () => true } = dependencies
  const { quietly, waitUntil, inSlot, settled } = createRunSlots(dependencies)
  const writes = createRunWrites(dependencies)
  const holds = createRateLimitHolds(dependencies)
  const pauses = createRefusalPauses(dependencies)
  const scheduling = createScheduling(dependencies)
  const isSkewed = createSkew(dependencies)
  const parts = { ...dependencies, writes, holds, pauses }
  const edits = createDigestEdits(parts)
  const request = createDigestRequest(dependencies)
  const post = createPostStep(parts)
  const reconcile = createReconcileStep(parts)
  let stopped = false
  let isRecomputed = false

  const step: PostStep = (run) => {
    // Its lease ended before the outcome was recorded.
    if (run.state === 'sending') return writes.change(run, recovered(now()))
    return run.state === 'unknown' ? reconcile(run) : post(run)
  }
  /** Works on a run for as long as it is due within the window. */
  const follow = async (listed: DigestRun, window: TickWindow): Promise<void> => {
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

  const listDue = (until: Date, limit: number): Promise<DigestRun[]> => {
    const range = { wake_at: { lte: until.toISOString() } }
    return collect(store.find('digest_runs', { index: 'by_wake', range, order: 'ascending', limit }))
  }

  /** While runs are still being planned, those that are there are worked on already, and looked for again and again. */
  const workOff = async (window: TickWindow, planning: Promise<unknown>): Promise<void> => {
    let isPlanning = true
    const planned = planning.finally(() => (isPlanning = false))
    const followed = new Map<string, Promise<void>>()
    const followNew = async (): Promise<void> => {
      if (followed.size >= atOnce) return
      const due = await listDue(window.until, atOnce + followed.size)
      for (const run of shuffled(due))
        if (!followed.has(run._id))
          followed.set(
            run._id,
            follow(run, window).finally(() => followed.delete(run._id)),
          )
    }
    while (window.isOpen()) {
      const isLast = !isPlanning
      await followNew()
      if (isLast && followed.size === 0) return
      if (isLast) await Promise.all(followed.values())
      else await Promise.race([planned, wait(pause)])
      if (isLast) await wait(pause)
    }
  }

  const editAll = async (window: TickWindow): Promise<void> => {
    const stale = shuffled(await edits.list(window.until))
    await Promise.all(
      stale.map(async (run) => {
        await waitUntil(run.edit_after)
        await inSlot(run, window, () => edits.edit(run))
      }),
    )
  }

  const recomputeOnce = async (): Promise<void> => {
    if (isRecomputed) return
    await scheduling.recompute()
    isRecomputed = true
  }

  const work = async (window: TickWindow, horizon: Date): Promise<void> => {
    if (await isSkewed()) return
    await recomputeOnce()
    const planning = quietly(scheduling.schedule(horizon), {})
    await Promise.all([planning, workOff(window, planning), ...(window.isOpen() ? [editAll(window)] : [])])
  }

  return {
    /** One minute's work: schedules, posts, recovers, looks up and edits what is due. Never rejects; ends by second 50. */
    async tick(): Promise<void> {
      if (stopped || !isClockTrusted()) return
      const began = now().getTime()
      const start = began - (began % minute)
      const left = start + ceiling - began
      const ends = elapsed() + left
      const window = {
        until: new Date(start + ceiling),
        isOpen: () => !stopped && elapsed() < ends && isClockTrusted(),
      }
      const working = quietly(work(window, new Date(start + minute)), {})
      // A tick that begins late in its minute only schedules, and may take until the next minute.
      await within(left > 0 ? left : minute - ceiling, working, () => undefined, wait)
    },
    /** Claims no more runs; resolves when current work has ended, or after the longest time one request may take. */
    async stop(): Promise<void> {
      stopped = true
      await within(timings.timeout, settled(), () => undefined, wait)
    },
    /** Posts today's run of a digest at once, on behalf of `who`. Resolves with the run afterwards. */
    async postNow(digestId: string, who: string): Promise<Requested> {
      const answer = await request(digestId)
      if (answer.kind !== 'requested') return answer
      log.info({ run: answer.run._id, who }, 'a digest was requested')
      const window = { until: now(), isOpen: () => !stopped }
      const run = await inSlot(answer.run, window, () => step(answer.run))
      return { kind: 'requested', run: run ?? answer.run }
    },
  }
}
export type DigestRuns = ReturnType<typeof createDigestRuns>
