import type { Day } from '../../calendar/day.js'
import type { Claim } from '../sources/source.js'
import type { EventData, EventKind, WebhookReader } from './events.js'

/** A secret that deliveries are signed with, encrypted. */
interface StoredSecret {
  readonly secret: string
  /** Null: until the next rotation. */
  readonly valid_until: string | null
}

/**
 * `gone`: the receiver answered 410. `failing`: for five days nothing was received, or no key opened it. `full`: too much
 * waits for it.
 */
export type EndReason = 'gone' | 'failing' | 'full'

/** An address that is told what changes in an organization. `_id` is a UUID. A directory of due work: not sharded. */
export interface Webhook extends WebhookReader {
  readonly _id: string
  readonly org: string
  /** The address, which may hold a secret: encrypted, never logged, never shown. */
  readonly host: string
  readonly last_four: string
  readonly address: string
  /** The newest first; a second one while a rotation lasts. */
  readonly secrets: readonly StoredSecret[]
  readonly events: readonly EventKind[]
  /** Whether events name people, who otherwise are ids. */
  readonly names: boolean
  readonly created_at: string
  readonly created_by: string
  /** When there is something to send; null: there is nothing. */
  readonly next_at: string | null
  /** The sequence number of the newest event for it, by which a sender sees that there is more to send. */
  readonly latest: number
  /** Nothing is sent before this instant: the receiver asked for time, or did not answer. */
  readonly not_before: string | null
  /** When the next day begins, of which it is told; null: of none. */
  readonly day_at: string | null
  /** The last day that it was told of. */
  readonly told_day: Day | null
  readonly claim: Claim | null
  readonly fence: number
  /** The first failure since the last success. */
  readonly failing_since: string | null
  readonly last_success_at: string | null
  readonly last_error: string | null
  /** Nothing is sent any more. */
  readonly ended: { readonly at: string; readonly why: EndReason } | null
}

type DeliveryState = 'pending' | 'delivered' | 'failed'

/** What ids of deliveries begin with. */
export const deliveryPrefix = 'msg_'

/** One event for one webhook. `_id` is its `webhook-id`, the same on every attempt. */
export interface WebhookDelivery {
  readonly _id: string
  readonly org: string
  readonly webhook: string
  readonly type: EventKind
  readonly at: string
  readonly data: EventData
  readonly state: DeliveryState
  readonly attempts: number
  /** When it is sent next; null: never. */
  readonly next_at: string | null
  /** Of the last attempt: the status of the answer, and what went wrong. */
  readonly status: number | null
  readonly error: string | null
  /** Null as long as it waits. */
  readonly expire_at: string | null
}

/** Webhooks of one organization. */
export const maxWebhooks = 20
/** Deliveries that may wait for a receiver that fails. */
export const maxWaiting = 5_000
/** Milliseconds for which a claim holds: longer than an attempt and its commit take. */
export const webhookLease = 30_000
/** Milliseconds: how long a delivery that has ended is kept. */
export const deliveryKeptFor = 7 * 86_400_000

export type WebhookState = 'active' | 'failing' | 'disabled'

export const webhookState = ({
  ended,
  failing_since,
}: Pick<Webhook, 'ended' | 'failing_since'>): WebhookState =>
  ended ? 'disabled' : failing_since === null ? 'active' : 'failing'
