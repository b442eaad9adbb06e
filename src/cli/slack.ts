import type { Command } from 'commander'
import { parseConfig, type Config } from '../config.js'
import { Problem } from '../domain/problem.js'
import { createTickets } from '../services/tickets.js'
import { createWorkspaces, type ListedWorkspace } from '../services/workspaces.js'
import { inColumns } from './columns.js'
import { printJson, type Io } from './io.js'
import { actorOf, withDependencies, withOrganization } from './services.js'

type Environment = Readonly<Record<string, string | undefined>>

const needsSeveral = (): Problem =>
  new Problem(
    'invalid',
    'Links are for several workspaces: set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_STATE_SECRET and ENCRYPTION_KEY, the same as where whosout serves.',
  )

/** The secret that signs links, and the address they lead to; both as where whosout serves. */
const linkSettings = (env: Environment): { readonly secret: string; readonly address: string } => {
  const config = parseConfig(env)
  if ('problems' in config) throw new Problem('invalid', config.problems.join('\n'))
  const workspaces = config.slack?.workspaces
  if (!workspaces || 'botToken' in workspaces) throw needsSeveral()
  return { secret: workspaces.stateSecret, address: addressOf(config) }
}

const addressOf = ({ baseUrl, port }: Config): string =>
  `${baseUrl ?? `http://localhost:${port}`}/slack/install`

const addInstallLink = (slack: Command, io: Io, env: Environment): void => {
  slack
    .command('install-link')
    .description('Make a link that installs the app in a workspace and binds it to an organization')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', '{"url","organization","expires_in_hours"}')
    .addHelpText('after', '\nThe link is good once and for 24 hours. BASE_URL is the address it leads to.')
    .action(async ({ org, json }: { readonly org: string; readonly json?: boolean }) => {
      const { secret, address } = linkSettings(env)
      const url = await withOrganization(
        io,
        org,
        async ({ _id }, dependencies) =>
          `${address}?link=${createTickets(dependencies, secret).issueLink(_id)}`,
      )
      if (json) return printJson(io, { url, organization: org, expires_in_hours: 24 })
      io.out(url)
      io.err('Good once and for 24 hours: whoever opens it binds their workspace to this organization.')
    })
}

const addBind = (slack: Command, io: Io): void => {
  slack
    .command('bind <workspace>')
    .description('Say which organization a workspace (T…) asks about, also when it was another one')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', '{"workspace","organization","changed"}')
    .action(async (id: string, { org, json }: { readonly org: string; readonly json?: boolean }) => {
      const { workspace, changed } = await withOrganization(io, org, ({ _id }, dependencies) =>
        createWorkspaces(dependencies).bind(id, _id, actorOf(io)),
      )
      if (json) return printJson(io, { workspace: workspace._id, organization: org, changed })
      const name = `«${workspace.name}» (${workspace._id})`
      io.out(changed ? `${name} asks about ${org} from now on.` : `${name} asked about ${org} already.`)
    })
}

const addUnbind = (slack: Command, io: Io): void => {
  slack
    .command('unbind <workspace>')
    .description('Let a workspace (T…) ask about no organization; the app stays installed')
    .option('--json', '{"workspace","organization","changed"}')
    .action(async (id: string, { json }: { readonly json?: boolean }) => {
      const { workspace, changed } = await withDependencies(io, (dependencies) =>
        createWorkspaces(dependencies).unbind(id, actorOf(io)),
      )
      if (json) return printJson(io, { workspace: workspace._id, organization: null, changed })
      const name = `«${workspace.name}» (${workspace._id})`
      io.out(changed ? `${name} asks about no organization any more.` : `${name} asked about none already.`)
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
    .description('List the workspaces that installed the app; never their tokens')
    .option('--json', '[{"id","name","organization","bound","scopes","installed_by","installed_at"}]')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const workspaces = await withDependencies(io, (dependencies) => createWorkspaces(dependencies).list())
      if (json) return printJson(io, workspaces.map(workspaceJson))
      if (workspaces.length === 0)
        return io.out('None has installed the app yet: whosout slack install-link --org SLUG')
      const rows = workspaces.map(({ workspace, organization }) => {
        return [workspace._id, workspace.name, organization?.slug ?? '(unbound)', workspace.installed_at]
      })
      io.out(inColumns(['WORKSPACE', 'NAME', 'ORGANIZATION', 'INSTALLED'], rows))
    })
}

/** `slack install-link|bind|unbind|list`, for processes that several workspaces use. */
export const addSlackCommands = (program: Command, io: Io, env: Environment): void => {
  const slack = program.command('slack').description('Slack workspaces: link, bind, unbind and list')
  addInstallLink(slack, io, env)
  addBind(slack, io)
  addUnbind(slack, io)
  addList(slack, io)
}
