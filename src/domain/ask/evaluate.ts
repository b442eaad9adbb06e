import { onlyDay, overlaps, type Day } from '../../calendar/day.js'
import { daysOf } from '../../calendar/period.js'
import { isWorkingDay } from '../../calendar/week.js'
import type { Member } from '../organization/organization.js'
import { isBankHoliday } from '../presence/leave-types.js'
import { holdsDay } from '../presence/touching.js'
import { absenceOn, type Return } from '../presence/absence.js'
import { awayAs } from '../presence/away.js'
import type { Roll } from '../presence/roll.js'
import {
  createAreHolidays,
  createStates,
  createWholeStates,
  isFreeDay,
  isRepeated,
  isStretch,
  type DayState,
} from './day-states.js'
import { holds, ofDays } from './by-day.js'
import type { AskFinding, PeopleQuestion } from './people-question.js'
import { absencesOf, eventOf, isEvent } from './events.js'
import { whenOf } from './when.js'
import type { Sliced } from '../../calendar/slices.js'
import { boundOf } from '../../language/question.js'

/** The last day until today on which the first person was in. */
const lastIn = (question: PeopleQuestion, roll: Roll): AskFinding => {
  const { people, days, today } = question
  const [one] = people
  const worked = days.ranges
    .flatMap(daysOf)
    .filter((day) => day <= today && isWorkingDay(day, roll.organization.working_days))
  const states = one ? createStates(roll, question)(one) : []
  const day = worked.findLast((_, at) => states[at] === 'in')
  return { yes: null, people: one && day ? [one] : [], days: day ? [day] : [] }
}

/** The running or the next absence of the first person, or the last one: its first or its last day. */
const edgeOf = (question: PeopleQuestion, roll: Roll): AskFinding => {
  const { ask, people, state, today, isPast, isNext, isDated, days } = question
  if (isPast && state === 'in') return lastIn(question, roll)
  const [one] = people
  const all = (one ? absencesOf(one, question, roll) : []).filter(
    (absence) => !isDated || days.ranges.some((range) => overlaps(range, absence)),
  )
  const absence = isPast
    ? all.findLast(({ from }) => from <= today)
    : all.find(({ from, back }) =>
        isNext || state === 'in' ? from > today : back === null || back.day > today,
      )
  if (!one || !absence) return { yes: null, people: [], days: [] }
  const isSoFar = isPast && !isNext && absence.to > today
  const end = state === 'back' && isPast ? (absence.back?.day ?? absence.to) : isSoFar ? today : absence.to
  const worked = state === 'in' ? eventOf(one, absence, 'leaving', roll) : null
  return { yes: null, people: [one], days: [worked ?? (ask === 'starts' ? absence.from : end)], absence }
}

/** Who is back in the afternoon comes back at noon. */
const isInHalf = (back: Return | null, { state, days: { half } }: PeopleQuestion): boolean =>
  state !== 'back' || half === null || back?.at_noon === (half === 'afternoon')

/** Whether somebody has not come back by a day off: after a leave that began before it. */
const isStillAway = (member: Member, last: Day, question: PeopleQuestion, roll: Roll): boolean => {
  const found = absenceOn(absencesOf(member, question, roll), last)
  return (
    found !== undefined && awayAs(found.leaves, { from: found.from, to: last }, roll.organization) === 'leave'
  )
}

/** People of one slice. */
const sliceLength = 250

/**
 * *Out* is on leave on one of the days, or on each where that was asked; *in* is working on all of them but those on
 * which all who were asked about have a bank holiday. That all are back means that none is out on the last of the
 * days (decisions, "Presence").
 */
export function* evaluateInSlices(asked: PeopleQuestion, roll: Roll): Sliced<AskFinding> {
  const isWhenBack = asked.ask === 'when' && asked.state === 'back' && (asked.quantity ?? 'all') === 'all'
  // The first day on which all are back is the first on which none of them is out.
  const question: PeopleQuestion = isWhenBack ? { ...asked, state: 'out', quantity: 'none' } : asked
  const { ask, people, state, days, kind, byDay } = question
  if (ask === 'starts' || ask === 'ends') return edgeOf(question, roll)
  const quantity = question.quantity ?? 'all'
  // "did grace come back on thursday" is about that day.
  const isOfDay = question.isPast && question.isNamed && people.length === 1
  const isOfAll = state === 'back' && ask === 'whether' && quantity === 'all' && !isOfDay
  const isOfEvent = !isOfAll && isEvent(state)
  const wanted: DayState = state === 'in' ? 'in' : kind === 'bank_holiday' ? 'bank_holiday' : 'out'
  const isWanted = (one: DayState): boolean => (wanted === 'bank_holiday' ? isFreeDay(one) : one === wanted)
  const { working_days } = roll.organization
  const workedIn = days.ranges.map((range) => daysOf(range).filter((day) => isWorkingDay(day, working_days)))
  const worked = workedIn.flat()
  // "out all of friday" is more than half of it.
  const isWholeDay = state === 'out' && days.each && days.half === null && worked.length === 1
  // Who was named is back on the day of which they are away one half only.
  const isNamedBack = isOfAll && question.isNamed && question.isDated && days.half === null
  // "is ana in at all today": half of a day will do.
  const isWhetherDays = ask === 'days' && question.isWhether
  const isAtAll = isWhetherDays && state === 'in' && days.half === null && people.length === 1
  const statesOf = (isWholeDay || isNamedBack || isAtAll ? createWholeStates : createStates)(roll, question)
  const isEach = days.each || state === 'in'
  const statesOnOthers = createStates(roll, { ...question, days: { ...days, ranges: question.notDays } })
  const isSoOnOthers = (member: Member): boolean => {
    const states = question.notDays.length > 0 ? statesOnOthers(member) : []
    return states.length > 0 && (state === 'in' ? states.every(isWanted) : states.some(isWanted))
  }
  // A bank holiday on the dates of a leave is part of it, but no day that somebody takes.
  const isAwayOn = (one: DayState): boolean => wanted === 'out' && one === 'holiday_on_leave'
  const isOff = state === 'out' && !kind && !question.isOfLeave
  // "off at all in december": a bank holiday will do.
  const isAtSome = isOff && ask === 'whether' && byDay === 'some' && boundOf(quantity) === null
  // "who isn't on leave on christmas day": a bank holiday is no leave.
  const isNoLeave = state === 'in' && question.isNotOut && question.isOfLeave
  const isEnough = (one: DayState): boolean =>
    (isAtSome && isFreeDay(one)) || (isNoLeave && one === 'bank_holiday')
  // "how many are in each day"
  const isNumbers = ask === 'count' && byDay === 'each' && worked.length > 1
  // A day on which all of them have a bank holiday is no working day of theirs, but one on which all are off; of one
  // person, and of "are ana and tom off at the same time", the days of leave are counted.
  const isOffDays =
    isOff &&
    (isNumbers ||
      ((ask === 'days' || (ask === 'how_long' && question.quantity !== null)) &&
        (!question.isNamed || (people.length > 1 && !isWhetherDays))))
  const isNobodyIn = ask === 'days' && state === 'in' && quantity === 'none'
  const isCounted = (one: DayState): boolean =>
    isWanted(one) || (isAwayOn(one) && (ask === 'when' || (!question.isNamed && !isOffDays)))
  const counts = worked.map(() => 0)
  const free = worked.map(() => 0)
  const found: Member[] = []
  const statesBy = new Map<Member, readonly DayState[]>()
  for (const [place, member] of people.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    if (isOfEvent) {
      const events = absencesOf(member, question, roll)
        .filter(({ back }) => isInHalf(back, question))
        .map((one) => eventOf(member, one, state, roll))
      if (events.some((day) => day && days.ranges.some((range) => overlaps(range, onlyDay(day)))))
        found.push(member)
      for (const [at, day] of worked.entries()) if (events.includes(day)) counts[at]! += 1
      continue
    }
    const states = statesOf(member)
    statesBy.set(member, states)
    for (const [at, one] of states.entries()) {
      if (isCounted(one)) counts[at]! += 1
      if (isFreeDay(one) && !isWanted(one)) free[at]! += 1
    }
  }
  // "is ana off on thanksgiving": on a bank holiday, too; and on a day without work everybody is.
  const isOfNoDay = ask === 'whether' && !question.isNamed && (quantity === 'all' || quantity === 'none')
  const isAsked = isOff && (ask === 'whether' || ask === 'count')
  const isRestOff = isAsked && (worked.length > 0 || isOfNoDay)
  // "off on boxing day", a Saturday.
  const resting = new Set(worked.length > 0 ? [] : people.filter(createAreHolidays(roll, days)))
  const restDays = worked.length > 0 ? [] : days.ranges.flatMap(daysOf)
  // "on leave on boxing day", a Saturday within that leave.
  const isOfOwnLeave = state === 'out' && question.isOfLeave && ask === 'whether' && kind !== 'bank_holiday'
  const isOnLeave = (member: Member): boolean =>
    isOfOwnLeave &&
    roll
      .leavesOf(member)
      .filter((leave) => !isBankHoliday(leave) && (kind === null || leave.type === kind))
      .some((leave) => restDays.every((day) => holdsDay(leave, day)))
  const isFree = free.map((count) => count === people.length)
  const isOfRepeat = isOff && isRepeated(days.ranges)
  const isOfStretch = workedIn.flatMap((some) => some.map(() => isOfRepeat || isStretch(some)))
  // Who is out all December has its bank holidays off, too; and nobody is expected in on a bank holiday of all.
  const isMeant = (one: DayState, at: number): boolean =>
    isWanted(one) ||
    isEnough(one) ||
    isAwayOn(one) ||
    (isFreeDay(one) &&
      (wanted === 'out' || (state === 'in' && question.isNotOut)
        ? isRestOff || isOfStretch[at]!
        : isFree[at]! && (isOfStretch[at]! || !question.isNamed)))
  const partly: Member[] = []
  let place = 0
  for (const [member, states] of statesBy) {
    if (++place % sliceLength === 0) yield
    const isRest =
      (isRestOff && states.every(isFreeDay)) || (resting.has(member) && (isAsked || isOnLeave(member)))
    const isSome = isRest || states.some((one) => isWanted(one) || isAwayOn(one) || isEnough(one))
    if (isSome && isSoOnOthers(member)) continue
    const isSo = isRest || (isSome && (!isEach || states.every(isMeant)))
    const last = states.at(-1)
    const isBack =
      last === undefined || isFreeDay(last)
        ? !isStillAway(member, worked.at(-1) ?? days.ranges.at(-1)!.to, question, roll)
        : last !== 'out'
    if (isOfAll ? isBack : isSo) found.push(member)
    else if (isSome) partly.push(member)
  }
  const open = worked.flatMap((day, at) =>
    isFree[at] && counts[at] === 0 && kind !== 'bank_holiday' && !isOffDays && !isNobodyIn && !isNumbers
      ? []
      : [{ day, count: counts[at]! + (isOffDays ? free[at]! : 0) }],
  )
  // Who comes back next is not back today.
  const isAhead = isOfEvent && ask === 'when' && quantity === 'any' && !question.isPast && !question.isDated
  // Who has not left yet is waited for after the next leave.
  const isLeaving = isWhenBack && question.isNamed && !question.isDated && !question.isPast
  const firstOut = isLeaving ? open.findIndex(({ count }) => count > 0) : 0
  const such = open
    .filter(
      ({ day, count }, at) =>
        holds(quantity, count, people.length) && at >= firstOut && (!isAhead || day > question.today),
    )
    .map(({ day }) => day)
  if (ask === 'when') return whenOf(question, open, such, found)
  if (ask === 'how_long' && question.quantity === null) {
    const each = found.map((member) => statesBy.get(member)!.filter(isWanted).length)
    const some = open.filter(({ count }) => count > 0).map(({ day }) => day)
    return { yes: null, people: found, days: some, each }
  }
  const isDaily =
    byDay !== null && !isAtSome && ask === 'whether' && open.length > 1 && question.notDays.length === 0
  if (isDaily && people.length > 0) {
    const either = new Set([...found, ...partly])
    const some = people.filter((member) => either.has(member))
    if (quantity === 'all') return { yes: some.length === people.length, people: some, days: [] }
    return ofDays(question, open, found, some, (day) => {
      const at = worked.indexOf(day)
      return people.filter((member) => isCounted(statesBy.get(member)![at]!))
    })
  }
  const freeDays = [
    ...worked.map((day, at) => ({ day, count: free[at]! })),
    ...restDays.map((day) => ({ day, count: resting.size })),
  ].filter(({ count }) => count > 0)
  const freeOn = (isAll: boolean): readonly Day[] =>
    freeDays.flatMap(({ day, count }) => ((count === people.length) === isAll ? [day] : []))
  const [allFree, someFree] = [freeOn(true), freeOn(false)]
  if (isNumbers) return { yes: null, people: [], days: [], daily: open, free: allFree, partly_free: someFree }
  const [only] = statesBy.values()
  const missed = worked.filter((_, at) => only && !isMeant(only[at]!, at))
  const yes = isWhetherDays
    ? such.length > 0
    : ask === 'whether'
      ? holds(quantity, found.length, people.length)
      : null
  return {
    yes: people.length > 0 ? yes : null,
    people: found,
    partly,
    days: ask === 'days' || ask === 'how_long' ? such : [],
    free: allFree,
    partly_free: someFree,
    ...(yes !== null && people.length === 1 && { missed }),
    ...(ask === 'count' && state === 'in' && open.length > 1 && { daily: open }),
  }
}
