import type { AskQuery } from '../../domain/ask/query.js'
import type { Member } from '../../domain/organization/organization.js'
import { holidaysReply } from '../../domain/reply/holidays.js'
import type { Reply } from '../../domain/reply/reply.js'
import { holidayFacts } from '../presence/facts.js'
import type { AnswerContext } from './context.js'
import { askedOf } from './asked.js'

/** Whose bank holidays are asked for; null when one of them is unknown, such as an asker who is not a member. */
const holidayMembers = (
  { who }: AskQuery,
  { names, me }: AnswerContext,
): { readonly members: readonly Member[]; readonly person: Member | null } | null => {
  const found = who.map(({ team, person }) => {
    if (person === 'me') return me ? [me] : []
    if (person) return names.active.filter(({ id }) => id === person.id)
    return team ? names.active.filter(({ team_id }) => team_id === team.id) : names.active
  })
  const isLost = who.some(({ person }, place) => person !== null && found[place]!.length === 0)
  const members = [...new Set(found.flat())]
  return isLost ? null : { members, person: who.length === 1 && who[0]!.person ? (members[0] ?? null) : null }
}

export const answerHolidays = (query: AskQuery, scene: AnswerContext): Reply => {
  const { organization, teams, calendars, me } = scene
  const scope = holidayMembers(query, scene)
  if (!scope) return { kind: 'unmatched', organization: organization.name }
  return holidaysReply(
    askedOf(query, scene, null),
    { ...scope, asker: me, ranges: query.ranges, isPast: query.isPast },
    { teams, holidays: holidayFacts(organization, calendars) },
  )
}
