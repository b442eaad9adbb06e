import type { Bounds, Query, Scalar } from '../port.js'
import type { CollectionName } from '../schema.js'
import { textOf, textParameter, type Parameter } from './connection.js'
import { fieldOf, fieldsOfIndex, indexName, isOrderOfIds } from './schema.js'

/** A query on any collection; `Query` itself allows only the index names of one. */
export type AnyQuery = Omit<Query, 'index' | 'fields'> & { readonly index: string }

export interface Sql {
  readonly sql: string
  readonly parameters: readonly Parameter[]
}

const typeOf = (field: string): string => `json_type(document, '$.${field}')`
const isNumber = (field: string): Sql => ({
  sql: `${typeOf(field)} IN ('integer', 'real')`,
  parameters: [],
})

/** `->>` alone reads a missing field as null and true as 1, so the type is checked where that matters. */
const isEqual = (field: string, value: Scalar | undefined): Sql[] => {
  if (typeof value === 'string')
    return [{ sql: `${fieldOf(field)} = ${textParameter}`, parameters: [textOf(value)] }]
  if (typeof value === 'number')
    return [{ sql: `${fieldOf(field)} = ?`, parameters: [value] }, isNumber(field)]
  const ofType = { sql: `${typeOf(field)} = '${String(value)}'`, parameters: [] }
  if (value === null) return [{ sql: `${fieldOf(field)} IS NULL`, parameters: [] }, ofType]
  return [{ sql: `${fieldOf(field)} = ${value ? 1 : 0}`, parameters: [] }, ofType]
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** SQLite sorts numbers before text, and blobs, which JSON does not have, after it. */
const isWithin = (field: string, bounds: Bounds): Sql[] => {
  return Object.entries(operators).flatMap(([name, operator]): Sql[] => {
    // The keys of `operators` are those of `Bounds`.
    const bound = bounds[name as keyof Bounds]
    if (bound === undefined) return []
    const isText = typeof bound === 'string'
    return [
      {
        sql: `${fieldOf(field)} ${operator} ${isText ? textParameter : '?'}`,
        parameters: [isText ? textOf(bound) : bound],
      },
      isText
        ? { sql: `${fieldOf(field)} >= '' AND ${fieldOf(field)} < x''`, parameters: [] }
        : isNumber(field),
    ]
  })
}

const splitFields = (collection: CollectionName, { index, equal = {} }: AnyQuery): [string[], string[]] => {
  const fields = fieldsOfIndex(collection, index)
  const count = Object.keys(equal).length
  if (!fields?.slice(0, count).every((field) => Object.hasOwn(equal, field)) || count > fields.length)
    throw new TypeError(`no index answers this query: ${collection}.${index}`)
  return [fields.slice(0, count), fields.slice(count)]
}

/** Ids of an organization begin with its own id and a colon; the next character is a semicolon. */
const idsOfOrganization = (org: unknown): Sql => ({
  sql: `id >= ${textParameter} AND id < ${textParameter}`,
  parameters: [textOf(`${String(org)}:`), textOf(`${String(org)};`)],
})

/** The SQL for a query, with its documents in the requested order. */
export const sqlOf = (collection: CollectionName, query: AnyQuery): Sql => {
  const [equal, ranged] = splitFields(collection, query)
  const byId = isOrderOfIds(collection, [...equal, ...ranged])
  if (byId && ranged.length > 0)
    throw new TypeError(`${collection}.${query.index} must be queried for one organization`)
  const conditions = byId
    ? [idsOfOrganization(query.equal?.['org'])]
    : [
        ...equal.flatMap((field) => isEqual(field, query.equal?.[field])),
        ...ranged.flatMap((field) => isWithin(field, query.range?.[field] ?? {})),
      ]
  const direction = query.order === 'descending' ? 'DESC' : 'ASC'
  const keys = [...(byId ? [] : ranged.map(fieldOf)), 'id'].map((key) => `${key} ${direction}`)
  return {
    sql: [
      `SELECT id, document FROM "${collection}"`,
      byId ? '' : `INDEXED BY ${indexName(collection, query.index)}`,
      conditions.length > 0 ? `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}` : '',
      query.order ? `ORDER BY ${keys.join(', ')}` : '',
      'LIMIT ?',
    ].join(' '),
    // To SQLite a negative limit is no limit.
    parameters: [...conditions.flatMap(({ parameters }) => parameters), query.limit ?? -1],
  }
}
