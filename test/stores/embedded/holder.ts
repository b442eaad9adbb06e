// Holds the write lock of an embedded store until it is told to let go: node holder.js FOLDER
import { once } from 'node:events'
import { openConnection } from '../../../src/store/embedded/connection.js'
import { fileIn } from '../../../src/store/embedded/folder.js'

const connection = openConnection(fileIn(process.argv[2] ?? ''))
connection.exec('BEGIN IMMEDIATE')
process.send?.('holding')
await once(process, 'message')
connection.exec('ROLLBACK')
connection.close()
process.disconnect()
