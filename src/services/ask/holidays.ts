import type { AskQuery } from '../../domain/ask/query.js'
import type { Member } from '../../domain/organization/organization.js'
import { holidaysReply } from '../../domain/reply/holidays.js'
import type { Reply } from '../../domain/reply/reply.js'
import type { AnswerContext } from './context.js'
import { askedOf } from './asked.js'

/** Whose bank holidays are asked for; null when one of them is unknown, such as an asker who is not a member. */
const holidayMembers = (
  { who }: AskQuery,
  { roll, me }: AnswerContext,
): { readonly members: readonly Member[]; readonly person: Member | null } | null => {
  const found = who.map(({ team, person }) => {
    if (person === 'me') return me ? [me] : []
    if (person) return roll.active.filter(({ id }) => id === person.id)
    return team ? roll.active.filter(({ team_id }) => team_id === team.id) : roll.active
  })
  const isLost = who.some(({ person }, place) => person !== null && found[place]!.length === 0)
  const members = [...new Set(found.flat())]
  return isLost ? null : { members, person: who.length === 1 && who[0]!.person ? (members[0] ?? null) : null }
}

export const answerHolidays = (query: AskQuery, context: AnswerContext): Reply => {
  const { organization, roll, me } = context
  const scope = holidayMembers(query, context)
  if (!scope) return { kind: 'unmatched', organization: organization.name }
  return holidaysReply(
    askedOf(query, context, null),
    { ...scope, asker: me, ranges: query.ranges, isPast: query.isPast },
    roll,
  )
}
