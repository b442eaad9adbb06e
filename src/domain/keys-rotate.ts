import { earlier } from './keys.js'
import type { ApiKey, KeyRing } from './keys.js'
import { decided, endSecret, freshSecret, keyOf, refusal, standsInTheWay, unknownKey } from './keys-change.js'
import type { KeyDecision, Refusal } from './keys-change.js'
import { longestGrace } from './keys-options.js'
import type { MintedSecret } from './keys-secret.js'

/** A key that was rotated less than so long ago is rotated again only when asked for expressly (milliseconds). */
export const rotationPause = 60_000

export interface Rotation {
  readonly id: string
  readonly secret: Omit<MintedSecret, 'token'>
  /** Milliseconds for which the old secret goes on working, 0 to seven days. */
  readonly grace: number
  /** Rotate although it was done a moment ago. */
  readonly again: boolean
  /** The version of the key that the caller saw when it asked. */
  readonly seen: number
}

const rotationRefusal = (ring: KeyRing, key: ApiKey, command: Rotation, now: Date): Refusal | undefined => {
  if (ring.plan === 'free')
    return refusal(
      'plan_limit',
      'The free plan has no rotation. Revoke the key and create a new one, or change to the paid plan.',
    )
  const inTheWay = standsInTheWay(key, 'rotated', now)
  if (inTheWay) return inTheWay
  if (key.state === 'disabled')
    return refusal(
      'conflict',
      `«${key.name}» (${key.id}) is disabled. Enable it first, or revoke it and create a new one.`,
    )
  if (!(command.grace >= 0 && command.grace <= longestGrace))
    return refusal('invalid', 'The grace is 0 to 7 days.')
  const rotatedAgo = key.rotated_at === null ? Infinity : now.getTime() - Date.parse(key.rotated_at)
  if (rotatedAgo < rotationPause && !command.again)
    return refusal(
      'conflict',
      `«${key.name}» (${key.id}) was rotated less than a minute ago, and its new secret may be in use already. To replace that one too, add --again: the secret before it then stops working at once.`,
    )
  if (key.version !== command.seen)
    return refusal(
      'conflict',
      `«${key.name}» (${key.id}) was changed by somebody else at this moment. Look at it with «whosout keys list», then ask again.`,
    )
  return undefined
}

/**
 * A new secret for the same key; the old one works until `min(its own end, now + grace)`, and one that was older still
 * ends now. Paid plan only (decisions, "API keys").
 */
export const rotateKey = (ring: KeyRing, command: Rotation, now: Date): KeyDecision => {
  const key = keyOf(ring, command.id)
  if (!key) return unknownKey(command.id)
  const refused = rotationRefusal(ring, key, command, now)
  if (refused) return refused
  const end = new Date(now.getTime() + command.grace).toISOString()
  const previous = key.secrets.slice(0, 1).map((secret) => endSecret(secret, earlier(end, key.expires_at)!))
  const rotated: ApiKey = {
    ...key,
    secrets: [freshSecret(command.secret, now), ...previous],
    rotated_at: now.toISOString(),
    version: key.version + 1,
  }
  const detail = { start: command.secret.start, previous_valid_until: previous[0]?.valid_until ?? null }
  return decided(ring, rotated, 'rotated', detail, now)
}
