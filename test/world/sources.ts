import type { DataSource } from '../../src/domain/sources/source.js'
import { source } from '../stores/samples.js'

/** A calendar that is read every hour, and was just now. */
export const sourceDocument = (org: string, id: string, fields: Partial<DataSource> = {}): DataSource =>
  source(id, org, {
    name: 'HR',
    next_at: '2099-01-01T00:00:00.000Z',
    last_success_at: '2026-11-20T10:00:00.000Z',
    ...fields,
  })
