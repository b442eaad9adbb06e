import type { DigestDependencies } from './digest-dependencies.js'

/** What is added to what Slack asked for, at most, so that replicas do not come back together. */
const jitter = 0.3
/** A brake is kept a little longer than it holds: clocks differ. */
const keep = 3_600_000

export interface Brakes {
  /** Until when nothing may be posted in a workspace; null: it may. */
  of(workspace: string): Promise<Date | null>
  /** As `of`, but only what this process was told itself. */
  known(workspace: string): Date | null
  /** Slack asked to wait so many milliseconds: for every process that shares the store. Never rejects. */
  pull(workspace: string, milliseconds: number): Promise<Date>
}

type BrakeDependencies = Pick<DigestDependencies, 'store' | 'now' | 'random' | 'log'>

export const createBrakes = ({ store, now, random, log }: BrakeDependencies): Brakes => {
  const own = new Map<string, Date>()

  const stored = async (workspace: string): Promise<Date | null> => {
    const [brake] = await store.get('brakes', [workspace])
    return brake ? new Date(brake.not_before) : null
  }

  const holding = (brake: Date | null | undefined): Date | null => (brake && brake > now() ? brake : null)

  const known = (workspace: string): Date | null => {
    const brake = holding(own.get(workspace))
    if (!brake) own.delete(workspace)
    return brake
  }

  /** The longer one holds; who meets another writer looks once more. */
  const write = async (workspace: string, until: Date, tries: number): Promise<void> => {
    const before = await stored(workspace)
    if (before && before >= until) return
    const not_before = until.toISOString()
    const expire_at = new Date(until.getTime() + keep).toISOString()
    const when = before ? { not_before: before.toISOString() } : ('absent' as const)
    const document = { _id: workspace, not_before, expire_at }
    const { done } = await store.commit([{ put: 'brakes', document, when }])
    if (!done && tries > 1) await write(workspace, until, tries - 1)
  }

  return {
    known,
    of: async (workspace) => known(workspace) ?? holding(await stored(workspace)),
    async pull(workspace, milliseconds) {
      const share = (random(1)[0]! / 255) * jitter
      const until = new Date(now().getTime() + milliseconds * (1 + share))
      own.set(workspace, until)
      log.warn({ workspace, until: until.toISOString() }, 'Slack asks to wait before posting there')
      await write(workspace, until, 3).catch((fault: unknown) =>
        log.warn({ err: fault, workspace }, 'other processes are not told to wait'),
      )
      return until
    },
  }
}
