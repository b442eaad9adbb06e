import { columns } from './columns.js'
import type { Findings, Place } from './findings.js'
import { peelAddress } from './peel.js'
import { maxCell, maxUrl } from './pieces.js'

const longestOf = (column: string): number => (column === 'avatar' ? maxUrl : maxCell)

/** Whether a value is longer than any of its column: nothing is looked for in it. */
export const isOverlong = (
  findings: Findings,
  place: Place,
  values: Readonly<Record<string, unknown>>,
): boolean => {
  const over = Object.keys(columns[place.table]).filter((column) => {
    const value = values[column]
    return typeof value === 'string' && value.length > longestOf(column)
  })
  for (const column of over)
    findings.add(place, column, `must be at most ${longestOf(column).toLocaleString('en')} characters`)
  return over.length > 0
}
const isAscii = (text: string): boolean => !/[^\u0000-\u007F]/.test(text)

/** Trims texts, peels addresses, makes blank ones empty, and composes names (NFC). */
export const tidy = (values: Record<string, unknown>): void => {
  for (const [key, value] of Object.entries(values)) {
    if (typeof value !== 'string') continue
    const trimmed = key === 'email' ? peelAddress(value) : value.trim()
    values[key] = (isAscii(trimmed) ? trimmed : trimmed.normalize('NFC')) || null
  }
}
