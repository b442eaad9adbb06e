import { addressOrNull, createAddressMatcher } from '../../domain/ip-addresses.js'
import { hashSecret, isKeyLike, isKeyShaped } from '../../domain/secrets/mint.js'
import { checkKey, type ApiKey } from '../../domain/keys/key.js'
import { documentId, type Organization } from '../../domain/organization/organization.js'
import type { Store } from '../../store/port.js'
import type { KeyHashEntry } from '../../store/schema.js'
import { createRemembered } from '../remembered.js'
import type { ReadFresh } from '../roll/freshness.js'
import type { LastUse } from './last-use.js'
import type { RefusedUses } from './refused-use.js'

/** A valid key and its current organization. */
export interface Access {
  readonly organization: Organization
  readonly key: ApiKey
}

export type RefusedReason =
  | 'missing'
  | 'invalid'
  | 'suspended'
  | 'disabled'
  | 'revoked'
  | 'expired'
  | 'locked'
  | 'address'

/** `R`: reasons beside those of keys. */
export interface AuthenticationRefusal<R extends string = never> {
  readonly refused: RefusedReason | R
  /** The owner of the key, for the log, when it is or was a real key. */
  readonly organization?: string
  readonly key?: string
}

export const refuse = (
  refused: RefusedReason,
  owner: Pick<AuthenticationRefusal, 'organization' | 'key'> = {},
): AuthenticationRefusal => ({ refused, ...owner })

/** Records uses and refused uses. Neither throws, and nobody awaits them. */
export interface UseRecorders {
  readonly lastUse: Pick<LastUse, 'record'>
  readonly refusedUses: Pick<RefusedUses, 'record'>
}

/**
 * Finds the key of a token in a state read after the request arrived. A token with a wrong shape or checksum never
 * reaches the store. Throws `unavailable` when the store does not answer, which is never reported as a bad key.
 */
export const createAccess = (store: Store, readFresh: ReadFresh, recorders: UseRecorders) => {
  // By the hash of a secret, which itself is never kept.
  const owners = createRemembered((hash) => store.get('key_hashes', [hash]))

  return async (token: string, address: string, now: Date): Promise<Access | AuthenticationRefusal> => {
    if (!isKeyLike(token)) return refuse('invalid')
    const hash = hashSecret(token)
    const owner = owners.known(hash) ?? (isKeyShaped(token) ? await owners.find(hash) : undefined)
    const organization = owner && (await readFresh(owner.org))
    if (!organization) return refuse('invalid')
    if (organization.suspended) return refuse('suspended', { organization: organization._id })
    const key = organization.keys[owner.key] ?? (await retiredKey(store, owner))
    if (!key) return refuse('invalid')
    const checked = checkKey(key, hash, now)
    const who = { organization: organization._id, key: key.id }
    const use = { org: organization._id, key: key.id, from: addressOrNull(address), at: now }
    const refused = checked !== 'good' ? checked : isAllowed(key.allow, address) ? null : 'address'
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

/** Without a list, every address is allowed. */
const isAllowed = (allow: readonly string[] | null, address: string): boolean =>
  allow === null || createAddressMatcher(allow)(address)
