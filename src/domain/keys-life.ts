import { countingKeys, keyLimits, shownState } from './keys.js'
import type { ApiKey, KeyRing } from './keys.js'
import {
  decided,
  endSecret,
  freshSecret,
  keyOf,
  refusal,
  standsInTheWay,
  unchanged,
  unknownKey,
} from './keys-change.js'
import type { KeyDecision, Refusal } from './keys-change.js'
import type { KeyOptions } from './keys-options.js'
import type { MintedSecret } from './keys-secret.js'

export interface NewKey extends KeyOptions {
  readonly id: string
  readonly team_id: string | null
  readonly secret: Omit<MintedSecret, 'token'>
}

const noRoom = (ring: KeyRing, counting: readonly ApiKey[]): Refusal | undefined => {
  if (counting.length < keyLimits[ring.plan]) return undefined
  const held = counting[0]!
  return ring.plan === 'free'
    ? refusal(
        'plan_limit',
        `The free plan has one key, and «${held.name}» (${held.id}) is it. Revoke it first, or change to the paid plan.`,
      )
    : refusal(
        'plan_limit',
        `The paid plan has ${keyLimits.paid} keys, and all of them are taken. Revoke one that is not needed first.`,
      )
}

/** A new key. Free plan: only when no key counts, and without an end of its own. Paid plan: up to 20 that count. */
export const createKey = (ring: KeyRing, command: NewKey, now: Date): KeyDecision => {
  if (ring.plan === 'free' && command.expires_at !== null)
    return refusal(
      'plan_limit',
      'Keys that expire belong to the paid plan. Leave --expires out, or change the plan.',
    )
  const full = noRoom(ring, countingKeys(ring, now))
  if (full) return full
  const { secret, ...chosen } = command
  const key: ApiKey = {
    ...chosen,
    state: 'active',
    locked: false,
    secrets: [freshSecret(secret, now)],
    created_at: now.toISOString(),
    rotated_at: null,
    revoked_at: null,
    version: 1,
  }
  return decided(
    ring,
    key,
    'created',
    { name: key.name, start: secret.start, expires_at: key.expires_at },
    now,
  )
}

/** Stops a key until it is enabled again. One that is disabled stays so. */
export const disableKey = (ring: KeyRing, id: string, now: Date): KeyDecision => {
  const key = keyOf(ring, id)
  if (!key) return unknownKey(id)
  const inTheWay = standsInTheWay(key, 'disabled', now)
  if (inTheWay) return inTheWay
  if (key.state === 'disabled') return unchanged(key)
  return decided(ring, { ...key, state: 'disabled', version: key.version + 1 }, 'disabled', {}, now)
}

/** Makes a disabled key work again, and a locked one when the plan has room for it. */
export const enableKey = (ring: KeyRing, id: string, now: Date): KeyDecision => {
  const key = keyOf(ring, id)
  if (!key) return unknownKey(id)
  const state = shownState(key, now)
  if (state === 'active') return unchanged(key)
  const inTheWay =
    state === 'locked' ? noRoom(ring, countingKeys(ring, now)) : standsInTheWay(key, 'enabled', now)
  if (inTheWay) return inTheWay
  const enabled: ApiKey = { ...key, state: 'active', locked: false, version: key.version + 1 }
  return decided(ring, enabled, state === 'locked' ? 'unlocked' : 'enabled', {}, now)
}

/** Ends a key and all its secrets now and for ever. One that is revoked stays so. */
export const revokeKey = (ring: KeyRing, id: string, now: Date): KeyDecision => {
  const key = keyOf(ring, id)
  if (!key) return unknownKey(id)
  if (key.state === 'revoked') return unchanged(key)
  const end = now.toISOString()
  const revoked: ApiKey = {
    ...key,
    state: 'revoked',
    secrets: key.secrets.map((secret) => endSecret(secret, end)),
    revoked_at: end,
    version: key.version + 1,
  }
  return decided(ring, revoked, 'revoked', {}, now)
}
