import { daysBetween, type Day } from '../../calendar/day.js'
import { holidayYes, nearestHoliday } from './holidays.js'
import { backAhead, isOfNumbers, type Found, type Listed } from './asked.js'
import type { HolidaysReply, PersonReply, PresenceReply, Reply, ReturnsReply } from './reply.js'

/** What an answer says, for programs. */
export interface AnswerOutcome {
  /** Null: the question was not one for yes or no, or has no such answer. */
  readonly yes: boolean | null
  /** People; where days are asked for, days. Null where nothing was answered. */
  readonly count: number | null
  /** The names of those who are what was asked, in the order in which they are listed. */
  readonly people: readonly string[]
  /** Empty unless days are asked for. */
  readonly days: readonly Day[]
}

/** What was found, with the people themselves. */
interface NamedOutcome extends Omit<AnswerOutcome, 'people'> {
  readonly people: readonly Listed[]
}

const nothing: NamedOutcome = { yes: null, count: null, people: [], days: [] }

const ofPeople = (people: readonly Listed[], days: readonly Day[] = []): NamedOutcome => ({
  yes: null,
  count: people.length,
  people,
  days,
})

const once = (people: readonly Listed[]): readonly Listed[] => [
  ...new Map(people.map((one) => [one.id, one])).values(),
]

/** The people of a list who are on leave. */
const outOf = ({ groups }: PresenceReply): readonly Listed[] => once(groups.flatMap(({ people }) => people))

const presenceOutcome = (reply: PresenceReply): NamedOutcome => {
  // Whose leave is still to come is listed as well where no day was named.
  if (reply.asked.asks !== 'in') return ofPeople(outOf(reply.first?.today ?? reply))
  // Nobody works on days on which nobody works.
  if (!reply.has_working_day) return ofPeople([])
  return ofPeople(
    reply.present.flatMap(({ people, ids }) => ids.map((id, at) => ({ id, name: people[at]! }))),
  )
}

/** Of a person who is away now, `back` asks for the day of the return. */
const personOutcome = (reply: PersonReply): NamedOutcome => {
  const { asked, absences, away, today, is_in } = reply
  if (asked.asks === 'back') {
    const now = today === 'out' ? absences.findLast(({ from }) => from <= asked.today) : absences[0]
    const day = today === 'back' ? asked.today : now?.back?.day
    const isLater = day !== undefined && asked.is_dated && day > asked.range.to
    return day === undefined || isLater ? ofPeople([]) : ofPeople([reply], [day])
  }
  // "when is ana in today"
  const ahead =
    asked.form === 'days' ? absences.find(({ back }) => back && back.day <= asked.range.to) : undefined
  if (asked.asks === 'in' && ahead?.back && !is_in) return ofPeople([reply], [ahead.back.day])
  const isOut = away === 'leave'
  return ofPeople((asked.asks === 'in' ? is_in : isOut) ? [reply] : [])
}

/** "how many days until ana is back": of the day of her return, not of the last one away. */
const untilBack = ({ asked }: PersonReply): Partial<NamedOutcome> => {
  const back = backAhead(asked)
  return back === null ? {} : { count: daysBetween(asked.today, back), days: [back] }
}

const listedIn = (reply: PresenceReply | PersonReply | ReturnsReply): readonly Listed[] =>
  reply.kind === 'presence' ? outOf(reply) : reply.kind === 'returns' ? reply.returns : []

const foundOutcome = (found: Found, listed: readonly Listed[]): NamedOutcome => {
  const { ask, yes, people, days, each_days } = found
  // A number for each day is no number of people.
  if (isOfNumbers(found)) return nothing
  const are = new Set(people.map(({ id }) => id))
  const isOfDays = ask === 'days' || ask === 'how_long'
  return {
    yes: ask === 'when' ? null : yes,
    count: each_days ? each_days.reduce((sum, one) => sum + one, 0) : isOfDays ? days.length : people.length,
    people: once([...listed, ...people]).filter(({ id }) => are.has(id)),
    // The closest day is not one that was asked for.
    days: ask === 'when' && !yes ? [] : days,
  }
}

const holidaysOutcome = (reply: HolidaysReply): NamedOutcome => {
  const near = nearestHoliday(reply)
  const shown = reply.asked.form === 'next' ? (near ? [near] : []) : reply.days
  const dates = shown.map(({ date }) => date)
  return { yes: holidayYes(reply), count: dates.length, people: [], days: dates }
}

const outcome = (reply: Reply): NamedOutcome => {
  if (reply.kind === 'holidays') return holidaysOutcome(reply)
  const { found } = 'asked' in reply ? reply.asked : {}
  switch (reply.kind) {
    case 'sections': {
      if (found) return foundOutcome(found, reply.sections.flatMap(listedIn))
      const parts = reply.sections.map(outcome)
      return ofPeople(
        once(parts.flatMap(({ people }) => people)),
        parts.flatMap(({ days }) => days),
      )
    }
    case 'presence':
      return found ? foundOutcome(found, outOf(reply)) : presenceOutcome(reply)
    case 'person':
      return found ? { ...foundOutcome(found, []), ...untilBack(reply) } : personOutcome(reply)
    case 'returns':
      return found ? foundOutcome(found, reply.returns) : ofPeople(reply.returns)
    case 'found':
      return foundOutcome(reply.asked.found, [])
    default:
      return nothing
  }
}

/** What follows from an answer without its words. */
export const outcomeOf = (reply: Reply): AnswerOutcome => {
  const { yes, count, people, days } = outcome(reply)
  return { yes, count, people: people.map(({ name }) => name), days }
}
