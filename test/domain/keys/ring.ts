import type { ApiKey, KeyRing, KeySecret } from '../../../src/domain/keys/key.js'
import type { KeyChanges } from '../../../src/domain/keys/change.js'

export const now = new Date('2026-11-20T10:30:00.000Z')

/** An instant that many milliseconds after `now`, as it is stored. */
export const at = (milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString()

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const secretOf = (hash: string, validUntil: string | null = null): KeySecret => ({
  hash,
  start: `who_live_${hash.slice(0, 4)}`,
  created_at: at(-10 * day),
  valid_until: validUntil,
})

export const keyOf = (id: string, differences: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: `key ${id}`,
  state: 'active',
  locked: false,
  secrets: [secretOf(`hash-${id}`)],
  created_at: at(-10 * day),
  rotated_at: null,
  revoked_at: null,
  expires_at: null,
  allow: null,
  team_id: null,
  reasons: 'shown',
  version: 3,
  ...differences,
})

export const ringOf = (plan: KeyRing['plan'], ...keys: readonly ApiKey[]): KeyRing => ({
  plan,
  keys: Object.fromEntries(keys.map((key) => [key.id, key])),
})

/** The keys as they stand after a decision: what left the organization is gone from them. */
export const after = (ring: KeyRing, decision: Pick<KeyChanges, 'changed' | 'retired'>): KeyRing => {
  const keys = { ...ring.keys }
  for (const key of decision.changed) keys[key.id] = key
  for (const key of decision.retired) delete keys[key.id]
  return { ...ring, keys }
}
