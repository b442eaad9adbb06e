import { randomBytes } from 'node:crypto'
import { openMongoStore } from '../../../src/store/mongo/store.js'
import type { Store } from '../../../src/store/port.js'
import { dropDatabase, newDatabase } from '../../mongod/servers.js'
import type { Subject } from '../subject.js'

export const openTestStore = (uri: string, timeout?: number): Promise<Store> =>
  openMongoStore(uri, { random: randomBytes, ...(timeout !== undefined && { timeout }) })

/** The MongoDB adapter for the contract suite: a place is a database of the given deployment. */
export const mongoSubject = (name: string, uri: () => string): Subject => ({
  name,
  kind: 'mongodb',
  module: '../../src/store/mongo/store.js',
  opener: 'openMongoStore',
  open: (place) => openTestStore(place),
  newPlace: async () => newDatabase(uri()),
  dropPlace: async (place) => void (await dropDatabase(place)),
})
