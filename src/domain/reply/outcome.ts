import type { Day } from '../../calendar/day.js'
import { holidayYes } from './holidays.js'
import type { Found, HolidaysReply, PersonReply, PresenceReply, Reply, ReturnsReply } from './reply.js'

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

interface Listed {
  readonly id: string
  readonly name: string
}

const nothing: AnswerOutcome = { yes: null, count: null, people: [], days: [] }

const ofPeople = (people: readonly string[], days: readonly Day[] = []): AnswerOutcome => ({
  yes: null,
  count: people.length,
  people,
  days,
})

/** The people of a list who are on leave, once each. */
const outOf = ({ groups }: PresenceReply): readonly Listed[] => [
  ...new Map(groups.flatMap(({ people }) => people.map((one) => [one.id, one]))).values(),
]

const presenceOutcome = (reply: PresenceReply): AnswerOutcome => {
  if (reply.asked.asks !== 'in') return ofPeople(outOf(reply).map(({ name }) => name))
  // Nobody works on days on which nobody works.
  return ofPeople(reply.has_working_day ? reply.present.flatMap(({ people }) => people) : [])
}

/** Of a person who is away now, `back` asks for the day of the return. */
const personOutcome = ({
  asked,
  name,
  absences,
  away,
  today,
  has_working_day,
}: PersonReply): AnswerOutcome => {
  if (asked.asks === 'back') {
    const now = today === 'out' ? absences.findLast(({ from }) => from <= asked.today) : absences[0]
    const day = today === 'back' ? asked.today : now?.back?.day
    return day === undefined ? ofPeople([]) : ofPeople([name], [day])
  }
  const isOut = away === 'leave'
  const isIn = away !== 'leave' && away !== 'bank_holiday' && has_working_day
  return ofPeople((asked.asks === 'in' ? isIn : isOut) ? [name] : [])
}

const listedIn = (reply: PresenceReply | PersonReply | ReturnsReply): readonly Listed[] =>
  reply.kind === 'presence' ? outOf(reply) : reply.kind === 'returns' ? reply.returns : []

const foundOutcome = ({ ask, yes, people, days }: Found, listed: readonly Listed[]): AnswerOutcome => {
  const are = new Map(people.map(({ id, name }) => [id, name]))
  const order = new Set([...listed.map(({ id }) => id), ...are.keys()])
  const isOfDays = ask === 'days' || ask === 'how_long'
  return {
    yes: ask === 'whether' ? yes : null,
    count: isOfDays ? days.length : people.length,
    people: [...order].flatMap((id) => are.get(id) ?? []),
    days,
  }
}

const holidaysOutcome = (reply: HolidaysReply): AnswerOutcome => {
  const { asked, is_past, days } = reply
  const shown = asked.form === 'next' ? days.slice(is_past ? -1 : 0).slice(0, 1) : days
  const dates = shown.map(({ date }) => date)
  return { yes: holidayYes(reply), count: dates.length, people: [], days: dates }
}

/** What follows from an answer without its words. */
export const outcomeOf = (reply: Reply): AnswerOutcome => {
  if (reply.kind === 'holidays') return holidaysOutcome(reply)
  const { found } = 'asked' in reply ? reply.asked : {}
  switch (reply.kind) {
    case 'sections': {
      if (found) return foundOutcome(found, reply.sections.flatMap(listedIn))
      const parts = reply.sections.map(outcomeOf)
      return ofPeople(
        [...new Set(parts.flatMap(({ people }) => people))],
        parts.flatMap(({ days }) => days),
      )
    }
    case 'presence':
      return found ? foundOutcome(found, outOf(reply)) : presenceOutcome(reply)
    case 'person':
      return found ? foundOutcome(found, []) : personOutcome(reply)
    case 'returns':
      return found ? foundOutcome(found, reply.returns) : ofPeople(reply.returns.map(({ name }) => name))
    case 'found':
      return foundOutcome(reply.asked.found, [])
    default:
      return nothing
  }
}
