import {
  claimLease,
  nextFetch,
  unreadableIn,
  type DataSource,
  type HeldFetch,
  type UnreadableEvents,
} from '../../domain/sources/source.js'
import type { FeedChanges } from '../../domain/sources/changes.js'
import type { FeedLeaves, Unmatched } from '../../domain/sources/leaves.js'
import { createLeases, type ClaimDependencies } from '../claims.js'
import type { Actor, Dependencies } from '../dependencies.js'
import type { SourceUpdate } from './stored.js'

export interface SyncReport extends Pick<FeedChanges, 'added' | 'changed' | 'removed' | 'kept'> {
  readonly ok: boolean
  /** Leaves on days that an admin cancelled; absent: none. */
  readonly cancelled?: FeedChanges['cancelled']
  readonly unmatched: readonly Unmatched[]
  /** Absent: every event can be read. */
  readonly unreadable?: UnreadableEvents
  /** Why nothing was changed; null on success. */
  readonly error: string | null
}

/** `busy`: another process is syncing it. `gone`: the source no longer exists, or another process took it over. */
export type SyncOutcome =
  | { readonly kind: 'done'; readonly report: SyncReport; readonly source: DataSource }
  | { readonly kind: 'busy' | 'gone' }

export interface SyncOptions {
  /** An admin confirmed a held fetch: a fetch that removes no more than that one is written. */
  readonly confirmed?: HeldFetch | null
  /** Who asked for the sync, or confirmed it, for the audit log; absent: it was due. */
  readonly confirmedBy?: Actor
  /** Nothing is fetched when another process has synced the source since it was listed. */
  readonly onlyIfDue?: boolean
}

const failure = (
  error: string,
  found: Pick<SyncReport, 'kept' | 'unmatched' | 'unreadable'>,
): SyncReport => ({ ok: false, added: 0, changed: 0, removed: 0, ...found, error })

export interface SourceClaimDependencies extends Dependencies, ClaimDependencies {}

/** The beginning and end of every sync: claiming a source, and recording the result. */
export const createClaims = (dependencies: SourceClaimDependencies) => {
  const { now, random } = dependencies
  const leases = createLeases('sources', claimLease, dependencies)
  const chance = (): number => random(1)[0]! / 255

  const claim = (id: string, { onlyIfDue = false }: SyncOptions) => leases.claim(id, onlyIfDue)

  /** Records the result and releases the claim; null when another process has taken over. */
  const settle = (source: DataSource, update: SourceUpdate): Promise<DataSource | null> =>
    leases.write(source, { ...update, claim: null })

  const fail = async (
    source: DataSource,
    error: string,
    more: {
      readonly retryAfter?: number | null
      readonly held?: HeldFetch
      readonly found?: FeedLeaves
    } = {},
  ): Promise<SyncOutcome> => {
    const { retryAfter = null, held = null, found } = more
    const failures = held ? 0 : source.failures + 1
    const notBefore = retryAfter === null ? null : new Date(now().getTime() + retryAfter * 1_000)
    const after = await settle(source, {
      last_error: error,
      failures,
      ...(held ? { held } : {}),
      next_at: source.paused ? null : nextFetch(source, failures, now(), chance(), notBefore),
    })
    if (!after) return { kind: 'gone' }
    const unreadable = found ? unreadableIn(found) : source.unreadable
    const report = failure(error, {
      kept: source.leaves,
      unmatched: found?.unmatched ?? source.unmatched,
      ...(unreadable && { unreadable }),
    })
    return { kind: 'done', report, source: after }
  }

  /** The fields of a source after a successful fetch. */
  const success = (source: DataSource): SourceUpdate => ({
    claim: null,
    last_error: null,
    failures: 0,
    held: null,
    last_success_at: now().toISOString(),
    next_at: source.paused ? null : nextFetch(source, 0, now(), chance()),
  })

  return { claim, settle, fail, success, chance, holdOn: leases.extended }
}
