import type { StatusMeanings, TypeMeanings } from '../organization/organization.js'
import { flagColumns } from './columns.js'
import { nameForPeople } from './findings.js'
import { readLeaveType } from './leave-type.js'
import { isLeaving, isOnLeave, readEmployment, readStatus } from './types.js'

/** An organization's own words. */
interface Meanings {
  readonly types: TypeMeanings
  readonly statuses: StatusMeanings
}

/** Why a column that is not read stops an import: it may say that a leave is not approved. */
export const unreadStatus = (cell: string, isKnown: boolean): string =>
  `${nameForPeople(cell)} says {} and is not read, so the leave would count as approved: read it with --map "${cell.includes('@') ? 'COLUMN' : cell}=status"${isKnown ? '' : ' and --statuses "{word}=MEANING"'}, or use --all-approved`

/** "Cancelled", "Is withdrawn", "Rejected by": a column that is filled where a leave does not count. */
export const deniesLeave = (header: string): boolean => {
  const word = header.replace(
    /^(?:is|was|leave|request)\s+|\s*(?:\b(?:at|on|by|date|am|von|le|par)|\?)$/gi,
    '',
  )
  const status = readStatus(word)
  return status === 'cancelled' || status === 'rejected'
}

const words = /[\p{L}\p{N}]+/gu

/** "Rejected requests": a title, or the name of a sheet, above leaves without a status. */
export const isOfDenied = (title: string): boolean => {
  const found = (title.match(words) ?? []).filter((word) => !isFlag(word)).map((word) => readStatus(word))
  return !found.includes('approved') && found.some((status) => status !== null)
}

/** Why leaves below such a title stop an import. */
export const deniedByTitle =
  'says {} above leaves that have no column of statuses, so they would count as approved: leave it out, or use --all-approved'

const emptyWords: ReadonlySet<string> = new Set([
  'no',
  'n',
  'false',
  '0',
  'nein',
  'falsch',
  'non',
  'nee',
  '-',
])

/** Whether a cell of such a column says that it is so. */
export const isFilled = (cell: string): boolean => cell !== '' && !emptyWords.has(cell.toLowerCase())

/** Why such a cell stops an import where the row counts otherwise. */
export const deniedBy = (header: string): string =>
  `${nameForPeople(header)} says {}, and yet the leave would count: leave the row out, ignore the column with --map "${header}=-", or use --all-approved`

/** Why two columns of one meaning stop it. */
export const differ = (one: string, other: string): string =>
  `${nameForPeople(one)} and ${nameForPeople(other)} are both filled and differ: clear one of them, or ignore a column with --map "${other}=-"`

/** Whether two columns say the same. */
export const isSame = (column: string, a: unknown, b: unknown, { types, statuses }: Meanings): boolean => {
  if (typeof a !== 'string' || typeof b !== 'string') return a === b
  const [one, other] = [a, b].map((text) =>
    column === 'type'
      ? (readLeaveType(text, types)?.type ?? null)
      : column === 'status'
        ? readStatus(text, statuses)
        : null,
  )
  return (one !== null && one === other) || a.toLowerCase() === b.toLowerCase()
}

/** The word for somebody who is leaving or on leave, in the columns that say who is active. */
export const leavingIn = (
  names: readonly (string | null)[],
  cells: readonly string[],
): string | undefined => {
  const index = names.findIndex(
    (name, at) =>
      (name === 'employment' || name === 'active') &&
      (isLeaving(cells[at] ?? '') || isOnLeave(cells[at] ?? '')),
  )
  return index === -1 ? undefined : cells[index]?.trim()
}

const truth = new Map<string, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['ja', true],
  ['wahr', true],
  ['false', false],
  ['no', false],
  ['0', false],
  ['nein', false],
  ['falsch', false],
])

/** Whether a cell says yes or no, which may be about anything. */
export const isFlag = (cell: string): boolean => truth.has(cell.toLowerCase())

/** The value of a trimmed cell; null when it is empty. */
export const cellValue = (column: string, cell: string): unknown => {
  if (cell === '') return null
  if (column === 'active') return truth.get(cell.toLowerCase()) ?? readEmployment(cell) ?? cell
  return flagColumns.has(column) ? (truth.get(cell.toLowerCase()) ?? cell) : cell
}

/** Makes a name of its parts, and `active` of the employment status; false when the two contradict each other. */
export const describePerson = (values: Record<string, unknown>): boolean => {
  const { first_name, last_name, name = null, employment, active = null } = values
  if (first_name !== undefined || last_name !== undefined) {
    const parts = [first_name, last_name].filter((part) => typeof part === 'string')
    values['name'] = name ?? (parts.join(' ') || null)
    delete values['first_name']
    delete values['last_name']
  }
  const told = typeof employment === 'string' ? readEmployment(employment) : null
  if (typeof employment === 'string' && told === null && active === null) return true
  if (told !== null) values['active'] = active ?? told
  delete values['employment']
  return told === null || active === null || told === active
}
