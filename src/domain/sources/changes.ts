import type { Day } from '../../calendar/day.js'
import { documentId, type Leave, type Source } from '../organization/organization.js'
import type { Sliced } from '../slices.js'
import type { FeedLeave } from './leaves.js'

/** The changes that a fetch makes to a source's leaves. */
export interface FeedChanges {
  readonly puts: readonly Leave[]
  /** Ids of documents. */
  readonly removes: readonly string[]
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly kept: number
  /** The source's leaves after they are written, without those that ended long ago. */
  readonly leaves: number
  /** Upcoming leaves that would be removed without a replacement, and the number of upcoming leaves. */
  readonly gone: number
  readonly coming: number
}

/** Leaves of one slice. */
const sliceLength = 2_000

const isSame = (before: Leave, { starts_at_noon, ends_at_noon }: FeedLeave): boolean =>
  before.status === 'approved' &&
  before.starts_at_noon === starts_at_noon &&
  before.ends_at_noon === ends_at_noon

/**
 * Compares a feed with the stored leaves: leaves from today on become those of the feed, earlier ones stay. Leaves of
 * other sources are left alone; a leave that an admin has edited by hand keeps its id and is not overwritten.
 */
export const createFeedComparer = (
  org: string,
  source: Source,
  today: Day,
  wanted: ReadonlyMap<string, FeedLeave>,
) => {
  const own = new Map<string, Leave>()
  const edited = new Set<string>()

  const documentOf = (leave: FeedLeave): Leave => ({
    _id: documentId(org, leave.id),
    org,
    id: leave.id,
    member_id: leave.member_id,
    type: leave.type,
    start_date: leave.start_date,
    end_date: leave.end_date,
    status: 'approved',
    starts_at_noon: leave.starts_at_noon,
    ends_at_noon: leave.ends_at_noon,
    source,
  })

  return {
    /** Takes a page of stored leaves of all members; each leave once. */
    meet(page: readonly Leave[]): void {
      for (const leave of page)
        if (leave.source === source) own.set(leave.id, leave)
        else if (wanted.has(leave.id)) edited.add(leave.id)
    },

    *finish(): Sliced<FeedChanges> {
      const puts: Leave[] = []
      const counts = { added: 0, changed: 0, kept: edited.size }
      const addedOf = new Map<string, number>()
      let index = 0
      for (const leave of wanted.values()) {
        if (++index % sliceLength === 0) yield
        const before = own.get(leave.id)
        if (edited.has(leave.id)) continue
        if (before && isSame(before, leave)) counts.kept += 1
        else {
          counts[before ? 'changed' : 'added'] += 1
          puts.push(documentOf(leave))
          if (!before && leave.end_date >= today)
            addedOf.set(leave.member_id, (addedOf.get(leave.member_id) ?? 0) + 1)
        }
      }
      yield
      const coming = [...own.values()].filter(({ end_date }) => end_date >= today)
      const removed = coming.filter(({ id }) => !wanted.has(id))
      yield
      let replaced = 0
      // A leave that was moved is a new one in place of an old one of the same member.
      for (const { member_id } of removed) {
        const left = addedOf.get(member_id) ?? 0
        if (left === 0) continue
        addedOf.set(member_id, left - 1)
        replaced += 1
      }
      return {
        ...counts,
        puts,
        removes: removed.map(({ _id }) => _id),
        removed: removed.length,
        leaves: own.size - removed.length + counts.added,
        gone: removed.length - replaced,
        coming: coming.length,
      }
    },
  }
}

/**
 * If more than half of the upcoming leaves are gone, a broken feed is more likely than a company that came back to
 * work.
 */
export const isDoubtful = ({ gone, coming }: Pick<FeedChanges, 'gone' | 'coming'>): boolean =>
  2 * gone > coming
