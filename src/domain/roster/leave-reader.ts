import { daysBetween, type Day } from '../../calendar/day.js'
import { echo } from '../organization/name.js'
import { dayOfSerial, readDate, type DateFormat, type ReadDate } from './dates.js'
import type { Findings, Place } from './findings.js'
import type { LeaveValues } from './shapes.js'
import { leaveStatuses } from '../organization/organization.js'
import { settleDays } from './days.js'
import { readLeaveType } from './leave-type.js'
import type { TableOptions } from './table.js'
import { readStatus } from './types.js'

const dateColumns = ['start_date', 'end_date', 'date', 'return_date'] as const

const ambiguous =
  'is ambiguous: {} could be day/month or month/day; use --date-format DD/MM/YYYY or MM/DD/YYYY'
const serial = 'is an Excel serial number, {}: format the column as a date, or use --date-format excel'

/** Files repeat the same few dates many times. */
const maxRemembered = 20_000

/** Translates what HR tools write into what the shapes expect: words for types and statuses, dates as `YYYY-MM-DD`. */
export const createLeaveReader = (
  findings: Findings,
  warnings: Findings,
  { types, statuses, halves }: Pick<TableOptions, 'types' | 'statuses' | 'halves'>,
) => {
  const known = new Map<string, ReadDate>()
  const dateOf = (text: string, format: DateFormat | null): ReadDate => {
    const key = `${format} ${text}`
    const remembered = known.get(key)
    if (remembered !== undefined) return remembered
    const read = readDate(text, format)
    if (known.size < maxRemembered && text.length < 40) known.set(key, read)
    return read
  }
  let hardlyMeant = 0
  const doubt: Findings['add'] = (...finding) => {
    hardlyMeant += 1
    warnings.add(...finding)
  }
  return {
    /** The columns that need no further findings, or `skip` for no absence; what it does not know the shapes refuse. */
    translate: (
      place: Place,
      values: Record<string, unknown>,
      dates: DateFormat | null,
    ): readonly string[] | 'skip' => {
      const { type, status } = values
      const meant = typeof type === 'string' ? readLeaveType(type, types) : null
      if (meant?.type === 'skip') return 'skip'
      if (meant) values['type'] = meant.type
      if (typeof status === 'string') {
        values['status'] = readStatus(status, statuses) ?? undefined
        if (!values['status']) findings.add(place, 'status', unknownStatus, echo(status) ?? '')
      }
      const told: string[] = dateColumns.filter((column) => {
        // A sheet stores days as numbers, and so does JSON converted from one.
        const value = values[column]
        const text = typeof value === 'number' ? String(value) : value
        const read = typeof text === 'string' ? dateOf(text, dates) : null
        if (read === null) return false
        if (typeof read === 'object') {
          values[column] = read.day
          return false
        }
        const shown = echo(String(text)) ?? ''
        if (read === 'no_day') findings.add(place, column, 'is a day that does not exist: {}', shown)
        else if (read === 'ambiguous') findings.add(place, column, ambiguous, shown)
        else findings.add(place, column, serial, `${shown} (${dayOfSerial(String(text))})`)
        delete values[column]
        return true
      })
      // Our own form has no other columns of days, and refuses unknown properties.
      if (place.format === 'json') return told
      if (told.includes('date')) told.push('start_date')
      if (told.includes('return_date')) told.push('end_date')
      for (const { column, message, value, isWarning } of settleDays(
        values,
        meant?.portion ?? null,
        halves,
      )) {
        const found = isWarning ? warnings : findings
        found.add(place, column, message, echo(value) ?? '')
        told.push(column)
      }
      // Without a first day there is no last one either.
      if ((values['end_date'] ?? null) === null) told.push('end_date')
      return told
    },
    /** Warns of implausible values in a leave that the shapes accept. */
    warn: (place: Place, { start_date, end_date }: LeaveValues): void => {
      if (isOdd(start_date)) doubt(place, 'start_date', oddYear, start_date)
      if (isOdd(end_date)) doubt(place, 'end_date', oddYear, end_date)
      if (daysBetween(start_date, end_date) > maxUnaskedDays) doubt(place, 'end_date', tooLong, end_date)
    },
    hardlyMeant: (): number => hardlyMeant,
  }
}

const unknownStatus = `must be one of ${leaveStatuses.join(', ')}, but is {}; say what it means with --statuses "{word}=MEANING"`
const oddYear = 'is outside the years 2000 to 2100: {}'
const tooLong = 'makes the leave longer than two years: {}'
/** Two years, one of them a leap year. */
const maxUnaskedDays = 731

const isOdd = (day: Day): boolean => day < '2000-01-01' || day > '2100-12-31'
