import type { Member } from '../domain/organization.js'
import { Problem } from '../domain/problem.js'
import { collect, type Reader } from '../store/port.js'

/** How e-mail addresses are compared (decisions, "Data in"). */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** The active member with that address. Throws `not_found`. */
export const findMember = async (reader: Reader, org: string, email: string): Promise<Member> => {
  const members = await collect(reader.find('members', { index: 'by_org', equal: { org } }))
  const member = members.find((one) => one.active && emailKey(one.email) === emailKey(email))
  if (member) return member
  throw new Problem('not_found', 'No active member of this organization has that e-mail address.')
}

/** Those whose address no member has, deactivated ones included, by name; in whatever shape they came. */
export const findUnmatched = async <P extends { readonly name: string; readonly email: string | null }>(
  reader: Reader,
  org: string,
  people: readonly P[],
): Promise<readonly P[]> => {
  const members = await collect(reader.find('members', { index: 'by_org', equal: { org } }))
  const known = new Set(members.map(({ email }) => emailKey(email)))
  const compare = new Intl.Collator('en').compare
  return people
    .filter(({ email }) => email === null || !known.has(emailKey(email)))
    .sort((a, b) => compare(a.name, b.name))
}
