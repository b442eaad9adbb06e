import { DatabaseSync } from '@photostructure/sqlite'
import { overwritingMark } from './purge.js'
import { applicationId, formatVersion, statements } from './schema.js'

/** Creates the database in an empty file. */
export const createDatabase = (file: string): void => {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA page_size = 8192; PRAGMA synchronous = FULL; BEGIN')
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`)
    for (const sql of [...statements.values(), overwritingMark]) database.exec(sql)
    database.exec('COMMIT; PRAGMA journal_mode = WAL')
  } finally {
    database.close()
  }
}
