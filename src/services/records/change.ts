import { idBytes, timeOrderedId } from '../../domain/identity.js'
import { documentId, type Organization } from '../../domain/organization/organization.js'
import { auditKeptFor, type AuditNote, type AuditEntry } from '../../domain/records/audit.js'
import { batchNote, type PersonNote } from '../../domain/records/batch.js'
import { collect, type Change, type Json, type Reader } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { changeOrganization } from '../organizations/change.js'
import { watchImport } from '../roster/lease.js'

/** The effect of an edit by hand. Without changes and notes everything is already as wanted, and nothing is written. */
export interface RecordDecision<T> {
  readonly changes: readonly Change[]
  /** Fields of the organization itself. */
  readonly set?: Readonly<Record<string, Json>>
  /** Whether keys are among them. */
  readonly movesKeys?: boolean
  readonly notes: readonly AuditNote[]
  readonly result: T
}

export const auditLines = (
  { now, random }: Pick<Dependencies, 'now' | 'random'>,
  org: string,
  notes: readonly AuditNote[],
  actor: Actor,
): Change[] =>
  notes.map((note) => {
    const at = now()
    return {
      put: 'audit',
      document: {
        _id: documentId(org, timeOrderedId(at, random(idBytes))),
        org,
        at: at.toISOString(),
        ...actor,
        ...note,
        expire_at: new Date(at.getTime() + auditKeptFor).toISOString(),
      },
    }
  })

/** The entry about the people of a batch. A millisecond before `at`, so that the one with the counts is newer. */
export const peopleLines = (
  { random }: Pick<Dependencies, 'random'>,
  org: string,
  at: Date,
  notes: readonly PersonNote[],
  subject: string,
  actor: Actor,
): Change[] =>
  notes.length === 0
    ? []
    : auditLines({ now: () => new Date(at.getTime() - 1), random }, org, [batchNote(notes, subject)], actor)

/** One commit with the next revision and the audit log. Throws `conflict` while an import is writing. */
export const changeRecords = <T>(
  dependencies: Dependencies,
  org: string,
  actor: Actor,
  decide: (organization: Organization, reader: Reader) => Promise<RecordDecision<T>>,
): Promise<T> =>
  changeOrganization(dependencies, org, async (organization) => {
    if (organization.import !== null) await watchImport(dependencies, org)
    const { changes, set = {}, movesKeys, notes, result } = await decide(organization, dependencies.store)
    if (changes.length === 0) return { result }
    const also = [...changes, ...auditLines(dependencies, org, notes, actor)]
    const moves = movesKeys ? (['revision', 'keys_revision'] as const) : (['revision'] as const)
    return { write: { moves, set, also }, result }
  })

const all = (org: string) => ({ index: 'by_org', equal: { org } }) as const

export const membersOf = (reader: Reader, org: string) => collect(reader.find('members', all(org)))
export const teamsOf = (reader: Reader, org: string) => collect(reader.find('teams', all(org)))
export const calendarsOf = (reader: Reader, org: string) =>
  collect(reader.find('holiday_calendars', all(org)))
export const teamNamesOf = async (reader: Reader, org: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await teamsOf(reader, org)).map(({ id, name }) => [id, name]))
export const tombstonesOf = (reader: Reader, org: string) => collect(reader.find('tombstones', all(org)))

/** An organization's audit log, newest entry first. Entries are kept for a year. */
export const listAudit = (
  { store }: Pick<Dependencies, 'store'>,
  org: string,
  limit: number,
): Promise<AuditEntry[]> =>
  collect(store.find('audit', { index: 'by_time', equal: { org }, order: 'descending', limit }))
