import { schema, type SqliteConnection } from './connection.js'
import { isBusy } from './errors.js'
import { states, type SharedState } from './orders.js'

/** Milliseconds between two attempts, and the number of attempts: others may read or write for 10 s. */
const pause = 50
const maxTries = 200

/** Deleting overwrites, but pages keep copies of rows that moved, and earlier versions did not overwrite. */
const rewrite = (connection: SqliteConnection): void => connection.exec(`VACUUM ${schema}`)

/** Moves the log into the database and empties it; false while another connection reads an earlier state. */
const emptyLog = (connection: SqliteConnection): boolean =>
  connection.get(`PRAGMA ${schema}.wal_checkpoint(TRUNCATE)`)?.['busy'] === 0

/** Leaves nothing of what was removed; false when others kept reading an earlier state. Blocks its thread. */
export const purge = (connection: SqliteConnection, state: SharedState, attempts = maxTries): boolean => {
  let isRewritten = false
  for (let tries = 0; tries < attempts; tries++) {
    try {
      if (!isRewritten) rewrite(connection)
      isRewritten = true
      if (emptyLog(connection)) return true
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    if (Atomics.wait(state, 0, states.waiting, pause) !== 'timed-out') return false
  }
  return false
}

/** Marks a database in which deleting has always overwritten; earlier versions ignore the table. */
export const overwritingMark = 'CREATE TABLE "overwriting" (since TEXT)'
const isMarked = `SELECT 1 FROM ${schema}.sqlite_schema WHERE name = 'overwriting'`

/** Removes once what earlier versions left in free pages; a lock or a full disk puts it off to the next opening. */
export const tidy = (connection: SqliteConnection): void => {
  if (connection.get(isMarked)) return
  try {
    rewrite(connection)
    emptyLog(connection)
    connection.exec(overwritingMark.replace('"overwriting"', `${schema}."overwriting"`))
  } catch {
    // The store is as good as it was, and an erasure rewrites it in any case.
  }
}
