import type { Member } from '../organization/organization.js'
import type { Roll } from '../presence/roll.js'

type NamedMember = Pick<Member, 'name' | 'team_id'>

/** What a member is called in one text. */
export type NameOf = (member: NamedMember) => string

export const plainName: NameOf = ({ name }) => name

/** In a text about these members, those who share a name with somebody of another team are told apart by their teams. */
export const namesApart = (
  members: readonly NamedMember[],
  { teamsById }: Pick<Roll, 'teamsById'>,
): NameOf => {
  const firstTeam = new Map<string, string | null>()
  const shared = new Set<string>()
  for (const { name, team_id } of members) {
    if (!firstTeam.has(name)) firstTeam.set(name, team_id)
    else if (firstTeam.get(name) !== team_id) shared.add(name)
  }
  return ({ name, team_id }) => {
    const team = shared.has(name) && team_id !== null ? teamsById.get(team_id) : undefined
    return team ? `${name} of ${team.name}` : name
  }
}
