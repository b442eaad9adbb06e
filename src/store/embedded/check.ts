import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Damage } from '../../domain/problem.js'
import type { CheckDepth } from '../port.js'
import { threadFile } from './commit.js'
import { problemOf } from './faults.js'

/** Examines the file on a thread of its own. Throws `unavailable` where even that is impossible. */
export const checkFile = async (file: string, depth: CheckDepth): Promise<readonly Damage[]> => {
  const worker = new Worker(threadFile('check-thread'), { workerData: { file, depth }, execArgv: [] })
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  try {
    // Rejects with the thread's error.
    const [found] = (await once(worker, 'message')) as [readonly Damage[]]
    return found
  } catch (error) {
    throw problemOf(error, 'read')
  } finally {
    await exited
  }
}
