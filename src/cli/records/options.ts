import { InvalidArgumentError } from 'commander'
import { parseDay, type Day } from '../../calendar/day.js'
import { leaveStatuses, type LeaveStatus } from '../../domain/organization/organization.js'
import { leaveTypes, type LeaveType } from '../../domain/presence/privacy.js'

/** Values of `list` options: a filter that can match nothing is refused. */
export const dayOption = (text: string): Day => {
  const day = parseDay(text)
  if (day === null) throw new InvalidArgumentError('Use an existing date, such as 2026-12-31.')
  return day
}

const oneOf =
  <T extends string>(known: readonly T[]) =>
  (text: string): T => {
    const found = known.find((value) => value === text)
    if (found === undefined) throw new InvalidArgumentError(`Use one of ${known.join(', ')}.`)
    return found
  }

export const typeOption: (text: string) => LeaveType = oneOf(leaveTypes)
export const statusOption: (text: string) => LeaveStatus = oneOf(leaveStatuses)

export const sourceOption = (text: string): string => {
  if (!/^(import|manual|own|slack|calendar:.+)$/.test(text))
    throw new InvalidArgumentError('Use import, manual, own, slack or calendar:ID.')
  return text
}

export const limitOption = (text: string): number => {
  const value = Number(text)
  if (!/^\d{1,6}$/.test(text) || value < 1) throw new InvalidArgumentError('Use a number from 1 to 999999.')
  return value
}
