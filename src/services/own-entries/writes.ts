import type { Leave } from '../../domain/organization/organization.js'
import type { OwnChange } from '../../domain/own-entries/yield.js'
import type { AuditKind, AuditNote } from '../../domain/records/audit.js'
import type { Change } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'

/** The writes of a change to own entries. */
export const ownWrites = (
  { now }: Pick<Dependencies, 'now'>,
  { puts, removes }: OwnChange,
): readonly Change[] => [
  ...removes.map(({ _id: id }): Change => ({ remove: 'leaves', id })),
  ...puts.map((leave): Change => {
    return { put: 'leaves', document: { ...leave, changed_at: now().toISOString() } }
  }),
]

const noteOf = (what: AuditKind, { id, member_id, type, start_date, end_date }: Leave): AuditNote => ({
  what,
  subject: id,
  member: member_id,
  detail: { type, start_date, end_date, source: 'own' },
})

/** The notes about it; `before` are the leaves that there were. */
export const ownNotes = ({ puts, removes }: OwnChange, before: readonly Leave[]): readonly AuditNote[] => {
  const known = new Set(before.map(({ id }) => id))
  return [
    ...removes.map((leave) => noteOf('leave_removed', leave)),
    ...puts.map((leave) => noteOf(known.has(leave.id) ? 'leave_changed' : 'leave_added', leave)),
  ]
}
