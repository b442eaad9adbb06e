import { showPlainly } from '../../domain/organization/name.js'
import { declareGroup, declareOrganizationCommand } from '../command.js'
import { listed, shapeOf } from '../output.js'

const fields = ['id', 'name', 'members', 'source'] as const
const shape = shapeOf(fields)

const list = declareOrganizationCommand({
  usage: 'list',
  description: 'List the teams by name, with their number of active members',
  json: `[${shape}]`,
  csv: { description: 'as CSV', fields },
  table: true,
  run: async ({ org, services }) =>
    listed(
      await services.teams.list(org),
      { NAME: 'name', MEMBERS: 'members', SOURCE: 'source', ID: { value: 'id', drop: 'always' } },
      'No teams.',
    ),
})

const rename = declareOrganizationCommand({
  usage: 'rename <team> <name>',
  description: 'Rename a team; it keeps its id, and an import does not undo the new name',
  json: shape,
  run: async ({ org, services, actor, args: [team, name] }) => {
    const row = await services.teams.rename(org, team, name, actor)
    return { json: row, text: showPlainly(`The name of the team is ${row.name} (${row.id}).`) }
  },
})

const remove = declareOrganizationCommand({
  usage: 'remove <team>',
  description: 'Remove a team; its members stay, without a team',
  json: shape,
  run: async ({ org, services, actor, args: [team] }) => {
    const row = await services.teams.remove(org, team, actor)
    const { name, members } = row
    const text =
      `Removed the team ${name}. ${members} ${members === 1 ? 'member has' : 'members have'} no team now. ` +
      'Keys limited to it show nobody, and its digests pause.'
    return { json: row, text: showPlainly(text) }
  },
})

export const teamCommands = declareGroup('teams', 'Teams: list, rename and remove; by name or id', [
  list,
  rename,
  remove,
])
