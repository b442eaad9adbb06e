import type { Plan } from '../organization/plan.js'
import { refusal, type KeyRefusal } from './change.js'
import type { ApiKey, KeyRing } from './key.js'

/** What each plan includes (decisions, "API keys"); `keys`: how many may count at once. */
export const planLimits = {
  free: { keys: 1, expiry: false, rotation: false },
  paid: { keys: 20, expiry: true, rotation: true },
} as const satisfies Record<Plan, object>

const paid = 'To switch: whosout org set SLUG --plan paid'

/** The refusal of one more key; undefined when the plan has room for it. `counting`: the keys that count now. */
export const noRoom = ({ plan }: KeyRing, counting: readonly ApiKey[]): KeyRefusal | undefined => {
  const { keys } = planLimits[plan]
  if (counting.length < keys) return undefined
  const held = counting[0]!
  return refusal(
    'plan_limit',
    plan === 'free'
      ? `The free plan includes one key, which is "${held.name}" (${held.id}). Revoke it first, or switch to the paid plan.`
      : `The paid plan includes ${keys} keys, and all of them are in use. Revoke one you no longer need first.`,
    plan === 'free' ? paid : undefined,
  )
}

/** The refusal of an expiry that the plan does not include; `wayOut` is a sentence. */
export const noExpiry = (
  { plan }: KeyRing,
  expires_at: string | null | undefined,
  wayOut: string,
): KeyRefusal | undefined =>
  expires_at && !planLimits[plan].expiry
    ? refusal('plan_limit', `Expiring keys need the paid plan. ${wayOut}`, paid)
    : undefined

export const noRotation = ({ plan }: KeyRing): KeyRefusal | undefined =>
  planLimits[plan].rotation
    ? undefined
    : refusal(
        'plan_limit',
        'The free plan does not include rotation. Revoke the key and create a new one, or switch to the paid plan.',
        paid,
      )
