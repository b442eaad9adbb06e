import type { RunningImport } from '../domain/organization.js'
import { Problem } from '../domain/problem.js'
import type { Dependencies } from './dependencies.js'
import { readOrganization } from './organization-write.js'

/** Milliseconds: an import under way moves its record with every commit, and none takes as long as this. */
export const leasePatience = 6_000
const glance = 500

/**
 * Looks whether the import that the organization records still runs. Returns null when none is recorded, or the
 * record of one that has not moved for a while: it was cut off, and whoever goes on takes its place. Throws
 * `conflict` when it moves. No clock is compared with another machine's.
 */
export const watchImport = async (
  { store, wait }: Pick<Dependencies, 'store' | 'wait'>,
  org: string,
): Promise<RunningImport | null> => {
  const first = (await readOrganization({ store }, org)).import
  for (let waited = 0; first !== null && waited < leasePatience; waited += glance) {
    await wait(glance)
    const later = (await readOrganization({ store }, org)).import
    if (later === null) return null
    if (later.id !== first.id || later.moved_at !== first.moved_at) throw isRunning(later)
  }
  return first
}

const isRunning = ({ started_at }: RunningImport): Problem =>
  new Problem(
    'conflict',
    `Another import of this organization is running, begun at ${started_at}. Nothing was changed; wait until it is done.`,
  )
