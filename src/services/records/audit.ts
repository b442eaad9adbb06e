import type { AuditEntry } from '../../domain/records/audit.js'
import { collect } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'

/** An organization's audit log, newest entry first. Entries are kept for a year. */
export const listAudit = (
  { store }: Pick<Dependencies, 'store'>,
  org: string,
  limit: number,
): Promise<AuditEntry[]> =>
  collect(store.find('audit', { index: 'by_time', equal: { org }, order: 'descending', limit }))
