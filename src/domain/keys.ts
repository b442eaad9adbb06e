import type { Reasons } from './privacy.js'

/** One secret of a key. Only the SHA-256 of the secret is kept, as hex. */
export interface KeySecret {
  readonly hash: string
  /** The first characters, for lists. */
  readonly start: string
  readonly created_at: string
  /** The instant from which it fails, or null. */
  readonly valid_until: string | null
}

/** A key as it is stored. `expired` is never stored: it follows from `expires_at`. */
export interface ApiKey {
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
