import type { ApiKey, KeySecret } from '../src/domain/keys.js'
import { mintSecret } from '../src/domain/keys-secret.js'
import { documentId } from '../src/domain/organization.js'
import type { FaultyStore } from './faulty-store.js'
import { acmeId, teams } from './acme.js'
import { plain, type MintedKey, type World } from './world.js'

/** What a secret is good for, or why it is not. */
export type SecretName =
  | 'active'
  | 'disabled'
  | 'revoked'
  | 'expired'
  | 'locked'
  /** The new and the old secret of a key whose grace ends at 22:00 UTC on the day of the tests. */
  | 'fresh'
  | 'grace'
  /** An old secret whose grace is over, and one that its key has forgotten. */
  | 'stale'
  | 'replaced'
  /** Allowed from 10.0.0.0/8 only; from this machine only. */
  | 'far'
  | 'near'
  /** Limited to a team; to a team that is gone. */
  | 'team'
  | 'orphan'
  /** Reasons are hidden from it. */
  | 'hidden'
  /** Of a suspended organization; of one that was deleted. */
  | 'suspended'
  | 'deleted'
  /** Well-formed, and nobody's; the active one with its last character changed. */
  | 'stranger'
  | 'mistyped'

type Data = Pick<World, 'addKey' | 'addOrganization' | 'write'>

const earlier = '2026-11-19T10:00:00.000Z'
const tonight = '2026-11-20T22:00:00.000Z'

const plainKeys: Partial<Record<SecretName, Partial<ApiKey>>> = {
  active: {},
  disabled: { state: 'disabled' },
  expired: { expires_at: earlier },
  locked: { locked: true },
  far: { allow: ['10.0.0.0/8', '2001:db8::/32'] },
  near: { allow: ['127.0.0.0/8', '::1'] },
  team: { team_id: teams.platform },
  orphan: { team_id: '0dd0dd00-0000-4000-8000-000000000000' },
  hidden: { reasons: 'hidden' },
}

/** Gives a key a new secret; the old one ends at `until`, or is forgotten when `until` is null. */
export const rotate = async (
  data: Data,
  store: FaultyStore,
  random: World['random'],
  { id }: MintedKey,
  until: string | null,
): Promise<string> => {
  const [organization] = await store.get('organizations', [acmeId])
  const key = organization!.keys[id]!
  const { token, hash, start } = mintSecret(random(32))
  const newest: KeySecret = { hash, start, created_at: earlier, valid_until: null }
  const old = until === null ? [] : [{ ...key.secrets[0]!, valid_until: until }]
  await data.write(
    { patch: 'organizations', id: acmeId, set: plain({ [`keys.${id}.secrets`]: [newest, ...old] }) },
    { put: 'key_hashes', document: { _id: hash, org: acmeId, key: id } },
  )
  return token
}

/** Ends a key for good: it leaves its organization's document. */
export const revoke = async (data: Data, store: FaultyStore, id: string): Promise<void> => {
  const [organization] = await store.get('organizations', [acmeId])
  const key: ApiKey = { ...organization!.keys[id]!, state: 'revoked', revoked_at: earlier }
  await data.write(
    { patch: 'organizations', id: acmeId, set: { [`keys.${id}`]: undefined } },
    { put: 'retired_keys', document: { _id: documentId(acmeId, id), org: acmeId, key } },
  )
}

const seedRotated = async (data: Data, store: FaultyStore, random: World['random']) => {
  const rotating = await data.addKey(acmeId)
  const fresh = { ...rotating, token: await rotate(data, store, random, rotating, tonight) }
  const stale = await data.addKey(acmeId)
  await rotate(data, store, random, stale, earlier)
  const replaced = await data.addKey(acmeId)
  await rotate(data, store, random, replaced, null)
  return { grace: rotating, fresh, stale, replaced }
}

const seedOthers = async (data: Data) => {
  const suspendedOrg = '5a5a5a5a-0000-4000-8000-000000000001'
  const deletedOrg = 'de1e7ed0-0000-4000-8000-000000000001'
  await data.addOrganization({ id: suspendedOrg, slug: 'suspended', suspended: true })
  await data.addOrganization({ id: deletedOrg, slug: 'deleted' })
  const suspended = await data.addKey(suspendedOrg)
  const deleted = await data.addKey(deletedOrg)
  await data.write({ remove: 'organizations', id: deletedOrg }, { remove: 'slugs', id: 'deleted' })
  return { suspended, deleted }
}

/** One key for every standing a key can have. */
export const seedKeys = async (data: Data, store: FaultyStore, random: World['random']) => {
  const keys: Partial<Record<SecretName, MintedKey>> = {}
  for (const [name, key] of Object.entries(plainKeys))
    keys[name as SecretName] = await data.addKey(acmeId, key)
  keys.revoked = await data.addKey(acmeId)
  await revoke(data, store, keys.revoked.id)
  Object.assign(keys, await seedRotated(data, store, random), await seedOthers(data))
  keys.stranger = { id: '-', token: mintSecret(random(32)).token }
  const { token } = keys.active!
  keys.mistyped = { id: '-', token: token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A') }
  const named = Object.entries(keys as Record<SecretName, MintedKey>)
  return {
    secrets: Object.fromEntries(named.map(([name, key]) => [name, key.token])) as Record<SecretName, string>,
    keyIds: Object.fromEntries(named.map(([name, { id }]) => [name, id])) as Record<SecretName, string>,
  }
}
