import { randomBytes } from 'node:crypto'
import { openMongoStore } from '../src/store/mongo/store.js'
import type { Store } from '../src/store/port.js'
import { findMongod } from '../test/mongod/plan.js'
import { databaseUri, startReplicaSet, withClient } from '../test/mongod/servers.js'
import { pinRunning } from './machine.js'

export interface Mongod {
  /** The address of a database on this server. */
  uriOf(database: string): string
  open(database: string): Promise<Store>
  drop(database: string): Promise<void>
  stop(): Promise<void>
}

/**
 * The server of a development machine, or our own on the core that the server under test does not use; null when there
 * is neither.
 */
export const startMongod = async (): Promise<Mongod | null> => {
  const { uri, binary } = await findMongod(process.env)
  const own = !uri && binary ? await startReplicaSet(binary, 1) : undefined
  const address = uri ?? own?.uri
  if (address === undefined) return null
  const pid = own && (await serverPid(address))
  if (pid !== undefined) pinRunning('rest', pid)
  const uriOf = (database: string): string => databaseUri(address, database)
  return {
    uriOf,
    open: (database) => openMongoStore(uriOf(database), { random: randomBytes }),
    drop: (database) =>
      withClient(uriOf(database), async (client) => void (await client.db().dropDatabase())),
    stop: async () => own?.stop(),
  }
}

const serverPid = (uri: string): Promise<number> =>
  withClient(uri, async (client) => Number((await client.db('admin').command({ serverStatus: 1 }))['pid']))
