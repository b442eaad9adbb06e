import { foldEmail } from '../../domain/organization/email.js'
import type { Member } from '../../domain/organization/organization.js'

/** Members by their folded e-mail address, the deactivated ones too. */
export type MembersByEmail = ReadonlyMap<string, Member>

/**
 * Who somebody in Slack is here: the member whose e-mail address is that of their profile, deactivated or not. Undefined
 * when no member has it, or Slack does not show one.
 */
export const memberOf = (
  byEmail: MembersByEmail,
  { email }: { readonly email: string | null },
): Member | undefined => (email === null ? undefined : byEmail.get(foldEmail(email)))
