import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'

export type Parameter = string | number | null | Buffer
type SqliteRow = Readonly<Record<string, unknown>>

/** One connection to a database, with the statements that it has prepared. */
export interface SqliteConnection {
  /** Runs statements that answer nothing. */
  exec(sql: string): void
  /** Runs one statement; how many rows it changed. */
  run(sql: string, ...parameters: Parameter[]): number
  get(sql: string, ...parameters: Parameter[]): SqliteRow | undefined
  all(sql: string, ...parameters: Parameter[]): SqliteRow[]
  /** Rows one by one. Until the end, or `return`, the connection reads one state of the database. */
  iterate(sql: string, ...parameters: Parameter[]): Iterator<SqliteRow>
  /** Ends every iterator that somebody has left open: until then they would hold on to the state they read. */
  endReads(): void
  /** Whether a transaction is open. */
  readonly isInTransaction: boolean
  close(): void
}

/**
 * Statements are kept for the next use, and are never in use twice at once: two readers of one view may ask the same
 * question side by side.
 */
const createStatements = (database: InstanceType<typeof DatabaseSync>) => {
  const idle = new Map<string, StatementSyncInstance[]>()
  const giveBack = (sql: string, statement: StatementSyncInstance): void => {
    const others = idle.get(sql)
    if (others) others.push(statement)
    else idle.set(sql, [statement])
  }
  const take = (sql: string): StatementSyncInstance => idle.get(sql)?.pop() ?? database.prepare(sql)
  const use = <T>(sql: string, work: (statement: StatementSyncInstance) => T): T => {
    const statement = take(sql)
    try {
      return work(statement)
    } finally {
      giveBack(sql, statement)
    }
  }
  return { take, giveBack, use }
}

/**
 * Opens a database that is there. It waits for nobody: whoever finds the database locked is told at once, and decides
 * by itself when to try again, because a wait inside of SQLite would stop the whole thread.
 */
export const openConnection = (file: string): SqliteConnection => {
  const database = new DatabaseSync(file, { timeout: 0 })
  const { take, giveBack, use } = createStatements(database)
  const openIterators = new Set<Iterator<SqliteRow>>()
  const endReads = (): void => {
    for (const iterator of openIterators) iterator.return?.()
  }
  // What was acknowledged is on the disk. The log is cut back after a large import.
  database.exec('PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216')
  return {
    exec: (sql) => database.exec(sql),
    run: (sql, ...parameters) => use(sql, (statement) => statement.run(...parameters).changes),
    get: (sql, ...parameters) => use(sql, (statement) => statement.get(...parameters)),
    all: (sql, ...parameters) => use(sql, (statement) => statement.all(...parameters)),
    iterate: (sql, ...parameters) => {
      const statement = take(sql)
      const rows = statement.iterate(...parameters)
      const iterator: Iterator<SqliteRow> = {
        next: () => rows.next(),
        return: () => {
          if (openIterators.delete(iterator)) {
            rows.return?.()
            giveBack(sql, statement)
          }
          return { done: true, value: undefined }
        },
      }
      openIterators.add(iterator)
      return iterator
    },
    endReads,
    get isInTransaction() {
      return database.isTransaction
    },
    close: () => {
      endReads()
      database.close()
    },
  }
}

/**
 * A text as a parameter for `textParameter`: the binding cuts texts at a NUL character, bytes it does not. The plus
 * takes the affinity of the cast away, with which no index on an expression would be used.
 */
export const textOf = (text: string): string | Buffer => (text.includes('\0') ? Buffer.from(text) : text)
export const textParameter = '+CAST(? AS TEXT)'
