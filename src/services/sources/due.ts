import { stateOf } from '../../domain/sources/source.js'
import { collect } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import type { FetchFeed } from './fetched.js'
import { createSourceLanes } from './lanes.js'
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
  /** How many sources are synced at once. */
  readonly atOnce: number
  readonly openTools: () => Promise<SyncTools>
}

export interface SourceRuns {
  /** Syncs due sources, `atOnce` side by side, until second 50 of the minute. Never rejects. */
  tick(): Promise<void>
  /** Starts nothing more; resolves when running syncs have ended. */
  stop(): Promise<void>
}

/** Milliseconds after which a tick starts nothing more. */
const longest = 50_000

/**
 * Syncs sources on schedule: organizations take turns, and hosts are not asked for too much at once. Several processes
 * may do this: each source is claimed.
 */
export const createSourceRuns = (dependencies: SourceRunDependencies): SourceRuns => {
  const { store, now, elapsed, log, atOnce, openTools } = dependencies
  const lanes = createSourceLanes({ atOnce, elapsed })
  let stopped = false
  let underWay: Promise<void> = Promise.resolve()

  /** The longest due first. */
  const due = () =>
    collect(
      store.find('sources', {
        index: 'by_due',
        range: { next_at: { lte: now().toISOString() } },
        order: 'ascending',
        fields: ['_id', 'org', 'host'],
      }),
    )

  /** The readers of calendars are loaded on first use. */
  const openSync = async () => {
    const [{ createSync }, tools] = await Promise.all([import('./sync.js'), openTools()])
    const fetchFeed: FetchFeed = (url, known) => lanes.timed(url.host, () => tools.fetchFeed(url, known))
    return createSync({ ...dependencies, ...tools, fetchFeed })
  }

  const syncDue = async (sync: Awaited<ReturnType<typeof openSync>>, source: string): Promise<void> => {
    try {
      const outcome = await sync(source, { onlyIfDue: true })
      if (outcome.kind !== 'done') return
      const { added, changed, removed, kept, ok } = outcome.report
      const state = stateOf(outcome.source)
      log.info({ source, ok, state, added, changed, removed, kept }, 'source synced')
    } catch (err) {
      log.warn({ err, source }, 'a source is left to a later tick')
    }
  }

  const work = async (): Promise<void> => {
    const until = elapsed() + longest
    const sources = await due()
    if (sources.length === 0) return
    const sync = await openSync()
    const isOpen = (): boolean => !stopped && elapsed() <= until
    await lanes.run(sources, isOpen, ({ _id }) => syncDue(sync, _id))
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
