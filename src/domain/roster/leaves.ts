import type { Leave } from '../organization/organization.js'
import { tombstoneOf } from '../records/tombstone.js'
import { compare, sortInSlices, type Sliced } from '../slices.js'
import { sliceSize, type Place } from './findings.js'
import { leaveIdFor, periodName } from './identity.js'
import { isMoved, isSameLeave, leaveWords, mergeLeave } from './leave.js'
import { namesShown } from './guard.js'
import type { LeaveRow, LeaveRows } from './leave-rows.js'
import type { MemberChanges } from './members.js'
import { createOverlaps } from './overlaps.js'
import { keptByHand, noCounts, staysAway, type Context, type Counts, type Write } from './outcome.js'
import type { Rows } from './rows.js'

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
}

interface LeaveState {
  readonly context: Context
  readonly rows: LeaveRows
  /** The member for each e-mail index. */
  readonly members: readonly (string | undefined)[]
  /** The e-mail index for each member. */
  readonly people: Map<string, number>
  /** Row indexes by the given id, and by what identifies a leave. */
  readonly given: Map<string, number>
  readonly natural: Map<number, number>
  /** For each row: 0 until its stored leave is found, then whether the two are the `same` or `different`. */
  readonly met: Uint8Array
  /** Ids of stored leaves that differ from the ids derived, now or after this import, from their dates. */
  readonly strays: Set<string>
  /** Those of them whose dates were edited by hand. */
  readonly movedByHand: Set<string>
  readonly counts: Counts
  stored: number
  readonly removedFrom: Set<string>
  readonly changed: Leave[]
  readonly removed: string[]
  readonly overlaps: ReturnType<typeof createOverlaps>
  nameOf(member: string): string
}

const same = 1
const different = 2

/**
 * Compares leaves with the stored ones without holding all of those: there may be years of history, so they are
 * compared page by page. `byEmail`: the members as they will be after the import.
 */
export const createLeaveComparer = function* (
  context: Context,
  { leaves: rows, refusedLeaves, refused, complete }: Rows,
  { byEmail, nameOf }: Pick<MemberChanges, 'byEmail' | 'nameOf'>,
) {
  const members = rows.emails.map((email) => byEmail.get(email))
  // People in refused rows will be known as soon as those rows are fixed.
  const missing = (place: Place, email: string): void => {
    if (staysAway(context, place, tombstoneOf(context.tombstones, context.org, { email }))) return
    if (complete && !refused.has(email)) context.findings.add(place, 'email', 'does not belong to any member')
  }
  const state: LeaveState = {
    context,
    rows,
    members,
    people: new Map(members.flatMap((member, email) => (member === undefined ? [] : [[member, email]]))),
    given: new Map(),
    natural: new Map(),
    met: new Uint8Array(rows.count()),
    strays: new Set(),
    movedByHand: new Set(),
    counts: noCounts(),
    stored: 0,
    removedFrom: new Set(),
    changed: [],
    removed: [],
    overlaps: createOverlaps(rows),
    nameOf,
  }
  yield
  for (let index = 0; index < rows.count(); index += 1) {
    const { email, place } = rows.at(index)
    if (members[email] !== undefined) placeRow(state, index)
    else missing(place, rows.emails[email]!)
    if (index % sliceSize === sliceSize - 1) yield
  }
  for (const { email, place } of refusedLeaves) if (!byEmail.has(email)) missing(place, email)
  return {
    /** Takes a page of stored leaves; each leave exactly once, in any order. */
    meet: (page: readonly Leave[]): void => {
      for (const leave of page) meetLeave(state, leave)
    },
    /** Call after the last page. */
    finish: () => finish(state),
  }
}

/** One number for a person and a period: exact up to 134 million people and 67 million periods. */
const naturalKey = (email: number, period: number): number => email * 2 ** 26 + period

const placeRow = ({ context: { findings }, rows, given, natural }: LeaveState, index: number): void => {
  const { place, email, period, id } = rows.at(index)
  const key = naturalKey(email, period)
  const twin = natural.get(key)
  const sameId = id === undefined ? undefined : given.get(id)
  if (twin !== undefined)
    findings.add(place, null, 'is the same leave as {}', findings.describe(rows.at(twin).place))
  else natural.set(key, index)
  if (sameId !== undefined)
    findings.add(place, 'id', 'is also that of {}', findings.describe(rows.at(sameId).place))
  else if (id !== undefined) given.set(id, index)
}

/** The row that describes the same leave as a stored one. */
const twinOf = ({ rows, people, natural }: LeaveState, leave: Leave): number | undefined => {
  const email = people.get(leave.member_id)
  const period = rows.findPeriod(periodName(leave))
  return email === undefined || period === undefined ? undefined : natural.get(naturalKey(email, period))
}

const meetLeave = (state: LeaveState, leave: Leave): void => {
  const { context, rows, given, met, counts } = state
  state.stored += 1
  // Leaves that members entered themselves yield to the import afterwards, so no row is matched with them.
  if (leave.source === 'own' && !given.has(leave.id)) return
  const twin = twinOf(state, leave)
  const twinsId = twin === undefined ? undefined : rows.at(twin).id
  const free = twin !== undefined && twinsId === undefined && !met[twin] ? twin : undefined
  const index = given.get(leave.id) ?? free
  if (leave.id !== leaveIdFor(leave.member_id, leave)) {
    state.strays.add(leave.id)
    if (leave.source === 'manual') state.movedByHand.add(leave.id)
  }
  if (index !== undefined) {
    takeMet(state, index, leave)
  } else if (context.replace.has('leaves') && leave.source === 'import') {
    counts.removed += 1
    state.removed.push(leave._id)
    if (state.removedFrom.size < namesShown) state.removedFrom.add(state.nameOf(leave.member_id))
    context.listing.note('removed', 'leaves', () => describe(state, leave))
  } else if (twin !== undefined && twinsId !== undefined)
    context.findings.add(
      rows.at(twin).place,
      'id',
      'differs from the stored id of this leave; leave it out, or use --replace leaves',
    )
  else if (leave.source === 'import') state.overlaps.meet(state.people.get(leave.member_id), leave)
}

/** Handles a stored leave that a row describes. */
const takeMet = (state: LeaveState, index: number, leave: Leave): void => {
  const { context, rows, counts, met } = state
  const after = merge(state, leave.id, leave, rows.at(index))
  const stays = isSameLeave(leave, after)
  if (!stays && leave.source === 'manual') context.warnings.add(rows.at(index).place, null, keptByHand)
  met[index] = stays || leave.source === 'manual' ? same : different
  if (met[index] === same) {
    counts.same += 1
    return
  }
  if (isMoved(leave, after)) state.strays.add(leave.id)
  counts.changed += 1
  state.changed.push(after)
  context.listing.note('changed', 'leaves', () => `${describe(state, leave)} → ${leaveWords(after)}`)
}

const describe = ({ nameOf }: LeaveState, leave: Leave): string =>
  `leave of ${nameOf(leave.member_id)}: ${leaveWords(leave)}`

const merge = (
  { context, rows, members }: LeaveState,
  id: string,
  before: Leave | undefined,
  row: LeaveRow,
): Leave =>
  mergeLeave(
    { org: context.org, at: context.at, id, member: members[row.email]!, period: rows.periods[row.period]! },
    before,
    row,
  )

/** New leaves: the id of each row's leave, and the rows in the order of these ids. */
interface Added {
  readonly ids: readonly string[]
  readonly order: readonly number[]
}

const finish = function* (state: LeaveState): Sliced<LeaveChanges> {
  const { counts } = state
  const added = yield* newLeaves(state)
  counts.added = added.order.length
  const { listing } = state.context
  for (const index of added.order.slice(0, listing.most)) {
    const leave = merge(state, added.ids[index]!, undefined, state.rows.at(index))
    listing.note('added', 'leaves', () => describe(state, leave))
  }
  const overlapping = state.overlaps
    .found((index) => state.met[index] === same)
    .map((index) => state.context.findings.describe(state.rows.at(index).place))
  const changed = yield* sortInSlices(state.changed, (a, b) => compare(a.id, b.id))
  const removed = yield* sortInSlices(state.removed, compare)
  // Everything still held stays in memory during the writes: for 200,000 leaves, these were 20 MB.
  for (const done of [state.natural, state.given, state.people, state.strays, state.movedByHand]) done.clear()
  return {
    counts,
    puts: { [Symbol.iterator]: () => putsOf(state, changed, added) },
    putCount: counts.added + changed.length,
    removes: removed.map((id) => ({ remove: 'leaves', id })),
    removedFrom: [...state.removedFrom],
    stored: state.stored,
    overlapping,
  }
}

const newLeaves = function* (state: LeaveState): Sliced<Added> {
  const { context, rows, members, natural, met, strays, movedByHand } = state
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
      context.warnings.add(place, null, keptByHand)
      state.counts.same += 1
      continue
    }
    if (staysAway(context, place, context.tombstones.get(own))) continue
    if (id === undefined && strays.has(own)) context.findings.add(place, 'id', isStray)
    ids[index] = own
    fresh.push(index)
  }
  return { ids, order: yield* sortInSlices(fresh, (a, b) => compare(ids[a]!, ids[b]!)) }
}

const isStray = 'is missing: the id derived for this leave belongs to one whose dates were changed'

const putsOf = function* (
  state: LeaveState,
  changed: readonly Leave[],
  { ids, order }: Added,
): Generator<Write, void, void> {
  for (const document of changed) yield { put: 'leaves', document }
  for (const index of order)
    yield { put: 'leaves', document: merge(state, ids[index]!, undefined, state.rows.at(index)) }
}
