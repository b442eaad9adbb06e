import { createAddressMatcher } from '../domain/addresses.js'
import { hashSecret, isKeyShaped } from '../domain/keys-secret.js'
import { standingOf, type ApiKey } from '../domain/keys.js'
import { documentId, type Organization } from '../domain/organization.js'
import type { Store } from '../store/port.js'
import type { KeyHashEntry } from '../store/schema.js'
import type { ReadFresh } from './freshness.js'
import type { LastUse } from './last-use.js'
import type { RefusedUses } from './refused-use.js'

/** A key that is good now, and its organization as it stands. */
export interface Access {
  readonly organization: Organization
  readonly key: ApiKey
}

export type RefusedReason = 'missing' | 'invalid' | 'disabled' | 'revoked' | 'expired' | 'locked' | 'address'

export interface Refusal {
  readonly refused: RefusedReason
  readonly message: string
  /** Whose key it was, when it was a real one: for the log. */
  readonly organization?: string
  readonly key?: string
}

/** Different texts are safe: only who holds the whole secret can see them. */
const sentences = {
  missing: 'Missing API key',
  invalid: 'Invalid API key',
  disabled: 'API key is disabled',
  revoked: 'API key has been revoked',
  expired: 'API key has expired',
  locked: 'API key is locked by the plan',
  address: 'IP address not allowed',
} as const satisfies Record<RefusedReason, string>

export const refuse = (
  refused: RefusedReason,
  owner: Pick<Refusal, 'organization' | 'key'> = {},
): Refusal => ({
  refused,
  message: sentences[refused],
  ...owner,
})

/** Where uses and refused uses are noted. Neither throws, and nobody waits for them. */
export interface UseRecorders {
  readonly lastUse: Pick<LastUse, 'record'>
  readonly refusedUses: Pick<RefusedUses, 'record'>
}

/**
 * Says whose key a token is, as it stands after the request arrived. A token of the wrong shape or checksum never
 * reaches the store. Throws `unavailable` when the store does not answer: that is never a bad key.
 */
export const createAccess = (store: Store, readFresh: ReadFresh, recorders: UseRecorders) => {
  const owners = createOwners(store)

  return async (token: string, address: string, now: Date): Promise<Access | Refusal> => {
    const owned = owners.known(token) ?? (isKeyShaped(token) ? await owners.find(token) : undefined)
    const organization = owned && (await readFresh(owned.owner.org))
    if (!organization || organization.suspended) return refuse('invalid')
    const { hash, owner } = owned
    const key = organization.keys[owner.key] ?? (await retiredKey(store, owner))
    if (!key) return refuse('invalid')
    const standing = standingOf(key, hash, now)
    const who = { organization: organization._id, key: key.id }
    if (standing === 'unknown') return refuse('invalid', who)
    const use = { org: organization._id, key: key.id, from: address, at: now }
    const refused = standing !== 'good' ? standing : isAllowed(key.allow, address) ? null : 'address'
    if (refused !== null) {
      recorders.refusedUses.record({ ...use, reason: refused })
      return refuse(refused, who)
    }
    recorders.lastUse.record({ ...use, hash })
    return { organization, key }
  }
}

const retiredKey = async (store: Store, { org, key }: KeyHashEntry): Promise<ApiKey | undefined> => {
  const [retired] = await store.get('retired_keys', [documentId(org, key)])
  return retired?.key
}

/** The hash of a secret and whose it is: neither ever changes, only the state of its key does. */
interface OwnedSecret {
  readonly hash: string
  readonly owner: KeyHashEntry
}

/** Secrets whose owner is remembered. */
const mostOwners = 10_000

/** Remembers secrets by themselves, in this process only: to check and hash one again costs as much as a small reply. */
const createOwners = (store: Store) => {
  const remembered = new Map<string, OwnedSecret>()
  return {
    known: (token: string): OwnedSecret | undefined => remembered.get(token),
    find: async (token: string): Promise<OwnedSecret | undefined> => {
      const hash = hashSecret(token)
      const [owner] = await store.get('key_hashes', [hash])
      if (!owner) return undefined
      if (remembered.size >= mostOwners) remembered.delete(remembered.keys().next().value!)
      const owned = { hash, owner }
      remembered.set(token, owned)
      return owned
    },
  }
}

/** No list allows every address. */
const isAllowed = (allow: readonly string[] | null, address: string): boolean =>
  allow === null || createAddressMatcher(allow)(address)
