import type { Day } from '../../calendar/day.js'
import type { Member } from '../organization/organization.js'
import type { AskFinding, DayCount, PeopleQuestion } from './people-question.js'

/** The first of the days that come nearest to all of the people, or to none. */
const nearestDay = (days: readonly DayCount[], quantity: 'all' | 'none'): Day | null => {
  const counts = days.map(({ count }) => count)
  const nearest = quantity === 'none' ? Math.min(...counts) : Math.max(...counts)
  return days.find(({ count }) => count === nearest)?.day ?? null
}

/** Of the days that are such, of those that are open: the last one that has passed, or the first, and the run of it. */
export const whenOf = (
  { quantity, state, isPast, today }: PeopleQuestion,
  open: readonly DayCount[],
  such: readonly Day[],
  people: readonly Member[],
): AskFinding => {
  if (isPast) {
    const last = such.findLast((day) => day <= today)
    return { yes: last === undefined ? null : true, people, days: last === undefined ? [] : [last] }
  }
  const wanted = quantity ?? 'all'
  const near = wanted === 'all' || wanted === 'none' ? nearestDay(open, wanted) : null
  const [day = near] = such
  const yes = day === null ? null : such.length > 0
  if (day === null) return { yes, people, days: [] }
  const later = open.filter((one) => one.day >= day)
  const end = later.findIndex((one, at) => one.day !== such[at])
  const run = state === 'out' && wanted === 'all' ? such.slice(0, end < 0 ? such.length : end) : [day]
  const more = Math.max(0, such.length - Math.max(1, run.length))
  return { yes, people, days: [day], until: run.at(-1) ?? day, more }
}
