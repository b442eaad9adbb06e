import { damagedProblem } from '../../domain/damage.js'
import { holds, resultOf, type Step, type Stored } from '../changes.js'
import type { CollectionName } from '../schema.js'
import { textOf, textParameter, type SqliteConnection } from './connection.js'
import { brokenPage, isDamage } from './faults.js'
import type { WriteOrder } from './orders.js'
import { documentIn } from './read.js'

const put = (collection: CollectionName, ending: string): string =>
  `INSERT INTO "${collection}" (id, document) VALUES (${textParameter}, ?) ON CONFLICT (id) DO ${ending}`
const isId = `id = ${textParameter}`

const replace = (
  connection: SqliteConnection,
  { collection, id }: Step | WriteOrder['step'],
  document: string,
): void =>
  void connection.run(put(collection, 'UPDATE SET document = excluded.document'), textOf(id), document)

const read = (
  connection: SqliteConnection,
  { collection, id }: Step | WriteOrder['step'],
): Stored | undefined => {
  const row = connection.get(`SELECT id, document FROM "${collection}" WHERE ${isId}`, textOf(id))
  return row && documentIn(collection, row)
}

const change = (connection: SqliteConnection, { step, document }: WriteOrder): boolean => {
  const { collection, id, when } = step
  if (document !== undefined && when === 'absent')
    return connection.run(put(collection, 'NOTHING'), textOf(id), document) > 0
  const before = when === 'any' ? undefined : read(connection, step)
  if (!holds(before, when)) return false
  if (document !== undefined) replace(connection, step, document)
  else if (step.verb === 'patch') replace(connection, step, JSON.stringify(resultOf(before, step)))
  else connection.run(`DELETE FROM "${collection}" WHERE ${isId}`, textOf(id))
  return true
}

/** Makes one change within a transaction; returns false and changes nothing when its precondition does not hold. */
export const makeChange = (connection: SqliteConnection, order: WriteOrder): boolean => {
  try {
    return change(connection, order)
  } catch (error) {
    const { collection, id: key } = order.step
    throw isDamage(error) ? damagedProblem({ collection, key, what: brokenPage }) : error
  }
}
