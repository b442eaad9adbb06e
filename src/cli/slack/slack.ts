import type { Command } from 'commander'
import { parseConfig, type Config, type Environment } from '../../config/config.js'
import { showPlainly } from '../../domain/organization/name.js'
import { Problem } from '../../domain/problem.js'
import { createInstallations, type Reencrypted } from '../../services/workspaces/installations.js'
import { createTickets } from '../../services/workspaces/install-links.js'
import { createWorkspaces, type ListedWorkspace } from '../../services/workspaces/workspaces.js'
import { inColumns } from '../output.js'
import { addPeopleCommands } from './people.js'
import { printJson, type Io } from '../io.js'
import { actorOf, withDependencies, withOrganization, type OrgOptions } from '../open.js'

const needsSeveral = (): Problem =>
  new Problem(
    'invalid',
    'This needs the settings for several workspaces: set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_STATE_SECRET and ENCRYPTION_KEY to the same values as on the server.',
  )

/** The settings for several workspaces, the same as on the server. */
const severalSettings = (env: Environment) => {
  const config = parseConfig(env)
  if ('problems' in config) throw new Problem('invalid', config.problems.join('\n'))
  const workspaces = config.slack?.workspaces
  if (!workspaces || 'botToken' in workspaces) throw needsSeveral()
  return { config, workspaces }
}

/** The secret that signs links, and the address that they lead to. */
const linkSettings = (env: Environment): { readonly secret: string; readonly address: string } => {
  const { config, workspaces } = severalSettings(env)
  return { secret: workspaces.stateSecret, address: addressOf(config) }
}

const addressOf = ({ baseUrl, port }: Config): string =>
  `${baseUrl ?? `http://localhost:${port}`}/slack/install`

const addInstallLink = (slack: Command, io: Io, env: Environment): void => {
  slack
    .command('install-link')
    .description('Create a link that installs the app in a workspace and links it to an organization')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', '{"url","organization","expires_in_hours"}')
    .addHelpText('after', '\nThe link works once, for 24 hours. It points to BASE_URL.')
    .action(async ({ org, json }: OrgOptions) => {
      const { secret, address } = linkSettings(env)
      const url = await withOrganization(
        io,
        org,
        async ({ _id }, dependencies) =>
          `${address}?link=${createTickets(dependencies, secret).issueLink(_id)}`,
      )
      if (json) return printJson(io, { url, organization: org, expires_in_hours: 24 })
      io.out(url)
      io.err('Works once, for 24 hours. Opening it links that person’s workspace to this organization.')
    })
}

const addBind = (slack: Command, io: Io): void => {
  slack
    .command('bind <workspace>')
    .description('Link a workspace (T…) to an organization, replacing any earlier one')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', '{"workspace","organization","changed"}')
    .action(async (id: string, { org, json }: OrgOptions) => {
      const { workspace, changed } = await withOrganization(io, org, ({ _id }, dependencies) =>
        createWorkspaces(dependencies).bind(id, _id, actorOf(io)),
      )
      if (json) return printJson(io, { workspace: workspace._id, organization: org, changed })
      const name = `"${workspace.name}" (${workspace._id})`
      io.out(changed ? `${name} is now linked to ${org}.` : `${name} was already linked to ${org}.`)
    })
}

const addUnbind = (slack: Command, io: Io): void => {
  slack
    .command('unbind <workspace>')
    .description('Unlink a workspace (T…) from its organization; the app stays installed')
    .option('--json', '{"workspace","organization","changed"}')
    .action(async (id: string, { json }: { readonly json?: boolean }) => {
      const { workspace, changed } = await withDependencies(io, (dependencies) =>
        createWorkspaces(dependencies).unbind(id, actorOf(io)),
      )
      if (json) return printJson(io, { workspace: workspace._id, organization: null, changed })
      const name = `"${workspace.name}" (${workspace._id})`
      io.out(
        changed
          ? `${name} is no longer linked to an organization.`
          : `${name} was not linked to an organization.`,
      )
    })
}

const workspaceJson = ({ workspace, organization }: ListedWorkspace) => ({
  id: workspace._id,
  name: workspace.name,
  organization: organization?.slug ?? null,
  bound: workspace.binding,
  scopes: workspace.scopes,
  installed_by: workspace.installed_by,
  installed_at: workspace.installed_at,
})

const addList = (slack: Command, io: Io): void => {
  slack
    .command('list')
    .description('List the workspaces that installed the app, without their tokens')
    .option('--json', '[{"id","name","organization","bound","scopes","installed_by","installed_at"}]')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const workspaces = await withDependencies(io, (dependencies) => createWorkspaces(dependencies).list())
      if (json) return printJson(io, workspaces.map(workspaceJson))
      if (workspaces.length === 0)
        return io.out('No workspace has installed the app yet: whosout slack install-link --org SLUG')
      const rows = workspaces.map(({ workspace, organization }) => {
        return [workspace._id, workspace.name, organization?.slug ?? '(unbound)', workspace.installed_at]
      })
      io.out(inColumns(['WORKSPACE', 'NAME', 'ORGANIZATION', 'INSTALLED'], rows))
    })
}

const tokens = (count: number): string => (count === 1 ? '1 token' : `${count} tokens`)

const describeReencrypted = ({ moved, unchanged, unreadable }: Reencrypted): string => {
  const rest =
    unreadable.length === 0
      ? 'Only the first key in ENCRYPTION_KEY is still needed.'
      : 'Keep the old keys in ENCRYPTION_KEY until the other tokens are fixed.'
  return `Re-encrypted ${tokens(moved)} with the first key in ENCRYPTION_KEY; ${tokens(unchanged)} already used it. ${rest}`
}

const addReencrypt = (slack: Command, io: Io, env: Environment): void => {
  slack
    .command('reencrypt')
    .description('Re-encrypt the tokens of all workspaces with the first key in ENCRYPTION_KEY')
    .option('--json', '{"reencrypted","unchanged","unreadable":[WORKSPACE]}')
    .addHelpText(
      'after',
      '\nTo change the key: put the new one before the old one (ENCRYPTION_KEY=new,old) and restart every\nserver, run this, then remove the old one. It is safe to repeat. Exit code 1 when a token cannot be read.',
    )
    .action(async ({ json }: { readonly json?: boolean }) => {
      const { encryptionKeys } = severalSettings(env).workspaces
      const result = await withDependencies(io, (dependencies) =>
        createInstallations(dependencies, encryptionKeys).reencrypt(),
      )
      const { moved, unchanged, unreadable } = result
      if (unreadable.length > 0) io.setExitCode(1)
      const ids = unreadable.map(({ _id }) => _id)
      if (json) return printJson(io, { reencrypted: moved, unchanged, unreadable: ids })
      io.out(describeReencrypted(result))
      for (const { _id, name } of unreadable)
        io.err(
          `No key in ENCRYPTION_KEY can decrypt the token of "${showPlainly(name)}" (${_id}): add the key it was encrypted with, or reinstall the app there.`,
        )
    })
}

/** `slack install-link|bind|unbind|list|reencrypt`, for processes that several workspaces use; `slack people|match|unmatch` for all. */
export const addSlackCommands = (program: Command, io: Io, env: Environment): void => {
  const slack = program
    .command('slack')
    .description('Slack workspaces: link, bind, unbind, list and reencrypt; people: list, match and unmatch')
  addInstallLink(slack, io, env)
  addBind(slack, io)
  addUnbind(slack, io)
  addList(slack, io)
  addReencrypt(slack, io, env)
  addPeopleCommands(slack, io, env)
}
