import { addressesOf } from '../domain/links/address.js'
import { momentText } from '../domain/keys/moments.js'
import type { LinkView } from '../domain/links/link.js'
import { loadLogNames, type LogNames } from '../services/records/names.js'
import { declareGroup, declareOrganizationCommand } from './command.js'
import { baseUrlOf, configOf } from './config.js'
import { showOnce } from './io.js'
import { listed } from './output.js'
import { stateStyle } from './table.js'

const create = declareOrganizationCommand({
  usage: 'create',
  description: 'Create a link to a calendar page and its feed; it is shown only once',
  options: (command) =>
    command
      .requiredOption('--name <name>', 'what it is for, such as "TV kitchen"')
      .option('--team <team>', 'limit the link to one team (id or name)')
      .option('--member <member>', 'limit the link to one member')
      .option(
        '--reasons <reasons>',
        'hidden: everyone is just "out"; shown: the reason of each leave',
        'hidden',
      )
      .option('--expires <time>', 'when it ends: its last day (2026-12-31), a duration (30d) or an instant')
      .option('--show-in-slack', 'link to it from answers and digests in Slack; stored encrypted'),
  json: '{"id", "url", "feed_url"}',
  help: '\nAnyone with the link sees the calendar. Its address begins with BASE_URL.',
  run: async ({ io, env, org, organization, services, actor, options, json }) => {
    const config = configOf(env)
    const { showInSlack } = options
    if (showInSlack && config.baseUrl === undefined)
      io.err('Slack shows the link only once BASE_URL is set on the server: it is not set here.')
    const expires = options.expires && momentText(options.expires, io.now(), organization.timezone)
    const links = showInSlack ? await services.openEncryptedLinks() : services.sharedLinks
    const { link, token } = await links.create(org, { ...options, expires }, actor)
    const { url, feed_url } = addressesOf(baseUrlOf(config), token)
    const named = `"${link.name}" (${link.id})`
    await showOnce(io, {
      text: json
        ? JSON.stringify({ id: link.id, url, feed_url })
        : `Link ${named}:\n\n  Page  ${url}\n  Feed  ${feed_url}\n\nIt is shown only once. Anyone who has it sees the calendar until you revoke it.`,
      takeBack: () => links.revoke(org, link.id, actor),
      done: `Nobody has seen the link, so ${named} was revoked.`,
      failed: `Nobody has seen the link, but ${named} could not be revoked. To do so: whosout links revoke ${link.id}`,
    })
  },
})

const showsOf = ({ team_id, member_id }: LinkView, { nameOf }: LogNames): string => {
  if (member_id !== null) return `member ${nameOf(member_id) ?? `${member_id} (erased)`}`
  return team_id === null ? 'everybody' : `team ${nameOf(team_id) ?? `${team_id} (deleted)`}`
}

const list = declareOrganizationCommand({
  usage: 'list',
  description: 'List the links with their states, scopes and last uses',
  json: '[{"id", "name", "state": "active|expired|revoked", "start", "team_id", "member_id", "owner", "reasons", "created_at", "created_by", "expires_at", "revoked_at", "last_used_at", "in_slack"}]',
  table: true,
  run: async ({ org, slug, services, dependencies }) => {
    const views = await services.sharedLinks.list(org)
    const names = await loadLogNames(dependencies.store, org)
    return listed(
      views,
      {
        ID: { value: 'id', drop: 'always' },
        NAME: ({ name, in_slack }) => (in_slack ? `${name} (in Slack)` : name),
        STATE: { value: 'state', style: stateStyle },
        'STARTS WITH': { value: ({ start }) => `${start}…`, drop: 1 },
        SHOWS: (link) => showsOf(link, names),
        REASONS: 'reasons',
        'LAST USED': 'last_used_at',
        EXPIRES: 'expires_at',
      },
      `There are no links yet. To create one: whosout links create --org ${slug} --name NAME`,
    )
  },
})

const revoke = declareOrganizationCommand({
  usage: 'revoke <link>',
  description: 'Revoke a link permanently, from the next request on; by id or name',
  json: '{"id", "name", "state", "changed"}',
  run: async ({ org, services, actor, args: [named] }) => {
    const { resolve, revoke } = services.sharedLinks
    const { link, changed } = await revoke(org, await resolve(org, named), actor)
    return {
      json: { id: link.id, name: link.name, state: 'revoked', changed },
      text: `"${link.name}" (${link.id}) ${changed ? 'was' : 'was already'} revoked.`,
    }
  },
})

export const linkCommands = declareGroup(
  'links',
  'Links to a calendar page and its feed: create, list and revoke',
  [create, list, revoke],
)
