import { timings } from '../domain/digest-timings.js'
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
import { createDigestWork, type Window } from './digest-work.js'

/** Second 50 of the minute in which a tick began ends its work, second 60 what it plans; milliseconds. */
const ceiling = 50_000
const minute = 60_000

export interface DigestRuns {
  /** One minute's work: plans, posts, recovers, looks up and edits what is due. Never rejects; ends at second 50. */
  tick(): Promise<void>
  /** Claims nothing more; resolves when what is under way has ended, or after the time that one request may take. */
  stop(): Promise<void>
  /** Posts today's run of a digest at once; `who` asked for it. Resolves with the run as it then stands. */
  postNow(digestId: string, who: string): Promise<Requested>
}

export const createDigestRuns = (dependencies: DigestDependencies): DigestRuns => {
  const { now, elapsed, wait, log } = dependencies
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
  let stopped = false
  let isRecomputed = false

  const step: Step = (run) => {
    if (run.state === 'sending') return recover(run)
    return run.state === 'unknown' ? reconcile(run) : post(run)
  }
  const { quietly, inSlot, workOff, editAll, settled } = createDigestWork({ ...dependencies, step, edits })

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
      await Promise.race([settled(), wait(timings.timeout)])
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
