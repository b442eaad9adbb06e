import { setImmediate as turn } from 'node:timers/promises'
import { damageIn } from '../../domain/damage.js'
import type { Damage } from '../../domain/problem.js'
import type { Stored } from '../changes.js'
import { pageSize, type StorePage } from '../port.js'
import type { CollectionName } from '../schema.js'
import type { SqliteConnection } from './connection.js'
import { brokenPage, isDamage } from './faults.js'
import { documentIn, sortedCollections } from './read.js'

/** Ids by row number. */
type IdsByRow = Map<number, string>

/** Takes rows until the end, true, or a damaged page, false. */
const walk = (
  connection: SqliteConnection,
  sql: string,
  take: (row: number, id: string) => void,
): boolean => {
  try {
    const rows = connection.iterate(sql)
    for (let { value, done } = rows.next(); !done; { value, done } = rows.next())
      take(Number(value['rowid']), String(value['id']))
    return true
  } catch (error) {
    if (!isDamage(error)) throw error
    return false
  }
}

/** Calls `read`; undefined where the page is damaged. */
const unlessDamaged = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (!isDamage(error)) throw error
    return undefined
  }
}

/** Ids as UTF-8 bytes, which is how SQLite orders them. */
const inOrder = (rows: IdsByRow): readonly (readonly [number, string])[] =>
  [...rows].sort(([, a], [, b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))

interface FoundRows {
  /** In the order of ids. */
  readonly rows: Iterable<readonly [number, string]>
  /** False: nobody can tell whether there were more. */
  readonly isWhole: boolean
}

/**
 * Finds the rows of a collection in the index of ids and in the table, each from both ends where it is damaged. Where
 * both are, every row number between is tried.
 */
const findRows = async (connection: SqliteConnection, collection: CollectionName): Promise<FoundRows> => {
  const rows: IdsByRow = new Map()
  const add = (row: number, id: string): void => void rows.set(row, id)
  const keys = `SELECT rowid, id FROM "${collection}" ORDER BY id`
  const hasIndex = walk(connection, keys, add)
  const indexed = rows.size
  if (!hasIndex) walk(connection, `${keys} DESC`, add)
  const table = `SELECT rowid, id FROM "${collection}" NOT INDEXED ORDER BY rowid`
  let [first, last] = [0, 0]
  const hasTable = walk(connection, table, (row, id) => add((first = row), id))
  if (hasTable || hasIndex)
    return { rows: hasIndex && rows.size === indexed ? rows : inOrder(rows), isWhole: true }
  walk(connection, `${table} DESC`, (row, id) => add((last = row), id))
  if (last === 0) for (const row of rows.keys()) last = Math.max(last, row + 1)
  for (let row = first + 1; row < last; row += 1) {
    if (row % pageSize === 0) await turn()
    const found = unlessDamaged(() =>
      connection.get(`SELECT id FROM "${collection}" NOT INDEXED WHERE rowid = ?`, row),
    )
    if (found) add(row, String(found['id']))
  }
  return { rows: inOrder(rows), isWhole: false }
}

/** The document, or undefined after `leaveOut` was told. */
const documentAt = (
  connection: SqliteConnection,
  collection: CollectionName,
  [row, key]: readonly [number, string],
  leaveOut: (damage: Damage) => void,
): Stored | undefined => {
  const sql = `SELECT id, document FROM "${collection}" NOT INDEXED WHERE rowid = ?`
  try {
    const found = unlessDamaged(() => connection.get(sql, row))
    if (found) return documentIn(collection, found)
    leaveOut({ collection, key, what: brokenPage })
  } catch (fault) {
    const damage = damageIn(fault)
    if (!damage) throw fault
    leaveOut(damage)
  }
  return undefined
}

/** What can still be read, ordered by collection and id; `leaveOut` is told of all else. */
export const salvagedPages = async function* (
  current: () => SqliteConnection,
  leaveOut: (damage: Damage) => void,
): AsyncGenerator<StorePage> {
  for (const collection of sortedCollections) {
    const { rows, isWhole } = await findRows(current(), collection)
    if (!isWhole)
      leaveOut({ collection, key: null, what: 'documents whose keys are lost too may be missing' })
    // A collection returns only what was put into it.
    const page = (documents: readonly Stored[]): StorePage => ({
      collection,
      documents: documents as readonly object[] as StorePage['documents'],
    })
    let documents: Stored[] = []
    for (const entry of rows) {
      const found = documentAt(current(), collection, entry, leaveOut)
      if (found) documents.push(found)
      if (documents.length < pageSize) continue
      yield page(documents)
      documents = []
      await turn()
    }
    if (documents.length > 0) yield page(documents)
  }
}
