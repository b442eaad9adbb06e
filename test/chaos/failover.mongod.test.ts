import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startReplicaSet, type Deployment } from '../mongod/servers.js'
import { failingPlace } from './place.js'
import { runChaos, smallRun } from './run.js'
import { standstills } from './standstill-order.js'

let deployment: Deployment
beforeAll(async () => void (deployment = await startReplicaSet(inject('mongodBinary'), 3)))
afterAll(() => deployment.stop())

it('row 20: digests go on being posted, and none twice, after a step-down and a kill -9 of the primary', async () => {
  const place = failingPlace(deployment)
  const options = { ...smallRun, place, mode: 'lookup' } as const
  const { violations, duplicates, missing, resumed, outlasted, pace, seconds } = await runChaos(options)
  console.info(JSON.stringify({ resumed, missing, pace, seconds }))
  expect(violations).toEqual([])
  expect(duplicates).toBe(0)
  expect(missing).toEqual({})
  expect(new Set(outlasted)).toEqual(new Set(standstills))
  // What was out when the primary stepped down, when the next one was killed, at two later moments, and at the end.
  expect(resumed).toHaveLength(5)
  expect(resumed).toEqual([...resumed].toSorted((a, b) => a - b))
  expect(resumed.at(-1)).toBeGreaterThan(resumed[1]!)
}, 900_000)
