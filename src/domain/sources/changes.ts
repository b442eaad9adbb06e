import type { Day } from '../../calendar/day.js'
import { documentId, type Leave, type Source } from '../organization/organization.js'
import { cancelledAs, isCancelledByHand, type CancelledDays } from '../presence/counting.js'
import { leaveNote, type PersonNote } from '../records/batch.js'
import type { Sliced } from '../../calendar/slices.js'
import type { FeedLeave, FeedLeaves, UnreadLeaves } from './leaves.js'
import type { DataSource } from './source.js'

/** The changes that a fetch makes to a source's leaves. */
export interface FeedChanges {
  readonly puts: readonly Leave[]
  /** Ids of documents. */
  readonly removes: readonly string[]
  /** What each of these changes, by the id of the document. */
  readonly notes: ReadonlyMap<string, PersonNote | null>
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly kept: number
  /** Of those kept, the ones whose event may be one that cannot be read. */
  readonly unread: number
  /** The source's leaves after they are written, without those that ended long ago. */
  readonly leaves: number
  /** Whether leaves of imports are among those removed, as the source may do once. */
  readonly tookOver: boolean
  /** Upcoming leaves that would be removed without a replacement, and the number of upcoming leaves. */
  readonly gone: number
  readonly coming: number
  /** Upcoming leaves of the feed on days that an admin cancelled. */
  readonly cancelled: readonly LeaveAfterCancel[]
}

/** A leave on days that an admin cancelled: it counts only if its first or last day is another. */
export interface LeaveAfterCancel extends CancelledDays {
  readonly member_id: string
  readonly counts: boolean
}

/** Leaves of one slice. */
const sliceLength = 2_000

const isSame = (before: Leave, { starts_at_noon, ends_at_noon }: FeedLeave): boolean =>
  before.status === 'approved' &&
  before.starts_at_noon === starts_at_noon &&
  before.ends_at_noon === ends_at_noon

/**
 * Compares a feed with the stored leaves: leaves from today on become those of the feed, earlier ones stay. Leaves of
 * other sources are left alone, except by `takeOver`; a leave that an admin has edited by hand keeps its id and is not overwritten.
 */
export const createFeedComparer = (
  org: string,
  source: Source,
  today: Day,
  { leaves: wanted, unread }: Pick<FeedLeaves, 'leaves' | 'unread'>,
  takeOver: Pick<DataSource, 'member_id'> | null = null,
) => {
  // A feed without a coming leave is no replacement for those of an import.
  const takesOver =
    takeOver && [...wanted.values()].some(({ end_date }) => end_date >= today) ? takeOver : null
  const replacedLeaves: Leave[] = []
  const own = new Map<string, Leave>()
  const edited = new Set<string>()
  const cancelledOf = new Map<string, CancelledDays[]>()

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
    ...(leave.event !== undefined && { event: leave.event }),
  })

  return {
    /** Takes a page of stored leaves of all members; each leave once. */
    meet(page: readonly Leave[]): void {
      for (const leave of page) {
        if (leave.source === source) own.set(leave.id, leave)
        else if (wanted.has(leave.id)) edited.add(leave.id)
        else if (takesOver && isImportedAhead(leave, takesOver, today)) replacedLeaves.push(leave)
        if (isCancelledByHand(leave))
          cancelledOf.set(leave.member_id, [...(cancelledOf.get(leave.member_id) ?? []), leave])
      }
    },

    *finish(): Sliced<FeedChanges> {
      const puts: Leave[] = []
      const notes = new Map<string, PersonNote | null>()
      const counts = { added: 0, changed: 0, kept: edited.size }
      const cancelled: LeaveAfterCancel[] = []
      const addedOf = new Map<string, number>()
      let index = 0
      for (const leave of wanted.values()) {
        if (++index % sliceLength === 0) yield
        const before = own.get(leave.id)
        if (leave.doubtful) {
          if (before) counts.kept += 1
          continue
        }
        const { id, member_id, start_date, end_date } = leave
        const as = end_date < today ? null : cancelledAs(leave, cancelledOf.get(member_id) ?? [])
        if (as === 'same' || (as === 'other' && !edited.has(id)))
          cancelled.push({ member_id, start_date, end_date, counts: as === 'other' })
        if (edited.has(id)) continue
        if (before && isSame(before, leave)) counts.kept += 1
        else {
          counts[before ? 'changed' : 'added'] += 1
          const document = documentOf(leave)
          puts.push(document)
          notes.set(document._id, leaveNote(before, document))
          if (!before && leave.end_date >= today)
            addedOf.set(leave.member_id, (addedOf.get(leave.member_id) ?? 0) + 1)
        }
      }
      yield
      const coming = [...own.values()].filter(({ end_date }) => end_date >= today)
      const mayBeUnread = createUnreadTest(unread, areUidsKept(own, wanted))
      const missing = coming.filter(({ id }) => !wanted.has(id))
      const removed = missing.filter((leave) => !mayBeUnread(leave))
      const gone = [...removed, ...replacedLeaves.filter((leave) => !mayBeUnread(leave))]
      for (const leave of gone) notes.set(leave._id, leaveNote(leave, undefined))
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
        kept: counts.kept + missing.length - removed.length,
        unread: missing.length - removed.length,
        cancelled,
        puts,
        notes,
        removes: gone.map(({ _id }) => _id),
        removed: gone.length,
        tookOver: takesOver !== null,
        leaves: own.size - removed.length + counts.added,
        gone: removed.length - replaced,
        coming: coming.length,
      }
    },
  }
}

/** Some tools give an event another UID with each fetch: then a leave is not found by that of its event. */
const areUidsKept = (own: ReadonlyMap<string, Leave>, wanted: ReadonlyMap<string, FeedLeave>): boolean => {
  let [same, others] = [0, 0]
  for (const { id, event } of own.values()) {
    const now = wanted.get(id)?.event
    if (event === undefined || now === undefined) continue
    if (event === now) same += 1
    else others += 1
  }
  return same >= others
}

/**
 * Whether a leave that the feed no longer has may be one of an event that cannot be read: by its UID, and where that is
 * not known, by its member. A leave of an earlier version has no UID.
 */
const createUnreadTest = (
  unread: readonly UnreadLeaves[],
  areKept: boolean,
): ((leave: Pick<Leave, 'event' | 'member_id'>) => boolean) => {
  const events = new Set(unread.map(({ event }) => event))
  const membersOf = (some: readonly UnreadLeaves[]) => new Set(some.map(({ member_id }) => member_id))
  const [anonymous, all] = [membersOf(unread.filter(({ event }) => event === null)), membersOf(unread)]
  return ({ event, member_id }) => {
    const isKnown = areKept && event !== undefined
    const members = isKnown ? anonymous : all
    return (isKnown && events.has(event)) || members.has(null) || members.has(member_id)
  }
}

/** Whether a leave is one that a new feed would speak of as well: from an import, and not over. */
export const isImportedAhead = (
  { source, end_date, member_id }: Pick<Leave, 'source' | 'end_date' | 'member_id'>,
  { member_id: owner }: Pick<DataSource, 'member_id'>,
  today: Day,
): boolean => source === 'import' && end_date >= today && (owner === null || owner === member_id)

/** More than half of the upcoming leaves gone: a broken feed is more likely than a company back at work. */
export const isDoubtful = ({ gone, coming }: Pick<FeedChanges, 'gone' | 'coming'>): boolean =>
  2 * gone > coming
