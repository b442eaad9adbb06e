import type { Day } from '../../calendar/day.js'
import { changedFields, type Leave } from '../organization/organization.js'
import { cancelledAs, isCancelledByHand, type CancelledDays } from '../presence/counting.js'
import { leaveNote, type PersonNote } from '../records/batch.js'
import { compare, sortInSlices, type Sliced } from '../../calendar/slices.js'
import { sliceSize } from './findings.js'
import { leaveIdFor, periodName } from './identity.js'
import { isMoved, isSameLeave, leaveDays, leaveWords, mergeLeave } from './leave.js'
import { createBulk, namesShown, type BulkChange } from './guard.js'
import type { LeaveRow } from './leave-rows.js'
import type { MemberChanges } from './members.js'
import { createOverlaps } from './overlaps.js'
import {
  keptByHand,
  noCounts,
  reportTwin,
  staysAway,
  type Context,
  type Counts,
  type Write,
} from './outcome.js'
import type { Rows } from './rows.js'
import type { Strangers } from './strangers.js'

export interface LeaveChanges {
  readonly counts: Counts
  /** Created anew for every iteration, so that 200,000 documents need not be held. */
  readonly puts: Iterable<Write>
  readonly putCount: number
  readonly removes: readonly Write[]
  /** The names of people who lose leaves, each once, limited to the first ten. */
  readonly removedFrom: readonly string[]
  /** The number of leaves stored now. */
  readonly stored: number
  /** New or changed rows that overlap a leave from an earlier import which is no longer in the files. */
  readonly overlapping: readonly string[]
  readonly bulk: readonly BulkChange[]
  /** What a write to a leave changes, for the audit log. */
  noteOf(write: Write): PersonNote | null
  /** The first day of what the overlaps are with, where leaves are replaced from a later one on. */
  readonly overlapsFrom: Day | null
  /** The first day from which leaves are replaced, and the number of imported ones that begin before it and stay. */
  readonly replacedFrom: Day | null
  readonly outside: number
}

const earlier = (before: Day | null, day: Day): Day => (before === null || day < before ? day : before)

/** What two rows of the same person, type and days may differ in. */
const rowFields = ['id', 'status', 'starts_at_noon', 'ends_at_noon'] as const

/** Somebody decided on a request: that is how its status changes. */
const isDecided = (before: Leave, after: Leave): boolean =>
  before.status === 'pending' && (after.status === 'approved' || after.status === 'rejected')

const same = 1
const different = 2

const afterCancel = {
  same: 'has the first and last day of a leave that was cancelled by hand, so it does not count',
  other: 'shares days with a leave that was cancelled by hand; it counts',
} as const

/** One number for a person and a period: exact up to 134 million people and 67 million periods. */
const naturalKey = (email: number, period: number): number => email * 2 ** 26 + period

const isStray = 'is missing: the id derived for this leave belongs to one whose dates were changed'

/** Page by page: there may be years of history. `byEmail`: the members as they will be after the import. */
export const createLeaveComparer = function* (
  context: Context,
  { leaves: rows, refusedLeaves }: Rows,
  { byEmail, nameOf }: Pick<MemberChanges, 'byEmail' | 'nameOf'>,
  strangers: Strangers,
) {
  const { findings, warnings, listing, within } = context
  /** The member for each e-mail index, and the first e-mail index of each member. */
  const members = rows.emails.map((email) => byEmail.get(email))
  const people = new Map<string, number>()
  for (const [email, member] of members.entries())
    if (member !== undefined && !people.has(member)) people.set(member, email)
  /** One number for somebody whom rows name in several ways: by address, by name, by employee number. */
  const personOf = (email: number): number => people.get(members[email] ?? '') ?? email
  /** Row indexes by the given id, and by what identifies a leave. */
  const given = new Map<string, number>()
  const natural = new Map<number, number>()
  /** For each row: 0 until its stored leave is found, then whether the two are the `same` or `different`. */
  const met = new Uint8Array(rows.count())
  /** Ids of stored leaves that differ from the ids derived, now or after this import, from their dates. */
  const strays = new Set<string>()
  /** Those of them whose dates were edited by hand. */
  const movedByHand = new Set<string>()
  const counts = noCounts()
  let stored = 0
  const removedFrom = new Set<string>()
  const changed: Leave[] = []
  const changedFrom = new Map<string, Leave>()
  const removedNotes = new Map<string, PersonNote | null>()
  const removed: string[] = []
  const overlaps = createOverlaps(rows, personOf)
  const cancelledOf = new Map<string, CancelledDays[]>()
  const bulk = createBulk()
  const first = within.from ?? rows.periods.map(({ start_date }) => start_date).reduce(earlier, null)
  let outside = 0

  const isReplaced = ({ start_date, end_date, source }: Leave): boolean => {
    if (!context.replace.has('leaves') || source !== 'import') return false
    const isWithin = start_date >= (first ?? '') && (within.to === null || end_date <= within.to)
    if (!isWithin) outside += 1
    return isWithin
  }

  const placeRow = (index: number): void => {
    const { place, email, period, id } = rows.at(index)
    const key = naturalKey(personOf(email), period)
    const twin = natural.get(key)
    const sameId = id === undefined ? undefined : given.get(id)
    if (twin !== undefined) {
      const differing = changedFields(rowFields, rows.at(twin), rows.at(index))
      reportTwin(context, place, rows.at(twin).place, differing)
      if (differing.length === 0) return
    } else natural.set(key, index)
    if (sameId !== undefined)
      findings.add(place, 'id', 'is also that of {}', findings.describe(rows.at(sameId).place))
    else if (id !== undefined) given.set(id, index)
  }

  /** The row that describes the same leave as a stored one. */
  const twinOf = (leave: Leave): number | undefined => {
    const email = people.get(leave.member_id)
    const period = rows.findPeriod(periodName(leave))
    return email === undefined || period === undefined ? undefined : natural.get(naturalKey(email, period))
  }

  const describe = (leave: Leave): string => `leave of ${nameOf(leave.member_id)}: ${leaveWords(leave)}`

  const merge = (id: string, before: Leave | undefined, row: LeaveRow): Leave =>
    mergeLeave(
      { org: context.org, at: context.at, id, member: members[row.email]! },
      rows.periods[row.period]!,
      before,
      row,
    )

  /** Handles a stored leave that a row describes. */
  const takeMet = (index: number, leave: Leave): void => {
    const { place, status } = rows.at(index)
    const after = merge(leave.id, leave, rows.at(index))
    const stays = isSameLeave(leave, after)
    if (!stays && leave.source === 'manual') warnings.add(place, null, keptByHand)
    else if (isCancelledByHand(leave) && status === undefined) warnings.add(place, null, afterCancel.same)
    met[index] = stays || leave.source === 'manual' ? same : different
    if (met[index] === same) {
      counts.same += 1
      return
    }
    if (isMoved(leave, after)) strays.add(leave.id)
    if (leave.status !== after.status && !isDecided(leave, after))
      bulk.note(
        'status',
        () => `${nameOf(leave.member_id)}: ${leaveDays(after)} ${leave.status} → ${after.status}`,
      )
    counts.changed += 1
    changed.push(after)
    changedFrom.set(leave._id, leave)
    listing.note('changed', 'leaves', () => `${describe(leave)} → ${leaveWords(after)}`)
  }

  const meetLeave = (leave: Leave): void => {
    stored += 1
    if (isCancelledByHand(leave))
      cancelledOf.set(leave.member_id, [...(cancelledOf.get(leave.member_id) ?? []), leave])
    // Leaves that members entered themselves yield to the import afterwards, so no row is matched with them.
    if (leave.source === 'own' && !given.has(leave.id)) return
    const twin = twinOf(leave)
    const twinsId = twin === undefined ? undefined : rows.at(twin).id
    const free = twin !== undefined && twinsId === undefined && !met[twin] ? twin : undefined
    const index = given.get(leave.id) ?? free
    if (leave.id !== leaveIdFor(leave.member_id, leave)) {
      strays.add(leave.id)
      if (leave.source === 'manual') movedByHand.add(leave.id)
    }
    if (index !== undefined) {
      takeMet(index, leave)
    } else if (isReplaced(leave)) {
      counts.removed += 1
      removed.push(leave._id)
      removedNotes.set(leave._id, leaveNote(leave, undefined))
      if (removedFrom.size < namesShown) removedFrom.add(nameOf(leave.member_id))
      listing.note('removed', 'leaves', () => describe(leave))
    } else if (twin !== undefined && twinsId !== undefined)
      findings.add(
        rows.at(twin).place,
        'id',
        'differs from the stored id of this leave; leave it out, or use --replace leaves',
      )
    else if (leave.source === 'import') overlaps.meet(people.get(leave.member_id), leave)
  }

  /** Leaves on days that an admin cancelled are brought in all the same; a warning says which of them count. */
  const warnOfCancelled = (index: number): void => {
    const { place, email, period, status = 'approved' } = rows.at(index)
    const cancelled = cancelledOf.get(members[email]!)
    const as = cancelled && status === 'approved' ? cancelledAs(rows.periods[period]!, cancelled) : null
    if (as !== null) warnings.add(place, null, afterCancel[as])
  }

  /** New leaves: the id of each row's leave, and the rows in the order of these ids. */
  const newLeaves = function* (): Sliced<{
    readonly ids: readonly string[]
    readonly order: readonly number[]
  }> {
    const ids: string[] = []
    const fresh: number[] = []
    let looked = 0
    for (const index of natural.values()) {
      looked += 1
      if (looked % sliceSize === 0) yield
      if (met[index]) continue
      const { email, period, id, place } = rows.at(index)
      const own = id ?? leaveIdFor(members[email]!, rows.periods[period]!)
      if (id === undefined && movedByHand.has(own)) {
        warnings.add(place, null, keptByHand)
        counts.same += 1
        continue
      }
      if (staysAway(context, place, context.tombstones.get(own))) continue
      if (id === undefined && strays.has(own)) findings.add(place, 'id', isStray)
      if (cancelledOf.size > 0) warnOfCancelled(index)
      ids[index] = own
      fresh.push(index)
    }
    return { ids, order: yield* sortInSlices(fresh, (a, b) => compare(ids[a]!, ids[b]!)) }
  }

  yield
  for (let index = 0; index < rows.count(); index += 1) {
    const { email, place, status } = rows.at(index)
    if (members[email] !== undefined) placeRow(index)
    else strangers.meet(place, rows.emails[email]!, status)
    if (index % sliceSize === sliceSize - 1) yield
  }
  for (const { email, place } of refusedLeaves)
    if (!byEmail.has(email)) strangers.meet(place, email, undefined)
  strangers.settle(people.size)

  return {
    /** Takes a page of stored leaves; each leave exactly once, in any order. */
    meet: (page: readonly Leave[]): void => page.forEach(meetLeave),

    /** Call after the last page. */
    finish: function* (): Sliced<LeaveChanges> {
      const { ids, order } = yield* newLeaves()
      counts.added = order.length
      const added = (index: number): Leave => merge(ids[index]!, undefined, rows.at(index))
      for (const index of order.slice(0, listing.most))
        listing.note('added', 'leaves', () => describe(added(index)))
      const overlapping = overlaps
        .found((index) => met[index] === same)
        .map((index) => findings.describe(rows.at(index).place))
      const puts = yield* sortInSlices(changed, (a, b) => compare(a.id, b.id))
      const gone = yield* sortInSlices(removed, compare)
      // Everything still held stays in memory during the writes: for 200,000 leaves, these were 20 MB.
      for (const done of [natural, given, people, strays, movedByHand]) done.clear()
      return {
        counts,
        puts: {
          *[Symbol.iterator]() {
            for (const document of puts) yield { put: 'leaves', document }
            for (const index of order) yield { put: 'leaves', document: added(index) }
          },
        },
        putCount: counts.added + puts.length,
        noteOf: (write) =>
          'remove' in write
            ? (removedNotes.get(write.id) ?? null)
            : write.put === 'leaves'
              ? leaveNote(changedFrom.get(write.document._id), write.document)
              : null,
        removes: gone.map((id) => ({ remove: 'leaves', id })),
        removedFrom: [...removedFrom],
        stored,
        overlapping,
        overlapsFrom: context.replace.has('leaves') ? overlaps.from() : null,
        replacedFrom: context.replace.has('leaves') ? first : null,
        outside,
        bulk: bulk.of(met.reduce((count, one) => count + (one === 0 ? 0 : 1), 0)),
      }
    },
  }
}
