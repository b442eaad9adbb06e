import type { Store } from '../port.js'
import { schema, type SqliteConnection } from './connection.js'
import { allPages, createReader, retryWhileBusy, type ReadSnapshot } from './read.js'
import { salvagedPages } from './salvage.js'

/** Connections kept for the next reader. */
const maxIdle = 4

/** A read transaction on a connection of its own: all reads on one connection share one state. */
export const createViews = (open: () => SqliteConnection, use: () => void) => {
  const idle: SqliteConnection[] = []
  const running = new Set<Promise<unknown>>()
  let closed = false

  const begin = (): ReadSnapshot => {
    use()
    const connection = idle.pop() ?? open()
    try {
      connection.exec('BEGIN')
      // The first read fixes the state.
      connection.get(`SELECT 1 FROM ${schema}.sqlite_schema LIMIT 1`)
    } catch (error) {
      connection.close()
      throw error
    }
    let isOver = false
    const release = (): void => {
      if (isOver) return
      isOver = true
      try {
        connection.endReads()
        connection.exec('COMMIT')
        if (closed || idle.length >= maxIdle) connection.close()
        else idle.push(connection)
      } catch {
        // After an error, told where it was met, the connection may be of no more use.
        connection.close()
      }
    }
    return { connection, release }
  }
  const keep = (): Promise<ReadSnapshot> => retryWhileBusy(begin)

  /** Calls `read` with a connection that sees one state; `current` throws once the store is closed. */
  const inSnapshot = <T>(read: (current: () => SqliteConnection) => Promise<T>): Promise<T> => {
    const work = async () => {
      const { connection, release } = await keep()
      const current = (): SqliteConnection => {
        use()
        return connection
      }
      try {
        return await read(current)
      } finally {
        release()
      }
    }
    const result = work()
    const end: Promise<unknown> = result.then(
      () => running.delete(end),
      () => running.delete(end),
    )
    running.add(end)
    return result
  }

  const view: Store['view'] = (_org, read) =>
    inSnapshot((current) =>
      read(createReader({ current, keep: async () => ({ connection: current(), release: () => {} }) })),
    )

  return {
    keep,
    view,
    readAll: ((read, { leaveOut } = {}) =>
      inSnapshot((current) =>
        read(leaveOut ? salvagedPages(current, leaveOut) : allPages(current)),
      )) satisfies Store['readAll'],
    /** Waits for the views in progress. */
    close: async (): Promise<void> => {
      await Promise.all(running)
      closed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}
