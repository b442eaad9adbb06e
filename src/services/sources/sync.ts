import { isDoubtful, type FeedChanges } from '../../domain/sources/changes.js'
import type { FeedLeaves } from '../../domain/sources/leaves.js'
import {
  contentionTimeout,
  unreadableIn,
  type DataSource,
  type HeldFetch,
} from '../../domain/sources/source.js'
import { callDeadline, importDeadline, type Change, type Store } from '../../store/port.js'
import { yieldOwnEntries } from '../own-entries/yield-to-sources.js'
import { fencedChange } from '../claims.js'
import { tooMuchContention } from '../retry.js'
import { runInTurns } from '../turns.js'
import { findKey, type AddressCipher } from './address-cipher.js'
import type { FetchFeed } from './fetched.js'
import type { SourceUpdate } from './stored.js'
import { createClaims, type SourceClaimDependencies, type SyncOptions, type SyncOutcome } from './claims.js'
import { peopleAudit, schedule, syncAudit } from './audit.js'
import { createDirectorySync, type DirectorySyncDependencies } from './directory.js'
import { compareFeed } from './compare.js'
import { loadSurroundings, readingHash, readInTurn, type Surroundings } from './reading.js'

/** The dependencies of a sync besides the store, opened when the first source is due. */
export interface SyncTools extends Pick<DirectorySyncDependencies, 'listDirectory'> {
  readonly fetchFeed: FetchFeed
  /** Whether a host is known to be in a private network, where that is looked at before anything is fetched. */
  readonly leadsInside?: (hostname: string) => Promise<boolean>
  /** Null: no key is set. */
  readonly cipher: AddressCipher | null
}

/** Documents: larger changes are split into several commits, because one of that size would take too long. */
const atomicLimit = 20_000
const sequenceStep = 5_000

/** What one commit writes. */
type WritePart = Pick<FeedChanges, 'puts' | 'removes'>

/** The documents of a part. */
const idsOf = ({ puts, removes }: WritePart): readonly string[] => [...puts.map(({ _id }) => _id), ...removes]

/** Syncs one source. Throws the errors of the store; an interrupted sync leaves the last good state. */
export const createSync = (dependencies: SourceClaimDependencies & SyncTools) => {
  const { store, now, fetchFeed, cipher } = dependencies
  const { claim, settle, fail, success, chance, holdOn } = createClaims(dependencies)
  const syncDirectory = createDirectorySync(dependencies)

  /** Own entries give way to what this sync brought, or to what an interrupted one did. */
  const giveWay = ({ org }: DataSource, { confirmedBy = schedule }: SyncOptions) =>
    yieldOwnEntries(dependencies, org, confirmedBy)

  const unchanged = async (source: DataSource, options: SyncOptions): Promise<SyncOutcome> => {
    const after = await settle(source, success(source))
    if (!after) return { kind: 'gone' }
    await giveWay(source, options)
    const { leaves: kept, unmatched, unreadable } = source
    const counts = { added: 0, changed: 0, removed: 0, kept }
    const report = { ok: true, ...counts, unmatched, ...(unreadable && { unreadable }), error: null }
    return { kind: 'done', report, source: after }
  }

  /** The organization first, so that concurrent writers conflict at once; then the source, whose fence is the claim. */
  const commitGroup = (
    source: DataSource,
    revision: number,
    { puts, removes }: WritePart,
    update: SourceUpdate,
    audit: readonly Change[],
  ) => {
    const count = puts.length + removes.length
    const head: Change[] = [
      { patch: 'organizations', id: source.org, set: { revision: revision + 1 }, when: { revision } },
      fencedChange('sources', source, update),
    ]
    const changed_at = now().toISOString()
    // Made while they are written: the store takes turns of the event loop in between.
    const changes: Iterable<Change> = {
      *[Symbol.iterator]() {
        // A change that affects no leave does not change the revision.
        yield* count > 0 ? head : head.slice(1)
        for (const leave of puts) yield { put: 'leaves', document: { ...leave, changed_at } }
        for (const id of removes) yield { remove: 'leaves', id }
        yield* audit
      },
    }
    return store.commit(changes, { deadline: count > 500 ? importDeadline : callDeadline })
  }

  /** Additions first: an interrupted sequence must not look like leaves that were cancelled. */
  const partsOf = ({ puts, removes }: FeedChanges): readonly WritePart[] => {
    const count = puts.length + removes.length
    if (store.kind !== 'mongodb' || count <= atomicLimit) return [{ puts, removes }]
    const steps = Array.from({ length: Math.ceil(count / sequenceStep) }, (_, index) => index * sequenceStep)
    return steps.map((from) => ({
      puts: puts.slice(from, from + sequenceStep),
      removes: removes.slice(Math.max(0, from - puts.length), Math.max(0, from + sequenceStep - puts.length)),
    }))
  }

  /** `moved`: the organization was changed since it was compared, so the rest has to be compared again. */
  const write = async (
    source: DataSource,
    revision: number,
    changes: FeedChanges,
    update: SourceUpdate,
    audit: readonly Change[],
    options: SyncOptions,
  ): Promise<'done' | 'moved' | 'gone'> => {
    const parts = partsOf(changes)
    const notesOf = (part: WritePart) => idsOf(part).map((id) => changes.notes.get(id))
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1
      const result = await commitGroup(source, revision + index, part, isLast ? update : holdOn(), [
        ...peopleAudit(dependencies, source, notesOf(part), options),
        ...(isLast ? audit : []),
      ])
      const isEmpty = part.puts.length + part.removes.length === 0
      if (!result.done) return !isEmpty && result.conflict === 0 ? 'moved' : 'gone'
    }
    return 'done'
  }

  const bring = async (
    source: DataSource,
    found: FeedLeaves,
    surroundings: Surroundings,
    more: Pick<DataSource, 'validators'>,
    options: SyncOptions,
  ): Promise<SyncOutcome> => {
    const { confirmed = null } = options
    const until = now().getTime() + contentionTimeout
    const { unmatched, unmatchedCount: unmatched_count } = found
    let first: FeedChanges | null = null
    while (now().getTime() < until) {
      const { organization, changes } = await compareFeed(dependencies, source, found, surroundings)
      // A sequence that starts over has already written some of the first changes, which passed this check.
      const isConfirmed = first !== null || (confirmed !== null && changes.gone <= confirmed.gone)
      if (isDoubtful(changes) && !isConfirmed) {
        const held = { at: now().toISOString(), gone: changes.gone, coming: changes.coming }
        return fail(source, heldError(held), { held, found })
      }
      first ??= changes
      const { leaves, cancelled } = changes
      const unreadable = unreadableIn(found, changes.unread)
      const update = {
        ...success(source),
        ...more,
        ...(changes.tookOver && { takes_over: false }),
        leaves,
        unmatched,
        unmatched_count,
        unreadable,
      }
      const { added, changed, removed, kept } = first
      const audit = syncAudit(dependencies, source, { added, changed, removed }, options)
      const written = await write(source, organization.revision, changes, update, audit, options)
      if (written === 'gone') return { kind: 'gone' }
      if (written === 'moved') {
        await dependencies.wait(10 + 40 * chance())
        continue
      }
      await giveWay(source, options)
      const report = {
        ok: true,
        added,
        changed,
        removed,
        kept,
        ...(cancelled.length > 0 && { cancelled }),
        unmatched,
        ...(unreadable && { unreadable }),
        error: null,
      }
      return { kind: 'done', report, source: { ...source, ...update } }
    }
    throw tooMuchContention('organization', 'Sync the source again.')
  }

  const syncClaimed = async (source: DataSource, options: SyncOptions): Promise<SyncOutcome> => {
    if (source.slack) return syncDirectory({ ...source, slack: source.slack }, options)
    if (!cipher) return fail(source, noKey(store))
    const address = cipher.decrypt(source._id, source.address)
    if (address === null) return fail(source, otherKey(store))
    const surroundings = await store.view(source.org, (view) => loadSurroundings(view, source.org, now()))
    if (!surroundings) return { kind: 'gone' }
    const read_for = await runInTurns(readingHash(source, surroundings))
    // Who asks by hand is told what became of every leave, so the feed is read even if it has not changed.
    const isAsked = options.confirmedBy !== undefined || source.held !== null || source.takes_over
    const known = source.validators?.read_for === read_for && !isAsked ? source.validators : null
    const fetched = await fetchFeed(new URL(address), known)
    if (fetched.kind === 'unchanged') return unchanged(source, options)
    if (fetched.kind === 'failed') return fail(source, fetched.error, { retryAfter: fetched.retryAfter })
    const found = await readInTurn(now, fetched.bytes, source, surroundings)
    if ('unreadable' in found) return fail(source, found.unreadable)
    const { etag, last_modified } = fetched
    const validators = etag === null && last_modified === null ? null : { etag, last_modified, read_for }
    return bring(source, found, surroundings, { validators }, options)
  }

  return async (id: string, options: SyncOptions = {}): Promise<SyncOutcome> => {
    const claimed = await claim(id, options)
    if (typeof claimed === 'string') return { kind: claimed }
    return syncClaimed(claimed, options)
  }
}

export const noKey = (store: Store): string => `The encryption key for feeds is missing: ${findKey(store)}.`
export const otherKey = (store: Store): string =>
  `The address of the feed was encrypted with another key: ${findKey(store)}, or enter the address again.`

const heldError = ({ gone, coming }: HeldFetch): string =>
  `${gone} of ${coming} upcoming leaves would be removed. Nothing was changed; confirm the source to accept this.`
