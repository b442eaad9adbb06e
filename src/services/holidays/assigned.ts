import { documentId, type Member } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import type { AuditNote } from '../../domain/records/audit.js'
import type { Reader } from '../../store/port.js'

export const missingCalendar = (code: string): Problem =>
  new Problem(
    'not_found',
    `There is no holiday calendar ${code} in this organization: propose it, or add its days, first.`,
    {
      shell: `To see those there are: whosout holidays list; to make it: whosout holidays accept ${code} --year YEAR`,
    },
  )

/** Throws `not_found` unless the organization has that calendar; null is none, which there always is. */
export const requireCalendar = async (reader: Reader, org: string, code: string | null): Promise<void> => {
  if (code !== null && (await reader.get('holiday_calendars', [documentId(org, code)])).length === 0)
    throw missingCalendar(code)
}

/** For the audit log: a member, or null for a team or the organization. */
export const assignedNote = (code: string | null, member: Pick<Member, 'id'> | null): AuditNote => ({
  what: 'holidays_assigned',
  subject: member?.id ?? '',
  member: member?.id ?? null,
  detail: { code },
})
