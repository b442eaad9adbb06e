import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedStore } from '../../src/store/embedded/store.js'
import { openMongoStore } from '../../src/store/mongo/store.js'
import type { Store } from '../../src/store/port.js'
import { databaseUri, dropDatabase, withClient, type Deployment } from '../mongod/servers.js'
import type { ReplicaOrder } from './replica-order.js'
import type { Sight } from './strikes.js'

/** Where the replicas keep what they share. */
export interface Place {
  readonly name: string
  readonly sight: Sight
  readonly store: ReplicaOrder['store']
  open(): Promise<Store>
  /** A server that replicas may be led to by a line of their own. */
  readonly wired?: { readonly host: string; readonly port: number; uriThrough(port: number): string }
  /** What befalls the place itself while digests are posted. */
  readonly disturbances?: readonly (() => Promise<void>)[]
  clear(): Promise<void>
}

const random = (size: number): Uint8Array => randomBytes(size)

let databases = 0
const newName = (): string => `chaos_${process.pid}_${++databases}`

const mongoPlace = (name: string, server: string): Place => {
  const uri = databaseUri(server, newName())
  return {
    name,
    sight: 'records',
    store: { mongodb: uri },
    open: () => openMongoStore(uri, { random }),
    clear: () => dropDatabase(uri),
  }
}

/** Real milliseconds: longer than any call of a store may take. */
const standstill = 5_000

const standStill = async ({ members }: Deployment): Promise<void> => {
  for (const { signal } of members) signal('SIGSTOP')
  await sleep(standstill)
  for (const { signal } of members) signal('SIGCONT')
}

/** A replica set of one member that stands still for a while; every replica reaches it by a line of its own. */
export const wiredPlace = (deployment: Deployment): Place => {
  const server = deployment.uri
  const place = mongoPlace('mongodb', server)
  const [, host = '127.0.0.1', port = '27017'] = /^mongodb:\/\/([^:/,]+):(\d+)/.exec(server) ?? []
  const { pathname } = new URL((place.store as { mongodb: string }).mongodb.replace(/\?.*$/, ''))
  return {
    ...place,
    sight: 'wire',
    disturbances: [() => standStill(deployment)],
    wired: {
      host,
      port: Number(port),
      uriThrough: (through) => `mongodb://127.0.0.1:${through}${pathname}?directConnection=true`,
    },
  }
}

const stepDown = (uri: string): Promise<void> =>
  withClient(uri, async (client) => {
    // The server closes the connection on which it is asked.
    await client
      .db('admin')
      .command({ replSetStepDown: 10, force: true })
      .catch(() => undefined)
  })

const killPrimary = ({ uri, members }: Deployment): Promise<void> =>
  withClient(uri, async (client) => {
    const { me } = await client.db('admin').command({ hello: 1 })
    const primary = members.find((member) => member.uri.includes(String(me)))
    if (!primary) throw new Error('the primary is none of ours')
    primary.signal('SIGKILL')
  })

/** A replica set of three members whose primary steps down, and whose next primary is killed. */
export const failingPlace = (deployment: Deployment): Place => ({
  ...mongoPlace('failover', deployment.uri),
  disturbances: [() => stepDown(deployment.uri), () => killPrimary(deployment)],
  // What is left of the set ends with it.
  clear: async () => undefined,
})

/** One folder that all replicas have open. */
export const embeddedPlace = (): Place => {
  const folder = mkdtempSync(join(tmpdir(), 'whosout-chaos-'))
  return {
    name: 'embedded',
    sight: 'records',
    store: { folder },
    open: () => openEmbeddedStore(folder),
    clear: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
