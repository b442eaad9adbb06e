import type { Member } from '../organization/organization.js'
import type { Absence } from '../presence/absence.js'
import { awayAs, daysOfLeave, type Week } from '../presence/away.js'
import { isBankHoliday, type LeaveType } from '../presence/leave-types.js'
import { maskedFor, reasonShown, type SaidReasons, type ShownReason } from '../presence/reasons.js'
import type { Roll, RollLeave } from '../presence/roll.js'
import type { ShownAbsence } from './asked.js'
import type { NameOf } from './namesakes.js'

/** The viewer of an answer: a member, or null for a non-member or a channel. */
export interface Viewer {
  readonly member: string | null
  /** The reasons of others; people read their own. */
  readonly reasons: SaidReasons
}

/** The data for an answer. */
export interface Material {
  readonly roll: Roll
  readonly viewer: Viewer
  /** What people are called, where the text is about more than one list of them. */
  readonly nameOf?: NameOf
}

/** How one person's leaves look to a viewer. */
export interface LeaveView {
  readonly isOwn: boolean
  readonly reasons: SaidReasons
  readonly masked: readonly LeaveType[]
}

/** How a member's leaves look to the reader of an answer. */
export const leaveViewOf = ({ id }: Pick<Member, 'id'>, { viewer }: Pick<Material, 'viewer'>): LeaveView => {
  const isOwn = id === viewer.member
  const reasons = isOwn ? 'shown' : viewer.reasons
  return { isOwn, reasons, masked: maskedFor(reasons) }
}

/** What is masked comes last, and equal days by the shown reason: the order reveals nothing. */
const inShownOrder = (a: readonly [RollLeave, ShownReason], b: readonly [RollLeave, ShownReason]): number => {
  const key = ([{ start_date, end_date }, reason]: readonly [RollLeave, ShownReason]): string =>
    `${reason === 'away' ? 1 : 0} ${start_date} ${end_date} ${reason}`
  return key(a) < key(b) ? -1 : 1
}

const reasonsOf = (leaves: readonly RollLeave[], { masked, reasons }: LeaveView): readonly ShownReason[] => {
  if (reasons === 'none') return leaves.every(isBankHoliday) ? ['bank_holiday'] : []
  const shown = leaves.map((leave) => [leave, reasonShown(leave.type, masked)] as const)
  return [...new Set(shown.sort(inShownOrder).map(([, reason]) => reason))]
}

export const showAbsence = ({ leaves, ...days }: Absence<RollLeave>, sight: LeaveView): ShownAbsence => ({
  reasons: reasonsOf(leaves, sight),
  ...days,
})

/** Whether one leave of an absence keeps the member from work on any of its days. */
export const isWorkMissed = (leave: RollLeave, { leaves }: Absence<RollLeave>, week: Week): boolean =>
  !isBankHoliday(leave) && awayAs(leaves, daysOfLeave(leave), week) === 'leave'
