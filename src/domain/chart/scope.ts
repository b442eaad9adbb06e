import type { Link } from '../links/link.js'
import type { Member, Organization, Team } from '../organization/organization.js'
import { leaveTypes } from '../presence/leave-types.js'
import { maskedFor, reasonShown, type ShownReason } from '../presence/reasons.js'
import type { LeaveView } from '../reply/absences.js'

/** What a link shows: everybody, one team or one person. */
export interface Scope {
  readonly team_id: string | null
  readonly member_id: string | null
}

/**
 * With hidden reasons, none are shown: beside a visible "holiday" the word "away" would say "sick". A link of a version
 * before that shows reasons keeps to the types that the organization masks, as it did when it was made.
 */
export const leaveViewOf = (
  { privacy }: Pick<Organization, 'privacy'>,
  { reasons, unmasked = false }: Pick<Link, 'reasons' | 'unmasked'>,
): LeaveView => ({
  isOwn: false,
  reasons,
  masked: reasons === 'hidden' || unmasked ? maskedFor(reasons) : privacy,
})

/** Whether a member is shown. When the team has been deleted nobody is, never everybody. */
export const isInScope = ({ active, id, team_id }: Member, scope: Scope): boolean =>
  active &&
  (scope.member_id === null || scope.member_id === id) &&
  (scope.team_id === null || scope.team_id === team_id)

/** The name of the person, team or organization that is shown. */
export const scopeName = (
  scope: Scope,
  { name }: Pick<Organization, 'name'>,
  teams: readonly Team[],
  members: readonly Member[],
): string => {
  if (scope.member_id !== null) return members.find(({ id }) => id === scope.member_id)?.name ?? name
  if (scope.team_id !== null) return teams.find(({ id }) => id === scope.team_id)?.name ?? name
  return name
}

/** The distinct reasons that may appear. */
export const reasonsIn = ({ masked }: LeaveView): readonly ShownReason[] => [
  ...new Set(leaveTypes.map((type) => reasonShown(type, masked))),
]
