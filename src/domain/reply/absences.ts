import { mergeAbsences, type Absence } from '../presence/absence.js'
import type { DayRange, Weekday } from '../calendar/day.js'
import { createBankHolidays, noHolidays, withBankHolidays, type HolidayFacts } from '../holidays/derive.js'
import type { Leave, Member } from '../organization/organization.js'
import type { Facts } from '../presence/presence.js'
import { reasonShown, type LeaveType, type ShownReason } from '../presence/privacy.js'
import type { Sliced } from '../slices.js'
import type { ShownAbsence } from './reply.js'

/** Whose eyes an answer is for: a member's, or (null) somebody who is none of them, or a channel. */
export interface Viewer {
  readonly member: string | null
}

type LeavesByMember = ReadonlyMap<string, readonly Leave[]>

/** Of lists that many questions are answered from: grouping 50,000 leaves takes longer than most answers. */
const grouped = new WeakMap<readonly Leave[], LeavesByMember>()

/** The leaves that count of one member, bank holidays among them; equal questions give the same list. */
export type LeavesOf = (member: Member) => readonly Leave[]

type LeaveFacts = Pick<Facts, 'leaves' | 'teams' | 'holidays'>

/** By the calendars that bank holidays come from, one for each list of leaves. */
const lookups = new WeakMap<
  readonly Leave[],
  Pick<LeaveFacts, 'teams'> & HolidayFacts & { readonly leavesOf: LeavesOf }
>()

/** The leaves that count, by member. */
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

/** Those of one member. */
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

/** `mergeAbsences` of one person's leaves, done once for all questions that are answered from the same list. */
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
export interface Sight {
  readonly workingDays: readonly Weekday[]
  readonly masked: readonly LeaveType[]
  readonly isOwn: boolean
}

export const isTouching = (leave: Leave, range: DayRange): boolean =>
  leave.start_date <= range.to && leave.end_date >= range.from

/** Whether a reader sees nothing but a bank holiday: then one line for everybody says it. */
export const isBankHoliday = ({ type }: Leave, { masked, isOwn }: Pick<Sight, 'masked' | 'isOwn'>): boolean =>
  reasonShown(type, masked, isOwn) === 'bank_holiday'

/** Equal days are ordered by what is shown, so that the order tells nothing of what is not. */
const inShownOrder = (a: readonly [Leave, ShownReason], b: readonly [Leave, ShownReason]): number => {
  const key = ([{ start_date, end_date }, reason]: readonly [Leave, ShownReason]): string =>
    `${start_date} ${end_date} ${reason}`
  return key(a) < key(b) ? -1 : 1
}

const reasonsOf = (leaves: readonly Leave[], { masked, isOwn }: Sight): readonly ShownReason[] => {
  const shown = leaves.map((leave) => [leave, reasonShown(leave.type, masked, isOwn)] as const)
  return [...new Set(shown.sort(inShownOrder).map(([, reason]) => reason))]
}

export const showAbsence = ({ leaves, ...days }: Absence<Leave>, sight: Sight): ShownAbsence => ({
  reasons: reasonsOf(leaves, sight),
  ...days,
})
