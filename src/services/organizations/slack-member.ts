import { foldEmail } from '../../domain/organization/email.js'
import type { Member } from '../../domain/organization/organization.js'

/** Members by folded e-mail address, including deactivated ones. */
export type MembersByEmail = ReadonlyMap<string, Member>

/**
 * The member, active or not, whose e-mail address is that of a Slack profile. Undefined when no member has it, or
 * Slack does not show one.
 */
export const memberOf = (
  byEmail: MembersByEmail,
  { email }: { readonly email: string | null },
): Member | undefined => (email === null ? undefined : byEmail.get(foldEmail(email)))
