export const leaveTypes = ['holiday', 'sick', 'personal', 'bank_holiday'] as const
export type LeaveType = (typeof leaveTypes)[number]

export const isBankHoliday = ({ type }: { readonly type: LeaveType }): boolean => type === 'bank_holiday'

/** The types that are somebody's own affair; a bank holiday belongs to a place, and is public. */
export const personalTypes: readonly LeaveType[] = leaveTypes.filter((type) => type !== 'bank_holiday')
