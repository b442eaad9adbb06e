import type { AskQuery } from '../../language/query.js'
import { membersAsked } from '../../domain/ask/question.js'
import { holidaysReply } from '../../domain/reply/holidays.js'
import type { Reply } from '../../domain/reply/reply.js'
import type { AnswerContext } from './context.js'
import { askedOf } from './asked.js'

export const answerHolidays = (query: AskQuery, context: AnswerContext): Reply => {
  const { organization, roll, me } = context
  const members = membersAsked(query, roll, me)
  if (!members) return { kind: 'unmatched', organization: organization.name }
  const person = query.who.length === 1 && query.who[0]!.person ? (members[0] ?? null) : null
  return holidaysReply(
    askedOf(query, context),
    { members, person, asker: me, ranges: query.ranges, isPast: query.isPast },
    roll,
  )
}
