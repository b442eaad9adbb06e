export const leaveTypes = ['holiday', 'sick', 'personal', 'bank_holiday'] as const
export type LeaveType = (typeof leaveTypes)[number]

/** What is masked unless the organization says otherwise (decisions, "Presence"). */
export const maskedByDefault: readonly LeaveType[] = ['sick', 'personal']

/** How a key reads reasons: the true type (the contract), or `personal` for every masked one. */
export type Reasons = 'shown' | 'hidden'

/** The type a reader of the API may see. */
export const shownType = (type: LeaveType, masked: readonly LeaveType[], reasons: Reasons): LeaveType =>
  reasons === 'hidden' && masked.includes(type) ? 'personal' : type

export const channelReasons = ['none', 'masked'] as const
/** What channels are shown of reasons: nothing, or what the masks leave (decisions, "Slack"). */
export type ChannelReasons = (typeof channelReasons)[number]

/** What people read of a leave. */
export type ShownReason = LeaveType | 'away'

/** The reason a person may read: a masked type is "away" to everybody but the person on leave (decisions, "Slack"). */
export const reasonShown = (type: LeaveType, masked: readonly LeaveType[], isOwn: boolean): ShownReason =>
  !isOwn && masked.includes(type) ? 'away' : type
