import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import type { DigestPoster } from '../../src/services/digests/poster.js'
import type { Change, Store } from '../../src/store/port.js'
import type { Standstill, StandstillOrder } from './standstill-order.js'

/** At once, and whole: whoever is stopped or killed has said what it had to say. */
const say = (what: object): void => void writeSync(2, `${JSON.stringify(what)}\n`)

const stepOfState: Readonly<Record<string, Standstill>> = { claimed: 'claimed', sending: 'marked' }

const stepOf = (change: Change | undefined): { step: Standstill; run: string } | undefined => {
  if (!change || !('patch' in change) || change.patch !== 'digest_runs') return undefined
  const step = stepOfState[String(change.set['state'])]
  return step && { step, run: change.id }
}

/** Work during which nothing is being written: who stands still with the lock of a folder holds up everybody. */
const createQuiet = () => {
  const writing = new Set<Promise<unknown>>()
  let gate: Promise<unknown> = Promise.resolve()
  return {
    async write<T>(work: () => Promise<T>): Promise<T> {
      await gate
      const written = work()
      writing.add(written)
      return written.finally(() => writing.delete(written))
    },
    async keep<T>(work: () => T | Promise<T>): Promise<T> {
      const done = gate.then(() => Promise.allSettled(writing)).then(work)
      gate = done.catch(() => undefined)
      return done
    },
  }
}

/** One request at a time for each workspace (I7): seen here, for Slack's end may see two events in another order. */
const createCrowdWatch = () => {
  const busy = new Map<string, number>()
  return async <T>(workspace: string, request: () => Promise<T>): Promise<T> => {
    const others = busy.get(workspace) ?? 0
    if (others > 0) say({ crowd: workspace })
    busy.set(workspace, others + 1)
    return request().finally(() => busy.set(workspace, busy.get(workspace)! - 1))
  }
}

/**
 * Stops this process with SIGSTOP once it is where it was ordered to: no signal from outside would hit it there. It
 * says of which run; whoever started it lets it go on.
 */
export const createStandstill = (order: StandstillOrder | null, isEnding: () => boolean) => {
  const posting = new AsyncLocalStorage<string>()
  const quiet = createQuiet()
  const alone = createCrowdWatch()
  let skip = order?.skip ?? 0
  let isDone = false

  const isNear = (step: Standstill): boolean => !isDone && step === order?.step && !isEnding()
  const reach = (step: Standstill, run: string): void => {
    if (!isNear(step) || skip-- > 0) return
    isDone = true
    say({ standstill: step, run })
    process.kill(process.pid, 'SIGSTOP')
  }

  // A connection stands, and nothing is written to it yet.
  subscribe('undici:client:connected', () => {
    const run = posting.getStore()
    if (run !== undefined) reach('connected', run)
  })

  return {
    ofStore: (store: Store): Store => ({
      ...store,
      async commit(changes, options) {
        const result = await quiet.write(() => store.commit(changes, options))
        const reached = Array.isArray(changes) ? stepOf(changes[0] as Change | undefined) : undefined
        if (result.done && reached && isNear(reached.step))
          await quiet.keep(() => reach(reached.step, reached.run))
        return result
      },
    }),
    ofPoster: (poster: DigestPoster): DigestPoster => ({
      ...poster,
      post(target, message, key, inTime) {
        const post = () => posting.run(key, () => poster.post(target, message, key, inTime))
        return alone(target.workspace, () => (isNear('connected') ? quiet.keep(post) : post()))
      },
      edit: (target, message, key, inTime) =>
        alone(target.workspace, () => poster.edit(target, message, key, inTime)),
    }),
  }
}
