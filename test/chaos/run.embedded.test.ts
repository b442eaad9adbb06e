import { expect, it } from 'vitest'
import { embeddedPlace } from './place.js'
import { runChaos, smallRun } from './run.js'
import { standstills } from './standstill-order.js'

it('three processes on one folder that are killed and stopped post nothing twice, and say what they missed', async () => {
  const place = embeddedPlace()
  const options = { ...smallRun, place, mode: 'lookup' } as const
  const result = await runChaos(options)
  const { violations, duplicates, missing, posted, viaHistory, struck, outlasted, pace, seconds } = result
  console.info(JSON.stringify({ posted, missing, found: viaHistory, struck: struck.length, pace, seconds }))
  expect(violations).toEqual([])
  expect(duplicates).toBe(0)
  expect(struck.length).toBeGreaterThan(0)
  expect(new Set(outlasted)).toEqual(new Set(standstills))
  expect(missing).toEqual({})
}, 900_000)
