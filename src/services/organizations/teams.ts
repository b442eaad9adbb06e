import { foldName } from '../../domain/organization/name.js'
import type { Team } from '../../domain/organization/organization.js'
import { inReplyOrder } from '../../domain/presence/roll.js'
import { Problem } from '../../domain/problem.js'
import { closest } from '../../language/edit-distance.js'
import { collect } from '../../store/port.js'
import type { Reader } from '../../store/port.js'

/** An organization's teams, by name. */
export const listTeams = async (reader: Reader, org: string): Promise<readonly Team[]> => {
  const teams = await collect(reader.find('teams', { index: 'by_org', equal: { org } }))
  return teams.sort(inReplyOrder)
}

/** Of so many letters one may differ. */
const mostDifferent = 3

/** By id, or by name as an import compares it. Throws `not_found`, and `conflict` when two have the name. */
export const findTeam = async (reader: Reader, org: string, idOrName: string): Promise<Team> => {
  const teams = await collect(reader.find('teams', { index: 'by_org', equal: { org } }))
  const wanted = foldName(idOrName.trim())
  const byId = teams.find((team) => team.id === wanted)
  if (byId) return byId
  const named = teams.filter((team) => foldName(team.name) === wanted)
  if (named.length > 1)
    throw new Problem('conflict', `Several teams are called "${idOrName}". Use the id of the one you mean.`)
  if (!named[0]) {
    const names = teams.map(({ name }) => name)
    const [near] = closest(idOrName.trim(), names, Math.max(1, Math.floor(wanted.length / mostDifferent)))
    const way = near === undefined ? 'Check the name or id.' : `Did you mean "${near}"?`
    throw new Problem('not_found', `There is no team "${idOrName}" in this organization. ${way}`)
  }
  return named[0]
}
