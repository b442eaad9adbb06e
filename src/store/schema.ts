import type { AgentAccount } from '../domain/agents/account.js'
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
import type { StatusCheck, StatusConsent } from '../domain/statuses/status.js'
import type { Ticket } from '../domain/workspaces/install-link.js'
import type { WebhookDelivery, Webhook } from '../domain/webhooks/webhook.js'
import type { Workspace } from '../domain/workspaces/workspace.js'

/** The organization that a slug belongs to. */
interface SlugEntry {
  readonly _id: string
  readonly org: string
}

/** The key that a secret's hash (hex, the id) belongs to. Never changes once written. */
export interface KeyHashEntry {
  readonly _id: string
  readonly org: string
  readonly key: string
}

/** The link that a token's hash (hex, the id) belongs to. Never changes once written. */
interface LinkHashEntry {
  readonly _id: string
  readonly org: string
  readonly link: string
}

/** A key revoked, or expired for 30 days, moved out of its organization's document. `_id = organization:key`. */
export interface RetiredKey {
  readonly _id: string
  readonly org: string
  readonly key: ApiKey
}

/** One entry in the append-only log of a key. */
export interface KeyEvent extends Pick<AuditEntry, '_id' | 'org' | 'at' | 'who' | 'from'> {
  readonly key: string
  readonly what: string
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/** When a key was last used; written at most once a minute. `_id = organization:key`. */
export interface KeyUse extends KeyUses {
  readonly _id: string
  readonly org: string
  readonly key: string
  /** Changes with every write, because several processes update the same document. */
  readonly version: number
}

/** A restore in progress, on a store that needs several commits for it. `_id` is the checksum of its backup. */
interface RunningRestore {
  readonly _id: string
  readonly started_at: string
}

/** The removal of an organization that somebody asked for. `_id` is the organization, which may be gone by now. */
export interface OrganizationRemoval {
  readonly _id: string
  /** Empty once it is gone. */
  readonly slug: string
  readonly started_at: string
  /** When it goes on. */
  readonly next_at: string
}

/** A marker kept until an instant (ISO 8601, UTC) and then deleted. */
interface Remembered {
  readonly _id: string
  readonly expire_at: string
}

/** An installation in progress, by the state that Slack returns at the end. */
interface InstallState extends Remembered {
  /** The install link that started it. */
  readonly link: Ticket | null
  /** Who is asked for their consent, where it is not an installation. */
  readonly person?: Pick<StatusConsent, 'org' | 'member_id' | 'workspace' | 'user'>
}

/** What may name a person: all of it is gathered when somebody asks for their data or is erased. */
export interface PersonalCollections {
  readonly members: Member
  readonly leaves: Leave
  readonly slack_matches: SlackMatch
  readonly links: Link
  /** A directory of due sources: not sharded. */
  readonly sources: DataSource
  /** A directory of due digests, by Slack's ids: not sharded. */
  readonly digests: Digest
  readonly workspaces: Workspace
  /** A directory of people whose status is set, by Slack's ids: not sharded. */
  readonly statuses: StatusConsent
  readonly agent_accounts: AgentAccount
  readonly retired_keys: RetiredKey
  readonly key_events: KeyEvent
  readonly audit: AuditEntry
  /** A directory of those with something to send: not sharded. */
  readonly webhooks: Webhook
  /** A directory, like `webhooks`. */
  readonly deliveries: WebhookDelivery
}

export interface Collections extends PersonalCollections {
  /** With its keys, whose names may name a person as well. */
  readonly organizations: Organization
  readonly slugs: SlugEntry
  readonly key_hashes: KeyHashEntry
  readonly key_uses: KeyUse
  readonly teams: Team
  readonly link_hashes: LinkHashEntry
  readonly holiday_calendars: HolidayCalendar
  readonly tombstones: Tombstone
  /** Slack events already handled, by `event_id`, and signatures of commands already seen. */
  readonly slack_events: Remembered
  /** Tickets already used, by kind and id. */
  readonly spent_tickets: Remembered
  readonly install_states: InstallState
  /** A directory, like `digests`. */
  readonly digest_runs: DigestRun
  readonly rate_limit_holds: RateLimitHold
  /** A directory of the organizations in which somebody's status is set. */
  readonly status_checks: StatusCheck
  readonly restores: RunningRestore
  /** A directory, like `digests`. */
  readonly removals: OrganizationRemoval
}
export type CollectionName = keyof Collections

/**
 * The declared indexes by name, with their fields in order. Every index implicitly ends in `_id`. `leaves.by_end`
 * begins with the end date so that finished leaves add no cost to a query, however many there are.
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
  links: { by_org: ['org'], in_slack: ['org', 'slack_token'], with_token: ['slack_token'] },
  link_hashes: {},
  slack_matches: { by_org: ['org'] },
  holiday_calendars: { by_org: ['org'] },
  tombstones: { by_org: ['org'] },
  audit: { by_time: ['org', 'at'], by_expiry: ['expire_at'] },
  workspaces: { by_org: ['org'] },
  statuses: { by_org: ['org'], by_workspace: ['workspace'], by_expiry: ['expire_at'] },
  status_checks: { by_due: ['next_at'] },
  agent_accounts: { by_org: ['org'], by_account: ['org', 'account'] },
  slack_events: { by_expiry: ['expire_at'] },
  spent_tickets: { by_expiry: ['expire_at'] },
  sources: { by_due: ['next_at'], by_org: ['org'] },
  install_states: { by_expiry: ['expire_at'] },
  webhooks: { by_due: ['next_at'], by_day: ['day_at'], by_org: ['org'] },
  deliveries: {
    by_due: ['webhook', 'next_at'],
    by_time: ['webhook', 'at'],
    by_org: ['org'],
    by_expiry: ['expire_at'],
  },
  digests: { by_due: ['next_at'], by_org: ['org'], by_channel: ['workspace', 'channel'] },
  digest_runs: {
    by_wake: ['wake_at'],
    by_edit: ['edit_until'],
    by_digest: ['digest', 'date'],
    by_expiry: ['expire_at'],
  },
  rate_limit_holds: { by_expiry: ['expire_at'] },
  restores: {},
  removals: { by_due: ['next_at'] },
} as const satisfies {
  readonly [C in CollectionName]: Readonly<Record<string, readonly (keyof Collections[C])[]>>
}

/**
 * Collections whose documents each belong to one organization and may be sharded by it. Their `_id` is a `documentId`
 * that begins with their own `org`, which contains no colon. A store need not find a document again that breaks this.
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
  'agent_accounts',
])
