import { expect } from 'vitest'
import { runChaos, smallRun, type ChaosResult } from './run.js'
import type { Place } from './place.js'
import { standstills } from './standstill-order.js'
import type { Mode } from './workspaces.js'

/** A small run in which nothing may go wrong, whatever befalls the replicas. */
export const expectCalm = async (place: Place, mode: Mode): Promise<ChaosResult> => {
  const result = await runChaos({ ...smallRun, place, mode })
  const { violations, duplicates, missing, posted, viaHistory, struck, resumed, outlasted, pace, seconds } =
    result
  // What happened differs from run to run, and is worth reading.
  const happened = { posted, missing, found: viaHistory, struck: struck.length, resumed, pace, seconds }
  console.info(JSON.stringify({ place: place.name, mode, ...happened }))
  expect(violations).toEqual([])
  expect(duplicates).toBe(0)
  expect(struck.length).toBeGreaterThan(0)
  expect(new Set(outlasted)).toEqual(new Set(standstills))
  if (mode === 'lookup') expect(missing).toEqual({})
  return result
}
