import { addDays, weekdayOf, type Day } from '../../../src/calendar/day.js'
import { daysOf } from '../../../src/calendar/period.js'
import type { PeopleQuestion } from '../../../src/domain/ask/people-question.js'
import type { Quantity } from '../../../src/language/question.js'
import type { Leave, Member } from '../../../src/domain/organization/organization.js'
import type { Facts } from '../presence/plain.js'

/** Another way to the same answers: from the documents, day by day and person by person. */
export const createNaive = (
  facts: Facts,
  {
    days,
    kind,
    state,
    isNotOut = false,
    notDays = [],
    isNamed = false,
    isOfLeave = false,
    isAtAll = false,
    byDay: meantDays = null,
  }: Pick<PeopleQuestion, 'days' | 'kind' | 'state'> &
    Partial<Pick<PeopleQuestion, 'isNotOut' | 'notDays' | 'isNamed' | 'isOfLeave' | 'byDay'>> & {
      /** "is ana in at all": half of a day will do. */
      readonly isAtAll?: boolean
    },
) => {
  const isWeekend = (day: Day): boolean => ['saturday', 'sunday'].includes(weekdayOf(day))
  const own = ({ id }: Member): readonly Leave[] =>
    facts.leaves.filter(({ member_id, status }) => member_id === id && status === 'approved')
  const isHoliday = (member: Member, day: Day): boolean => {
    const codes = [
      member.holidays,
      facts.teams.find(({ id }) => id === member.team_id)?.holidays,
      facts.holidays?.assigned,
    ]
    const calendar = codes
      .map((code) => facts.holidays?.calendars.find((one) => one.code === code))
      .find((one) => one !== undefined)
    return (
      (calendar?.days.some(({ date }) => date === day) ?? false) ||
      own(member).some(
        ({ type, start_date, end_date }) => type === 'bank_holiday' && start_date <= day && day <= end_date,
      )
    )
  }
  const takes = (
    { start_date, end_date, starts_at_noon, ends_at_noon }: Leave,
    day: Day,
    half = days.half,
  ): boolean => {
    if (day < start_date || day > end_date) return false
    if (half === 'morning') return !(starts_at_noon && day === start_date)
    if (half === 'afternoon') return !(ends_at_noon && day === end_date)
    return true
  }
  const worked = days.ranges.flatMap(daysOf).filter((day) => !isWeekend(day))
  /** All of one day is both halves of it. */
  const isAllDay = isAtAll || (state === 'out' && days.each && days.half === null && worked.length === 1)
  const halves = isAllDay ? (['morning', 'afternoon'] as const) : [days.half]
  const onLeave = (member: Member, day: Day, isOfKind: boolean): boolean =>
    !isHoliday(member, day) &&
    halves.every((half) =>
      own(member).some(
        (leave) => takes(leave, day, half) && (!isOfKind || kind === null || leave.type === kind),
      ),
    )
  /** Whether a stretch of at least three working days goes over a day. */
  const weekdays = new Set(days.ranges.map(({ from }) => weekdayOf(from)))
  const isRepeating =
    days.ranges.length >= 3 &&
    days.ranges.every(({ from, to }) => from === to) &&
    days.ranges.length >= weekdays.size * 2
  const isOfStretch = (day: Day): boolean =>
    (isRepeating && state === 'out' && kind === null && !isOfLeave) ||
    days.ranges.some(
      (range) => daysOf(range).includes(day) && daysOf(range).filter((one) => !isWeekend(one)).length >= 3,
    )
  /** Whether a bank holiday is on the dates of a leave that was asked about. */
  const isInside = (member: Member, day: Day): boolean =>
    isHoliday(member, day) &&
    own(member).some(
      (leave) =>
        leave.type !== 'bank_holiday' &&
        (kind === null || state === 'in' || leave.type === kind) &&
        takes(leave, day),
    )
  const isSoOn = (member: Member, day: Day): boolean => {
    if (state === 'in') return !isHoliday(member, day) && !onLeave(member, day, false)
    return kind === 'bank_holiday' ? isHoliday(member, day) : onLeave(member, day, true)
  }
  const others = notDays.flatMap(daysOf).filter((day) => !isWeekend(day))
  const isSoOnOthers = (member: Member): boolean =>
    others.length > 0 && others[state === 'in' ? 'every' : 'some']((day) => isSoOn(member, day))
  /** A bank holiday inside an absence is part of it. */
  const isAwayOn = (member: Member, day: Day): boolean =>
    isSoOn(member, day) || (state === 'out' && kind !== 'bank_holiday' && isInside(member, day))
  /** But it is no day of leave that somebody takes who was named. */
  const isCountedOn = isNamed ? isSoOn : isAwayOn
  const isOfOff = state === 'out' && kind === null && !isOfLeave
  /** Asked whether somebody is on leave on a bank holiday at a weekend: one that has all the days among its dates. */
  const isOnLeaveThen = (member: Member, asked: Quantity | 'number' | null): boolean => {
    if (asked === null || asked === 'number' || state !== 'out' || !isOfLeave) return false
    const all = days.ranges.flatMap(daysOf)
    const isOfAll = ({ type, start_date, end_date }: Leave): boolean =>
      type !== 'bank_holiday' &&
      (kind === null || type === kind) &&
      all.every((day) => start_date <= day && day <= end_date)
    return worked.length === 0 && all.every((day) => isHoliday(member, day)) && own(member).some(isOfAll)
  }
  /** Asked whether somebody is off, or how many are, a bank holiday is a day off, too; and a day without work is one of all. */
  const isOffOnHoliday = (member: Member, asked: Quantity | 'number' | null): boolean => {
    if (isOnLeaveThen(member, asked)) return true
    if (!isOfOff || asked === null) return false
    if (worked.length === 0 && days.ranges.flatMap(daysOf).every((day) => isHoliday(member, day))) return true
    if (worked.length === 0) return !isNamed && ['all', 'none'].includes(asked)
    return worked.every((day) => isHoliday(member, day))
  }
  /** "off at all in december": a bank holiday is enough. */
  const isAtSome = (asked: Quantity | 'number' | null): boolean =>
    isOfOff && meantDays === 'some' && ['any', 'all', 'none'].includes(asked ?? '')
  /** Who is not on leave on a bank holiday, unless it lies within their leave. */
  const isNotOnLeave = (member: Member, day: Day): boolean =>
    state === 'in' && isNotOut && isOfLeave && isHoliday(member, day) && !isInside(member, day)
  /** `all`: everybody who is asked about; `asked`: null for a list. */
  const isSo = (member: Member, all: readonly Member[], asked: Quantity | 'number' | null = null): boolean =>
    !isSoOnOthers(member) &&
    (isOffOnHoliday(member, asked) ||
      worked.some(
        (day) =>
          isAwayOn(member, day) || isNotOnLeave(member, day) || (isAtSome(asked) && isHoliday(member, day)),
      )) &&
    (isOffOnHoliday(member, asked) ||
      (state !== 'in' && !days.each) ||
      worked.every(
        (day) =>
          isSoOn(member, day) ||
          isNotOnLeave(member, day) ||
          (isHoliday(member, day) &&
            (state === 'in'
              ? isNotOut
                ? isOfStretch(day)
                : all.every((one) => isHoliday(one, day)) && (!isNamed || isOfStretch(day))
              : kind !== 'bank_holiday' &&
                (isOfStretch(day) || isInside(member, day) || (isOfOff && asked !== null)))),
      ))
  /** The days on which not all of them have a bank holiday. */
  const openFor = (people: readonly Member[]): readonly Day[] =>
    worked.filter((day) => kind === 'bank_holiday' || !people.every((one) => isHoliday(one, day)))
  /** Of days that are asked for, those on which each of all has leave or a bank holiday. */
  const isOffOn = (member: Member, day: Day): boolean => isSoOn(member, day) || isHoliday(member, day)
  /** The same, and the days on which one of them is away nevertheless. */
  const openOrAway = (people: readonly Member[], is = isAwayOn): readonly Day[] =>
    worked.filter((day) => openFor(people).includes(day) || people.some((one) => is(one, day)))
  /** Yes or no by whoever it is on each of the days, or on some; null: it is about the same people on all of them. */
  const byDays = (
    { people, byDay }: Pick<PeopleQuestion, 'people' | 'byDay'>,
    quantity: Quantity,
  ): boolean | null => {
    const open = openOrAway(people, isCountedOn)
    if (byDay === null || isAtSome(quantity) || notDays.length > 0 || open.length < 2) return null
    const many = (day: Day): number => people.filter((one) => isCountedOn(one, day)).length
    const each = byDay === 'each'
    switch (quantity) {
      case 'all':
        return people.every((one) => isSo(one, people, 'all') || worked.some((day) => isAwayOn(one, day)))
      case 'none':
        return open.every((day) => many(day) === 0)
      case 'any':
        return each ? open.every((day) => many(day) > 0) : open.some((day) => many(day) > 0)
      default: {
        const number = Number(quantity.slice(-1))
        const isEnough = (day: Day): boolean =>
          quantity.startsWith('at least') ? many(day) >= number : many(day) <= number
        return each ? open.every(isEnough) : open.some(isEnough)
      }
    }
  }
  /** Whether somebody has leave on a working day, a bank holiday or not. */
  const isBooked = (member: Member, day: Day): boolean =>
    onLeave(member, day, false) ||
    (!isWeekend(day) && own(member).some((leave) => leave.type !== 'bank_holiday' && takes(leave, day)))
  /** The last day until one on which somebody would work, or has leave. */
  const lastOwn = (member: Member, last: Day): Day => {
    let day = last
    while (day > '2020' && (isWeekend(day) || (isHoliday(member, day) && !isBooked(member, day))))
      day = addDays(day, -1)!
    return day
  }
  /** Whether this is the first day at work after leave, weekends and bank holidays apart. */
  const isReturn = (member: Member, day: Day): boolean =>
    !isWeekend(day) &&
    !isHoliday(member, day) &&
    !onLeave(member, day, false) &&
    isBooked(member, lastOwn(member, addDays(day, -1)!))
  /** Whether somebody has not come back from a leave by a day. */
  const isStillAway = (member: Member, last: Day): boolean => isBooked(member, lastOwn(member, last))
  return {
    worked,
    isOffOn,
    isOfOff,
    openOrAway,
    byDays,
    isSoOn,
    isAwayOn,
    isCountedOn,
    isInside,
    isSo,
    isReturn,
    onLeave,
    isStillAway,
  }
}
