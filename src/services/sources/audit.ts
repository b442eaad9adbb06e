import type { AuditKind } from '../../domain/records/audit.js'
import type { PersonNote } from '../../domain/records/batch.js'
import type { DataSource } from '../../domain/sources/source.js'
import type { Change } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { auditLines, peopleLines } from '../records/change.js'
import type { SyncOptions } from './claims.js'

/** Behind a sync that nobody asked for: the source was due. */
export const schedule: Actor = { who: 'schedule', from: null }

/** What a sync changed, by words for it. */
export type SyncCounts = Readonly<Record<string, number>>

/** The line of the audit log, for the commit that changes the source or brings its data. */
export const sourceAudit = (
  dependencies: Pick<Dependencies, 'now' | 'random'>,
  what: AuditKind & `source_${string}`,
  { org, _id, name, member_id }: DataSource,
  actor: Actor,
  counts: SyncCounts = {},
): Change[] =>
  auditLines(
    dependencies,
    org,
    [{ what, subject: _id, member: member_id, detail: { name, ...counts } }],
    actor,
  )

/** The line about the people of one commit. */
export const peopleAudit = (
  dependencies: Pick<Dependencies, 'now' | 'random'>,
  { org, _id }: Pick<DataSource, 'org' | '_id'>,
  notes: readonly (PersonNote | null | undefined)[],
  { confirmedBy: actor = schedule }: SyncOptions,
): Change[] => {
  const told = notes.flatMap((note) => note ?? [])
  return peopleLines(dependencies, org, dependencies.now(), told, _id, actor)
}

/** The lines for the last commit of a sync: what it changed, and that somebody confirmed it. */
export const syncAudit = (
  dependencies: Pick<Dependencies, 'now' | 'random'>,
  source: DataSource,
  counts: SyncCounts,
  { confirmed = null, confirmedBy: actor = schedule }: SyncOptions,
): Change[] => [
  ...(confirmed ? sourceAudit(dependencies, 'source_confirmed', source, actor) : []),
  ...(Object.values(counts).some((count) => count > 0)
    ? sourceAudit(dependencies, 'source_synced', source, actor, counts)
    : []),
]
