import { DatabaseSync } from '@photostructure/sqlite'
import type { Stored } from '../changes.js'
import { applicationId, formatVersion, statements } from './schema.js'
import type { CollectionName } from '../schema.js'

/** Documents of one collection, a few hundred at a time. */
export type Documents = Iterable<readonly [CollectionName, readonly Stored[]]>

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Creates the database in an empty file, with the documents in it. It prepares no statements: one not yet
 * garbage-collected would keep the file open after `close`, under its temporary name.
 */
export const createDatabase = (file: string, documents: Documents = []): void => {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA page_size = 8192; PRAGMA synchronous = FULL; BEGIN')
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`)
    for (const sql of statements.values()) database.exec(sql)
    for (const [collection, page] of documents)
      database.exec(
        `INSERT INTO "${collection}" SELECT value ->> '$._id', value FROM json_each(${quoted(JSON.stringify(page))})`,
      )
    database.exec('COMMIT; PRAGMA journal_mode = WAL')
  } finally {
    database.close()
  }
}
