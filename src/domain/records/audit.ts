import { changedFields } from '../organization/organization.js'

/** A field's value in a record. */
type AuditValue = string | number | boolean | null

const auditKinds = [
  'member_changed',
  'member_deactivated',
  'member_reactivated',
  'member_erased',
  'team_renamed',
  'team_removed',
  'leave_added',
  'leave_changed',
  'leave_cancelled',
  'leave_removed',
  'slug_changed',
  'slack_matched',
  'slack_unmatched',
  'link_created',
  'link_renewed',
  'link_revoked',
  'link_address_closed',
  'source_added',
  'source_changed',
  'source_paused',
  'source_resumed',
  'source_confirmed',
  'source_synced',
  'source_removed',
  'webhook_added',
  'webhook_rotated',
  'webhook_removed',
  'webhook_secret_closed',
  'webhook_disabled',
  'digest_set',
  'digest_paused',
  'digest_resumed',
  'digest_removed',
  'holidays_accepted',
  'holidays_changed',
  'holidays_assigned',
  'imported',
  'people_changed',
  'settings_changed',
  'agent_signed_in',
  'agent_forgotten',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** What the audit log says about a change; who, when and from where are added when it is written. */
export interface AuditNote {
  readonly what: AuditKind
  /**
   * The id of the member, team, leave, link, source, digest or holiday calendar that changed; empty for the organization itself.
   */
  readonly subject: string
  /** The member whose record it is, so that an erasure finds the entry; null when it is no one's. */
  readonly member: string | null
  /** What changed, as `before → after` where both may be stored; of a batch (`people_changed`) by member id. */
  readonly detail: Readonly<Record<string, AuditValue>>
}

/** An entry in an organization's audit log. */
export interface AuditEntry extends AuditNote {
  readonly _id: string
  readonly org: string
  readonly at: string
  readonly who: string
  /** The IP address or machine that the change came from. */
  readonly from: string | null
  readonly expire_at: string
}

/** Milliseconds: entries are kept for a year. */
export const auditKeptFor = 365 * 86_400_000

/** A value as an entry shows it. */
const shown = (value: AuditValue | undefined): string =>
  value === null || value === undefined ? 'none' : String(value)

/** `before → after` for each field that differs. */
export const differences = <T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): AuditNote['detail'] =>
  Object.fromEntries(
    // Fields of records are scalars.
    changedFields(fields, before, after).map((field) => [
      field,
      `${shown(before[field] as AuditValue | undefined)} → ${shown(after[field] as AuditValue | undefined)}`,
    ]),
  )
