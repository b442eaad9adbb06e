import { expect, it } from 'vitest'
import { embeddedPlace } from './place.js'
import { runChaos } from './run.js'

it('three processes on one folder that are killed and stopped post nothing twice, and say what they missed', async () => {
  const place = embeddedPlace()
  const options = {
    seed: 1,
    digests: 40,
    archived: 2,
    pace: 15,
    place,
    lateBy: 20_000,
    mode: 'lookup',
  } as const
  const { violations, duplicates, missing, posted, viaHistory, struck, seconds } = await runChaos(options)
  console.info(JSON.stringify({ posted, missing, found: viaHistory, struck: struck.length, seconds }))
  expect(violations).toEqual([])
  expect(duplicates).toBe(0)
  expect(struck.length).toBeGreaterThan(0)
  expect(missing).toEqual({})
}, 400_000)
