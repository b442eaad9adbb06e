import { existsSync, statSync } from 'node:fs'
import { Problem } from '../../domain/problem.js'
import type { Store } from '../port.js'
import { checkFile } from './check.js'
import { createCommitter, linkThread, type WriterLink } from './commit.js'
import { openConnection, schema, type SqliteConnection } from './connection.js'
import { createDatabase } from './create.js'
import {
  fileIn,
  folderProblem,
  folderWarnings,
  identityOf,
  makeFile,
  makeFolder,
  oldFileIn,
  oldFolderProblem,
  replacedProblem,
} from './folder.js'
import { tidy } from './purge.js'
import { createReader, retryWhileBusy } from './read.js'
import { applicationId, formatVersion, migrationFrom } from './schema.js'
import { createViews } from './views.js'

const makeDatabase = (folder: string): void => {
  if (existsSync(oldFileIn(folder))) throw oldFolderProblem(folder)
  makeFile(folder, createDatabase)
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

const openFolder = async (folder: string): Promise<SqliteConnection> => {
  const file = fileIn(folder)
  try {
    makeFolder(folder)
    if (!existsSync(file)) makeDatabase(folder)
    return await retryWhileBusy(
      () => openDatabase(file),
      (error) => folderProblem(folder, error),
    )
  } catch (error) {
    throw folderProblem(folder, error)
  }
}

/**
 * Opens the SQLite store in a folder, which any number of processes on one machine may share, even if killed or
 * stopped at any step. Creates the folder if it does not exist. Throws `unavailable`, naming the folder and a remedy,
 * when it cannot be used. Commits are written by a thread of their own, which takes 50 ms to start, unless `link` hands
 * in another writer.
 */
export const openEmbeddedStore = async (
  folder: string,
  { link = linkThread }: { readonly link?: (file: string) => WriterLink } = {},
): Promise<Store> => {
  const latest = await openFolder(folder)
  const file = fileIn(folder)
  const identity = identityOf(file)
  /**
   * Asked before every call: a new connection would open a file that replaced this one, while the open connections go on
   * reading the old file.
   */
  const isSame = (): void => {
    if (identityOf(file) !== identity) throw replacedProblem(folder)
  }
  let closing: Promise<void> | undefined
  const use = (): void => {
    if (closing) throw new Problem('unavailable', 'The store is closed')
    isSame()
  }
  const current = (): SqliteConnection => {
    use()
    return latest
  }
  let checks: Promise<unknown> | undefined
  const committer = createCommitter(link(file))
  const views = createViews(() => openConnection(file), use)
  const close = async (): Promise<void> => {
    await Promise.all([committer.settled(), views.close(), checks])
    latest.close()
    // The last process to close moves the log into the database, off this thread.
    await committer.close()
  }
  const reader = createReader({ current, keep: views.keep })
  return {
    ...reader,
    view: views.view,
    readAll: views.readAll,
    commit: async (changes, options) => {
      use()
      return committer.commit(changes, options)
    },
    purge: async () => {
      use()
      if (!(await committer.purge())) return 'another process is still reading what was there before'
      return existsSync(oldFileIn(folder))
        ? `${oldFileIn(folder)} of an earlier version is still there`
        : null
    },
    check: (depth) => {
      use()
      const found = checkFile(file, depth)
      checks = Promise.allSettled([checks, found])
      return found
    },
    ping: async () => void (await reader.get('organizations', ['ping'])),
    // `data_version` counts commits of other connections, and all commits are made on others.
    version: () => retryWhileBusy(() => Number(current().pragma('data_version'))),
    warnings: folderWarnings(folder),
    kind: 'embedded',
    close: () => (closing ??= close()),
  }
}
