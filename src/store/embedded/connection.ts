import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'

export type Parameter = string | number | null | Buffer
type SqliteRow = Readonly<Record<string, unknown>>

/** Statements are kept for reuse but never shared: two readers of one view may run the same query concurrently. */
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

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * The name of the database within its connection. It is attached to an empty one in memory because closing keeps its
 * files open until every statement ever prepared is garbage-collected, and detaching does not. A pragma without the
 * name is about the empty one.
 */
export const schema = 'store'

/** No busy timeout: waiting inside SQLite would block the thread, so a lock fails at once and the caller retries. */
export const openConnection = (file: string) => {
  const database = new DatabaseSync(':memory:', { timeout: 0 })
  const { take, giveBack, use } = createStatements(database)
  const openIterators = new Set<Iterator<SqliteRow>>()
  const endReads = (): void => {
    for (const iterator of openIterators) iterator.return?.()
  }
  try {
    database.exec(`ATTACH ${quoted(file)} AS ${schema}`)
    // An acknowledged commit is on disk, what is deleted is overwritten, and the log is truncated after a large import.
    database.exec(
      ['synchronous = FULL', 'secure_delete = ON', 'journal_size_limit = 16777216']
        .map((setting) => `PRAGMA ${schema}.${setting};`)
        .join(''),
    )
  } catch (error) {
    database.close()
    throw error
  }
  const get = (sql: string, ...parameters: Parameter[]): SqliteRow | undefined =>
    use(sql, (statement) => statement.get(...parameters))
  return {
    /** Runs statements that return no rows. */
    exec: (sql: string): void => database.exec(sql),
    /** Runs one statement and returns the number of changed rows. */
    run: (sql: string, ...parameters: Parameter[]): number =>
      use(sql, (statement) => statement.run(...parameters).changes),
    get,
    all: (sql: string, ...parameters: Parameter[]): SqliteRow[] =>
      use(sql, (statement) => statement.all(...parameters)),
    /** The value of a pragma of the database. */
    pragma: (name: string): unknown => get(`PRAGMA ${schema}.${name}`)?.[name],
    /**
     * Yields rows one by one. Until exhausted or closed with `return`, the connection reads one state of the database.
     */
    iterate: (sql: string, ...parameters: Parameter[]): Iterator<SqliteRow> => {
      const statement = take(sql)
      const rows = statement.iterate(...parameters)
      const iterator: Iterator<SqliteRow> = {
        next: () => rows.next(),
        return: () => {
          if (openIterators.delete(iterator)) {
            try {
              rows.return?.()
            } catch {
              // Tells once more of the error that ended the reading.
            }
            giveBack(sql, statement)
          }
          return { done: true, value: undefined }
        },
      }
      openIterators.add(iterator)
      return iterator
    },
    /** Closes every iterator left open, which would otherwise hold on to the state it reads. */
    endReads,
    get isInTransaction() {
      return database.isTransaction
    },
    close: (): void => {
      try {
        endReads()
        if (database.isTransaction) database.exec('ROLLBACK')
        database.exec(`DETACH ${schema}`)
      } finally {
        database.close()
      }
    },
  }
}

/** One connection to a database, with its prepared statements. */
export type SqliteConnection = ReturnType<typeof openConnection>

/**
 * A text as a parameter for `textParameter`: the binding cuts strings at a NUL character, but not bytes. The unary
 * plus removes the affinity of the cast, with which no index on an expression would be used.
 */
export const textOf = (text: string): string | Buffer => (text.includes('\0') ? Buffer.from(text) : text)
export const textParameter = '+CAST(? AS TEXT)'
