import { personalTypes, type LeaveType } from './leave-types.js'

export const reasonPolicies = ['nobody', 'admins', 'everyone'] as const
/** Who may read why somebody else is away (decisions, "Presence"). */
export type ReasonPolicy = (typeof reasonPolicies)[number]

/** The policy as an organization holds it; `reasonPolicy` reads it. */
export interface StoredPolicy {
  /** Absent where a version before made the organization, until it is set. */
  readonly reasons?: ReasonPolicy
  /** What a version before reads in its place: the types that it shows as "away" … */
  readonly privacy: readonly LeaveType[]
  /** … and whether it shows channels the others. */
  readonly channel_reasons?: 'none' | 'masked'
}

/** The older settings follow the policy, so that a replica of a version before reveals nothing more. */
export const storedPolicy = (reasons: ReasonPolicy): Required<StoredPolicy> => ({
  reasons,
  privacy: reasons === 'everyone' ? [] : personalTypes,
  channel_reasons: 'none',
})

/** Types that a version before has masked since `everyone` was set count as `nobody`. */
export const reasonPolicy = ({ reasons = 'everyone', privacy }: StoredPolicy): ReasonPolicy =>
  reasons === 'everyone' && privacy.length > 0 ? 'nobody' : reasons

/** How a key, a link or a person is shown reasons: each as it is, or none but bank holidays. */
export type Reasons = 'shown' | 'hidden'

/** How a person reads the reasons of others, in an answer that only they see. */
export const reasonsFor = (
  organization: StoredPolicy,
  { isAdmin = false }: { readonly isAdmin?: boolean },
): Reasons => {
  const policy = reasonPolicy(organization)
  return policy === 'everyone' || (policy === 'admins' && isAdmin) ? 'shown' : 'hidden'
}

/** How an answer says reasons: `none` in a channel, where not even "away" is said. */
export type SaidReasons = Reasons | 'none'

/** The types that are hidden from a reader. */
export const maskedFor = (reasons: SaidReasons): readonly LeaveType[] =>
  reasons === 'shown' ? [] : personalTypes

/** The type that a reader of the API may see. */
export const shownType = (type: LeaveType, reasons: Reasons): LeaveType =>
  maskedFor(reasons).includes(type) ? 'personal' : type

/** The reason for a leave as people see it. */
export type ShownReason = LeaveType | 'away'

/** The reason that a person may read. */
export const reasonShown = (type: LeaveType, masked: readonly LeaveType[]): ShownReason =>
  masked.includes(type) ? 'away' : type
