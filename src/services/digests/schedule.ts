import { countedBy } from '../../calendar/grouped.js'
import type { Digest, DigestRun } from '../../domain/digests/digest.js'
import type { Occurrence } from '../../domain/digests/due.js'
import { dueRuns, recomputed } from '../../domain/digests/schedule.js'
import { collect } from '../../store/port.js'
import type { DigestDependencies } from './dependencies.js'

/** Digests written concurrently. */
const atOnce = 8

const withLimit = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

const minuteOf = ({ workspace, next_at }: Digest): string => `${workspace} ${next_at?.slice(0, 16)}`

export const createScheduling = ({ store, now, log, tzdata, random }: DigestDependencies) => {
  /** An existing run occupies its day, whoever wrote it and whatever its outcome. */
  const insert = async (run: DigestRun): Promise<void> => {
    const { done } = await store.commit([{ put: 'digest_runs', document: run, when: 'absent' }])
    if (done) log.info({ run: run._id, state: run.state, reason: run.reason }, 'digest planned')
  }

  const advance = async ({ _id: id, version }: Digest, next: Occurrence | null): Promise<void> => {
    const next_at = next?.at.toISOString() ?? null
    const set = { next_at, next_date: next?.date ?? null, tzdata, version: version + 1 }
    await store.commit([{ patch: 'digests', id, set, when: { version } }])
  }

  /** The run first: a process that dies in between leaves work that can safely be repeated. */
  const scheduleOne = async (digest: Digest, horizon: Date, crowd: number): Promise<void> => {
    const { runs, next } = dueRuns(digest, horizon, crowd, now())
    for (const run of runs) await insert(run)
    await advance(digest, next)
  }

  /** Several processes schedule at once: starting at different places, they seldom write the same document. */
  const rotatedAtRandom = <T>(items: readonly T[]): readonly T[] => {
    const start = Math.floor((random(1)[0]! / 256) * items.length)
    return [...items.slice(start), ...items.slice(0, start)]
  }

  return {
    /** Writes the runs due before an instant, and advances each digest to its next run. */
    async schedule(horizon: Date): Promise<void> {
      const range = { next_at: { lt: horizon.toISOString() } }
      const due = await collect(store.find('digests', { index: 'by_due', range }))
      const crowds = countedBy(due, minuteOf)
      await withLimit(rotatedAtRandom(due), (digest) =>
        scheduleOne(digest, horizon, crowds.get(minuteOf(digest)) ?? 1),
      )
    },
    /** Corrects times that were computed with other time zone rules than this runtime's. */
    async recompute(): Promise<void> {
      const all = store.find('digests', { index: 'by_due', range: { next_at: { gte: '' } } })
      for await (const digests of all)
        for (const digest of digests) {
          if (digest.tzdata === tzdata) continue
          const next = recomputed(digest)
          if (next !== undefined) await advance(digest, next)
        }
    },
  }
}
