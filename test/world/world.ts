import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiKey } from '../../src/domain/keys/key.js'
import type { Organization } from '../../src/domain/organization/organization.js'
import { openStoreWithoutThread } from '../stores/embedded/without-thread.js'
import type { Change, Json } from '../../src/store/port.js'
import {
  leaveDocument,
  memberDocument,
  noon,
  settings,
  teamDocument,
  type LeaveSeed,
  type MemberSeed,
} from './acme.js'
import { acmeChanges } from './acme-changes.js'
import { organization } from '../stores/samples.js'
import { startEdge, type Edge, type EdgeSettings } from './edge.js'
import { createFaultyStore, type FaultyStore } from '../stores/faulty.js'
import { createRandom, uuidFrom, type Random } from './randomness.js'
import { keyDocument, mint, seedKeys, suspendedOrg, type SecretName, type SeededKeys } from './keys.js'

export type { EdgeSettings } from './edge.js'
export type { Fault } from '../stores/faulty.js'
export type { SecretName } from './keys.js'

export interface WorldOptions {
  readonly at?: string
  /** The clock moves on by so many milliseconds at each reading. */
  readonly step?: number
  readonly settings?: Partial<EdgeSettings>
  /** What Acme has otherwise than in `acme.ts`. */
  readonly organization?: Partial<Organization>
}

export interface MintedKey {
  readonly id: string
  readonly token: string
}

/** A real server on a real store, with Acme in it, a clock of its own, and everything it logged. */
export interface World {
  readonly port: number
  readonly store: FaultyStore
  /** Secrets by what they are good for. A rotation changes them. */
  readonly secrets: Record<SecretName, string>
  /** The key of each secret. */
  readonly keyIds: Readonly<Record<SecretName, string>>
  readonly log: readonly string[]
  readonly edge: Edge
  setClock(instant: string): void
  readonly random: Random
  newId(): string
  /** Commits, and throws when a precondition did not hold. */
  write(...changes: readonly Change[]): Promise<void>
  addOrganization(seed: OrganizationSeed): Promise<string>
  /** With a secret of its own, usable at once unless `key` says otherwise. */
  addKey(org: string, key?: Partial<ApiKey>): Promise<MintedKey>
  addTeam(org: string, id: string, name: string): Promise<void>
  addMember(org: string, member: MemberSeed): Promise<void>
  addLeave(org: string, leave: LeaveSeed): Promise<string>
  /** Sets fields of an organization and moves its revision, unless that is what is set. */
  setOrganization(org: string, fields: Partial<Organization>): Promise<void>
  stop(): Promise<void>
}

interface OrganizationSeed extends Partial<Organization> {
  readonly id: string
  readonly slug: string
}

/** The fields as the store takes them: JSON and nothing else. */
export const plain = (fields: object): Record<string, Json> =>
  JSON.parse(JSON.stringify(fields)) as Record<string, Json>

/** What a world can do to its data, apart from its server. */
const createData = (store: FaultyStore, random: Random) => {
  const newId = (): string => uuidFrom(random)

  const write: World['write'] = async (...changes) => {
    const result = await store.commit(changes)
    if (!result.done) throw new Error(`the precondition of change ${result.conflict} does not hold`)
  }

  const setOrganization: World['setOrganization'] = async (org, fields) => {
    const [known] = await store.get('organizations', [org])
    if (!known) throw new Error('there is no such organization')
    await write({ patch: 'organizations', id: org, set: plain({ revision: known.revision + 1, ...fields }) })
  }

  const touching = async (org: string, change: Change): Promise<void> => {
    await write(change)
    await setOrganization(org, {})
  }

  return {
    newId,
    write,
    setOrganization,
    async addOrganization({ id, ...fields }: OrganizationSeed): Promise<string> {
      await write(
        { put: 'organizations', document: organization(id, { ...settings, ...fields }), when: 'absent' },
        { put: 'slugs', document: { _id: fields.slug, org: id }, when: 'absent' },
      )
      return id
    },
    async addKey(org: string, key: Partial<ApiKey> = {}): Promise<MintedKey> {
      const { token, secret } = mint(random)
      const id = key.id ?? newId()
      const document = keyDocument(id, { secrets: [secret], ...key })
      await write(
        { patch: 'organizations', id: org, set: plain({ [`keys.${id}`]: document }) },
        { put: 'key_hashes', document: { _id: secret.hash, org, key: id }, when: 'absent' },
      )
      return { id, token }
    },
    addTeam: (org: string, id: string, name: string) =>
      touching(org, { put: 'teams', document: teamDocument(org, id, name) }),
    addMember: (org: string, member: MemberSeed) =>
      touching(org, { put: 'members', document: memberDocument(org, member) }),
    async addLeave(org: string, leave: LeaveSeed): Promise<string> {
      const id = newId()
      await touching(org, { put: 'leaves', document: leaveDocument(org, id, leave) })
      return id
    },
  }
}

const seedAcme = (fields: Partial<Organization>, keys: SeededKeys): readonly Change[] => [
  ...acmeChanges({ keys: keys.acme, ...fields }),
  {
    put: 'organizations',
    document: organization(suspendedOrg, { slug: 'suspended', suspended: true, keys: keys.suspended }),
  },
  ...keys.changes,
]

/** Opens a store in a folder of its own, puts Acme in it and starts the server on a free port. Stop it. */
export const startWorld = async (options: WorldOptions = {}): Promise<World> => {
  const folder = await mkdtemp(join(tmpdir(), 'whosout-world-'))
  const store = createFaultyStore(await openStoreWithoutThread(folder))
  const random = createRandom('world')
  const data = createData(store, random)
  const keys = seedKeys(random)
  await data.write(...seedAcme(options.organization ?? {}, keys))

  let instant = Date.parse(options.at ?? noon)
  const now = (): Date => {
    const reading = new Date(instant)
    instant += options.step ?? 0
    return reading
  }
  const log: string[] = []
  const edge = await startEdge({ store, now, newId: data.newId, log, settings: options.settings ?? {} })

  const close = async (): Promise<void> => {
    store.plan(null)
    await edge.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
  let closing: Promise<void> | undefined
  return {
    port: edge.port,
    store,
    secrets: keys.secrets,
    keyIds: keys.keyIds,
    log,
    edge,
    random,
    ...data,
    setClock: (next) => void (instant = Date.parse(next)),
    stop: () => (closing ??= close()),
  }
}
