import type { Plan } from '../organization/plan.js'
import type { Reasons } from '../presence/reasons.js'

/** One secret; only its SHA-256 is stored, as hex. (A type: interfaces do not fit what a store may patch.) */
export type KeySecret = {
  readonly hash: string
  /** The first characters, shown in lists. */
  readonly start: string
  readonly created_at: string
  /** The instant from which it is refused, or null. */
  readonly valid_until: string | null
}

/** A key as stored. `expired` is never stored, because it follows from `expires_at`. */
export type ApiKey = {
  readonly id: string
  readonly name: string
  readonly state: 'active' | 'disabled' | 'revoked'
  /** Set when a downgrade left no room for the key. */
  readonly locked: boolean
  /** Newest first, at most two. */
  readonly secrets: readonly KeySecret[]
  readonly created_at: string
  readonly rotated_at: string | null
  readonly revoked_at: string | null
  readonly expires_at: string | null
  /** Addresses and CIDR ranges that may use the key; null: any. */
  readonly allow: readonly string[] | null
  /** The only team that the key sees; null: all. */
  readonly team_id: string | null
  readonly reasons: Reasons
  /** Increases with every change, to compare with the version a caller saw. */
  readonly version: number
}

/** The part of an organization that the key rules depend on. */
export interface KeyRing {
  readonly plan: Plan
  readonly keys: Readonly<Record<string, ApiKey>>
}

export type KeyState = 'active' | 'disabled' | 'revoked' | 'expired' | 'locked'
export type KeyCheck = 'good' | 'disabled' | 'revoked' | 'expired' | 'locked'

/**
 * Whether an instant has passed. One that cannot be parsed has: a damaged end must not make a secret valid for ever.
 */
export const hasCome = (instant: string | null, now: Date): boolean =>
  instant !== null && !(Date.parse(instant) > now.getTime())

/**
 * The earlier of two ends, where null means no end. Both are in the format of `toISOString`, so they compare as text.
 */
export const earlier = (a: string | null, b: string | null): string | null =>
  a === null ? b : b === null || a < b ? a : b

/** The state shown in lists: the stored state, unless the clock or the plan overrides it. */
export const shownState = (key: ApiKey, now: Date): KeyState => {
  if (key.state === 'revoked') return 'revoked'
  if (hasCome(key.expires_at, now)) return 'expired'
  return key.locked ? 'locked' : key.state
}

/** A key counts towards the plan when it is neither revoked, expired nor locked. */
export const counts = (key: ApiKey, now: Date): boolean => {
  const state = shownState(key, now)
  return state === 'active' || state === 'disabled'
}

export const countingKeys = (ring: KeyRing, now: Date): ApiKey[] =>
  Object.values(ring.keys).filter((key) => counts(key, now))

/**
 * Whether the secret with this hash is valid now. Since the directory of hashes led here, a secret that the key no
 * longer holds was replaced by a rotation, and is `expired` like one whose grace period is over.
 *
 * A plain comparison of hashes is safe: the store has already looked up this hash as an id, and nobody can steer
 * SHA-256 towards a stored value character by character, so its timing reveals nothing.
 */
export const checkKey = (key: ApiKey, hash: string, now: Date): KeyCheck => {
  const state = shownState(key, now)
  if (state === 'revoked' || state === 'expired') return state
  const secret = key.secrets.find((candidate) => candidate.hash === hash)
  if (!secret || hasCome(secret.valid_until, now)) return 'expired'
  return state === 'active' ? 'good' : state
}
