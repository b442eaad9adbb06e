import { mergeAbsences, type Absence } from '../presence/absence.js'
import type { DayRange, Weekday } from '../../calendar/day.js'
import { createBankHolidays, noHolidays, withBankHolidays, type HolidayFacts } from '../holidays/derive.js'
import type { Leave, Member } from '../organization/organization.js'
import type { Facts } from '../presence/presence.js'
import {
  maskedFor,
  reasonShown,
  type LeaveType,
  type SaidReasons,
  type ShownReason,
} from '../presence/privacy.js'
import type { Sliced } from '../slices.js'
import { clip, hasWorkingDay } from './days.js'
import type { ShownAbsence } from './reply.js'

/** The viewer of an answer: a member, or null for a non-member or a channel. */
export interface Viewer {
  readonly member: string | null
  /** The reasons of others; people read their own. */
  readonly reasons: SaidReasons
}

/** The data for an answer: the facts around the range, and the organization's week. */
export interface Material {
  readonly facts: Facts
  readonly workingDays: readonly Weekday[]
  readonly viewer: Viewer
}

type LeavesByMember = ReadonlyMap<string, readonly Leave[]>

/** Cached per list of leaves, which serves many questions: grouping 50,000 leaves takes longer than most answers. */
const grouped = new WeakMap<readonly Leave[], LeavesByMember>()

/** A member's effective leaves, bank holidays included; equal questions give the same list. */
export type LeavesOf = (member: Member) => readonly Leave[]

type LeaveFacts = Pick<Facts, 'leaves' | 'teams' | 'holidays'>

/** By the calendars that bank holidays come from, one for each list of leaves. */
const lookups = new WeakMap<
  readonly Leave[],
  Pick<LeaveFacts, 'teams'> & HolidayFacts & { readonly leavesOf: LeavesOf }
>()

/** The effective leaves, by member. */
export function* approvedLeaves({ leaves, teams, holidays = noHolidays }: LeaveFacts): Sliced<LeavesOf> {
  const known = lookups.get(leaves)
  const isSame =
    known?.teams === teams &&
    known.calendars === holidays.calendars &&
    known.assigned === holidays.assigned &&
    known.workingDays.join() === holidays.workingDays.join()
  if (isSame) return known.leavesOf
  const stored = grouped.get(leaves) ?? (yield* group(leaves))
  grouped.set(leaves, stored)
  const bankHolidays = createBankHolidays(holidays, teams)
  const together = new Map<string, readonly Leave[]>()
  const leavesOf: LeavesOf = (member) => {
    const before = together.get(member.id)
    if (before) return before
    const all = withBankHolidays(stored.get(member.id) ?? none, bankHolidays(member))
    together.set(member.id, all)
    return all
  }
  lookups.set(leaves, { ...holidays, teams, leavesOf })
  return leavesOf
}

const none: readonly Leave[] = []

/** The effective leaves of one member. */
export const approvedLeavesOf = (
  { leaves, teams, holidays = noHolidays }: LeaveFacts,
  member: Member,
): readonly Leave[] => {
  const stored = leaves.filter(({ member_id, status }) => member_id === member.id && status === 'approved')
  return withBankHolidays(stored, createBankHolidays(holidays, teams)(member))
}

/** Leaves of one slice. */
const sliceLength = 2_500

function* group(leaves: readonly Leave[]): Sliced<LeavesByMember> {
  const found = new Map<string, Leave[]>()
  for (const [place, leave] of leaves.entries()) {
    if ((place + 1) % sliceLength === 0) yield
    if (leave.status !== 'approved') continue
    const known = found.get(leave.member_id)
    if (known) known.push(leave)
    else found.set(leave.member_id, [leave])
  }
  return found
}

const merged = new WeakMap<
  readonly Leave[],
  { readonly workingDays: readonly Weekday[]; readonly absences: readonly Absence<Leave>[] }
>()

/** `mergeAbsences` of one person's leaves, computed once for all questions on the same list. */
export const absencesOf = (
  leaves: readonly Leave[],
  workingDays: readonly Weekday[],
): readonly Absence<Leave>[] => {
  const known = merged.get(leaves)
  if (known && known.workingDays.join() === workingDays.join()) return known.absences
  const absences = mergeAbsences(leaves, workingDays)
  merged.set(leaves, { workingDays, absences })
  return absences
}

/** How one person's leaves look to a viewer. */
export interface LeaveView {
  readonly workingDays: readonly Weekday[]
  readonly isOwn: boolean
  readonly reasons: SaidReasons
  readonly masked: readonly LeaveType[]
}

/** How a member's leaves look to the reader of an answer. */
export const leaveViewOf = ({ id }: Pick<Member, 'id'>, { workingDays, viewer }: Material): LeaveView => {
  const isOwn = id === viewer.member
  const reasons = isOwn ? 'shown' : viewer.reasons
  return { workingDays, isOwn, reasons, masked: maskedFor(reasons) }
}

/** A member who is out in the range, with all known leaves and those that touch the range. */
export interface Away {
  readonly member: Member
  readonly leaves: readonly Leave[]
  readonly touching: readonly Leave[]
  readonly sight: LeaveView
}

export const isTouching = (leave: Leave, range: DayRange): boolean =>
  leave.start_date <= range.to && leave.end_date >= range.from

/** Whether a reader sees nothing but a bank holiday; a single line then covers all such members. */
export const isBankHoliday = ({ type }: Leave, { masked }: Pick<LeaveView, 'masked'>): boolean =>
  reasonShown(type, masked) === 'bank_holiday'

/**
 * What is masked comes last, and equal days are ordered by the reason that is shown: the order reveals nothing that is
 * masked, such as whether a bank holiday was on record as well.
 */
const inShownOrder = (a: readonly [Leave, ShownReason], b: readonly [Leave, ShownReason]): number => {
  const key = ([{ start_date, end_date }, reason]: readonly [Leave, ShownReason]): string =>
    `${reason === 'away' ? 1 : 0} ${start_date} ${end_date} ${reason}`
  return key(a) < key(b) ? -1 : 1
}

const reasonsOf = (leaves: readonly Leave[], { masked, reasons }: LeaveView): readonly ShownReason[] => {
  if (reasons === 'none') return []
  const shown = leaves.map((leave) => [leave, reasonShown(leave.type, masked)] as const)
  return [...new Set(shown.sort(inShownOrder).map(([, reason]) => reason))]
}

export const showAbsence = ({ leaves, ...days }: Absence<Leave>, sight: LeaveView): ShownAbsence => ({
  reasons: reasonsOf(leaves, sight),
  ...days,
})

/** Whether a member has leave other than a bank holiday on a working day in the range, and so is listed. */
export const isListed = (leave: Leave, range: DayRange, sight: LeaveView): boolean =>
  isTouching(leave, range) &&
  !isBankHoliday(leave, sight) &&
  hasWorkingDay(clip(daysOfLeave(leave), range), sight.workingDays)

export const daysOfLeave = ({ start_date, end_date }: Leave): DayRange => ({ from: start_date, to: end_date })

/** Whether an absence counts for "back": the member missed a working day in it, other than for a bank holiday. */
export const isMissed = ({ leaves }: Pick<Absence<Leave>, 'leaves'>, sight: LeaveView): boolean =>
  leaves.some((leave) => isListed(leave, daysOfLeave(leave), sight))
