import { differences } from '../records/audit.js'
import { decided, keyOf, refusal, refusalFor, unchanged, unknownKey, type KeyDecision } from './decision.js'
import { shownState, type ApiKey, type KeyRing } from './key.js'

/** The parts of a key that may change without a new secret. */
export type KeyEdit = Partial<Pick<ApiKey, 'name' | 'expires_at' | 'allow' | 'team_id' | 'reasons'>>

const fields = ['name', 'expires_at', 'allow', 'team_id', 'reasons'] as const

/** With the address list as one text, so that keys can be compared. */
const flat = ({ allow, ...key }: ApiKey) => ({ ...key, allow: allow?.join(' ') ?? null })

/**
 * Changes the name or the limits of a key from the next request on; its secrets stay. Disabled and locked keys may be
 * edited, revoked and expired ones may not. An expiry needs the paid plan.
 */
export const editKey = (ring: KeyRing, id: string, edit: KeyEdit, now: Date): KeyDecision => {
  const key = keyOf(ring, id)
  if (!key) return unknownKey(id)
  const isOver = ['revoked', 'expired'].includes(shownState(key, now))
  const inTheWay = isOver ? refusalFor(key, 'edited', now) : undefined
  if (inTheWay) return inTheWay
  if (ring.plan === 'free' && edit.expires_at)
    return refusal('plan_limit', 'Expiring keys need the paid plan. Change the plan first.')
  const after: ApiKey = { ...key, ...edit }
  const detail = differences(flat(key), flat(after), fields)
  if (Object.keys(detail).length === 0) return unchanged(key)
  return decided(ring, { ...after, version: key.version + 1 }, 'edited', detail, now)
}
