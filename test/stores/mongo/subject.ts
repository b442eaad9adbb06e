import { randomBytes } from 'node:crypto'
import { openMongoStore } from '../../../src/store/mongo/store.js'
import type { Store } from '../../../src/store/port.js'
import { dropDatabase, emptyDatabase, newDatabase } from '../../mongod/servers.js'
import type { Subject } from '../subject.js'

export const openTestStore = (uri: string, timeout?: number): Promise<Store> =>
  openMongoStore(uri, { random: randomBytes, ...(timeout !== undefined && { timeout }) })

/** By server: a database takes a second to make and drop, with the files of all its indexes, and a tenth to empty. */
const emptied = new Map<string, string[]>()

/** The MongoDB adapter for the contract suite: a place is a database of the given deployment. */
export const mongoSubject = (name: string, uri: () => string): Subject => ({
  name,
  kind: 'mongodb',
  module: '../../src/store/mongo/store.js',
  opener: 'openMongoStore',
  open: (place) => openTestStore(place),
  newPlace: async () => newDatabase(uri()),
  dropPlace: dropDatabase,
  borrowPlace: async () => emptied.get(uri())?.pop() ?? newDatabase(uri()),
  returnPlace: async (place) => {
    await emptyDatabase(place)
    emptied.set(uri(), [...(emptied.get(uri()) ?? []), place])
  },
})
