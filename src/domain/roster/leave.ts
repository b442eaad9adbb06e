import { changedFields, documentId, leaveFields, type Leave } from '../organization/organization.js'
import { periodName, type LeavePeriod } from './identity.js'
import type { LeaveRow } from './leave-rows.js'

/** The document after merging a row: values that the row does not have stay, or get their default. */
export const mergeLeave = (
  { org, at, id, member }: { readonly [key in 'org' | 'at' | 'id' | 'member']: string },
  { type, start_date, end_date }: LeavePeriod,
  before: Leave | undefined,
  { status, starts_at_noon, ends_at_noon }: Pick<LeaveRow, 'status' | 'starts_at_noon' | 'ends_at_noon'>,
): Leave => ({
  _id: documentId(org, id),
  org,
  id,
  member_id: member,
  type,
  start_date,
  end_date,
  status: status ?? before?.status ?? 'approved',
  starts_at_noon: starts_at_noon ?? before?.starts_at_noon ?? false,
  ends_at_noon: ends_at_noon ?? before?.ends_at_noon ?? false,
  source: before?.source ?? 'import',
  changed_at: at,
})

export const isMoved = (before: Leave, after: Leave): boolean =>
  before.member_id !== after.member_id || periodName(before) !== periodName(after)

export const isSameLeave = (before: Leave, after: Leave): boolean =>
  before.member_id === after.member_id && changedFields(leaveFields, before, after).length === 0

/** `2026-11-18 to 2026-11-27`. */
export const leaveDays = ({ start_date, end_date }: Pick<Leave, 'start_date' | 'end_date'>): string =>
  `${start_date}${end_date === start_date ? '' : ` to ${end_date}`}`

/** `holiday 2026-11-18 to 2026-11-27, until noon, pending`. */
export const leaveWords = (leave: Leave): string =>
  [
    `${leave.type} ${leaveDays(leave)}`,
    ...(leave.starts_at_noon ? ['from noon'] : []),
    ...(leave.ends_at_noon ? ['until noon'] : []),
    ...(leave.status === 'approved' ? [] : [leave.status]),
  ].join(', ')

/** Whether a leave does not count; without a status it is approved. */
export const isDenied = (status: unknown): boolean =>
  status !== undefined && status !== null && status !== 'approved'
