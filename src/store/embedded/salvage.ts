import { setImmediate as turn } from 'node:timers/promises'
import { damageIn } from '../../domain/damage.js'
import type { Damage } from '../../domain/problem.js'
import type { Stored } from '../changes.js'
import { pageSize, type StorePage } from '../port.js'
import type { CollectionName } from '../schema.js'
import type { SqliteConnection } from './connection.js'
import { brokenPage, unlessDamaged } from './errors.js'
import { documentIn, sortedCollections } from './read.js'

/** Ids by row number. */
type IdsByRow = Map<number, string>

/** Takes rows until the end, true, or a damaged page, false. */
const walk = (connection: SqliteConnection, sql: string, take: (row: number, id: string) => void): boolean =>
  unlessDamaged(() => {
    const rows = connection.iterate(sql)
    for (let { value, done } = rows.next(); !done; { value, done } = rows.next())
      take(Number(value['rowid']), String(value['id']))
    return true
  }, false)

/** From both ends of the index and of the table, else by every row number. False: there may have been more. */
const findRows = async (
  connection: SqliteConnection,
  collection: CollectionName,
  rows: IdsByRow,
): Promise<boolean> => {
  const add = (row: number, id: string): void => void rows.set(row, id)
  const keys = `SELECT rowid, id FROM "${collection}" ORDER BY id`
  const hasIndex = walk(connection, keys, add) || void walk(connection, `${keys} DESC`, add)
  const table = `SELECT rowid, id FROM "${collection}" NOT INDEXED ORDER BY rowid`
  let [first, last] = [0, 0]
  const isWhole = walk(connection, table, (row, id) => add((first = row), id))
  if (isWhole || hasIndex) return true
  walk(connection, `${table} DESC`, (row, id) => add((last = row), id))
  if (last === 0) for (const row of rows.keys()) last = Math.max(last, row + 1)
  for (let row = first + 1; row < last; row += 1) {
    if (row % pageSize === 0) await turn()
    const sql = `SELECT id FROM "${collection}" NOT INDEXED WHERE rowid = ?`
    const found = unlessDamaged(() => connection.get(sql, row), undefined)
    if (found) add(row, String(found['id']))
  }
  return false
}

const documentAt = (
  connection: SqliteConnection,
  collection: CollectionName,
  row: number,
  key: string,
): Stored | Damage => {
  const sql = `SELECT id, document FROM "${collection}" NOT INDEXED WHERE rowid = ?`
  try {
    const found = unlessDamaged(() => connection.get(sql, row), undefined)
    return found ? documentIn(collection, found) : { collection, key, what: brokenPage }
  } catch (error) {
    const damage = damageIn(error)
    if (damage) return damage
    throw error
  }
}

/** What can still be read, ordered by collection and id; `leaveOut` is told of all else. */
export const salvagedPages = async function* (
  current: () => SqliteConnection,
  leaveOut: (damage: Damage) => void,
): AsyncGenerator<StorePage> {
  for (const collection of sortedCollections) {
    const rows: IdsByRow = new Map()
    if (!(await findRows(current(), collection, rows)))
      leaveOut({ collection, key: null, what: 'documents whose keys are lost too may be missing' })
    const sorted = [...rows]
      .map(([row, id]) => ({ row, id, bytes: Buffer.from(id) }))
      .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    for (let start = 0; start < sorted.length; start += pageSize) {
      const found = sorted
        .slice(start, start + pageSize)
        .map(({ row, id }) => documentAt(current(), collection, row, id))
      const documents = found.filter((one): one is Stored => '_id' in one)
      for (const one of found) if (!('_id' in one)) leaveOut(one as Damage)
      // A collection returns only what was put into it.
      if (documents.length > 0)
        yield { collection, documents: documents as readonly object[] as StorePage['documents'] }
      await turn()
    }
  }
}
