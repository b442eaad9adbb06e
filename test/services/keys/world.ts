import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { checkKey, type ApiKey, type KeyCheck } from '../../../src/domain/keys/key.js'
import { hashSecret } from '../../../src/domain/secrets/mint.js'
import { documentId, type Organization } from '../../../src/domain/organization/organization.js'
import type { Plan } from '../../../src/domain/organization/plan.js'
import type { Dependencies } from '../../../src/services/dependencies.js'
import { createKeyLists } from '../../../src/services/keys/lists.js'
import { createKeys } from '../../../src/services/keys/keys.js'
import { createOrganizations } from '../../../src/services/organizations/organizations.js'
import type { Reader, Store } from '../../../src/store/port.js'
import { now } from '../../domain/keys/ring.js'

export { problemOf as refusalOf } from '../../stores/samples.js'

export const actor = { who: 'ana@laptop', from: 'laptop' }

/** A clock that stands until it is moved. */
export const createClock = (start: Date = now) => {
  let time = start.getTime()
  return { now: () => new Date(time), move: (milliseconds: number) => void (time += milliseconds) }
}
export type Clock = ReturnType<typeof createClock>

export const dependenciesOn = (store: Store, clock: Clock): Dependencies => ({
  store,
  now: clock.now,
  random: randomBytes,
  tzdata: 'here',
  wait: async (milliseconds) => void (await wait(milliseconds)),
})

export const newSlug = (): string => `acme-${randomBytes(6).toString('hex')}`

/** A new organization in the store, the services on it, and a clock of its own. */
export const openWorld = async (store: Store, plan: Plan, clock: Clock = createClock()) => {
  const dependencies = dependenciesOn(store, clock)
  const organizations = createOrganizations(dependencies)
  const { _id: org } = await organizations.create({ name: 'Acme', slug: newSlug(), plan })
  const read = async (): Promise<Organization> => (await store.get('organizations', [org]))[0]!
  return {
    store,
    org,
    clock,
    dependencies,
    organizations,
    keys: createKeys(dependencies),
    lists: createKeyLists(dependencies),
    read,
    /** How a secret stands, asked as a request asks: directory, organization, retired keys. */
    standing: (secret: string) => standingIn(store, hashSecret(secret), clock.now()),
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>

/** Any reader will do, one in another process too. */
export const standingIn = async (
  reader: Pick<Reader, 'get'>,
  hash: string,
  now: Date,
): Promise<KeyCheck | 'unknown'> => {
  const [entry] = await reader.get('key_hashes', [hash])
  if (!entry) return 'unknown'
  const [organization] = await reader.get('organizations', [entry.org])
  const live: ApiKey | undefined = organization?.keys[entry.key]
  const [retired] = live ? [] : await reader.get('retired_keys', [documentId(entry.org, entry.key)])
  const key = live ?? retired?.key
  return key ? checkKey(key, hash, now) : 'unknown'
}
