import type { Day } from '../../../calendar/day.js'
import type { PresenceLeave } from '../presence.js'
import { leaveTypes, shownType } from '../privacy.js'
import type { Sliced } from '../../slices.js'

/** Leaves as four numbers each, one of which refers to the member. */
export interface Leaves {
  readonly member: Uint32Array
  readonly start: Uint32Array
  readonly end: Uint32Array
  readonly type: Uint8Array
}

/** Leaves processed between two turns of the event loop. */
const leafLength = 20_000

/** `20261120` for `2026-11-20`: four bytes that compare like the day. */
export const packDay = (day: Day): number =>
  (digits(day, 0) * 100 + digits(day, 2)) * 10_000 + digits(day, 5) * 100 + digits(day, 8)

/** Two digits as a number, without creating a substring. */
const digits = (text: string, at: number): number =>
  (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero

const zero = '0'.charCodeAt(0)

export const emptyLeaves = (count: number): Leaves => ({
  member: new Uint32Array(count),
  start: new Uint32Array(count),
  end: new Uint32Array(count),
  type: new Uint8Array(count),
})

/** A growing list of leaves, which replaces the documents it is made from. */
export const createLeafList = () => {
  let leaves = emptyLeaves(64)
  let count = 0
  return {
    add(member: number, { type, start_date, end_date }: PresenceLeave): void {
      if (count === leaves.member.length) leaves = copyInto(emptyLeaves(2 * count), leaves)
      leaves.member[count] = member
      leaves.start[count] = packDay(start_date)
      leaves.end[count] = packDay(end_date)
      leaves.type[count++] = leaveTypes.indexOf(type)
    },
    /**
     * Makes room for this many more at once: growing a list that already holds two million would block the event loop.
     */
    reserve(more: number): void {
      const needed = count + more
      if (needed > leaves.member.length) leaves = copyInto(emptyLeaves(needed), partOf(leaves, 0, count))
    },
    list: (): Leaves => partOf(leaves, 0, count),
  }
}

/** A view of the same memory. */
const partOf = ({ member, start, end, type }: Leaves, from: number, to: number): Leaves => ({
  member: member.subarray(from, to),
  start: start.subarray(from, to),
  end: end.subarray(from, to),
  type: type.subarray(from, to),
})

const copyInto = (target: Leaves, { member, start, end, type }: Leaves): Leaves => {
  target.member.set(member)
  target.start.set(start)
  target.end.set(end)
  target.type.set(type)
  return target
}

/** The alphabetical position of each type. */
const alphabetical = leaveTypes.map((type) => [...leaveTypes].sort().indexOf(type))

/** Sorts by member, renumbered through `position`, and then in display order. */
export function* sortLeaves(leaves: Leaves, position: Uint32Array): Sliced<Leaves> {
  const sorted = yield* byMember(leaves, position)
  const { member, start, end, type } = sorted
  const compare = (a: number, b: number): number =>
    start[a]! - start[b]! || end[a]! - end[b]! || alphabetical[type[a]!]! - alphabetical[type[b]!]!
  let inOrder = true
  for (let first = 0, next = 1; next <= member.length; next++) {
    if (next % leafLength === 0) yield
    if (member[first] === member[next]) {
      inOrder &&= compare(next - 1, next) <= 0
      continue
    }
    if (!inOrder) sortRange(sorted, first, next, compare)
    first = next
    inOrder = true
  }
  return sorted
}

/**
 * Leaves written to their positions between two turns: each may be the first to touch its memory page, which the
 * system then has to find and clear (measured, two million leaves: 17 ms for the first 20,000).
 */
const putLength = 2_000

/** A counting sort. */
function* byMember(leaves: Leaves, position: Uint32Array): Sliced<Leaves> {
  const { member } = leaves
  const ends = new Uint32Array(position.length + 1)
  for (let i = 0; i < member.length; i++) {
    if ((i + 1) % leafLength === 0) yield
    ends[position[member[i]!]! + 1]!++
  }
  for (let i = 1; i < ends.length; i++) ends[i]! += ends[i - 1]!
  const sorted = emptyLeaves(member.length)
  for (let i = 0; i < member.length; i++) {
    if ((i + 1) % putLength === 0) yield
    const index = position[member[i]!]!
    put(sorted, ends[index]!++, leaves, i, index)
  }
  return sorted
}

/** Sorts the leaves of one member, which are usually in order already. */
const sortRange = (
  leaves: Leaves,
  first: number,
  next: number,
  compare: (a: number, b: number) => number,
): void => {
  const sorted = emptyLeaves(next - first)
  for (const [at, from] of sorted.start
    .map((_, i) => first + i)
    .sort(compare)
    .entries())
    put(sorted, at, leaves, from, leaves.member[from]!)
  copyInto(partOf(leaves, first, next), sorted)
}

/** Writes a leave from another list, as a leave of `member`. */
const put = (
  target: Leaves,
  at: number,
  { start, end, type }: Leaves,
  from: number,
  member: number,
): void => {
  target.member[at] = member
  target.start[at] = start[from]!
  target.end[at] = end[from]!
  target.type[at] = type[from]!
}

/**
 * The same leaves with types masked, in their new display order: only leaves of one member on the same days can change
 * places.
 */
export function* maskLeaves(leaves: Leaves): Sliced<Leaves> {
  const shown = Uint8Array.from(leaveTypes, (type) => leaveTypes.indexOf(shownType(type, 'hidden')))
  const type = new Uint8Array(leaves.type.length)
  for (let i = 0; i < type.length; i++) type[i] = shown[leaves.type[i]!]!
  const { member, start, end } = leaves
  for (let first = 0, next = 1; next <= type.length; next++) {
    if (next % leafLength === 0) yield
    if (member[first] === member[next] && start[first] === start[next] && end[first] === end[next]) continue
    if (next - first > 1) type.subarray(first, next).sort((a, b) => alphabetical[a]! - alphabetical[b]!)
    first = next
  }
  return { ...leaves, type }
}

/** The leaves of members that have a position (not negative), renumbered by it. */
export function* pickLeaves(leaves: Leaves, position: Int32Array): Sliced<Leaves> {
  const { member } = leaves
  let count = 0
  for (const index of member) if (position[index]! >= 0) count++
  const picked = emptyLeaves(count)
  let next = 0
  for (let i = 0; i < member.length; i++) {
    if ((i + 1) % leafLength === 0) yield
    const at = position[member[i]!]!
    if (at >= 0) put(picked, next++, leaves, i, at)
  }
  return picked
}
