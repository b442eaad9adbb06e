import type { LeaveType } from '../presence/leave-types.js'
import type { FeedLeaves, Unmatched, UnreadableNote } from './leaves.js'
import type { Alias } from './people.js'

/** The validators from a feed's server, for asking whether anything has changed. */
interface Validators {
  readonly etag: string | null
  readonly last_modified: string | null
  /** The other inputs of the last reading: the day, the members, the settings of the source. */
  readonly read_for: string
}

/** A fetch that waits for a person's confirmation. */
export interface HeldFetch {
  readonly at: string
  /** The number of leaves, out of `coming` (for Slack: members), that would be removed. */
  readonly gone: number
  readonly coming: number
}

/** Events that the last good fetch could not read: the first of them, and the total. */
export interface UnreadableEvents {
  readonly events: readonly UnreadableNote[]
  readonly count: number
  /** The leaves that were read from them before, and stay. */
  readonly kept: number
}

const maxUnreadable = 200

/** What is kept of them with the source; null: there are none. */
export const unreadableIn = ({ unread }: Pick<FeedLeaves, 'unread'>, kept = 0): UnreadableEvents | null => {
  const events = unread.slice(0, maxUnreadable).map(({ summary, reason }) => ({ summary, reason }))
  return events.length === 0 ? null : { events, count: unread.length, kept }
}

/** "2 events cannot be read; 1 leave that was read from them before stays" */
export const unreadableWords = ({ count, kept }: UnreadableEvents): string => {
  const events = count === 1 ? '1 event' : `${count} events`
  const leaves = kept === 1 ? '1 leave that was' : `${kept} leaves that were`
  const stays = kept === 0 ? '' : `; ${leaves} read before ${kept === 1 ? 'stays' : 'stay'}`
  return `${events} cannot be read${stays}`
}

/** The process that is syncing the source. An instant: after it, another process may take over. */
export interface Claim {
  readonly owner: string
  readonly until: string
}

/** The changes that a listing of a Slack workspace may make to members. */
export interface SlackSettings {
  readonly workspace: string
  /** Whether Slack is the organization's roster: then it adds and deactivates members. */
  readonly creates: boolean
  readonly avatars: boolean
  /** Ids of user groups that are teams; a person in several belongs to the first. */
  readonly groups: readonly string[]
  /** The number of active members that the last listing matched. */
  readonly members: number
}

/**
 * A calendar that leaves are read from, with `calendar:<id>` as their source; or the people of a Slack workspace, whose
 * members and teams have the source `slack`. Fields for calendars are empty for Slack. `_id` is a UUID.
 */
export interface DataSource {
  readonly _id: string
  readonly org: string
  readonly kind: 'calendar' | 'slack'
  /** Present for Slack. */
  readonly slack?: SlackSettings
  readonly name: string
  /** The address, which is a secret: encrypted, never logged, never shown. */
  readonly host: string
  readonly last_four: string
  readonly address: string
  /** The owner of the calendar; null: each event names its person. */
  readonly member_id: string | null
  /** For events that do not state a type. */
  readonly type: LeaveType
  readonly ignore: readonly string[]
  readonly aliases: readonly Alias[]
  /** Minutes between two fetches. */
  readonly every: number
  readonly paused: boolean
  readonly created_at: string
  readonly created_by: string
  /** The time of the next fetch; null while it is paused. */
  readonly next_at: string | null
  readonly claim: Claim | null
  /** Increases with every claim and every change: a process with an older value may write nothing. */
  readonly fence: number
  readonly validators: Validators | null
  readonly last_success_at: string | null
  /** A sentence; null when the last fetch succeeded. */
  readonly last_error: string | null
  /** Consecutive failures. */
  readonly failures: number
  readonly held: HeldFetch | null
  readonly leaves: number
  /** The first of them, and the total; for Slack only the number of people who are not members. */
  readonly unmatched: readonly Unmatched[]
  readonly unmatched_count: number
  /** Absent: there are none. */
  readonly unreadable?: UnreadableEvents | null
  /** The first good fetch removes what imports say of these days; absent: it does not, or has done so. */
  readonly takes_over?: boolean
  /** Of Slack: members that events have deactivated since the last good listing; absent: none. */
  readonly departures?: number
}

export type SourceState = 'new' | 'ok' | 'failing' | 'held' | 'paused'

export const stateOf = ({
  paused,
  held,
  last_error,
  last_success_at,
}: Pick<DataSource, 'paused' | 'held' | 'last_error' | 'last_success_at'>): SourceState => {
  if (paused) return 'paused'
  if (held) return 'held'
  if (last_error !== null) return 'failing'
  return last_success_at === null ? 'new' : 'ok'
}

/** Minutes. */
export const everyLimits = { shortest: 15, longest: 24 * 60, usual: 60, ofSlack: 24 * 60 } as const
/** Sources of one organization. */
export const maxSources = 100
export const maxAliases = 1_000

/** Parses `30m`, `1h` or `1d` as minutes; null when it is invalid, or not between 15 minutes and a day. */
export const parseEvery = (text: string): number | null => {
  const [, count, unit] = /^(\d{1,4})\s*(m|min|h|d)$/i.exec(text.trim()) ?? []
  if (count === undefined || unit === undefined) return null
  const minutes = Number(count) * { m: 1, h: 60, d: 24 * 60 }[unit[0]!.toLowerCase() as 'm' | 'h' | 'd']
  return minutes >= everyLimits.shortest && minutes <= everyLimits.longest ? minutes : null
}

const minute = 60_000

/** After its interval, doubled with each failure up to a day, plus up to a tenth at `random` to spread them. */
export const nextFetch = (
  { every }: Pick<DataSource, 'every'>,
  failures: number,
  now: Date,
  random: number,
  notBefore: Date | null = null,
): string => {
  const doubled = every * 2 ** Math.min(Math.max(failures - 1, 0), 10)
  const wait = Math.min(doubled, everyLimits.longest) * minute * (1 + random / 10)
  const longest = now.getTime() + 2 * everyLimits.longest * minute
  const at = Math.max(now.getTime() + wait, Math.min(notBefore?.getTime() ?? 0, longest))
  return new Date(at).toISOString()
}

/** Milliseconds for which a claim holds: longer than a fetch, the comparison and the last commit take. */
export const claimLease = 60_000
/** Milliseconds in which a sync starts over when others change the organization meanwhile. */
export const contentionTimeout = 10_000

export const isClaimed = ({ claim }: Pick<DataSource, 'claim'>, now: Date): boolean =>
  claim !== null && claim.until > now.toISOString()
