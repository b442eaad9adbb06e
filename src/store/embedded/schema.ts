import { indexes, scoped, type CollectionName } from '../schema.js'

/*
 * A collection is a table of documents, JSON under their ids, and a declared index is one on the fields as SQLite reads
 * them out of the JSON, and then on the id. Scoped collections need none on their organization: ids begin with it.
 * The tables keep their rows by number, not by id: only so does SQLite look a document up after all conditions that the
 * index can answer hold (measured, 200,000 leaves of which none is asked for: 0.4 s of one turn otherwise).
 */

/** Says that a database is one of this program ("whos"), whoever looks at it. */
export const applicationId = 0x77_68_6f_73
/** Moves when an older version of the program could no longer read the files. */
export const formatVersion = 1

export const fieldOf = (field: string): string => `document ->> '$.${field}'`

export const indexName = (collection: CollectionName, index: string): string => `"${collection}.${index}"`

const declared = new Map(
  Object.entries(indexes).map(([collection, byName]) => [
    // The keys of `indexes` are the collections.
    collection as CollectionName,
    new Map<string, readonly string[]>(Object.entries(byName)),
  ]),
)

export const collections: readonly CollectionName[] = [...declared.keys()]

export const fieldsOfIndex = (collection: CollectionName, index: string): readonly string[] | undefined =>
  declared.get(collection)?.get(index)

/** Whether ids are in the order of the index by themselves. */
export const isOrderOfIds = (collection: CollectionName, fields: readonly string[]): boolean =>
  scoped.has(collection) && fields.length === 1 && fields[0] === 'org'

/** Every table and index by its name, as SQLite keeps the statement that made it. */
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

/** What must be run so that a database with these tables and indexes has the declared ones. */
export const migrationFrom = (stored: ReadonlyMap<string, string>): string[] =>
  [...statements]
    .filter(([name, sql]) => stored.get(name) !== sql)
    .flatMap(([name, sql]) =>
      sql.startsWith('CREATE INDEX') ? [`DROP INDEX IF EXISTS "${name}"`, sql] : [sql],
    )
