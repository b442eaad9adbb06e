import type { Day } from '../../calendar/day.js'
import { boundOf, type ByDay, type Quantity } from '../../language/question.js'
import type { Member } from '../organization/organization.js'
import type { AskFinding, DayCount, PeopleQuestion } from './people-question.js'

export const holds = (quantity: Quantity, count: number, of: number): boolean => {
  const bound = boundOf(quantity)
  if (bound) return bound.isLeast ? count >= bound.count : count <= bound.count
  return quantity === 'any' ? count > 0 : quantity === 'none' ? count === 0 : count === of
}

/** The day that decides of a number of people: the one with the fewest where each day has to have them, or with the most. */
export const decidingDay = (
  daily: readonly DayCount[],
  { isLeast }: { readonly isLeast: boolean },
  byDay: ByDay,
): DayCount => {
  const sorted = daily.toSorted((a, b) => a.count - b.count)
  const isFewest = isLeast === (byDay === 'each')
  return isFewest ? sorted[0]! : daily.find(({ count }) => count === sorted.at(-1)!.count)!
}

/** Yes or no by the people of each day; `whole` are so on all of the days, `some` on one at least. */
export const ofDays = (
  { quantity, byDay }: PeopleQuestion,
  open: readonly DayCount[],
  whole: readonly Member[],
  some: readonly Member[],
  on: (day: Day) => readonly Member[],
): AskFinding => {
  const wanted = quantity === null || quantity === 'none' ? 'any' : quantity
  const such = open.filter(({ count }) => holds(wanted, count, Infinity))
  const isSo = byDay === 'each' && quantity !== 'none' ? such.length === open.length : such.length > 0
  const yes = isSo !== (quantity === 'none')
  const bound = boundOf(wanted)
  if (bound) return { yes, people: on(decidingDay(open, bound, byDay ?? 'some').day), days: [], daily: open }
  return whole.length > 0 || some.length === 0
    ? { yes, people: whole, days: [] }
    : { yes, people: some, days: [], daily: open }
}
