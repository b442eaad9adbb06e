import { addDays, daysBetween, type Day, type DayRange } from '../../calendar/day.js'
import { maxRangeDays } from '../../calendar/period.js'
import type { Issue } from '../problem.js'

/** `to - from` when `to` is not given. */
export const defaultRange = 7

/** Days that are looked at before and after today where a question about a person names none. */
export const personReach = 366

/** The requested days: `from` defaults to today, `to` to seven days after `from`. Given days must exist. */
export const resolveRange = (
  asked: { readonly from?: Day | undefined; readonly to?: Day | undefined },
  today: Day,
): DayRange | { readonly issues: readonly Issue[] } => {
  const from = asked.from ?? today
  const to = asked.to ?? addDays(from, defaultRange)
  if (to === null)
    return { issues: [{ path: ['from'], message: 'must be at least 7 days before 9999-12-31' }] }
  if (to < from) return { issues: [{ path: ['to'], message: 'must be on or after from' }] }
  if (daysBetween(from, to) > maxRangeDays)
    return { issues: [{ path: ['to'], message: `range must not exceed ${maxRangeDays} days` }] }
  return { from, to }
}
