import { addDays, onlyDay, type Day, type DayRange } from '../../calendar/day.js'
import { type AskQuery, type Who, isOfPeople } from '../../language/query.js'
import type { Member } from '../organization/organization.js'
import { isBankHoliday, personalTypes } from '../presence/leave-types.js'
import { isTouching } from '../presence/touching.js'
import { maxRangeDays, shownPart } from '../../calendar/period.js'
import type { Roll } from '../presence/roll.js'
import type { Viewer } from '../reply/absences.js'
import { hasWorkingDay } from '../reply/days.js'
import type { Week } from '../presence/away.js'
import type { AskedDays } from './day-states.js'
import type { PeopleQuestion } from './people-question.js'

/** One part of an answer: a subject and its days. */
export interface AskSection extends Who {
  readonly range: DayRange
}

/** More parts than that are one list. */
const maxSections = 5

/** The parts of a question, in the order in which they were named. */
export const sectionsOf = (query: Pick<AskQuery, 'who' | 'range' | 'ranges'>): readonly AskSection[] => {
  const ranges = query.ranges.length > 0 ? query.ranges : [query.range]
  return ranges.flatMap((range) => query.who.map((one) => ({ ...one, range })))
}

/** Null: somebody who is no member. */
const membersOf = (
  { team, person }: Who,
  { active }: Pick<Roll, 'active'>,
  me: Member | undefined,
): readonly Member[] | null => {
  const id = person === 'me' ? me?.id : person?.id
  if (person) return active.some((one) => one.id === id) ? active.filter((one) => one.id === id) : null
  return team ? active.filter(({ team_id }) => team_id === team.id) : active
}

/** Everybody who is asked about: people as they were named, others by name. Null: one of them is no member. */
export const membersAsked = (
  { who, except }: Pick<AskQuery, 'who' | 'except'>,
  roll: Pick<Roll, 'active'>,
  me: Member | undefined,
): readonly Member[] | null => {
  const found = who.map((one) => membersOf(one, roll, me))
  if (found.includes(null)) return null
  const union = new Set(found.flatMap((some) => some ?? []))
  for (const one of except) for (const member of membersOf(one, roll, me) ?? []) union.delete(member)
  return isOfPeople({ who }) ? [...union] : roll.active.filter((member) => union.has(member))
}

/** The days of a list, and of what is asked about a group; those of people are looked at whole. */
export const rangeAsked = (query: AskQuery, today: Day): DayRange => {
  const isWhen = query.asked_for === 'when' && !query.isDated
  if (isWhen && !query.isPast) return { from: today, to: addDays(today, maxRangeDays) ?? today }
  const isWhole = isWhen || isOfPeople(query) || query.asked_for === 'how_long' || query.clipped === null
  return (isWhole ? null : shownPart(query.range, today)) ?? query.range
}

/** Yes or no without a day is about today. */
const isAboutToday = ({ asked_for, isDated, isPast }: AskQuery): boolean =>
  !isDated && !isPast && asked_for === 'whether'

const daysAsked = (query: AskQuery, today: Day): AskedDays => {
  const { ranges, each, half } = query
  const range = isAboutToday(query) ? onlyDay(today) : rangeAsked(query, today)
  return { ranges: ranges.length > 0 ? ranges : [range], each, half }
}

/** Whether a list is about all of its people and days together: one list, although several were named. */
export const isOneSet = (query: AskQuery): boolean =>
  query.except.length > 0 ||
  query.each ||
  query.notDays.length > 0 ||
  query.isNotOut ||
  query.half !== null ||
  query.kind !== null ||
  query.state === 'leaving' ||
  query.state === 'starting' ||
  sectionsOf(query).length > maxSections

/** Lists of people never say when somebody's leave starts. */
const peopleOnly: readonly AskQuery['asked_for'][] = ['starts', 'ends']

/** When a team is on holiday is answered by a list of who is. */
const isListed = (query: AskQuery): boolean =>
  ['holidays', 'workday'].includes(query.asked_for) ||
  (peopleOnly.includes(query.asked_for) && !isOfPeople(query))

/** Whether it needs more than a list of who is out, in or back. */
export const isEvaluated = (query: AskQuery): boolean =>
  isOneSet(query) ||
  (peopleOnly.includes(query.asked_for)
    ? query.who.length === 1 && isOfPeople(query)
    : query.asked_for !== 'people')

const isSummed = (query: AskQuery): boolean =>
  query.asked_for === 'how_long' && query.quantity === null && query.state === 'out' && !isOfPeople(query)

export const questionOf = (query: AskQuery, people: readonly Member[], today: Day): PeopleQuestion => ({
  ask: isListed(query) ? 'people' : query.asked_for,
  // "how many days off has design had" adds up the days of each.
  quantity: isSummed(query) || query.asked_for !== 'how_long' ? query.quantity : (query.quantity ?? 'all'),
  state: query.state,
  kind: query.kind,
  isOfLeave: query.isOfLeave,
  people,
  isWhether: query.form === 'whether' || query.form === 'everyone',
  days: daysAsked(query, today),
  byDay: query.byDay,
  notDays: query.notDays,
  isNotOut: query.isNotOut,
  today,
  isPast: query.isPast,
  isDated: query.isDated,
  isNext: query.form === 'next',
  isNamed: isOfPeople(query),
})

/** What would tell a reason without a word of it. */
const telling: readonly AskQuery['asked_for'][] = ['whether', 'when', 'days', 'how_long']

/**
 * A kind of leave that the reader may not read is not told by a yes, a no or a number of days either. That nobody works
 * on a day tells no reason.
 */
export const answerable = (
  query: AskQuery,
  members: readonly Member[],
  { member, reasons }: Viewer,
  { working_days }: Week,
): AskQuery => {
  const { kind, asked_for } = query
  const isOwn = members.every(({ id }) => id === member)
  if (kind === null || !personalTypes.includes(kind) || reasons === 'shown' || isOwn) return query
  // The days of several people are added up, whatever they were for.
  const isTelling =
    telling.includes(asked_for) && !isSummed(query) && hasWorkingDay(query.range, working_days)
  return {
    ...query,
    kind: null,
    ...(isTelling && { asked_for: 'people', form: 'list', quantity: null }),
    remarks: [...query.remarks, `Reasons are private here. ${includedWords(query)}, for whatever reason.`],
  }
}

/** Who has no leave at all on the days has none of a kind, which tells no reason. */
export const withoutLeave = (
  typed: AskQuery,
  query: AskQuery,
  members: readonly Member[],
  { leavesOf }: Pick<Roll, 'leavesOf'>,
  today: Day,
): AskQuery => {
  const { ranges } = daysAsked(typed, today)
  const isOnLeave = (member: Member): boolean =>
    leavesOf(member).some(
      (leave) => !isBankHoliday(leave) && ranges.some((range) => isTouching(leave, range)),
    )
  const isNone = isOfPeople(typed) && typed.asked_for === 'whether' && !members.some(isOnLeave)
  return query !== typed && isNone ? { ...typed, kind: null } : query
}

const includedWords = (query: AskQuery): string =>
  isOfPeople(query) ? 'This includes all leave' : 'This is everyone who is out'
