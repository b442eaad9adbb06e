import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startReplicaSet, type Deployment } from '../mongod/servers.js'
import { expectCalm } from './calm.js'
import { failingPlace } from './place.js'

let deployment: Deployment
beforeAll(async () => void (deployment = await startReplicaSet(inject('mongodBinary'), 3)))
afterAll(() => deployment.stop())

it('row 20: digests go on being posted, and none twice, after a step-down and a kill -9 of the primary', async () => {
  const { resumed } = await expectCalm(failingPlace(deployment), 'lookup')
  // What was out when the primary stepped down, when the next one was killed, at two later moments, and at the end.
  expect(resumed).toHaveLength(5)
  expect(resumed).toEqual([...resumed].toSorted((a, b) => a - b))
  expect(resumed.at(-1)).toBeGreaterThan(resumed[1]!)
}, 900_000)
