import { setImmediate as turn } from 'node:timers/promises'
import type { WriterLink } from '../../../src/store/embedded/commit.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { createWriter } from '../../../src/store/embedded/writer.js'
import type { Store } from '../../../src/store/port.js'

const linkHere = (file: string): WriterLink => {
  const writer = createWriter(file)
  return {
    // As with a thread, whoever commits goes on before anything is written.
    send: async (order) => {
      await turn()
      return writer.write(order)
    },
    close: async () => writer.close(),
  }
}

/**
 * The embedded store for tests that open many: without a writer thread, which takes 50 ms to start. Only for a folder
 * that nothing else writes to, because waiting for a lock would stop this whole process.
 */
export const openStoreWithoutThread = (folder: string): Promise<Store> =>
  openEmbeddedStore(folder, { link: linkHere })
