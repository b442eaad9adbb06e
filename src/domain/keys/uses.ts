import type { KeyState } from './key.js'
import type { KeyEventKind } from './change.js'

/** Known uses of a key. Instants are in the format of `toISOString`, so they compare as text. */
export interface KeyUses {
  readonly at: string
  readonly from: string | null
  /** Addresses it was used from, newest first, at most ten. */
  readonly addresses: readonly string[]
  /** When each secret was first used, by hash, for the last two secrets. */
  readonly first_used: Readonly<Record<string, string>>
  /** The day (UTC) on which a use from a new address was last logged. */
  readonly noted_on: string | null
}

/** Uses that have not been merged yet. Addresses are distinct, in order of appearance. */
export type NewUses = Omit<KeyUses, 'noted_on'>

const maxAddresses = 10
/** A key has at most two valid secrets. */
const maxFirstUses = 2

const newestFirst = ([, a]: readonly [string, string], [, b]: readonly [string, string]): number =>
  a < b ? 1 : a > b ? -1 : 0

const firstUses = (known: KeyUses | undefined, fresh: NewUses): Record<string, string> => {
  const earliest = { ...fresh.first_used, ...known?.first_used }
  for (const [hash, at] of Object.entries(fresh.first_used)) if (at < earliest[hash]!) earliest[hash] = at
  return Object.fromEntries(Object.entries(earliest).sort(newestFirst).slice(0, maxFirstUses))
}

/**
 * The merged uses. The last use never goes back, in whatever order processes write. `unseen` are addresses to log:
 * those not among the last ten, at most once per key and day, and not for the very first use.
 */
export const mergeUses = (
  known: KeyUses | undefined,
  fresh: NewUses,
): { readonly uses: KeyUses; readonly unseen: readonly string[] } => {
  const later = known && known.at >= fresh.at ? known : fresh
  const day = later.at.slice(0, 10)
  const strange = known ? fresh.addresses.filter((address) => !known.addresses.includes(address)) : []
  const unseen = known?.noted_on === day ? [] : strange
  const addresses = [...new Set([...fresh.addresses.toReversed(), ...(known?.addresses ?? [])])]
  return {
    uses: {
      at: later.at,
      from: later.from,
      addresses: addresses.slice(0, maxAddresses),
      first_used: firstUses(known, fresh),
      noted_on: unseen.length > 0 ? day : (known?.noted_on ?? null),
    },
    unseen,
  }
}

/** Why a secret that was once valid was refused. */
export type RefusedUse = Exclude<KeyState, 'active'> | 'address'

/** The log entry for each refusal, at most once per key and day. */
export const refusedUseEvents = {
  revoked: 'used_after_revoke',
  expired: 'expired_seen',
  disabled: 'used_while_disabled',
  locked: 'used_while_locked',
  address: 'used_from_refused_address',
} as const satisfies Record<RefusedUse, KeyEventKind>
