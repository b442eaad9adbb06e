import type { AskPerson, AskTeam } from '../../language/context.js'
import { prepareNameBook } from '../../language/who/book.js'
import { foldEmail } from '../../domain/organization/email.js'
import type { Member } from '../../domain/organization/organization.js'
import { addByEmail, matchedMembers, type MembersInSlack } from '../../domain/people/match.js'
import type { Roll } from '../../domain/presence/roll.js'
import type { Sliced } from '../../calendar/slices.js'

/** The people and teams that can be asked about, indexed once for a roll. */
export interface Names extends MembersInSlack {
  readonly teams: readonly AskTeam[]
  /** The active members as phrases name them; a name book is kept for this array together with `teams`. */
  readonly people: readonly AskPerson[]
}

/** A member in the form that phrases are matched against. */
export const askPersonOf = ({ id, name, email, team_id }: Member, teams: Roll['teamsById']): AskPerson => {
  const team = team_id === null ? undefined : teams.get(team_id)
  return { id, name, email: foldEmail(email), ...(team && { team: team.name }) }
}

/** Members indexed between two turns of the event loop. */
const sliceLength = 1_000

export function* indexNames({ teams, teamsById, members, matches }: Roll): Sliced<Names> {
  const people: AskPerson[] = []
  const byEmail = new Map<string, Member>()
  for (const [index, member] of members.entries()) {
    if (index % sliceLength === 0) yield
    addByEmail(byEmail, member)
    if (member.active) people.push(askPersonOf(member, teamsById))
  }
  const asked = teams.map(({ id, name }) => ({ id, name }))
  yield* prepareNameBook(asked, people)
  return { teams: asked, people, byEmail, ...matchedMembers(members, matches) }
}
