import { keyOf, refusal, type KeyDecision } from './decision.js'
import type { KeyRing } from './key.js'

type KeyRule = (ring: KeyRing, id: string, now: Date) => KeyDecision

/**
 * Applies the rule unless the key has changed since it was shown, so that two people deciding at the same time never
 * undo each other's change unseen. `seen` is the version that was shown; without it, the rule alone decides.
 */
export const unlessChanged =
  (rule: KeyRule, seen: number | undefined): KeyRule =>
  (ring, id, now) => {
    const key = keyOf(ring, id)
    return seen === undefined || !key || key.version === seen
      ? rule(ring, id, now)
      : refusal('conflict', 'Someone else changed this key in the meantime, so nothing was changed.')
  }
