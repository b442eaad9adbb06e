import type { Command } from 'commander'
import { showPlainly } from '../../domain/organization/name.js'
import { createTeams, type ListedTeam } from '../../services/records/teams.js'
import { printJson, type Io } from '../io.js'
import { actorOf, withOrganization } from '../open.js'
import { printRows, type ListOptions } from './print.js'

const fields = ['id', 'name', 'members', 'source'] as const
const shape = '{"id", "name", "members", "source"}'

const addList = (teams: Command, io: Io): void => {
  teams
    .command('list')
    .description('List the teams by name, with their number of active members')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', `[${shape}]`)
    .option('--csv', 'as CSV')
    .action(async ({ org, ...how }: ListOptions) => {
      const rows = await withOrganization(io, org, ({ _id }, dependencies) =>
        createTeams(dependencies).list(_id),
      )
      const cells = ({ id, name, members, source }: ListedTeam) => [name, String(members), source, id]
      const headings = ['NAME', 'MEMBERS', 'SOURCE', 'ID']
      printRows(io, rows, how, { fields, headings, cells, none: 'No teams.' })
    })
}

const addRename = (teams: Command, io: Io): void => {
  teams
    .command('rename <team> <name>')
    .description('Rename a team; it keeps its id, and an import does not undo the new name')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', shape)
    .action(async (team: string, name: string, { org, json }: ListOptions) => {
      const row = await withOrganization(io, org, ({ _id }, dependencies) =>
        createTeams(dependencies).rename(_id, team, name, actorOf(io)),
      )
      if (json) printJson(io, row)
      else io.out(showPlainly(`The name of the team is ${row.name} (${row.id}).`))
    })
}

const addRemove = (teams: Command, io: Io): void => {
  teams
    .command('remove <team>')
    .description('Remove a team; its members stay, without a team')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', shape)
    .action(async (team: string, { org, json }: ListOptions) => {
      const row = await withOrganization(io, org, ({ _id }, dependencies) =>
        createTeams(dependencies).remove(_id, team, actorOf(io)),
      )
      if (json) return printJson(io, row)
      const { name, members } = row
      io.out(
        showPlainly(
          `Removed the team ${name}. ${members} ${members === 1 ? 'member has' : 'members have'} no team now. ` +
            'Keys limited to it show nobody, and its digests pause.',
        ),
      )
    })
}

/** `teams list|rename|remove`. */
export const addTeamCommands = (program: Command, io: Io): void => {
  const teams = program.command('teams').description('Teams: list, rename and remove; by name or id')
  addList(teams, io)
  addRename(teams, io)
  addRemove(teams, io)
}
