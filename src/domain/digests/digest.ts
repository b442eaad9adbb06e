import type { Day, Weekday } from '../../calendar/day.js'

export const lookAheads = ['none', 'friday', 'monday'] as const
/** On Fridays next week, or on Mondays this week, is shown in place of "Coming up". */
export type LookAhead = (typeof lookAheads)[number]

export const silences = ['post', 'silent'] as const
type Silence = (typeof silences)[number]

/** The settings that a channel chooses. */
export interface DigestSettings {
  /** `HH:mm`, from 05:00 to 20:59: in no zone does the clock change between these times (2024–2030). */
  readonly time: string
  /** The digest's own zone, neither the organization's nor the reader's. */
  readonly timezone: string
  /** At least one, in `weekdays` order. */
  readonly days: readonly Weekday[]
  readonly look_ahead: LookAhead
  /** What to do when everybody in scope has a bank holiday. */
  readonly on_bank_holidays: Silence
  /** What to do when nobody is out. */
  readonly when_empty: Silence
}

/** `slack_connect`: shared with another company. All but `person` and `team_deleted` end with their cause. */
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
  /** A Slack user id, or who ran the command line; null for an automatic pause. */
  readonly who: string | null
}

/** The daily post to one channel about one team or everybody. `_id = workspace:channel:team-id|all`. */
export interface Digest extends DigestSettings {
  readonly _id: string
  readonly org: string
  /** Slack's ids. */
  readonly workspace: string
  readonly channel: string
  readonly team_id: string | null
  readonly paused: Pause | null
  /** The Slack user who is told about a pause; null when the command line set the digest. */
  readonly creator: string | null
  /** A Slack user id, or who ran the command line. */
  readonly created_by: string
  readonly created_at: string
  /** The instant and the local day of the next occurrence; null while paused. */
  readonly next_at: string | null
  readonly next_date: Day | null
  /** The `process.versions.tz` that `next_at` was computed with. */
  readonly tzdata: string
  /** Changes with every write. */
  readonly version: number
}

/** `sent`, `failed` and `skipped` are final, and so is `unknown` with `wake_at` null: it is looked up no more. */
export const runStates = ['pending', 'claimed', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const
export type RunState = (typeof runStates)[number]

/** What a sent message showed. */
export interface Shown {
  readonly hash: string
  /** The organization's revision. */
  readonly revision: number
}

/** The settings that a post on request may take from a form that was not saved. */
export type ChosenContent = Pick<DigestSettings, 'look_ahead' | 'on_bank_holidays' | 'when_empty'>

/** One digest on one local day: the claim, the outbox and the record. `_id = digest:YYYY-MM-DD`. */
export interface DigestRun {
  readonly _id: string
  readonly org: string
  readonly workspace: string
  readonly channel: string
  /** The digest's `_id`. */
  readonly digest: string
  readonly date: Day
  readonly state: RunState
  /** All instants are ISO 8601 in UTC. */
  readonly due_at: string
  /** When to look at the run next: its start, or the end of its lease or settling time; null when final. */
  readonly wake_at: string | null
  /** Increases with every claim; the holder of an older claim may write nothing. */
  readonly fence: number
  readonly attempts: number
  /** The process that holds the run. */
  readonly owner: string | null
  /** When the request to Slack was about to be sent. */
  readonly marked_at: string | null
  /** Slack's id for the message. */
  readonly ts: string | null
  readonly via: 'post' | 'history' | null
  /** The reason for the state, as a code (`missed_window`, `bank_holiday`, `is_archived`, …), never a sentence. */
  readonly reason: string | null
  /** Posted on request: the usual hours and weekdays do not apply. */
  readonly manual: boolean
  /** Replaces the digest's own settings; absent or null: its own apply. */
  readonly chosen?: ChosenContent | null
  readonly shown: Shown | null
  /** Until when the message is kept up to date: local midnight; null when it is not, or no longer. */
  readonly edit_until: string | null
  /** The earliest time of the next edit, or claim for one. */
  readonly edit_after: string | null
  readonly expire_at: string
}

/** A workspace that Slack asked to wait for: until then no replica posts there. `_id` is the workspace. */
export interface RateLimitHold {
  readonly _id: string
  readonly not_before: string
  readonly expire_at: string
}

export const digestId = (workspace: string, channel: string, team: string | null): string =>
  `${workspace}:${channel}:${team ?? 'all'}`

export const runId = (digest: string, date: Day): string => `${digest}:${date}`
