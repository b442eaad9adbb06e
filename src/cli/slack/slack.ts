import type { Environment } from '../../config/settings-file.js'
import { showPlainly } from '../../domain/organization/name.js'
import { Problem } from '../../domain/problem.js'
import type { Reencrypted } from '../../services/workspaces/installations.js'
import { declareGroup, declareOrganizationCommand, declareStoreCommand } from '../command.js'
import { baseUrlOf, configOf } from '../config.js'
import { listed } from '../output.js'
import { match, people, unmatch } from './people.js'

const needsSeveral = (): Problem =>
  new Problem(
    'invalid',
    'This needs the settings for several workspaces: set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_STATE_SECRET and ENCRYPTION_KEY to the same values as on the server.',
  )

/** The settings for several workspaces, the same as on the server. */
const severalSettings = (env: Environment) => {
  const config = configOf(env)
  const workspaces = config.slack?.workspaces
  if (!workspaces || 'botToken' in workspaces) throw needsSeveral()
  return { config, workspaces }
}

const installLink = declareOrganizationCommand({
  usage: 'install-link',
  description: 'Create a link that installs the app in a workspace and links it to an organization',
  json: '{"url", "organization", "expires_in_hours"}',
  help: '\nThe link works once, for 24 hours. It points to BASE_URL.',
  run: async ({ env, org, slug, services }) => {
    const { config, workspaces } = severalSettings(env)
    const link = services.ticketsWith(workspaces.stateSecret).issueLink(org)
    const url = `${baseUrlOf(config)}/slack/install?link=${link}`
    return {
      json: { url, organization: slug, expires_in_hours: 24 },
      text: url,
      notes: ['Works once, for 24 hours. Opening it links that person’s workspace to this organization.'],
    }
  },
})

const bind = declareOrganizationCommand({
  usage: 'bind <workspace>',
  description: 'Link a workspace (T…) to an organization, replacing any earlier one',
  json: '{"workspace", "organization", "changed"}',
  run: async ({ org, slug, services, actor, args: [id] }) => {
    const { workspace, changed } = await services.workspaces.bind(id, org, actor)
    const name = `"${workspace.name}" (${workspace._id})`
    return {
      json: { workspace: workspace._id, organization: slug, changed },
      text: changed ? `${name} is now linked to ${slug}.` : `${name} was already linked to ${slug}.`,
    }
  },
})

const unbind = declareStoreCommand({
  usage: 'unbind <workspace>',
  description: 'Unlink a workspace (T…) from its organization; the app stays installed',
  json: '{"workspace", "organization", "changed"}',
  run: async ({ services, actor, args: [id] }) => {
    const { workspace, changed } = await services.workspaces.unbind(id, actor)
    const name = `"${workspace.name}" (${workspace._id})`
    return {
      json: { workspace: workspace._id, organization: null, changed },
      text: changed
        ? `${name} is no longer linked to an organization.`
        : `${name} was not linked to an organization.`,
    }
  },
})

const list = declareStoreCommand({
  usage: 'list',
  description: 'List the workspaces that installed the app, without their tokens',
  json: '[{"id", "name", "organization", "bound", "scopes", "installed_by", "installed_at"}]',
  table: true,
  run: async ({ services }) =>
    listed(
      (await services.workspaces.list()).map(({ workspace, organization }) => ({
        id: workspace._id,
        name: workspace.name,
        organization: organization?.slug ?? null,
        bound: workspace.binding,
        scopes: workspace.scopes,
        installed_by: workspace.installed_by,
        installed_at: workspace.installed_at,
      })),
      {
        WORKSPACE: 'id',
        NAME: 'name',
        ORGANIZATION: ({ organization }) => organization ?? '(unbound)',
        INSTALLED: 'installed_at',
      },
      'No workspace has installed the app yet: whosout slack install-link --org SLUG',
    ),
})

const tokens = (count: number): string => (count === 1 ? '1 token' : `${count} tokens`)

const describeReencrypted = ({ moved, unchanged, unreadable }: Reencrypted): string => {
  const rest =
    unreadable.length === 0
      ? 'Only the first key in ENCRYPTION_KEY is still needed.'
      : 'Keep the old keys in ENCRYPTION_KEY until the other tokens are fixed.'
  return `Re-encrypted ${tokens(moved)} with the first key in ENCRYPTION_KEY; ${tokens(unchanged)} already used it. ${rest}`
}

const reencrypt = declareStoreCommand({
  usage: 'reencrypt',
  description: 'Re-encrypt the tokens of all workspaces with the first key in ENCRYPTION_KEY',
  json: '{"reencrypted", "unchanged", "unreadable": [WORKSPACE]}',
  help: '\nTo change the key, put the new one before the old one (ENCRYPTION_KEY=new,old),\nrestart every server, run this, then remove the old one. It is safe to repeat.\nThe exit code is 1 when a token cannot be read.',
  check: ({ env }) => severalSettings(env),
  run: async ({ env, services }) => {
    const { encryptionKeys } = severalSettings(env).workspaces
    const result = await services.installationsWith(encryptionKeys).reencrypt()
    const { moved, unchanged, unreadable } = result
    return {
      json: { reencrypted: moved, unchanged, unreadable: unreadable.map(({ _id }) => _id) },
      text: describeReencrypted(result),
      notes: unreadable.map(
        ({ _id, name }) =>
          `No key in ENCRYPTION_KEY can decrypt the token of "${showPlainly(name)}" (${_id}): add the key it was encrypted with, or reinstall the app there.`,
      ),
      failed: unreadable.length > 0,
    }
  },
})

/** The first five are for processes that several workspaces use. */
export const slackCommands = declareGroup(
  'slack',
  'Slack workspaces: link, bind, unbind, list and reencrypt; people: list, match and unmatch',
  [installLink, bind, unbind, list, reencrypt, people, match, unmatch],
)
