import type { Plan } from '../organization/plan.js'
import type { Reasons } from '../presence/privacy.js'

/**
 * One secret of a key. Only the SHA-256 of the secret is kept, as hex. (A type and not an interface, as is the key: only
 * so do both fit what a store may patch.)
 */
export type KeySecret = {
  readonly hash: string
  /** The first characters, for lists. */
  readonly start: string
  readonly created_at: string
  /** The instant from which it fails, or null. */
  readonly valid_until: string | null
}

/** A key as it is stored. `expired` is never stored: it follows from `expires_at`. */
export type ApiKey = {
  readonly id: string
  readonly name: string
  readonly state: 'active' | 'disabled' | 'revoked'
  /** Set when a downgrade left no room for it. */
  readonly locked: boolean
  /** Newest first, at most two. */
  readonly secrets: readonly KeySecret[]
  readonly created_at: string
  readonly rotated_at: string | null
  readonly revoked_at: string | null
  readonly expires_at: string | null
  /** Addresses and CIDR ranges that may use it; null: any. */
  readonly allow: readonly string[] | null
  /** The one team it sees; null: all. */
  readonly team_id: string | null
  readonly reasons: Reasons
  /** Moves with every change: what a caller saw is compared with it. */
  readonly version: number
}

/** What the rules about keys depend on: an organization has it. */
export interface KeyRing {
  readonly plan: Plan
  readonly keys: Readonly<Record<string, ApiKey>>
}

/** How many keys may count at once (decisions, "API keys"). */
export const keyLimits = { free: 1, paid: 20 } as const satisfies Record<Plan, number>

export type KeyState = 'active' | 'disabled' | 'revoked' | 'expired' | 'locked'
export type KeyCheck = 'good' | 'disabled' | 'revoked' | 'expired' | 'locked' | 'unknown'

/** Whether the instant has come. One that cannot be read has: a damaged end must not make a secret last for ever. */
export const hasCome = (instant: string | null, now: Date): boolean =>
  instant !== null && !(Date.parse(instant) > now.getTime())

/** The earlier of two ends, null being none. Both as `toISOString` writes them, so they compare as text. */
export const earlier = (a: string | null, b: string | null): string | null =>
  a === null ? b : b === null || a < b ? a : b

/** What a list shows: the stored state, under what follows from the clock and the plan. */
export const shownState = (key: ApiKey, now: Date): KeyState => {
  if (key.state === 'revoked') return 'revoked'
  if (hasCome(key.expires_at, now)) return 'expired'
  return key.locked ? 'locked' : key.state
}

/** A key counts towards its plan when it is neither revoked, expired nor locked by the plan. */
export const counts = (key: ApiKey, now: Date): boolean => {
  const state = shownState(key, now)
  return state === 'active' || state === 'disabled'
}

export const countingKeys = (ring: KeyRing, now: Date): ApiKey[] =>
  Object.values(ring.keys).filter((key) => counts(key, now))

/**
 * Whether the secret with this hash works now. The caller came here by the directory of hashes, so a secret that the
 * key does not hold any more is one that a rotation replaced: `expired`, like one whose grace is over. No key at all
 * is `unknown`.
 *
 * The hashes are compared plainly: the store has already looked this one up as an id, and nobody can steer SHA-256
 * towards a stored value one character at a time, so the time that a comparison takes tells nothing.
 */
export const checkKey = (key: ApiKey | undefined, hash: string, now: Date): KeyCheck => {
  if (!key) return 'unknown'
  const state = shownState(key, now)
  if (state === 'revoked' || state === 'expired') return state
  const secret = key.secrets.find((candidate) => candidate.hash === hash)
  if (!secret || hasCome(secret.valid_until, now)) return 'expired'
  return state === 'active' ? 'good' : state
}
