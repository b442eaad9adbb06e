import { foldEmail } from '../../domain/organization/email.js'
import type { Member } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { collect, type Reader } from '../../store/port.js'

/** The active member with that e-mail address. Throws `not_found`. */
export const findMember = async (reader: Reader, org: string, email: string): Promise<Member> => {
  const members = await collect(reader.find('members', { index: 'by_org', equal: { org } }))
  const member = members.find((one) => one.active && foldEmail(one.email) === foldEmail(email))
  if (member) return member
  throw new Problem('not_found', 'No active member of this organization has that e-mail address.')
}
