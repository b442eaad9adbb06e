import { keyOf, refusal, type KeyDecision } from './decision.js'
import type { KeyRing } from './key.js'

type KeyRule = (ring: KeyRing, id: string, now: Date) => KeyDecision

/**
 * The rule, unless the key was changed since somebody looked at it: two people who decide at the same time never undo
 * each other unseen. `seen` is the version of the key that was shown; without it, only the rule decides.
 */
export const onlyAsSeen =
  (rule: KeyRule, seen: number | undefined): KeyRule =>
  (ring, id, now) => {
    const key = keyOf(ring, id)
    return seen === undefined || !key || key.version === seen
      ? rule(ring, id, now)
      : refusal('conflict', 'Someone else changed this key in the meantime, so nothing was changed.')
  }
