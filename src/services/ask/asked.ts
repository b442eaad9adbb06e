import { type AskQuery, type Who, isOfPeople } from '../../language/query.js'
import { textForm } from '../../language/text-form.js'
import { isEvaluated, rangeAsked } from '../../domain/ask/question.js'
import { stepFrom } from '../../domain/reply/days.js'
import { weekOf, type Asked, type NamedSet } from '../../domain/reply/asked.js'
import type { AnswerContext } from './context.js'

/** Who else is in, or out: a list of the same people on the same days. */
const oppositeOf = (query: AskQuery): string => {
  const asks = query.asks === 'in' ? 'out' : 'in'
  return textForm({ ...query, asks, state: asks, asked_for: 'people', kind: null, isDated: true })
}

/** What the question is shown with. */
type AskedContext = Pick<AnswerContext, 'organization' | 'today' | 'zone' | 'me'>

const nameOf = ({ team, person }: Who, { me }: AskedContext): string =>
  (person === 'me' ? me?.name : person?.name) ?? team?.name ?? 'everyone'

/** Absent: one team or person, or everybody; or several that are answered one by one. */
const setOf = (query: AskQuery, context: AskedContext): NamedSet | undefined => {
  const { who, except } = query
  if (except.length === 0 && (who.length === 1 || isOfPeople(query) || !isEvaluated(query))) return undefined
  const isAnyone = who.some(({ team, person }) => team === null && person === null)
  return {
    of: isAnyone ? [] : who.map((one) => nameOf(one, context)),
    except: except.map((one) => nameOf(one, context)),
  }
}

export const askedOf = (query: AskQuery, context: AskedContext): Asked => {
  const { organization, today, zone } = context
  const { team, person, ranges, corrections, alternative, asks } = query
  const range = rangeAsked(query, today)
  const isClipped = query.isDated && (range.from !== query.range.from || range.to !== query.range.to)
  const set = setOf(query, context)
  const neighbour = (direction: -1 | 1): string | null => {
    const period = stepFrom(range, direction, organization.working_days)
    return period && textForm({ ...query, range: period, ranges: [], isDated: true })
  }
  return {
    organization: organization.name,
    today,
    zone,
    range,
    clipped_from: isClipped ? query.range : null,
    team: team?.id === undefined ? null : { id: team.id, name: team.name },
    week: weekOf(organization),
    page: null,
    asks: asks === 'holidays' ? 'out' : asks,
    form: query.form,
    is_dated: query.isDated,
    remarks: query.remarks,
    corrections,
    alternative,
    question: textForm(query),
    opposite: person ? null : oppositeOf(query),
    previous: neighbour(-1),
    next: neighbour(1),
    ...(set && { set }),
    ...(ranges.length > 0 && { ranges }),
    ...(query.notDays.length > 0 && { not_on: query.notDays }),
  }
}
