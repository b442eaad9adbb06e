import { foldEmail } from '../../domain/organization/email.js'
import type { Member } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { collect, type Reader } from '../../store/port.js'

/** The active member with that e-mail address. Throws `not_found`. */
export const findMember = async (reader: Reader, org: string, email: string): Promise<Member> => {
  const members = await collect(reader.find('members', { index: 'by_org', equal: { org } }))
  const found = members.filter((member) => foldEmail(member.email) === foldEmail(email.trim()))
  const member = found.find(({ active }) => active)
  if (member) return member
  // The address is not repeated, because messages contain no addresses.
  throw new Problem(
    'not_found',
    found.length > 0
      ? 'The member with that e-mail address is deactivated.'
      : 'No member of this organization has that e-mail address.',
  )
}
