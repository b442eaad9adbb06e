import type { Absence } from '../back.js'
import { overlaps, type DayRange, type Weekday } from '../day.js'
import type { Leave } from '../organization.js'
import type { Facts } from '../presence.js'
import { reasonShown, type LeaveType, type Reason } from '../privacy.js'
import type { ShownAbsence } from './reply.js'

/** Whose eyes an answer is for: a member's, or (null) somebody who is none of them, or a channel. */
export interface Viewer {
  readonly member: string | null
}

/** The leaves that count, by member. */
export const approvedLeaves = ({ leaves }: Pick<Facts, 'leaves'>): ReadonlyMap<string, readonly Leave[]> => {
  const found = new Map<string, Leave[]>()
  for (const leave of leaves) {
    if (leave.status !== 'approved') continue
    const known = found.get(leave.member_id)
    if (known) known.push(leave)
    else found.set(leave.member_id, [leave])
  }
  return found
}

/** How one person's leaves look to a viewer. */
export interface Sight {
  readonly workingDays: readonly Weekday[]
  readonly masked: readonly LeaveType[]
  readonly isOwn: boolean
}

export const isTouching = (leave: Leave, range: DayRange): boolean =>
  overlaps({ from: leave.start_date, to: leave.end_date }, range)

/** Whether a reader sees nothing but a bank holiday: then one line for everybody says it. */
export const isBankHoliday = ({ type }: Leave, { masked, isOwn }: Pick<Sight, 'masked' | 'isOwn'>): boolean =>
  reasonShown(type, masked, isOwn) === 'bank_holiday'

/** Equal days are ordered by what is shown, so that the order tells nothing of what is not. */
const inShownOrder = (a: readonly [Leave, Reason], b: readonly [Leave, Reason]): number => {
  const key = ([{ start_date, end_date }, reason]: readonly [Leave, Reason]): string =>
    `${start_date} ${end_date} ${reason}`
  return key(a) < key(b) ? -1 : 1
}

const reasonsOf = (leaves: readonly Leave[], { masked, isOwn }: Sight): readonly Reason[] => {
  const shown = leaves.map((leave) => [leave, reasonShown(leave.type, masked, isOwn)] as const)
  return [...new Set(shown.sort(inShownOrder).map(([, reason]) => reason))]
}

export const showAbsence = ({ leaves, ...days }: Absence<Leave>, sight: Sight): ShownAbsence => ({
  reasons: reasonsOf(leaves, sight),
  ...days,
})
