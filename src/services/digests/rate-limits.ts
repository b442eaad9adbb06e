import { changedMeanwhile, retryWhileChanged } from '../retry.js'
import type { DigestDependencies } from './dependencies.js'

/** The largest share added to Slack's delay, so that replicas do not all return at once. */
const jitter = 0.3

/** A delay in milliseconds, lengthened by a random share of it. */
export const jittered = (milliseconds: number, random: DigestDependencies['random']): number =>
  milliseconds * (1 + (random(1)[0]! / 255) * jitter)

/** A hold is stored a little longer than it applies, because clocks differ. */
const keep = 3_600_000

export const createRateLimitHolds = ({
  store,
  now,
  random,
  log,
}: Pick<DigestDependencies, 'store' | 'now' | 'random' | 'log'>) => {
  const own = new Map<string, Date>()

  const stored = async (workspace: string): Promise<Date | null> => {
    const [hold] = await store.get('rate_limit_holds', [workspace])
    return hold ? new Date(hold.not_before) : null
  }

  const holding = (hold: Date | null | undefined): Date | null => (hold && hold > now() ? hold : null)

  /** What Slack told this process itself. */
  const known = (workspace: string): Date | null => {
    const hold = holding(own.get(workspace))
    if (!hold) own.delete(workspace)
    return hold
  }

  /** The longer hold wins; after a write conflict the document is read again. */
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
    /** Until when nothing may be posted in a workspace; null when posting is allowed. */
    of: async (workspace: string): Promise<Date | null> =>
      known(workspace) ?? holding(await stored(workspace)),
    /** Records that Slack asked to wait this long, for every process that shares the store. Never rejects. */
    async hold(workspace: string, milliseconds: number): Promise<Date> {
      const until = new Date(now().getTime() + jittered(milliseconds, random))
      own.set(workspace, until)
      log.warn({ workspace, until: until.toISOString() }, 'Slack asked us to wait before posting there')
      await write(workspace, until).catch((error: unknown) =>
        log.warn({ err: error, workspace }, 'other processes could not be told to wait'),
      )
      return until
    },
  }
}
export type RateLimitHolds = ReturnType<typeof createRateLimitHolds>
