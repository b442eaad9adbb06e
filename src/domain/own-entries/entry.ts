import { z } from 'zod'
import { addDays, type Day, type DayRange } from '../../calendar/day.js'
import { documentId, type Leave, type Member, type Source } from '../organization/organization.js'
import { daysOfStretch, stretchOf, type LeaveDays } from '../presence/absence.js'
import type { LeaveType } from '../presence/leave-types.js'
import { lastBeforeFirst } from '../records/leave-change.js'
import { yieldEntries, isFromElsewhere, isOwn, without, type OwnChange } from './yield.js'

/** `morning` ends at noon of the last day, `afternoon` begins at noon of the first; `inner`, of several days, is both. */
export const dayParts = ['whole', 'morning', 'afternoon', 'inner'] as const
export type DayPart = (typeof dayParts)[number]

export const ownReasons = ['away', 'holiday', 'sick', 'personal'] as const
export type OwnReason = (typeof ownReasons)[number]

/** Days that a person enters as days off, both included. */
export interface OwnEntry extends DayRange {
  readonly part: DayPart
  readonly reason: OwnReason
}

/** How far back and ahead people can enter their own days. */
const daysBack = 7
const daysAhead = 365

/** The first day that can be entered or changed. */
export const earliestDay = (today: Day): Day => addDays(today, -daysBack) ?? today

const hasTime = ({ from, to, part }: Omit<OwnEntry, 'reason'>): boolean => part !== 'inner' || from !== to
const noTime = {
  path: ['part'],
  message: 'Nothing is left of a single day then: choose until noon, from noon, or the whole day.',
}

/** A single day cannot begin at noon and end at noon. */
export const partSchema = z.custom<Omit<OwnEntry, 'reason'>>().refine(hasTime, noTime)

/** What can be entered on a day. An entry that is changed may begin as long ago as it did (`instead`). */
export const entrySchema = (today: Day, instead: LeaveDays | null = null) => {
  const earliest = earliestDay(today)
  const isAsBefore = ({ from }: OwnEntry): boolean => from === instead?.start_date
  const message = `Choose a day at most ${daysBack} days ago.`
  return z
    .custom<OwnEntry>()
    .refine((entry) => entry.from >= earliest || isAsBefore(entry), { path: ['from'], message })
    .refine(({ from, to }) => to >= from, { path: ['to'], message: lastBeforeFirst })
    .refine((entry) => entry.to < entry.from || entry.to >= earliest || !isAsBefore(entry), {
      path: ['to'],
      message,
    })
    .refine(({ from, to }) => to < from || to <= (addDays(today, daysAhead) ?? to), {
      path: ['to'],
      message: 'Choose a day within the next year.',
    })
    .refine(hasTime, noTime)
}

/** The API has no type for "away", so it is stored as personal leave, which reveals no more. */
export const typeOfReason = (reason: OwnReason): LeaveType => (reason === 'away' ? 'personal' : reason)

export const daysOf = ({ from, to, part }: Omit<OwnEntry, 'reason'>): LeaveDays => ({
  start_date: from,
  end_date: to,
  starts_at_noon: part === 'afternoon' || part === 'inner',
  ends_at_noon: part === 'morning' || part === 'inner',
})

/** The part of some days. */
export const partOf = ({
  starts_at_noon,
  ends_at_noon,
}: Pick<LeaveDays, 'starts_at_noon' | 'ends_at_noon'>): DayPart =>
  starts_at_noon ? (ends_at_noon ? 'inner' : 'afternoon') : ends_at_noon ? 'morning' : 'whole'

/** Days that another source has already. */
export interface CoveredDays extends LeaveDays {
  readonly source: Source
}

export interface EnteredDays extends OwnChange {
  /** The days that are now the member's own entries, first to last; none when other sources have all of them. */
  readonly entered: readonly Leave[]
  readonly covered: readonly CoveredDays[]
}

const sameDays = (a: LeaveDays, b: LeaveDays): boolean => {
  const [one, other] = [stretchOf(a), stretchOf(b)]
  return one.start === other.start && one.end === other.end
}

const coveredBy = (days: LeaveDays, others: readonly Leave[]): readonly CoveredDays[] => {
  const { start, end } = stretchOf(days)
  return others.flatMap((leave) => {
    const other = stretchOf(leave)
    const shared = { start: Math.max(start, other.start), end: Math.min(end, other.end) }
    return shared.start < shared.end ? [{ ...daysOfStretch(shared), source: leave.source }] : []
  })
}

/** Enters the days that no other source covers (decisions, "Sources"). `leaves`: all of the member's. */
export const enterDays = (
  { org, id: member_id }: Pick<Member, 'org' | 'id'>,
  entry: OwnEntry,
  leaves: readonly Leave[],
  newId: () => string,
): EnteredDays => {
  const days = daysOf(entry)
  const type = typeOfReason(entry.reason)
  const others = leaves.filter(isFromElsewhere)
  const own = leaves.filter(isOwn)
  const pieces = without(stretchOf(days), others.map(stretchOf)).map(daysOfStretch)
  const standing = new Map(
    pieces.map((piece) => [piece, own.find((one) => one.type === type && sameDays(one, piece))]),
  )
  const kept = new Set(standing.values())
  const entered = pieces.map((piece): Leave => {
    const known = standing.get(piece)
    if (known) return known
    const id = newId()
    return { _id: documentId(org, id), org, id, member_id, type, status: 'approved', source: 'own', ...piece }
  })
  const cut = yieldEntries(
    own.filter((one) => !kept.has(one)),
    [days],
    newId,
  )
  const covered = coveredBy(days, others)
  return {
    entered,
    covered,
    puts: [...cut.puts, ...entered.filter((one) => !kept.has(one))],
    removes: cut.removes,
  }
}

/** Today and the later days of the entry that includes today; null when there is none. */
export const daysLeft = (entries: readonly Leave[], today: Day): LeaveDays | null => {
  const current = entries.find((entry) => entry.start_date <= today && entry.end_date >= today)
  return current
    ? { start_date: today, end_date: current.end_date, starts_at_noon: false, ends_at_noon: false }
    : null
}
