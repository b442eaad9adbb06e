import type { AuditKind } from '../../domain/records/audit.js'
import type { DataSource } from '../../domain/sources/source.js'
import type { Change } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { auditLines } from '../records/change.js'

/** The line of the audit log, for the commit that changes the source. */
export const sourceAudit = (
  dependencies: Pick<Dependencies, 'now' | 'random'>,
  what: AuditKind & `source_${string}`,
  { org, _id, name, member_id }: DataSource,
  actor: Actor,
): Change[] =>
  auditLines(dependencies, org, [{ what, subject: _id, member: member_id, detail: { name } }], actor)
