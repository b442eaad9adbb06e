import { afterAll, beforeAll, inject, it } from 'vitest'
import { startReplicaSet, type Deployment } from '../mongod/servers.js'
import { expectCalm } from './calm.js'
import { wiredPlace } from './place.js'

let deployment: Deployment
beforeAll(async () => void (deployment = await startReplicaSet(inject('mongodBinary'), 1)))
afterAll(() => deployment.stop())

// Without a look in the channel: `run.embedded.test.ts`; each mode on each store: `npm run chaos`.
it('replicas on MongoDB that are killed and stopped at every step post nothing twice, and say what they missed', async () => {
  await expectCalm(wiredPlace(deployment), 'lookup')
}, 900_000)
