import type { Command } from 'commander'
import type { Environment } from '../../config/config.js'
import type { Organization } from '../../domain/organization/organization.js'
import { showPlainly } from '../../domain/organization/name.js'
import { Problem } from '../../domain/problem.js'
import type { Dependencies } from '../../services/dependencies.js'
import { createPeople } from '../../services/people/people.js'
import { slackChecks } from '../../open.js'
import { printJson, type Io } from '../io.js'
import { actorOf, withOrganization, type OrgOptions } from '../open.js'
import { inColumns } from '../output.js'
import { chooseWorkspace, slackIsMissing, slackOf, workspacesOf } from './workspaces.js'

interface MatchOptions extends OrgOptions {
  readonly workspace?: string
}

const workspaceId = async (
  env: Environment,
  dependencies: Dependencies,
  { _id }: Organization,
  { workspace }: MatchOptions,
): Promise<string> =>
  workspace ?? chooseWorkspace(env, await workspacesOf(env, dependencies, _id), undefined).id

const workspaceOption = [
  '--workspace <id>',
  'the workspace (T…), where the organization has several',
] as const

const addMatch = (slack: Command, io: Io, env: Environment): void => {
  slack
    .command('match <user>')
    .description('Say by hand who somebody in Slack (U…) is; it wins over the e-mail address')
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--member <member>', 'an e-mail address, a name or an id')
    .option(...workspaceOption)
    .option('--json', '{"workspace","user","member","name"}')
    .action(async (user: string, options: MatchOptions & { readonly member: string }) => {
      const { match, member } = await withOrganization(
        io,
        options.org,
        async (organization, dependencies) => {
          const workspace = await workspaceId(env, dependencies, organization, options)
          const account = { workspace, user }
          return createPeople(dependencies).match(organization._id, account, options.member, actorOf(io))
        },
      )
      const { workspace } = match
      if (options.json) return printJson(io, { workspace, user, member: member.id, name: member.name })
      io.out(showPlainly(`${user} in ${workspace} is ${member.name} (${member.id}).`))
    })
}

const addUnmatch = (slack: Command, io: Io, env: Environment): void => {
  slack
    .command('unmatch <user>')
    .description('Undo a match made by hand; the e-mail address decides again')
    .requiredOption('--org <slug>', 'the organization')
    .option(...workspaceOption)
    .option('--json', '{"workspace","user"}')
    .action(async (user: string, options: MatchOptions) => {
      const { workspace } = await withOrganization(io, options.org, async (organization, dependencies) => {
        const account = { workspace: await workspaceId(env, dependencies, organization, options), user }
        return createPeople(dependencies).unmatch(organization._id, account, actorOf(io))
      })
      if (options.json) return printJson(io, { workspace, user })
      io.out(`${user} in ${workspace} is matched by e-mail address again.`)
    })
}

const addPeople = (slack: Command, io: Io, env: Environment): void => {
  slack
    .command('people')
    .description('List who is matched by hand, who in Slack is no member, and which members are not in Slack')
    .requiredOption('--org <slug>', 'the organization')
    .option(...workspaceOption)
    .option(
      '--json',
      '{"workspace","matches":[{"user","member","name"}],"unmatched":[{"user","name","email"}],"without_slack":[{"member","name","email"}]}',
    )
    .action(async ({ org, workspace: named, json }: MatchOptions) => {
      const slack = slackOf(env)
      if (!slack) throw slackIsMissing()
      const found = await withOrganization(io, org, async ({ _id }, dependencies) => {
        const { id, token } = chooseWorkspace(env, await workspacesOf(env, dependencies, _id), named)
        const { peopleOfToken } = await slackChecks()
        const people = token === null ? null : await peopleOfToken(token, slack.apiUrl, id)
        if (people === null)
          throw new Problem('unavailable', 'Slack did not list the people of the workspace. Try again.')
        const services = createPeople(dependencies)
        const matches = (await services.matches(_id)).filter(({ match }) => match.workspace === id)
        return {
          workspace: id,
          matches: matches.map(({ match, member }) => {
            return { user: match.user, member: member.id, name: member.name }
          }),
          unmatched: (await services.unmatched(_id, people)).map(({ id: user, name, email }) => {
            return { user, name, email }
          }),
          without_slack: (await services.withoutSlack(_id, people)).map(({ id: member, name, email }) => {
            return { member, name, email }
          }),
        }
      })
      if (json) return printJson(io, found)
      const { matches, unmatched, without_slack } = found
      const print = (title: string, headings: readonly string[], rows: readonly string[][]): void =>
        io.out(rows.length === 0 ? `${title}: nobody\n` : `${title}:\n${inColumns(headings, rows)}\n`)
      print(
        'Matched by hand',
        ['USER', 'MEMBER', 'ID'],
        matches.map(({ user, name, member }) => [user, name, member]),
      )
      print(
        'In Slack, but no member',
        ['USER', 'NAME', 'E-MAIL'],
        unmatched.map(({ user, name, email }) => [user, name, email ?? '-']),
      )
      print(
        'Members who are not in Slack',
        ['NAME', 'E-MAIL'],
        without_slack.map(({ name, email }) => [name, email]),
      )
    })
}

/** `slack people|match|unmatch`. */
export const addPeopleCommands = (slack: Command, io: Io, env: Environment): void => {
  addPeople(slack, io, env)
  addMatch(slack, io, env)
  addUnmatch(slack, io, env)
}
