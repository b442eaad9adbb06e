import type { z } from 'zod'
import { echo } from '../organization/name.js'
import { columnNames, quotedColumns } from './columns.js'
import { nameForPeople, type Findings, type Place, type Table } from './findings.js'

/** The refused value as a quote, where it may be repeated. */
export const quoteOf = (values: Readonly<Record<string, unknown>>, column: string | null): string => {
  const isQuoted = column !== null && (column === 'email' || quotedColumns.has(column))
  const value = isQuoted ? values[column] : null
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return ''
  return echo(String(value)) ?? ''
}

/** The values of a row; null when its shape refuses them: then every issue is a finding, unless already `told`. */
export const checked = <V>(
  findings: Findings,
  place: Place,
  values: Readonly<Record<string, unknown>>,
  parsed: z.ZodSafeParseResult<V>,
  told: ReadonlySet<string>,
): V | null => {
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    const column = typeof issue.path[0] === 'string' ? issue.path[0] : null
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) findings.add(place, null, ...unknownProperty(key, place.table))
    else if (column === null || !told.has(column)) {
      const value = quoteOf(values, column)
      if (value === '') findings.add(place, column, issue.message)
      else findings.add(place, column, `${issue.message}, but is {}`, value)
    }
  }
  return null
}

const unknownProperty = (key: string, table: Table): [message: string, value: string] => [
  `unknown property {}; those of ${table} are ${columnNames[table].join(', ')}`,
  nameForPeople(key),
]
