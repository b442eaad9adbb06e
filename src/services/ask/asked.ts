import { clippedRange } from '../../domain/ask/create-query.js'
import type { AskQuery, AskSection } from '../../domain/ask/query.js'
import { textForm, whoWords, withAsks } from '../../domain/ask/text-form.js'
import type { Day } from '../../calendar/day.js'
import { stepFrom } from '../../domain/reply/days.js'
import type { Asked } from '../../domain/reply/reply.js'
import type { AnswerContext } from './context.js'

/** The words that ask the same again; for a question about a person without days, without days. */
const questionOf = (query: AskQuery): string =>
  query.isDated || !query.who.every(({ person }) => person)
    ? textForm(query)
    : withAsks(query.asks, query.who.map(whoWords).join(' and '))

export const askedOf = (
  query: AskQuery,
  { organization, today, zone }: AnswerContext,
  page: number | null,
): Asked => {
  const { team, person, range, clipped, corrections, alternative, asks } = query
  const neighbour = (direction: -1 | 1): string | null => {
    const period = stepFrom(clipped ?? range, direction, organization.working_days)
    return period && textForm({ ...query, range: period, ranges: [] })
  }
  return {
    organization: organization.name,
    today,
    zone,
    range: clipped ?? range,
    clipped_from: clipped ? range : null,
    team: team?.id === undefined ? null : { id: team.id, name: team.name },
    week: { start: organization.week_start, working_days: organization.working_days },
    page,
    asks: asks === 'holidays' ? 'out' : asks,
    form: query.form,
    is_dated: query.isDated,
    remarks: query.remarks,
    corrections,
    alternative,
    question: questionOf(query),
    opposite: person ? null : textForm({ ...query, asks: asks === 'in' ? 'out' : 'in' }),
    previous: neighbour(-1),
    next: neighbour(1),
  }
}

/** A part as a question of its own, without the notes that are shown once for all parts. */
export const queryOfPart = (query: AskQuery, { team, person, range }: AskSection, today: Day): AskQuery => ({
  ...query,
  team,
  person,
  who: [{ team, person }],
  range,
  ranges: [],
  clipped: query.ranges.length > 0 ? clippedRange(range, today) : query.clipped,
  corrections: [],
  remarks: [],
  alternative: null,
})
