import { addTo } from '../../calendar/grouped.js'
import type { Member } from '../organization/organization.js'
import type { Roll } from '../presence/roll.js'

type NamedMember = Pick<Member, 'id' | 'name' | 'team_id'>

/** What a member is called in one text. */
export type NameOf = (member: NamedMember) => string

export const plainName: NameOf = ({ name }) => name

/** Enough of an id to find it in a list of members; an e-mail address is not for everybody to read. */
const idLetters = 4

/**
 * In a text about these members, those who share a name are told apart by their teams: "Tom Baker of Design"; within a
 * team by the beginning of their ids: "Tom Baker (0d9c)".
 */
export const namesApart = (
  members: readonly NamedMember[],
  { teamsById }: Pick<Roll, 'teamsById'>,
): NameOf => {
  const teamsOf = new Map<string, (string | null)[]>()
  for (const { name, team_id } of members) addTo(teamsOf, name, team_id)
  return ({ id, name, team_id }) => {
    const teams = teamsOf.get(name) ?? []
    const isSplit = teams.some((one) => one !== team_id)
    const team = isSplit && team_id !== null ? teamsById.get(team_id) : undefined
    const isShared = teams.filter((one) => one === team_id).length > 1
    return `${name}${team ? ` of ${team.name}` : ''}${isShared ? ` (${id.slice(0, idLetters)})` : ''}`
  }
}
