import type { LookUpResult } from '../../domain/digests/run.js'
import type { Message } from '../../domain/words/message.js'

/**
 * The outcome of one request to post. `later`: surely not sent, may be tried after so many milliseconds; `rate_limited`
 * holds for the whole workspace. `refused`: surely not sent, and never will be. `unknown`: nobody can tell.
 * `reason` is Slack's own word, or `timeout`, `reset`, `http_500` and so on.
 */
export type PostOutcome =
  | { readonly kind: 'sent'; readonly ts: string }
  | {
      readonly kind: 'later'
      readonly after: number
      readonly reason: string
      readonly rate_limited: boolean
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** `ended`: this message cannot be edited any more. */
export type EditOutcome =
  | { readonly kind: 'edited' }
  | {
      readonly kind: 'later'
      readonly after: number
      readonly reason: string
      readonly rate_limited: boolean
    }
  | { readonly kind: 'ended'; readonly reason: string }

export interface DigestTarget {
  /** Whose people the message names: nothing is posted where the workspace asks about another organization by now. */
  readonly org: string
  readonly workspace: string
  readonly channel: string
}

/** One request each (a look-up: one for each page), never repeated by itself, at most 10 s. Never rejects. */
export interface DigestPoster {
  /**
   * `key` is the run's id; it travels with the message, so that it can be found again. `inTime` is asked at the very
   * end, right before the request leaves: false, and it does not leave (`later`, `too_slow`).
   */
  post(target: DigestTarget, message: Message, key: string, inTime: () => boolean): Promise<PostOutcome>
  edit(
    target: DigestTarget & { readonly ts: string },
    message: Message,
    key: string,
    inTime: () => boolean,
  ): Promise<EditOutcome>
  /** Whether a message with that key was posted between two instants; every page of them. */
  lookUp(
    target: DigestTarget,
    key: string,
    window: { readonly from: Date; readonly to: Date },
  ): Promise<LookUpResult>
  /** A direct message to somebody, plain but for `<#C0123>`; false when it did not go. */
  tell(workspace: string, user: string, text: string): Promise<boolean>
}
