import type { DigestRun } from '../domain/digest.js'
import { timings } from '../domain/digest-timings.js'
import { collect } from '../store/port.js'
import { createBrakes } from './digest-brakes.js'
import type { DigestDependencies } from './digest-dependencies.js'
import { createDigestEdits } from './digest-edits.js'
import { createDigestPauses } from './digest-pauses.js'
import { createPlanning } from './digest-planning.js'
import { createPostStep, type Step } from './digest-post.js'
import { createReconcileStep, createRecoverStep } from './digest-reconcile.js'
import { createRunRecords } from './digest-records.js'
import { createDigestRequest, type Requested } from './digest-request.js'
import { createSkew } from './digest-skew.js'
import { createSlots } from './digest-slots.js'

/** Second 50 of the minute in which a tick began ends its work, second 60 what it plans; milliseconds. */
const ceiling = 50_000
const minute = 60_000
/** Runs of one list; and milliseconds between two of them. */
const atOnce = 1_000
const pause = 1_000

export interface DigestRuns {
  /** One minute's work: plans, posts, recovers, looks up and edits what is due. Never rejects; ends at second 50. */
  tick(): Promise<void>
  /** Claims nothing more; resolves when what is under way has ended, or after the time that one request may take. */
  stop(): Promise<void>
  /** Posts today's run of a digest at once; `who` asked for it. Resolves with the run as it then stands. */
  postNow(digestId: string, who: string): Promise<Requested>
}

/** What a tick may still do. */
interface Window {
  /** What is due later belongs to the next tick. */
  readonly until: Date
  isOpen(): boolean
}

export const createDigestRuns = (dependencies: DigestDependencies): DigestRuns => {
  const { store, now, elapsed, wait, random, log } = dependencies
  const records = createRunRecords(dependencies)
  const brakes = createBrakes(dependencies)
  const pauses = createDigestPauses(dependencies)
  const planning = createPlanning(dependencies)
  const isSkewed = createSkew(dependencies)
  const edits = createDigestEdits({ ...dependencies, records, brakes })
  const request = createDigestRequest(dependencies)
  const post = createPostStep({ ...dependencies, records, brakes, pauses })
  const recover = createRecoverStep({ ...dependencies, records })
  const reconcile = createReconcileStep({ ...dependencies, records, brakes })
  const slots = createSlots()
  /** They outlive the tick that began them. */
  const underWay = new Set<Promise<unknown>>()
  let stopped = false
  let isRecomputed = false

  const step: Step = (run) => {
    if (run.state === 'sending') return recover(run)
    return run.state === 'unknown' ? reconcile(run) : post(run)
  }

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

  const recomputeOnce = async (): Promise<void> => {
    if (isRecomputed) return
    await planning.recompute()
    isRecomputed = true
  }

  const work = async (window: Window, horizon: Date): Promise<void> => {
    if (await isSkewed()) return
    await recomputeOnce()
    await planning.plan(horizon)
    if (window.isOpen()) await Promise.all([workOff(window), editAll(window)])
  }

  return {
    async tick() {
      if (stopped) return
      const began = now().getTime()
      const start = began - (began % minute)
      const left = start + ceiling - began
      const ends = elapsed() + left
      const window = { until: new Date(start + ceiling), isOpen: () => !stopped && elapsed() < ends }
      const working = quietly(work(window, new Date(start + minute)), {})
      // Begun late in its minute it only plans, and has until the next one for it.
      await Promise.race([working, wait(left > 0 ? left : minute - ceiling)])
    },
    async stop() {
      stopped = true
      await Promise.race([Promise.allSettled(underWay), wait(timings.timeout)])
    },
    async postNow(digestId, who) {
      const answer = await request(digestId)
      if (answer.kind !== 'requested') return answer
      log.info({ run: answer.run._id, who }, 'somebody asked for a digest now')
      const window = { until: now(), isOpen: () => !stopped }
      const run = await inSlot(answer.run, window, () => step(answer.run))
      return { kind: 'requested', run: run ?? answer.run }
    },
  }
}
