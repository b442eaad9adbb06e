// A thread of the store: waiting for another process's lock or for the disk does not block the event loop.
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckDepth } from '../port.js'
import { openConnection } from './connection.js'
import { examine } from './examine.js'
import type { PurgeOrder, Slice } from './orders.js'
import { createWriter } from './writer.js'

/** With a depth it examines the file once and ends; else it writes until it is told to close. */
const { file, depth } = workerData as { readonly file: string; readonly depth?: CheckDepth }
const port = parentPort!
if (depth !== undefined) {
  const connection = openConnection(file)
  try {
    port.postMessage(examine(connection, depth))
  } finally {
    connection.close()
  }
} else {
  const writer = createWriter(file)
  port.on('message', (message: Slice | PurgeOrder | 'close') => {
    if (message !== 'close') return port.postMessage(writer.write(message))
    writer.close()
    port.close()
  })
}
