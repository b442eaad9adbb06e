import { foldEmail } from '../organization/email.js'
import { memberFields, type Member } from '../organization/organization.js'
import { Problem, type Issue } from '../problem.js'
import { shapes } from '../roster/shapes.js'
import { differences, type AuditKind, type AuditNote } from './audit.js'

/** Changes to a member as typed; an absent field stays as it is, null clears it. */
export interface MemberChange {
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly timezone?: string | null | undefined
  readonly avatar?: string | null | undefined
  /** The id of one of the organization's teams. */
  readonly team_id?: string | null | undefined
  readonly active?: boolean | undefined
}

/** Parses the typed fields as an import would; throws `invalid` with all issues. */
const accept = (before: Member, { team_id: _, ...typed }: MemberChange) => {
  const trimmed = Object.fromEntries(
    Object.entries(typed)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, typeof value === 'string' ? value.trim().normalize('NFC') : value]),
  )
  const checked = shapes.members.safeParse({ email: before.email, ...trimmed })
  if (checked.success) return checked.data
  const issues = checked.error.issues.map(({ path, message }): Issue => {
    return { path: path.map(String), message: `${message}.` }
  })
  throw new Problem('invalid', 'These member details are invalid.', { issues })
}

const kindOf = ({ active }: Member, after: Member): AuditKind => {
  if (active === after.active) return 'member_changed'
  return after.active ? 'member_reactivated' : 'member_deactivated'
}

/** An edit by hand makes the source `manual` (decisions, "Sources"). Throws `invalid` and `conflict`. */
export const changeMember = (
  before: Member,
  change: MemberChange,
  members: readonly Member[],
): { readonly member: Member; readonly note: AuditNote | null } => {
  const { email, name, timezone, avatar, active } = accept(before, change)
  const after: Member = {
    ...before,
    email,
    name: name ?? before.name,
    timezone: timezone === undefined ? before.timezone : timezone,
    avatar: avatar === undefined ? before.avatar : avatar,
    team_id: change.team_id === undefined ? before.team_id : change.team_id,
    active: active ?? before.active,
    source: 'manual',
  }
  const holder = members.find((one) => one.id !== before.id && foldEmail(one.email) === foldEmail(email))
  if (holder)
    throw new Problem(
      'conflict',
      `Another member (${holder.id}) has this e-mail address. Nothing was changed.`,
    )
  const detail = differences(before, after, memberFields)
  if (Object.keys(detail).length === 0) return { member: before, note: null }
  return {
    member: after,
    note: { what: kindOf(before, after), subject: before.id, member: before.id, detail },
  }
}
