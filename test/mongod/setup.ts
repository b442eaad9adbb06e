import type { TestProject } from 'vitest/node'
import { refuseOldBuild } from '../built.js'
import type { Plan } from './plan.js'
import { dropDatabasesOfRun, startReplicaSet, withClient } from './servers.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by the configuration: what was found, and what is left out for want of it. */
    mongoPlan: Plan
    /** A replica set that all files share, each with a database of its own; empty when no file that runs needs it. */
    mongoUri: string
    /** A mongod, for files that start servers of their own. */
    mongodBinary: string
  }
}

const refuseStandalone = (uri: string): Promise<void> =>
  withClient(uri, async (client) => {
    const { setName, msg } = await client.db('admin').command({ hello: 1 })
    if (setName === undefined && msg !== 'isdbgrid')
      throw new Error(
        'MONGODB_TEST_URI names a standalone: the suite needs a replica set (one member will do)',
      )
  })

/** Starts what the suite shares. */
const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  refuseOldBuild()
  const { found } = project.getProvidedContext().mongoPlan
  if (found.uri) await refuseStandalone(found.uri)
  const own = !found.uri && found.binary ? await startReplicaSet(found.binary, 1) : undefined
  project.provide('mongoUri', found.uri ?? own?.uri ?? '')
  project.provide('mongodBinary', found.binary ?? '')
  return async () => {
    if (found.uri) await dropDatabasesOfRun(found.uri)
    await own?.stop()
  }
}

export { setup }
