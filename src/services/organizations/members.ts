import type { Member } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { memberByText } from '../../domain/records/people.js'
import { tombstonesById } from '../../domain/records/tombstone.js'
import type { Reader } from '../../store/port.js'
import { membersOf, tombstonesOf } from '../records/change.js'

/** The member with that id, e-mail address or name, active or not. Throws `not_found` and `conflict`. */
export const findAnyMember = async (reader: Reader, org: string, person: string): Promise<Member> =>
  memberByText(org, await membersOf(reader, org), person, tombstonesById(await tombstonesOf(reader, org)))

/** The same, but a deactivated member is `not_found`. */
export const findMember = async (reader: Reader, org: string, person: string): Promise<Member> => {
  const member = await findAnyMember(reader, org, person)
  if (member.active) return member
  // The address is not repeated, because messages contain no addresses.
  throw new Problem('not_found', 'This member is deactivated.')
}
