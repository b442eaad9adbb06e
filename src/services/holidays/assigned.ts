import { maxCodeLength } from '../../domain/holidays/calendar.js'
import { documentId, type Member } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import type { AuditNote } from '../../domain/records/audit.js'
import { editDistance } from '../../language/edit-distance.js'
import { collect, type Reader } from '../../store/port.js'
import { proposeHolidays } from './by-region.js'

const absent = (code: string): string => `This organization has no holiday calendar ${code}`

export const missingCalendar = (code: string): Problem =>
  new Problem('not_found', `${absent(code)}.`, { shell: 'To see them: whosout holidays list' })

const namedNear = 5

/** The codes of the calendars that there are, the most similar ones first. */
const codesLike = async (reader: Reader, org: string, code: string): Promise<readonly string[]> => {
  const calendars = await collect(reader.find('holiday_calendars', { index: 'by_org', equal: { org } }))
  const edits = (one: string): number => editDistance(code, one, maxCodeLength)
  return calendars.map((one) => one.code).toSorted((a, b) => edits(a) - edits(b))
}

/** How a calendar is made, or which codes there are where nothing is known of this one. */
const howToMake = (code: string): Promise<{ readonly said: string; readonly shell?: string | undefined }> =>
  // Which year does not matter.
  proposeHolidays(code, '2026').then(
    () => ({
      said: 'Accept its days, or add your own, first.',
      shell: `To accept them: whosout holidays accept ${code} --year YEAR`,
    }),
    (error: unknown) => {
      if (error instanceof Problem) return { said: error.message, shell: error.shell }
      throw error
    },
  )

/** Throws `not_found` unless the organization has that calendar; null is none, which there always is. */
export const requireCalendar = async (reader: Reader, org: string, code: string | null): Promise<void> => {
  if (code === null || (await reader.get('holiday_calendars', [documentId(org, code)])).length > 0) return
  const near = (await codesLike(reader, org, code)).slice(0, namedNear).join(', ')
  const { said, shell } = await howToMake(code)
  throw new Problem('not_found', `${absent(code)}${near === '' ? '' : `; it has ${near}`}. ${said}`, {
    shell,
  })
}

/** For the audit log: a member, or null for a team or the organization. */
export const assignedNote = (code: string | null, member: Pick<Member, 'id'> | null): AuditNote => ({
  what: 'holidays_assigned',
  subject: member?.id ?? '',
  member: member?.id ?? null,
  detail: { code },
})
