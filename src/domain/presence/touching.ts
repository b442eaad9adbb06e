import { addTo } from '../../calendar/grouped.js'
import { addDays, type Day, type DayRange, monthOf, onlyDay } from '../../calendar/day.js'

interface Stay {
  readonly member_id: string
  readonly start_date: Day
  readonly end_date: Day
}

/** Whether a leave shares a day with a range. */
export const isTouching = (
  { start_date, end_date }: Pick<Stay, 'start_date' | 'end_date'>,
  { from, to }: DayRange,
): boolean => start_date <= to && end_date >= from

/** Whether a day is among the dates of a leave. */
export const holdsDay = (leave: Pick<Stay, 'start_date' | 'end_date'>, day: Day): boolean =>
  isTouching(leave, onlyDay(day))

const monthsOf = ({ from, to }: DayRange): readonly string[] => {
  const months: string[] = []
  for (
    let day: Day | null = from;
    day && monthOf(day) <= monthOf(to);
    day = addDays(`${monthOf(day)}-01`, 31)
  )
    months.push(monthOf(day))
  return months
}

/**
 * The leaves that touch some days, by member, in the order of `all`. Those of a month are put together when it is first
 * asked about, so that a question about a few days looks at few leaves.
 */
export const createTouching = <L extends Stay>(all: readonly L[]) => {
  const months = new Map<string, readonly L[]>()
  const inMonth = (month: string): readonly L[] => {
    const known = months.get(month)
    if (known) return known
    const days = { from: `${month}-01`, to: `${month}-31` }
    const made = all.filter((leave) => isTouching(leave, days))
    months.set(month, made)
    return made
  }
  return (days: DayRange): ReadonlyMap<string, readonly L[]> => {
    const byMember = new Map<string, L[]>()
    for (const [index, month] of monthsOf(days).entries())
      for (const leave of inMonth(month)) {
        // One that began before this month stands in the month before as well.
        if (!isTouching(leave, days) || (index > 0 && monthOf(leave.start_date) !== month)) continue
        addTo(byMember, leave.member_id, leave)
      }
    return byMember
  }
}
