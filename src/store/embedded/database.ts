import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { Problem } from '../../domain/problem.js'
import { openConnection, schema, type SqliteConnection } from './connection.js'
import { fileIn, folderProblem, makeFile, makeFolder, oldFileIn, oldFolderProblem } from './folder.js'
import { overwritingMark, tidy } from './purge.js'
import { retryWhileBusy } from './read.js'
import { applicationId, formatVersion, migrationFrom, statements } from './schema.js'

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

const checkFormat = (connection: SqliteConnection): void => {
  if (connection.pragma('application_id') !== applicationId) throw new Error('a database of another program')
  if (Number(connection.pragma('user_version')) > formatVersion)
    throw new Problem(
      'unavailable',
      'The data folder was written by a newer version of whosout: install that version',
    )
}

/** Creates the tables and indexes that earlier versions did not have. */
const migrate = (connection: SqliteConnection): void => {
  const stored = (): string[] => {
    const rows = connection.all(`SELECT name, sql FROM ${schema}.sqlite_schema`)
    return migrationFrom(new Map(rows.map(({ name, sql }) => [String(name), String(sql)])))
  }
  if (stored().length === 0) return
  connection.exec('BEGIN IMMEDIATE')
  try {
    for (const sql of stored()) connection.exec(sql.replace(/^CREATE (TABLE|INDEX) /, `$&${schema}.`))
    connection.exec('COMMIT')
  } catch (error) {
    connection.exec('ROLLBACK')
    throw error
  }
}

const openDatabase = (file: string): SqliteConnection => {
  // A complete store is never empty, and SQLite would take an empty file for a new database.
  if (statSync(file).size === 0) throw new Error('an empty file')
  const connection = openConnection(file)
  try {
    checkFormat(connection)
    migrate(connection)
    tidy(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Opens the database of a folder, creating both where they do not exist. Throws `unavailable` with a remedy. */
export const openFolder = async (folder: string): Promise<SqliteConnection> => {
  const file = fileIn(folder)
  try {
    makeFolder(folder)
    if (!existsSync(file)) {
      if (existsSync(oldFileIn(folder))) throw oldFolderProblem(folder)
      makeFile(folder, createDatabase)
    }
    return await retryWhileBusy(
      () => openDatabase(file),
      (error) => folderProblem(folder, error),
    )
  } catch (error) {
    throw folderProblem(folder, error)
  }
}
