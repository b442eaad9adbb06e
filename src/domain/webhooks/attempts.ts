import { deliveryKeptFor, type EndReason, type WebhookDelivery, type Webhook } from './webhook.js'

/** What came of sending a delivery once. */
export type Attempted =
  | { readonly kind: 'received'; readonly status: number }
  | {
      readonly kind: 'failed'
      /** Null: there was no answer. */
      readonly status: number | null
      /** A phrase that holds nothing of the address. */
      readonly error: string
      /** Seconds. */
      readonly retryAfter: number | null
    }

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds from one attempt to the next, after the first, which is made at once. */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** The longest that a receiver may ask for. */
const longestWait = 24 * hour
/** How long a webhook may fail before it is disabled. */
const failingLimit = 5 * 24 * hour
/** Whether a webhook has failed for so long that it is disabled. */
export const isFailingTooLong = (since: string, now: Date): boolean =>
  now.getTime() - Date.parse(since) >= failingLimit

/** What other deliveries wait for at most while a receiver is overloaded. */
const longestHold = 5 * minute

/** When an attempt is made after that many; null: never. `chance` (0 to 1) lengthens the pause by up to a tenth. */
const nextAttempt = (
  attempts: number,
  retryAfter: number | null,
  now: Date,
  chance: number,
): string | null => {
  const pause = pauses[attempts - 1]
  if (pause === undefined) return null
  const asked = Math.min((retryAfter ?? 0) * second, longestWait)
  return new Date(now.getTime() + Math.max(pause, asked) * (1 + chance / 10)).toISOString()
}

/** Answers of a receiver that has too much to do, or of none at all: then everything else waits as well. */
const isOverloaded = ({ status, retryAfter }: Attempted & { kind: 'failed' }): boolean =>
  retryAfter !== null || status === null || [429, 502, 503, 504].includes(status)

export type WebhookUpdate = Partial<Omit<Webhook, '_id' | 'org'>>
export type DeliveryUpdate = Partial<Omit<WebhookDelivery, '_id' | 'org' | 'webhook'>>

/** A delivery that has ended. */
const over = (now: Date): Pick<WebhookDelivery, 'next_at' | 'expire_at'> => ({
  next_at: null,
  expire_at: new Date(now.getTime() + deliveryKeptFor).toISOString(),
})

/** A webhook that is sent nothing any more. */
export const endedAs = (why: EndReason, now: Date): WebhookUpdate => ({
  ended: { at: now.toISOString(), why },
  next_at: null,
  day_at: null,
})

/** A delivery that is sent no more, because its webhook has ended. */
export const abandoned = (now: Date): DeliveryUpdate => ({
  ...over(now),
  state: 'failed',
  error: 'The webhook was disabled.',
})

/** A delivery and its webhook after an attempt. */
export const afterAttempt = (
  { failing_since }: Pick<Webhook, 'failing_since'>,
  { attempts: before }: Pick<WebhookDelivery, 'attempts'>,
  attempted: Attempted,
  now: Date,
  chance: number,
): { readonly delivery: DeliveryUpdate; readonly webhook: WebhookUpdate } => {
  const attempts = before + 1
  const at = now.toISOString()
  const { status } = attempted
  if (attempted.kind === 'received')
    return {
      delivery: { ...over(now), state: 'delivered', attempts, status, error: null },
      webhook: { failing_since: null, last_success_at: at, last_error: null, not_before: null },
    }
  const { error, retryAfter } = attempted
  const next_at = nextAttempt(attempts, retryAfter, now, chance)
  const since = failing_since ?? at
  const why = status === 410 ? 'gone' : isFailingTooLong(since, now) ? 'failing' : null
  const hold = Math.min(
    next_at === null ? longestHold : Date.parse(next_at) - now.getTime(),
    Math.max(longestHold, Math.min((retryAfter ?? 0) * second, longestWait)),
  )
  return {
    delivery:
      why !== null || next_at === null
        ? { ...over(now), state: 'failed', attempts, status, error }
        : { next_at, attempts, status, error },
    webhook: {
      failing_since: since,
      last_error: error,
      ...(isOverloaded(attempted) && { not_before: new Date(now.getTime() + hold).toISOString() }),
      ...(why !== null && endedAs(why, now)),
    },
  }
}
