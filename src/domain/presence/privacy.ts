export const leaveTypes = ['holiday', 'sick', 'personal', 'bank_holiday'] as const
export type LeaveType = (typeof leaveTypes)[number]

/** The types masked by default (decisions, "Presence"). */
export const maskedByDefault: readonly LeaveType[] = ['sick', 'personal']

/** How a key shows reasons: the true type (the contract), or `personal` for every masked type. */
export type Reasons = 'shown' | 'hidden'

/** The type that a reader of the API may see. */
export const shownType = (type: LeaveType, masked: readonly LeaveType[], reasons: Reasons): LeaveType =>
  reasons === 'hidden' && masked.includes(type) ? 'personal' : type

export const channelReasons = ['none', 'masked'] as const
/** What channels are shown of reasons: nothing, or what the masks leave (decisions, "Slack"). */
export type ChannelReasons = (typeof channelReasons)[number]

/** The reason for a leave as people see it. */
export type ShownReason = LeaveType | 'away'

/**
 * The reason that a person may read: masked types are "away" to everyone except the person on leave (decisions,
 * "Slack").
 */
export const reasonShown = (type: LeaveType, masked: readonly LeaveType[], isOwn: boolean): ShownReason =>
  !isOwn && masked.includes(type) ? 'away' : type
