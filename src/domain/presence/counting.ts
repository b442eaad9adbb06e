import { overlaps, type Weekday } from '../../calendar/day.js'
import type { Leave, Source } from '../organization/organization.js'
import { absentStretches, stretchOf, type LeaveDays } from './absence.js'

/** Where a record came from, highest first: of two that speak of the same days, the higher one is believed. */
const rankOf = (source: Source): number => {
  if (source === 'manual') return 0
  if (source === 'import') return 1
  return source === 'own' ? 3 : 2
}

type RankedLeave = LeaveDays & Pick<Leave, 'source'>

/** The days of a leave that an admin cancelled, for good whatever files and feeds say. */
export type CancelledDays = Pick<Leave, 'start_date' | 'end_date'>

export const isCancelledByHand = ({ source, status }: Pick<Leave, 'source' | 'status'>): boolean =>
  source === 'manual' && status === 'cancelled'

const isSamePeriod = (a: CancelledDays, b: CancelledDays): boolean =>
  a.start_date === b.start_date && a.end_date === b.end_date

/**
 * What the cancellations of one person mean for a leave of theirs from a file or feed: `same` when one has its first
 * and last day, so that it does not count; `other` when one only shares days with it, so that it does; null: nothing.
 */
export const cancelledAs = (
  leave: CancelledDays,
  cancelled: readonly CancelledDays[],
): 'same' | 'other' | null => {
  if (cancelled.some((one) => isSamePeriod(one, leave))) return 'same'
  const days = { from: leave.start_date, to: leave.end_date }
  return cancelled.some(({ start_date: from, end_date: to }) => overlaps(days, { from, to })) ? 'other' : null
}

const none: readonly CancelledDays[] = []

/**
 * The approved leaves of one person that count: not those whose days are all covered by leaves of a higher origin, with
 * only non-working days between these, nor those of files and feeds that an admin cancelled. The order stays.
 */
export const countingLeaves = <L extends RankedLeave>(
  approved: readonly L[],
  cancelled: readonly CancelledDays[] = none,
  workingDays: readonly Weekday[] = [],
): readonly L[] => {
  const ranks = new Set(approved.map(({ source }) => rankOf(source)))
  // Most people: their leaves have one origin.
  if (ranks.size < 2 && cancelled.length === 0) return approved
  const counting = new Set<L>()
  for (const rank of [...ranks].sort()) {
    const covered = absentStretches([...counting], workingDays)
    for (const leave of approved) {
      if (rankOf(leave.source) !== rank) continue
      const isBrought = rank === 1 || rank === 2
      if (isBrought && cancelled.some((one) => isSamePeriod(one, leave))) continue
      const { start, end } = stretchOf(leave)
      if (!covered.some((run) => run.start <= start && run.end >= end)) counting.add(leave)
    }
  }
  return approved.filter((leave) => counting.has(leave))
}

/** Those of the leaves of an organization, of any status, that count. */
export const leavesThatCount = (
  all: readonly Leave[],
  workingDays: readonly Weekday[],
): ReadonlySet<Leave> => {
  const byMember = new Map<string, { readonly approved: Leave[]; readonly cancelled: Leave[] }>()
  for (const leave of all) {
    const known = byMember.get(leave.member_id) ?? { approved: [], cancelled: [] }
    byMember.set(leave.member_id, known)
    if (leave.status === 'approved') known.approved.push(leave)
    if (isCancelledByHand(leave)) known.cancelled.push(leave)
  }
  return new Set(
    [...byMember.values()].flatMap(({ approved, cancelled }) =>
      countingLeaves(approved, cancelled, workingDays),
    ),
  )
}
