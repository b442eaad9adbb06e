// Holds the write lock of an embedded store until it is told to let go: node store.embedded.holder.js FOLDER
import { once } from 'node:events'
import { open } from 'lmdb'

const root = open({ path: process.argv[2] ?? '', noSubdir: false, maxDbs: 2 })
await root.transaction(async () => {
  process.send?.('holding')
  await once(process, 'message')
})
await root.close()
process.disconnect()
