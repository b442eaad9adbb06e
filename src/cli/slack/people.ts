import { showPlainly } from '../../domain/organization/name.js'
import { Problem } from '../../domain/problem.js'
import { slackChecks } from '../../open.js'
import { declareOrganizationCommand } from '../command.js'
import { slackOf } from '../config.js'
import { inColumns, type Columns, type LaidOut } from '../table.js'
import { chooseWorkspace, slackIsMissing, workspaceId, workspacesOf } from './workspaces.js'

const workspaceOption = [
  '--workspace <id>',
  'the workspace (T…), where the organization has several',
] as const

export const match = declareOrganizationCommand({
  usage: 'match <user>',
  description: 'Match a Slack user (U…) with a member by hand; this takes precedence over the e-mail address',
  options: (command) =>
    command
      .requiredOption('--member <member>', 'an e-mail address, a name, a number or an id')
      .option(...workspaceOption),
  json: '{"workspace", "user", "member", "name"}',
  run: async ({ env, org, services: { matches }, dependencies, actor, args: [user], options }) => {
    const account = { workspace: await workspaceId(env, dependencies, org, options.workspace), user }
    const { match, member } = await matches.match(org, account, options.member, actor)
    const { workspace } = match
    return {
      json: { workspace, user, member: member.id, name: member.name },
      text: showPlainly(`${user} in ${workspace} is ${member.name} (${member.id}).`),
    }
  },
})

export const unmatch = declareOrganizationCommand({
  usage: 'unmatch <user>',
  description: 'Undo a match made by hand; the e-mail address decides again',
  options: (command) => command.option(...workspaceOption),
  json: '{"workspace", "user"}',
  run: async ({ env, org, services: { matches }, dependencies, actor, args: [user], options }) => {
    const account = { workspace: await workspaceId(env, dependencies, org, options.workspace), user }
    const { workspace } = await matches.unmatch(org, account, actor)
    return {
      json: { workspace, user },
      text: `${user} in ${workspace} is matched by e-mail address again.`,
    }
  },
})

const section = <Row>(
  title: string,
  rows: readonly Row[],
  columns: Columns<Row>,
): readonly (string | LaidOut)[] =>
  rows.length === 0 ? [`${title}: nobody\n`] : [`${title}:`, inColumns(columns, rows), '']

export const people = declareOrganizationCommand({
  usage: 'people',
  description: 'List manual matches, people in Slack who are not members, and members who are not in Slack',
  options: (command) => command.option(...workspaceOption),
  json: '{"workspace", "matches": [{"user", "member", "name"}], "unmatched": [{"user", "name", "email"}], "without_slack": [{"member", "name", "email"}]}',
  run: async ({ env, org, services: { matches: people }, dependencies, options }) => {
    const slack = slackOf(env)
    if (!slack) throw slackIsMissing()
    const known = await workspacesOf(env, dependencies, org)
    const { id: workspace, token } = chooseWorkspace(env, known, options.workspace)
    const { peopleOfToken } = await slackChecks()
    const found = token === null ? null : await peopleOfToken(token, slack.apiUrl, workspace)
    if (found === null)
      throw new Problem('unavailable', 'Slack did not list the people of the workspace. Try again.')
    const matches = (await people.matches(org))
      .filter(({ match }) => match.workspace === workspace)
      .map(({ match, member }) => ({ user: match.user, member: member.id, name: member.name }))
    const unmatched = (await people.unmatched(org, found)).map(({ id: user, name, email }) => {
      return { user, name, email }
    })
    const without_slack = (await people.withoutSlack(org, found)).map(({ id: member, name, email }) => {
      return { member, name, email }
    })
    return {
      json: { workspace, matches, unmatched, without_slack },
      text: [
        ...section('Matched by hand', matches, { USER: 'user', MEMBER: 'name' }),
        ...section('In Slack, but no member', unmatched, { USER: 'user', NAME: 'name', 'E-MAIL': 'email' }),
        ...section('Members who are not in Slack', without_slack, { NAME: 'name', 'E-MAIL': 'email' }),
      ],
    }
  },
})
