import type { RateLimitHold, Digest, DigestRun } from '../domain/digests/digest.js'
import type { HolidayCalendar } from '../domain/holidays/calendar.js'
import type { ApiKey } from '../domain/keys/key.js'
import type { KeyUses } from '../domain/keys/uses.js'
import type { Link } from '../domain/links/link.js'
import type { AuditEntry } from '../domain/records/audit.js'
import type { SlackMatch } from '../domain/people/match.js'
import type { Tombstone } from '../domain/records/tombstone.js'
import type { Leave, Member, Organization, Team } from '../domain/organization/organization.js'
import type { DataSource } from '../domain/sources/source.js'
import type { Ticket } from '../domain/workspaces/install-link.js'
import type { Workspace } from '../domain/workspaces/workspace.js'

/** Which organization a slug names. */
export interface SlugEntry {
  readonly _id: string
  readonly org: string
}

/** Which key a secret's hash (hex, the id) belongs to. Never changes once written. */
export interface KeyHashEntry {
  readonly _id: string
  readonly org: string
  readonly key: string
}

/** Which link a token's hash (hex, the id) belongs to. Never changes once written. */
export interface LinkHashEntry {
  readonly _id: string
  readonly org: string
  readonly link: string
}

/** A revoked key, or one expired for 30 days, out of its organization's document. `_id = organization:key`. */
export interface RetiredKey {
  readonly _id: string
  readonly org: string
  readonly key: ApiKey
}

/** One line of the append-only log of a key. */
export interface KeyEvent {
  readonly _id: string
  readonly org: string
  readonly key: string
  readonly at: string
  readonly what: string
  readonly who: string
  /** The address or the machine it came from. */
  readonly from: string | null
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/** When a key was last used; written at most once a minute. `_id = organization:key`. */
export interface KeyUse extends KeyUses {
  readonly _id: string
  readonly org: string
  readonly key: string
  /** Moves with every write: several processes keep one document. */
  readonly version: number
}

/** A restore under way, on a store that takes it in several commits. `_id` is the checksum of its backup. */
export interface RunningRestore {
  readonly _id: string
  readonly started_at: string
}

/** What is remembered until an instant (ISO 8601, UTC) and then deleted. */
export interface Remembered {
  readonly _id: string
  readonly expire_at: string
}

/** An installation that was begun, by the state that Slack hands back. */
export interface InstallState extends Remembered {
  /** The install link it began with. */
  readonly link: Ticket | null
}

export interface Collections {
  readonly organizations: Organization
  readonly slugs: SlugEntry
  readonly key_hashes: KeyHashEntry
  readonly retired_keys: RetiredKey
  readonly key_events: KeyEvent
  readonly key_uses: KeyUse
  readonly teams: Team
  readonly members: Member
  readonly leaves: Leave
  readonly links: Link
  readonly link_hashes: LinkHashEntry
  readonly slack_matches: SlackMatch
  readonly holiday_calendars: HolidayCalendar
  readonly tombstones: Tombstone
  readonly audit: AuditEntry
  readonly workspaces: Workspace
  /** Events of Slack that were handled, by `event_id`, and the signatures of commands that were seen. */
  readonly slack_events: Remembered
  /** Tickets that were used, by kind and id. */
  readonly spent_tickets: Remembered
  /** Directory of what is due: not sharded. */
  readonly sources: DataSource
  readonly install_states: InstallState
  /** Directories of what is due, by Slack's ids: not sharded. */
  readonly digests: Digest
  readonly digest_runs: DigestRun
  readonly rate_limit_holds: RateLimitHold
  readonly restores: RunningRestore
}
export type CollectionName = keyof Collections

/**
 * The declared indexes, by name: the fields in order. Every index ends in `_id` by itself.
 * `leaves.by_end` begins with the end so that finished leaves cost a question nothing, however many there are.
 */
export const indexes = {
  organizations: { by_slug: ['slug'] },
  slugs: {},
  key_hashes: { by_org: ['org'] },
  retired_keys: { by_org: ['org'] },
  key_events: { by_time: ['org', 'at'], by_key: ['org', 'key', 'at'] },
  key_uses: { by_org: ['org'] },
  teams: { by_org: ['org'] },
  members: { by_org: ['org'] },
  leaves: { by_end: ['org', 'end_date', 'start_date'] },
  links: { by_org: ['org'] },
  link_hashes: {},
  slack_matches: { by_org: ['org'] },
  holiday_calendars: { by_org: ['org'] },
  tombstones: { by_org: ['org'] },
  audit: { by_time: ['org', 'at'], by_expiry: ['expire_at'] },
  workspaces: { by_org: ['org'] },
  slack_events: { by_expiry: ['expire_at'] },
  spent_tickets: { by_expiry: ['expire_at'] },
  sources: { by_due: ['next_at'], by_org: ['org'] },
  install_states: { by_expiry: ['expire_at'] },
  digests: { by_due: ['next_at'], by_org: ['org'], by_channel: ['workspace', 'channel'] },
  digest_runs: {
    by_wake: ['wake_at'],
    by_edit: ['edit_until'],
    by_digest: ['digest', 'date'],
    by_expiry: ['expire_at'],
  },
  rate_limit_holds: { by_expiry: ['expire_at'] },
  restores: {},
} as const satisfies {
  readonly [C in CollectionName]: Readonly<Record<string, readonly (keyof Collections[C])[]>>
}

/**
 * Collections whose documents belong to one organization: they may be sharded by it. Their `_id` is a `documentId`
 * that begins with their own `org`, which has no colon. A store need not find again a document that breaks this.
 */
export const scoped: ReadonlySet<CollectionName> = new Set<CollectionName>([
  'retired_keys',
  'key_events',
  'key_uses',
  'teams',
  'members',
  'leaves',
  'links',
  'slack_matches',
  'holiday_calendars',
  'tombstones',
  'audit',
])
