import { afterAll, beforeAll, describe, inject, it } from 'vitest'
import { startReplicaSet, type Deployment } from '../mongod/servers.js'
import { expectCalm } from './calm.js'
import { wiredPlace } from './place.js'

let deployment: Deployment
beforeAll(async () => void (deployment = await startReplicaSet(inject('mongodBinary'), 1)))
afterAll(() => deployment.stop())

describe.concurrent('replicas on MongoDB that are killed and stopped at every step', () => {
  it.each(['never', 'lookup'] as const)(
    'post nothing twice, and say what they missed: %s',
    async (mode) => void (await expectCalm(wiredPlace(deployment), mode)),
    900_000,
  )
})
