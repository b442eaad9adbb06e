import { groupedBy } from '../../calendar/grouped.js'
import { leaveFields, memberFields, type Leave, type Member } from '../organization/organization.js'
import { differences, type AuditEntry, type AuditNote } from './audit.js'

/** What one write of an import or a sync changed about a person, never why somebody is away. */
export interface PersonNote {
  readonly member: string
  readonly text: string
}

const listed = (detail: AuditNote['detail']): string =>
  Object.entries(detail)
    .map(([field, values]) => `${field}: ${values}`)
    .join(', ')

export const memberNote = (before: Member | undefined, after: Member): PersonNote => {
  const { avatar, ...changed } = before ? differences(before, after, memberFields) : {}
  // The addresses of pictures are long, and say nothing.
  const picture = avatar === undefined ? {} : { avatar: 'changed' }
  return { member: after.id, text: before ? listed({ ...changed, ...picture }) : 'added' }
}

const daysOf = ({ start_date, end_date }: Leave): string =>
  `leave ${start_date}${end_date === start_date ? '' : ` to ${end_date}`}`

/** At least one of the two is there. */
export const leaveNote = (before: Leave | undefined, after: Leave | undefined): PersonNote | null => {
  const { member_id: member } = before ?? after ?? { member_id: '' }
  if (!before || !after) {
    const leave = before ?? after
    return leave
      ? { member, text: `${daysOf(leave)} ${before ? 'removed' : `added, ${leave.status}`}` }
      : null
  }
  const { type, ...changed } = differences(before, after, leaveFields)
  const reason = type === undefined ? {} : { type: 'changed' }
  return { member, text: `${daysOf(before)}: ${listed({ ...changed, ...reason })}` }
}

/** One note for the audit log about all people of a batch: for the id of each, what changed. */
export const batchNote = (notes: readonly PersonNote[], subject: string): AuditNote => {
  const people = groupedBy(notes, ({ member }) => member)
  const detail = Object.fromEntries(
    [...people].map(([member, some]) => [member, some.map(({ text }) => text).join('; ')]),
  )
  return { what: 'people_changed', subject, member: null, detail }
}

/** Whether the entry of a batch says something about a person. */
export const tellsOf = ({ what, detail }: AuditEntry, member: string): boolean =>
  what === 'people_changed' && Object.hasOwn(detail, member)

/** The entry with what it says about one person only, or without it. */
export const narrowed = (entry: AuditEntry, keeps: (member: string) => boolean): AuditEntry =>
  entry.what === 'people_changed'
    ? { ...entry, detail: Object.fromEntries(Object.entries(entry.detail).filter(([id]) => keeps(id))) }
    : entry

/** An entry about one person for each in a batch; other entries are left as they are. */
export const byPerson = (entry: AuditEntry): readonly AuditEntry[] =>
  entry.what === 'people_changed'
    ? Object.entries(entry.detail).map(([member, changed]) => ({
        ...entry,
        subject: member,
        member,
        detail: { changed },
      }))
    : [entry]
