import { indexes, scoped, type CollectionName } from '../schema.js'

/*
 * A collection is a table of JSON documents keyed by id. A declared index covers the fields as SQLite extracts them
 * from the JSON, followed by the id. Scoped collections need no index on their organization because their ids begin
 * with it. Tables are keyed by rowid rather than by id: only then does SQLite check every condition the index can
 * answer before it fetches a document (measured: otherwise 200,000 leaves, none of them wanted, take 0.4 s in one
 * turn).
 */

/** Marks a database as written by this program ("whos"). */
export const applicationId = 0x77_68_6f_73
/** Increases when an older version of the program could no longer read the files. */
export const formatVersion = 1

export const fieldOf = (field: string): string => `document ->> '$.${field}'`

export const indexName = (collection: CollectionName, index: string): string => `"${collection}.${index}"`

const declared = new Map(
  Object.entries(indexes).map(([collection, byName]) => [
    // The keys of `indexes` are the collection names.
    collection as CollectionName,
    new Map<string, readonly string[]>(Object.entries(byName)),
  ]),
)

export const collections: readonly CollectionName[] = [...declared.keys()]

export const fieldsOfIndex = (collection: CollectionName, index: string): readonly string[] | undefined =>
  declared.get(collection)?.get(index)

/** Whether the order of ids is already the order of the index. */
export const isOrderOfIds = (collection: CollectionName, fields: readonly string[]): boolean =>
  scoped.has(collection) && fields.length === 1 && fields[0] === 'org'

/** Every table and index by name, with its statement as SQLite stores it. */
export const statements: ReadonlyMap<string, string> = new Map(
  [...declared].flatMap(([collection, byName]): [string, string][] => [
    [collection, `CREATE TABLE "${collection}" (id TEXT NOT NULL UNIQUE, document TEXT NOT NULL)`],
    ...[...byName]
      .filter(([, fields]) => !isOrderOfIds(collection, fields))
      .map(([index, fields]): [string, string] => [
        `${collection}.${index}`,
        `CREATE INDEX ${indexName(collection, index)} ON "${collection}" (${[...fields.map(fieldOf), 'id'].join(', ')})`,
      ]),
  ]),
)

/** The statements that bring a database with these tables and indexes to the declared ones. */
export const migrationFrom = (stored: ReadonlyMap<string, string>): string[] =>
  [...statements]
    .filter(([name, sql]) => stored.get(name) !== sql)
    .flatMap(([name, sql]) =>
      sql.startsWith('CREATE INDEX') ? [`DROP INDEX IF EXISTS "${name}"`, sql] : [sql],
    )
