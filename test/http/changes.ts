import { acmeId } from '../acme.js'
import { plain, type SecretName, type World } from '../world.js'
import { revoke, rotate } from '../world-keys.js'
import type { Change } from './row.js'

const tomorrow = '2026-11-21T10:30:00.000Z'

const changeKey = async (
  world: World,
  name: SecretName,
  becomes: Extract<Change, { key: SecretName }>['becomes'],
) => {
  const id = world.keyIds[name]
  if (becomes === 'revoked') return revoke(world, world.store, id)
  if (becomes === 'rotated') {
    const key = { id, token: world.secrets[name] }
    world.secrets[name] = await rotate(world, world.store, world.random, key, tomorrow)
    return
  }
  const fields = becomes === 'disabled' ? { state: 'disabled' as const } : becomes
  const set = Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [`keys.${id}.${field}`, value]),
  )
  await world.write({ patch: 'organizations', id: acmeId, set: plain(set) })
}

/** Makes a change that a row names. Stopping is begun and not waited for. */
export const applyChange = async (world: World, change: Change): Promise<void> => {
  if ('key' in change) await changeKey(world, change.key, change.becomes)
  else if ('organization' in change) await world.setOrganization(acmeId, change.organization)
  else if ('at' in change) world.setClock(change.at)
  else if ('fault' in change) world.store.plan(change.fault)
  else void world.edge.stop()
}
