import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Damage } from '../../domain/problem.js'
import type { CheckDepth } from '../port.js'
import type { CollectionName } from '../schema.js'
import { threadFile } from './commit.js'
import { schema, type SqliteConnection } from './connection.js'
import { brokenPage, problemOf, unlessDamaged } from './errors.js'
import { sortedCollections } from './read.js'

/** Documents named in each collection: one damaged disk may cost thousands. */
const maxNamed = 20

const pragmas = { quick: 'quick_check', deep: 'integrity_check' } as const satisfies Record<
  CheckDepth,
  string
>

/** The first finding of SQLite's own check, of the whole file or of a collection; null: there is none. */
const findingOf = (
  connection: SqliteConnection,
  depth: CheckDepth,
  collection?: CollectionName,
): string | null => {
  const name = pragmas[depth]
  const sql = `PRAGMA ${schema}.${name}(${collection === undefined ? 1 : `"${collection}"`})`
  const finding = unlessDamaged(() => String(connection.get(sql)?.[name]), brokenPage)
  return finding === 'ok' ? null : finding.replace(/^\*\*\* in database \w+ \*\*\*\n/, '').split('\n')[0]!
}

const damagedCollections = (connection: SqliteConnection, depth: CheckDepth): Damage[] => {
  const ofAll = findingOf(connection, depth)
  if (ofAll === null) return []
  const found = sortedCollections.flatMap((collection): Damage[] => {
    const what = findingOf(connection, depth, collection)
    return what === null ? [] : [{ collection, key: null, what }]
  })
  return found.length > 0 ? found : [{ collection: null, key: null, what: ofAll }]
}

const unreadable = `CASE WHEN json_valid(document) THEN document ->> '$._id' IS NOT id ELSE 1 END`

const damagedDocuments = (connection: SqliteConnection, collection: CollectionName): Damage[] => {
  const sql = `SELECT id FROM "${collection}" WHERE ${unreadable} LIMIT ${maxNamed}`
  const what = 'it is not the document of that key'
  return unlessDamaged(
    () => connection.all(sql).map(({ id }) => ({ collection, key: String(id), what })),
    [{ collection, key: null, what: brokenPage }],
  )
}

/** What is damaged in the file. Takes a second for about 500 MB, so it belongs on a thread of its own. */
export const examine = (connection: SqliteConnection, depth: CheckDepth): readonly Damage[] => {
  const pages = damagedCollections(connection, depth)
  const known = new Set(pages.map(({ collection }) => collection))
  const others = sortedCollections.filter((collection) => !known.has(collection))
  return [...pages, ...others.flatMap((collection) => damagedDocuments(connection, collection))]
}

/** Examines the file on a thread of its own. Throws `unavailable` where even that is impossible. */
export const checkFile = async (file: string, depth: CheckDepth): Promise<readonly Damage[]> => {
  const worker = new Worker(threadFile('thread'), { workerData: { file, depth }, execArgv: [] })
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  try {
    // Rejects with the thread's error.
    const [found] = (await once(worker, 'message')) as [readonly Damage[]]
    return found
  } catch (error) {
    throw problemOf(error, 'read')
  } finally {
    await exited
  }
}
