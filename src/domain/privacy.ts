export const leaveTypes = ['holiday', 'sick', 'personal', 'bank_holiday'] as const
export type LeaveType = (typeof leaveTypes)[number]

/** What is masked unless the organization says otherwise (decisions, "Presence"). */
export const maskedByDefault: readonly LeaveType[] = ['sick', 'personal']

/** How a key reads reasons: the true type (the contract), or `personal` for every masked one. */
export type Reasons = 'shown' | 'hidden'

/** The type a reader of the API may see. */
export const shownType = (type: LeaveType, masked: readonly LeaveType[], reasons: Reasons): LeaveType =>
  reasons === 'hidden' && masked.includes(type) ? 'personal' : type
