import { stateOf } from '../../domain/sources/source.js'
import { collect } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import type { SyncTools } from './sync.js'

interface SourceLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface SourceRunDependencies extends Dependencies {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** Identifies this process. */
  readonly owner: string
  readonly log: SourceLog
  readonly openTools: () => Promise<SyncTools>
}

export interface SourceRuns {
  /** Syncs due sources, one after another, until second 50 of the minute. Never rejects. */
  tick(): Promise<void>
  /** Starts nothing more; resolves when running syncs have ended. */
  stop(): Promise<void>
}

/** Sources per look-up, and how many are synced at once. */
const atOnce = 50
const lanes = 2
/** Milliseconds after which a tick starts nothing more. */
const longest = 50_000

/** Syncs sources on schedule. Several processes may do this: each source is claimed. */
export const createSourceRuns = (dependencies: SourceRunDependencies): SourceRuns => {
  const { store, now, elapsed, log, openTools } = dependencies
  let stopped = false
  let underWay: Promise<void> = Promise.resolve()

  const due = () =>
    collect(
      store.find('sources', {
        index: 'by_due',
        range: { next_at: { lte: now().toISOString() } },
        order: 'ascending',
        limit: atOnce,
      }),
    )

  const work = async (): Promise<void> => {
    const until = elapsed() + longest
    const sources = await due()
    if (sources.length === 0) return
    // The readers of calendars are loaded on first use.
    const { createSync } = await import('./sync.js')
    const sync = createSync({ ...dependencies, ...(await openTools()) })
    const queue = sources.values()
    const lane = async (): Promise<void> => {
      for (const { _id: source } of queue) {
        if (stopped || elapsed() > until) return
        try {
          const outcome = await sync(source, { onlyIfDue: true })
          if (outcome.kind !== 'done') continue
          const { added, changed, removed, kept, ok } = outcome.report
          const state = stateOf(outcome.source)
          log.info({ source, ok, state, added, changed, removed, kept }, 'source synced')
        } catch (err) {
          log.warn({ err, source }, 'a source is left to a later tick')
        }
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  return {
    async tick() {
      if (stopped) return
      underWay = work().catch((err: unknown) => log.warn({ err }, 'sources are left to a later tick'))
      await underWay
    },
    async stop() {
      stopped = true
      await underWay
    },
  }
}
