import { changedMeanwhile, retryWhileChanged } from '../retry.js'
import type { DigestDependencies } from './dependencies.js'

/** What is added to what Slack asked for, at most, so that replicas do not come back together. */
const jitter = 0.3
/** A hold is kept a little longer than it holds: clocks differ. */
const keep = 3_600_000

export interface RateLimitHolds {
  /** Until when nothing may be posted in a workspace; null: it may. */
  of(workspace: string): Promise<Date | null>
  /** As `of`, but only what this process was told itself. */
  known(workspace: string): Date | null
  /** Slack asked to wait so many milliseconds: for every process that shares the store. Never rejects. */
  hold(workspace: string, milliseconds: number): Promise<Date>
}

type BrakeDependencies = Pick<DigestDependencies, 'store' | 'now' | 'random' | 'log'>

export const createRateLimitHolds = ({ store, now, random, log }: BrakeDependencies): RateLimitHolds => {
  const own = new Map<string, Date>()

  const stored = async (workspace: string): Promise<Date | null> => {
    const [hold] = await store.get('rate_limit_holds', [workspace])
    return hold ? new Date(hold.not_before) : null
  }

  const holding = (hold: Date | null | undefined): Date | null => (hold && hold > now() ? hold : null)

  const known = (workspace: string): Date | null => {
    const hold = holding(own.get(workspace))
    if (!hold) own.delete(workspace)
    return hold
  }

  /** The longer one holds; who meets another writer looks once more. */
  const write = async (workspace: string, until: Date): Promise<void> => {
    const not_before = until.toISOString()
    const expire_at = new Date(until.getTime() + keep).toISOString()
    const document = { _id: workspace, not_before, expire_at }
    await retryWhileChanged(async () => {
      const before = await stored(workspace)
      if (before && before >= until) return true
      const when = before ? { not_before: before.toISOString() } : ('absent' as const)
      return (await store.commit([{ put: 'rate_limit_holds', document, when }])).done || changedMeanwhile
    })
  }

  return {
    known,
    of: async (workspace) => known(workspace) ?? holding(await stored(workspace)),
    async hold(workspace, milliseconds) {
      const share = (random(1)[0]! / 255) * jitter
      const until = new Date(now().getTime() + milliseconds * (1 + share))
      own.set(workspace, until)
      log.warn({ workspace, until: until.toISOString() }, 'Slack asked us to wait before posting there')
      await write(workspace, until).catch((fault: unknown) =>
        log.warn({ err: fault, workspace }, 'other processes could not be told to wait'),
      )
      return until
    },
  }
}
