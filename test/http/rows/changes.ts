import { documentId } from '../../../src/domain/organization/organization.js'
import type { ApiKey } from '../../../src/domain/keys/key.js'
import { acmeId } from '../../world/acme.js'
import { plain, type SecretName, type World } from '../../world/world.js'
import { mint } from '../../world/keys.js'
import type { Change } from './row.js'

const yesterday = '2026-11-19T10:00:00.000Z'
const tomorrow = '2026-11-21T10:30:00.000Z'

const keyOf = async ({ store, keyIds }: World, name: SecretName): Promise<ApiKey> => {
  const [organization] = await store.get('organizations', [acmeId])
  return organization!.keys[keyIds[name]]!
}

/** Ends a key for good: it leaves its organization's document. */
const revoke = async (world: World, name: SecretName): Promise<void> => {
  const key: ApiKey = { ...(await keyOf(world, name)), state: 'revoked', revoked_at: yesterday }
  await world.write(
    { patch: 'organizations', id: acmeId, set: { [`keys.${key.id}`]: undefined } },
    { put: 'retired_keys', document: { _id: documentId(acmeId, key.id), org: acmeId, key } },
  )
}

/** From now on the name means the new secret; the old one works until tomorrow. */
const rotate = async (world: World, name: SecretName): Promise<void> => {
  const { id, secrets } = await keyOf(world, name)
  const { token, secret } = mint(world.random)
  const both = [secret, { ...secrets[0], valid_until: tomorrow }]
  await world.write(
    { patch: 'organizations', id: acmeId, set: plain({ [`keys.${id}.secrets`]: both }) },
    { put: 'key_hashes', document: { _id: secret.hash, org: acmeId, key: id } },
  )
  world.secrets[name] = token
}

const changeKey = async (
  world: World,
  name: SecretName,
  becomes: Extract<Change, { key: SecretName }>['becomes'],
): Promise<void> => {
  if (becomes === 'revoked') return revoke(world, name)
  if (becomes === 'rotated') return rotate(world, name)
  const fields = becomes === 'disabled' ? { state: 'disabled' } : becomes
  const set = Object.entries(fields).map(([field, value]) => [`keys.${world.keyIds[name]}.${field}`, value])
  await world.write({ patch: 'organizations', id: acmeId, set: plain(Object.fromEntries(set) as object) })
}

/** Makes a change that a row names. Stopping is begun and not waited for. */
export const applyChange = async (world: World, change: Change): Promise<void> => {
  if ('key' in change) await changeKey(world, change.key, change.becomes)
  else if ('organization' in change) await world.setOrganization(acmeId, change.organization)
  else if ('at' in change) world.setClock(change.at)
  else if ('fault' in change) world.store.plan(change.fault)
  else void world.edge.stop()
}
