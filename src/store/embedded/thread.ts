// The writer thread: waiting for another process's lock or for the disk does not block the event loop.
import { parentPort, workerData } from 'node:worker_threads'
import type { PurgeOrder, Slice } from './orders.js'
import { createWriter } from './writer.js'

const port = parentPort
if (port) {
  const { file } = workerData as { file: string }
  const writer = createWriter(file)
  port.on('message', (message: Slice | PurgeOrder | 'close') => {
    if (message !== 'close') return port.postMessage(writer.write(message))
    writer.close()
    port.close()
  })
}
