import type { Day } from '../../calendar/day.js'
import type { LookUpResult } from '../../domain/digests/run.js'
import type { Message } from '../../domain/words/message.js'

interface PostponedOutcome {
  readonly kind: 'later'
  readonly after: number
  readonly reason: string
  readonly rate_limited: boolean
}

/**
 * `later` and `refused`: certainly not sent, to be retried after so many milliseconds, or never; `rate_limited` holds
 * for the workspace. `unknown`: nobody knows. `reason` is Slack's error code, or `timeout`, `reset`, `http_500`.
 */
export type PostOutcome =
  | { readonly kind: 'sent'; readonly ts: string }
  | PostponedOutcome
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** `ended`: this message can no longer be edited. */
export type EditOutcome =
  | { readonly kind: 'edited' }
  | PostponedOutcome
  | { readonly kind: 'ended'; readonly reason: string }

interface DigestTarget {
  /** The organization whose people the message names: nothing is posted once the workspace is bound to another one. */
  readonly org: string
  readonly workspace: string
  readonly channel: string
}

/** What a message says of itself, for the questions that it offers: its team, null for everybody, and its local day. */
export interface DigestAbout {
  readonly team_id: string | null
  readonly date: Day
}

/** Each call makes one request (a look-up one per page) with no automatic retries, at most 10 s. Never rejects. */
export interface DigestPoster {
  /** `key` finds the message again. `inTime` is checked right before sending; false: `later`, `too_slow`. */
  post(
    target: DigestTarget & DigestAbout,
    message: Message,
    key: string,
    inTime: () => boolean,
  ): Promise<PostOutcome>
  edit(
    target: DigestTarget & DigestAbout & { readonly ts: string },
    message: Message,
    key: string,
    inTime: () => boolean,
  ): Promise<EditOutcome>
  /** Whether a message with that key was posted between two instants, looking at every page. */
  lookUp(
    target: DigestTarget,
    key: string,
    window: { readonly from: Date; readonly to: Date },
  ): Promise<LookUpResult>
  /** Sends a direct message, plain text except for `<#C0123>`; false when it could not be sent. */
  tell(workspace: string, user: string, text: string): Promise<boolean>
}
