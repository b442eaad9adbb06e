import { groupedBy } from '../../calendar/grouped.js'
import {
  addDays,
  dayFromNumber,
  dayNumber,
  weekdays,
  type DayRange,
  lastDay,
  monthOf,
} from '../../calendar/day.js'
import { weekAround } from '../../calendar/week.js'
import { compare, type Sliced } from '../../calendar/slices.js'
import { clip } from '../presence/away.js'
import { lengthOf, workingPart } from './days.js'
import type { Asked } from './asked.js'
import type { GroupedPerson, OutGroup, OutPerson } from './reply.js'

/** A group while it is being filled. */
interface Filling {
  readonly days: DayRange
  readonly people: GroupedPerson[]
}

const keyOf = ({ from, to }: DayRange): string => `${from} ${to}`

/** By the first day; of two with the same first day, the longer one first. */
const inOrder = (a: OutGroup, b: OutGroup): number =>
  Number(b.is_all) - Number(a.is_all) || compare(a.days.from, b.days.from) || compare(b.days.to, a.days.to)

/** The week or the month of a long range in which an absence begins. */
const bucketOf = (part: DayRange, { range, week }: Asked, length: 'weeks' | 'months'): DayRange => {
  if (length === 'months') {
    const month = part.from.slice(0, 7)
    const from = `${month}-01`
    return clip({ from, to: lastOfMonth(from) }, range)
  }
  const { from, to } = weekAround(dayNumber(part.from), weekdays.indexOf(week.start))
  return clip({ from: dayFromNumber(from) ?? range.from, to: dayFromNumber(to) ?? range.to }, range)
}

const lastOfMonth = (first: string): string =>
  [31, 30, 29, 28]
    .flatMap((count) => addDays(first, count - 1) ?? [])
    .find((day) => monthOf(day) === monthOf(first)) ?? lastDay

/** By return date; absences without one come last. */
const byReturn = (people: readonly GroupedPerson[]): readonly OutGroup[] => {
  const keyOf = ({ absence: { back } }: GroupedPerson): string =>
    back ? `${back.day} ${back.at_noon ? 1 : 2}` : '~'
  return [...groupedBy(people, keyOf)]
    .sort(([a], [b]) => compare(a, b))
    .map(([, all]) => ({ days: all[0]!.part, is_all: true, people: all }))
}

/** People of one slice. */
const sliceLength = 250

/** Everyone's absences on working days of a range; `out` by name. */
function* groupedPeople(out: readonly OutPerson[], asked: Asked): Sliced<readonly GroupedPerson[]> {
  const people: GroupedPerson[] = []
  for (const [place, { id, name, is_me, team_id, absences }] of out.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    for (const absence of absences) {
      const part = workingPart(clip(absence, asked.range), asked.week.working_days)
      if (part) people.push({ id, name, is_me, team_id, absence, part })
    }
  }
  return people
}

/** Absences in the order in which they are listed; `out` by name. */
export function* groupsInSlices(out: readonly OutPerson[], asked: Asked): Sliced<readonly OutGroup[]> {
  const people = yield* groupedPeople(out, asked)
  const length = lengthOf(asked.range)
  if (length === 'day') return byReturn(people)
  const whole = workingPart(asked.range, asked.week.working_days)
  const groups = new Map<string, Filling>()
  const isAll = (part: DayRange): boolean => whole !== null && keyOf(part) === keyOf(whole)
  for (const [place, person] of people.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    const { part } = person
    const days = length === 'days' || isAll(part) ? part : bucketOf(part, asked, length)
    const known = groups.get(keyOf(days))
    if (known) known.people.push(person)
    else groups.set(keyOf(days), { days, people: [person] })
  }
  return [...groups.values()].map((group) => ({ ...group, is_all: isAll(group.days) })).sort(inOrder)
}
