import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startReplicaSet, type Deployment } from '../mongod/servers.js'
import { wiredPlace } from './place.js'
import { runChaos, smallRun } from './run.js'
import { standstills } from './standstill-order.js'

let deployment: Deployment
beforeAll(async () => void (deployment = await startReplicaSet(inject('mongodBinary'), 1)))
afterAll(() => deployment.stop())

describe.concurrent('replicas on MongoDB that are killed and stopped at every step', () => {
  it.each(['never', 'lookup'] as const)(
    'post nothing twice, and say what they missed: %s',
    async (mode) => {
      const place = wiredPlace(deployment)
      const options = { ...smallRun, place, mode }
      const result = await runChaos(options)
      const { violations, duplicates, missing, posted, viaHistory, struck, outlasted, pace, seconds } = result
      // What happened differs from run to run, and is worth reading.
      console.info(
        JSON.stringify({ mode, posted, missing, found: viaHistory, struck: struck.length, pace, seconds }),
      )
      expect(violations).toEqual([])
      expect(duplicates).toBe(0)
      expect(struck.length).toBeGreaterThan(0)
      expect(new Set(outlasted)).toEqual(new Set(standstills))
      if (mode === 'lookup') expect(missing).toEqual({})
    },
    900_000,
  )
})
