import type { Day } from '../../calendar/day.js'
import { documentId, type Leave, type Member } from '../organization/organization.js'
import { daysOfStretch, stretchOf, type LeaveDays, type Stretch } from '../presence/absence.js'
import { yieldEntries, isOwn, without, type OwnChange } from './yield.js'
import { daysOf, earliestDay, enterDays, type EnteredDays, type OwnEntry } from './entry.js'

/** A member's leaves after a change of their own entries. */
export const applied = (leaves: readonly Leave[], { puts, removes }: OwnChange): readonly Leave[] => {
  const gone = new Set([...puts, ...removes].map(({ id }) => id))
  return [...leaves.filter(({ id }) => !gone.has(id)), ...puts]
}

const difference = (before: readonly Leave[], after: readonly Leave[]): OwnChange => {
  const left = new Set(after.map(({ id }) => id))
  return {
    puts: after.filter((leave) => !before.includes(leave)),
    removes: before.filter(({ id }) => !left.has(id)),
  }
}

/** What is left of some days when those that are too old to be changed are taken away; null: nothing. */
const changeable = (days: LeaveDays, today: Day): LeaveDays | null => {
  const { start, end } = stretchOf(days)
  const from = Math.max(start, firstHalf(today))
  return from < end ? daysOfStretch({ start: from, end }) : null
}

const firstHalf = (today: Day): number => {
  const day = earliestDay(today)
  return stretchOf({ start_date: day, end_date: day, starts_at_noon: false, ends_at_noon: false }).start
}

const shared = (one: Stretch, other: Stretch): Stretch => ({
  start: Math.max(one.start, other.start),
  end: Math.min(one.end, other.end),
})

/** The days in a stretch that some leaves cover, first to last. */
const coveredIn = (whole: Stretch, leaves: readonly Leave[]): readonly Stretch[] =>
  leaves
    .map((leave) => shared(whole, stretchOf(leave)))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start)

/** The days of some own entries that are too old to be changed. */
const keptOf = (days: LeaveDays, own: readonly Leave[], today: Day): readonly LeaveDays[] =>
  coveredIn(shared(stretchOf(days), { start: 0, end: firstHalf(today) }), own).map(daysOfStretch)

export interface ReplacedDays extends EnteredDays {
  /** Days of the changed entry that stay as they were: they are too old to be changed. */
  readonly kept: readonly LeaveDays[]
  /** Days of the changed entry that are no longer days off. */
  readonly dropped: readonly LeaveDays[]
}

/**
 * Enters days in place of `instead`. Days that are too old to be entered are not changed either; what is entered
 * continues an entry of the same type that ends there. `leaves` are all of the member's.
 */
export const replaceDays = (
  member: Pick<Member, 'org' | 'id'>,
  entry: OwnEntry,
  instead: LeaveDays | null,
  leaves: readonly Leave[],
  today: Day,
  newId: () => string,
): ReplacedDays => {
  const fresh = changeable(daysOf(entry), today)
  const old = instead && changeable(instead, today)
  const own = leaves.filter(isOwn)
  const left = old ? applied(leaves, yieldEntries(own, [old], newId)) : leaves
  const from = fresh && entry.from < fresh.start_date ? fresh.start_date : entry.from
  const done = enterDays(member, { ...entry, from }, left, newId)
  const [first, ...others] = done.entered
  const before =
    instead &&
    first &&
    left.find(
      (leave) => isOwn(leave) && leave.type === first.type && stretchOf(leave).end === stretchOf(first).start,
    )
  const joined: Leave | null =
    before && stretchOf(first).start === firstHalf(today)
      ? {
          ...before,
          ...daysOfStretch({ start: stretchOf(before).start, end: stretchOf(first).end }),
          _id: documentId(before.org, before.id),
        }
      : null
  const entered = joined ? [joined, ...others] : done.entered
  const after = applied(left, done).flatMap((leave) =>
    leave.id === joined?.id ? [joined] : joined && leave.id === first?.id ? [] : [leave],
  )
  const stretches = after.filter(({ status }) => status === 'approved').map(stretchOf)
  const dropped = old ? coveredIn(stretchOf(old), own).flatMap((piece) => without(piece, stretches)) : []
  return {
    ...difference(leaves, after),
    entered,
    covered: done.covered,
    kept: instead && !joined ? keptOf(instead, own, today) : [],
    dropped: dropped.map(daysOfStretch),
  }
}

export interface TakenDays extends OwnChange {
  /** The days that are no longer days off. */
  readonly taken: readonly LeaveDays[]
  /** Days that stay as they were: they are too old to be changed. */
  readonly kept: readonly LeaveDays[]
}

/** Takes some days back, except those that are too old to be changed. */
export const takeBackDays = (
  days: LeaveDays,
  leaves: readonly Leave[],
  today: Day,
  newId: () => string,
): TakenDays => {
  const own = leaves.filter(isOwn)
  const wanted = changeable(days, today)
  const cut = wanted ? yieldEntries(own, [wanted], newId) : { puts: [], removes: [] }
  const taken = wanted ? coveredIn(stretchOf(wanted), own).map(daysOfStretch) : []
  return { ...cut, taken, kept: keptOf(days, own, today) }
}
