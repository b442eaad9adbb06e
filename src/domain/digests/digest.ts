import type { Day, Weekday } from '../calendar/day.js'

export const lookAheads = ['none', 'friday', 'monday'] as const
/** Friday shows next week, Monday this week, in place of "Coming up". */
export type LookAhead = (typeof lookAheads)[number]

export const silences = ['post', 'silent'] as const
export type Silence = (typeof silences)[number]

/** What a channel chooses. */
export interface DigestSettings {
  /** `HH:mm`, 05:00 to 20:59: no zone's clock is ever changed then (2024–2030). */
  readonly time: string
  /** The digest's own: neither the organization's nor anybody's who reads it. */
  readonly timezone: string
  /** At least one, in the order of `weekdays`. */
  readonly days: readonly Weekday[]
  readonly look_ahead: LookAhead
  /** When everybody in scope has a bank holiday. */
  readonly on_bank_holidays: Silence
  /** When nobody is out. */
  readonly when_empty: Silence
}

/**
 * Why a digest is paused. `person`: someone paused it. `slack_connect`: the channel is shared with another company. All but
 * `person` and `team_deleted` end by themselves when the cause does.
 */
export const pauseReasons = [
  'person',
  'archived',
  'not_in_channel',
  'uninstalled',
  'token',
  'not_allowed',
  'slack_connect',
  'team_deleted',
] as const
export type PauseReason = (typeof pauseReasons)[number]

export interface Pause {
  readonly reason: PauseReason
  readonly at: string
  /** A person's Slack id, or who typed; null: nobody did. */
  readonly who: string | null
}

/** What one channel gets every morning about one team, or about everybody. `_id = workspace:channel:team-id|all`. */
export interface Digest extends DigestSettings {
  readonly _id: string
  readonly org: string
  /** Slack's ids. */
  readonly workspace: string
  readonly channel: string
  readonly team_id: string | null
  readonly paused: Pause | null
  /** Who is told about a pause: a Slack id; null when the command line set the digest. */
  readonly creator: string | null
  /** A person's Slack id, or who typed. */
  readonly created_by: string
  readonly created_at: string
  /** The next occurrence: its instant and its local day; null while it is paused. */
  readonly next_at: string | null
  readonly next_date: Day | null
  /** `process.versions.tz` that `next_at` was computed with. */
  readonly tzdata: string
  /** Moves with every write. */
  readonly version: number
}

/** `sent`, `failed`, `skipped` are final; so is `unknown` once nobody may look it up (`wake_at` null). */
const runStates = ['pending', 'claimed', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const
export type RunState = (typeof runStates)[number]

/** What a sent message showed. */
export interface Shown {
  readonly hash: string
  /** The organization's. */
  readonly revision: number
}

/** What of the settings a post of now may take from a form that was not saved. */
export type ChosenContent = Pick<DigestSettings, 'look_ahead' | 'on_bank_holidays' | 'when_empty'>

/** One digest of one local day: the claim, the outbox and the record. `_id = digest:YYYY-MM-DD`. */
export interface DigestRun {
  readonly _id: string
  readonly org: string
  readonly workspace: string
  readonly channel: string
  /** The digest's `_id`. */
  readonly digest: string
  readonly date: Day
  readonly state: RunState
  /** Instants: ISO 8601, UTC. */
  readonly due_at: string
  /** When somebody must look next: not before (pending), end of the lease (claimed, sending), of settling (unknown); null when final. */
  readonly wake_at: string | null
  /** Moves with every claim: whoever holds an older one may write nothing. */
  readonly fence: number
  readonly attempts: number
  /** Of the process that holds it. */
  readonly owner: string | null
  /** When the request to Slack was about to leave. */
  readonly marked_at: string | null
  /** Slack's id of the message. */
  readonly ts: string | null
  readonly via: 'post' | 'history' | null
  /** The reason for the state: a code (`missed_window`, `bank_holiday`, `is_archived`, …), never a sentence. */
  readonly reason: string | null
  /** Somebody asked for it now: the hours and weekdays do not bind it. */
  readonly manual: boolean
  /** In place of the digest's own settings; absent or null: those. */
  readonly chosen?: ChosenContent | null
  readonly shown: Shown | null
  /** Until when the message follows the facts: local midnight; null when it does not (any more). */
  readonly edit_until: string | null
  /** Not edited again, nor claimed for an edit, before. */
  readonly edit_after: string | null
  readonly expire_at: string
}

/** A workspace that Slack asked to wait: no replica posts there before. `_id` is the workspace. */
export interface RateLimitHold {
  readonly _id: string
  readonly not_before: string
  readonly expire_at: string
}

export const digestId = (workspace: string, channel: string, team: string | null): string =>
  `${workspace}:${channel}:${team ?? 'all'}`

export const runId = (digest: string, date: Day): string => `${digest}:${date}`

/** The local day of a run's id. */
export const dayOfRun = (run: string): Day => run.slice(run.lastIndexOf(':') + 1)

/** The team of a run's id; null: everybody. */
export const teamOfRun = (run: string): string | null => {
  const team = run.split(':')[2]
  return team === undefined || team === 'all' ? null : team
}
