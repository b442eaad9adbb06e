import { onlyDay } from '../../calendar/day.js'
import { evaluateInSlices } from '../ask/evaluate.js'
import type { PeopleQuestion } from '../ask/people-question.js'
import type { Member } from '../organization/organization.js'
import type { Sliced } from '../../calendar/slices.js'
import { leaveViewOf, showAbsence, type Material } from './absences.js'
import type { Found, FoundName } from './asked.js'
import { plainName } from './namesakes.js'

/** What the leaves say to a question, without what its reader may not see. */
export function* findInSlices(question: PeopleQuestion, material: Material): Sliced<Found> {
  const { roll, viewer, nameOf = plainName } = material
  const {
    yes,
    days,
    more = 0,
    until = null,
    absence,
    people,
    partly = [],
    free = [],
    partly_free = [],
    each: sums = null,
    daily = null,
    missed = [],
  } = yield* evaluateInSlices(question, roll)
  const [day] = question.ask === 'when' ? days : []
  // Those who are back on a day are all who are not out on it.
  const isBackOfAll = question.state === 'back' && (question.quantity ?? 'all') === 'all'
  const onDay: PeopleQuestion | null =
    day === undefined
      ? null
      : {
          ...question,
          ask: 'people',
          state: isBackOfAll ? 'out' : question.state,
          // Each who is waited for is away on a bank holiday within their leave, as whoever is named.
          isNamed: question.isNamed || isBackOfAll,
          quantity: 'all',
          days: { ...question.days, ranges: [onlyDay(day)] },
        }
  const onIt = new Set(onDay ? (yield* evaluateInSlices(onDay, roll)).people : [])
  // A day that is found is one of all of them.
  const isOfDays = question.ask === 'days' || question.ask === 'how_long'
  const all = days.length > 0 ? question.people : []
  const isOfAll = isOfDays && sums === null && question.quantity !== 'any'
  const found = isOfAll ? all : question.ask === 'when' ? [] : people
  const those = new Set(onDay ? question.people.filter((member) => onIt.has(member) !== isBackOfAll) : found)
  const isList = question.ask === 'people' || question.ask === 'count'
  const isEach = question.state === 'out' && question.days.each && isList && question.quantity === null
  const named = (member: Member): FoundName => ({
    id: member.id,
    name: nameOf(member),
    is_me: member.id === viewer.member,
  })
  const [one] = people
  const { ask, quantity, state, kind, isPast, isOfLeave, isNotOut } = question
  const { ranges, half, each } = question.days
  return {
    ask,
    quantity,
    state,
    kind,
    isPast,
    isOfLeave,
    isNotOut,
    half,
    each,
    byDay: question.byDay,
    daily,
    looked: { from: ranges[0]!.from, to: ranges.at(-1)!.to },
    yes,
    is_named: question.isNamed,
    people: question.people.filter((member) => those.has(member)).map(named),
    others: question.people.filter((member) => !those.has(member)).map(named),
    partly: isEach ? partly.map(named) : [],
    days,
    free,
    partly_free,
    missed,
    each_days: sums,
    more,
    until,
    absence: one && absence ? showAbsence(absence, leaveViewOf(one, material)) : null,
  }
}
