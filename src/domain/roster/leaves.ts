import { documentId, type Leave } from '../organization.js'
import { compare, sortInSlices, type Sliced } from '../slices.js'
import { sliceSize } from './findings.js'
import { leaveIdFor, periodName } from './identity.js'
import type { LeaveRow, LeaveRows } from './leave-rows.js'
import { noCounts, type Context, type Counts, type Write } from './outcome.js'
import type { Rows } from './rows.js'

export interface LeavesPlan {
  readonly counts: Counts
  /** Made when they are asked for, each time anew: 200,000 documents are not held. */
  readonly puts: Iterable<Write>
  readonly putCount: number
  readonly removes: readonly Write[]
}

/**
 * Plans leaves against the stored ones without ever holding all of those: they may be years of history, so they
 * are met page by page and forgotten.
 */
export interface LeavePlanner {
  /** A page of stored leaves; each leave exactly once, in any order. */
  meet(page: readonly Leave[]): void
  /** After the last page. */
  finish(): Sliced<LeavesPlan>
}

interface Planning {
  readonly context: Context
  readonly rows: LeaveRows
  /** The member of each e-mail's position. */
  readonly members: readonly (string | undefined)[]
  /** The position of each member's e-mail. */
  readonly people: Map<string, number>
  /** Rows by the id they give, and by what makes two leaves the same one. */
  readonly given: Map<string, number>
  readonly natural: Map<number, number>
  /** Of each row: whether its stored leave was met. */
  readonly met: Uint8Array
  /** Ids of stored leaves that are not the ones their own days get, or will get. */
  readonly strays: Set<string>
  readonly counts: Counts
  readonly changed: Leave[]
  readonly removed: string[]
}

/** `members` are the ids by e-mail in lower case, as they will be. */
export const createLeavePlanner = function* (
  context: Context,
  { leaves: rows, refused, complete }: Rows,
  byEmail: ReadonlyMap<string, string>,
): Sliced<LeavePlanner> {
  const members = rows.emails.map((email) => byEmail.get(email))
  const planning: Planning = {
    context,
    rows,
    members,
    people: new Map(members.flatMap((member, email) => (member === undefined ? [] : [[member, email]]))),
    given: new Map(),
    natural: new Map(),
    met: new Uint8Array(rows.count()),
    strays: new Set(),
    counts: noCounts(),
    changed: [],
    removed: [],
  }
  for (let index = 0; index < rows.count(); index += 1) {
    const { email, place } = rows.at(index)
    if (members[email] !== undefined) placeRow(planning, index)
    // People in rows that were refused are there as soon as those are mended.
    else if (complete && !refused.has(rows.emails[email]!))
      context.findings.add(place, 'email', 'is the e-mail of no member')
    if (index % sliceSize === sliceSize - 1) yield
  }
  return {
    meet: (page) => {
      for (const leave of page) meetLeave(planning, leave)
    },
    finish: () => finish(planning),
  }
}

/** A number for a person and a period: exact up to 134 million people and 67 million periods. */
const naturalKey = (email: number, period: number): number => email * 2 ** 26 + period

const placeRow = ({ context: { findings }, rows, given, natural }: Planning, index: number): void => {
  const { place, email, period, id } = rows.at(index)
  const key = naturalKey(email, period)
  const twin = natural.get(key)
  const sameId = id === undefined ? undefined : given.get(id)
  if (twin !== undefined)
    findings.add(place, null, `is the same leave as ${findings.describe(rows.at(twin).place)}`)
  else natural.set(key, index)
  if (sameId !== undefined)
    findings.add(place, 'id', `is also that of ${findings.describe(rows.at(sameId).place)}`)
  else if (id !== undefined) given.set(id, index)
}

/** The row that says the same as a stored leave, by what makes them the same. */
const twinOf = ({ rows, people, natural }: Planning, leave: Leave): number | undefined => {
  const email = people.get(leave.member_id)
  const period = rows.findPeriod(periodName(leave))
  return email === undefined || period === undefined ? undefined : natural.get(naturalKey(email, period))
}

const meetLeave = (planning: Planning, leave: Leave): void => {
  const { context, rows, given, met, counts } = planning
  const twin = twinOf(planning, leave)
  const twinsId = twin === undefined ? undefined : rows.at(twin).id
  const free = twin !== undefined && twinsId === undefined && !met[twin] ? twin : undefined
  const index = given.get(leave.id) ?? free
  if (leave.id !== leaveIdFor(leave.member_id, leave)) planning.strays.add(leave.id)
  if (index !== undefined) {
    met[index] = 1
    const after = merge(planning, leave.id, leave, rows.at(index))
    if (isMoved(leave, after)) planning.strays.add(leave.id)
    counts[isSame(leave, after) ? 'same' : 'changed'] += 1
    if (!isSame(leave, after)) planning.changed.push(after)
  } else if (context.replace.has('leaves') && leave.source === 'import') {
    counts.removed += 1
    planning.removed.push(leave._id)
  } else if (twin !== undefined && twinsId !== undefined)
    context.findings.add(
      rows.at(twin).place,
      'id',
      'is not the one this leave is stored with; leave it out, or replace leaves',
    )
}

/** Leaves that are new: the id of each row's, and the rows in the order of these ids. */
interface Added {
  readonly ids: readonly string[]
  readonly order: readonly number[]
}

const finish = function* (planning: Planning): Sliced<LeavesPlan> {
  const { counts } = planning
  const added = yield* newLeaves(planning)
  counts.added = added.order.length
  const changed = yield* sortInSlices(planning.changed, (a, b) => compare(a.id, b.id))
  const removed = yield* sortInSlices(planning.removed, compare)
  // What is held from here on is held while it is written: of 200,000 leaves these were 20 MB.
  for (const done of [planning.natural, planning.given, planning.people, planning.strays]) done.clear()
  return {
    counts,
    puts: { [Symbol.iterator]: () => putsOf(planning, changed, added) },
    putCount: counts.added + changed.length,
    removes: removed.map((id) => ({ remove: 'leaves', id })),
  }
}

const newLeaves = function* ({ context, rows, members, natural, met, strays }: Planning): Sliced<Added> {
  const ids: string[] = []
  const fresh: number[] = []
  for (const index of natural.values()) {
    if (met[index]) continue
    const { email, period, id, place } = rows.at(index)
    const own = id ?? leaveIdFor(members[email]!, rows.periods[period]!)
    if (id === undefined && strays.has(own)) context.findings.add(place, 'id', isStray)
    ids[index] = own
    fresh.push(index)
    if (fresh.length % sliceSize === 0) yield
  }
  return { ids, order: yield* sortInSlices(fresh, (a, b) => compare(ids[a]!, ids[b]!)) }
}

const isStray = 'is missing: the id this leave would get belongs to one that was moved'

const putsOf = function* (
  planning: Planning,
  changed: readonly Leave[],
  { ids, order }: Added,
): Generator<Write, void, void> {
  for (const document of changed) yield { put: 'leaves', document }
  for (const index of order)
    yield { put: 'leaves', document: merge(planning, ids[index]!, undefined, planning.rows.at(index)) }
}

/** The document after the row: what the row does not say stays, or is the default. */
const merge = (
  { context: { org }, rows, members }: Planning,
  id: string,
  before: Leave | undefined,
  { email, period, status, starts_at_noon, ends_at_noon }: LeaveRow,
): Leave => {
  const { type, start_date, end_date } = rows.periods[period]!
  return {
    _id: documentId(org, id),
    org,
    id,
    member_id: members[email]!,
    type,
    start_date,
    end_date,
    status: status ?? before?.status ?? 'approved',
    starts_at_noon: starts_at_noon ?? before?.starts_at_noon ?? false,
    ends_at_noon: ends_at_noon ?? before?.ends_at_noon ?? false,
    source: before?.source ?? 'import',
  }
}

const isMoved = (before: Leave, after: Leave): boolean =>
  before.member_id !== after.member_id || periodName(before) !== periodName(after)

const isSame = (before: Leave, after: Leave): boolean =>
  !isMoved(before, after) &&
  before.status === after.status &&
  before.starts_at_noon === after.starts_at_noon &&
  before.ends_at_noon === after.ends_at_noon
