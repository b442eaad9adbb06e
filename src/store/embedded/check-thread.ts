// Examines the file once and ends.
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckDepth } from '../port.js'
import { openConnection } from './connection.js'
import { examine } from './examine.js'

const { file, depth } = workerData as { readonly file: string; readonly depth: CheckDepth }
const connection = openConnection(file)
try {
  parentPort?.postMessage(examine(connection, depth))
} finally {
  connection.close()
}
