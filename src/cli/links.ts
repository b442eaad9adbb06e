import type { Command } from 'commander'
import type { Config, Environment } from '../config/config.js'
import { addressesOf } from '../domain/links/address.js'
import { momentText } from '../domain/keys/moments.js'
import type { LinkView } from '../domain/links/link.js'
import { openFeedTools } from '../open.js'
import { createLinks, type LinkInput } from '../services/links/links.js'
import { loadLogNames, type LogNames } from '../services/records/names.js'
import { printJson, showOnce, type Io } from './io.js'
import { actorOf, withOrganization, type OrgOptions } from './open.js'
import { configOf } from './sources/tools.js'
import { inColumns, minuteOf } from './output.js'

/** The address that links lead to, the same as on the server. */
const baseOf = ({ baseUrl, port }: Config): string => baseUrl ?? `http://localhost:${port}`

const addCreate = (links: Command, io: Io, env: Environment): void => {
  links
    .command('create')
    .description('Create a link to a calendar page and its feed; it is shown only once')
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--name <name>', 'what it is for, such as "TV kitchen"')
    .option('--team <team>', 'limit the link to one team (ID or name)')
    .option('--member <member>', 'limit the link to one member')
    .option(
      '--reasons <reasons>',
      'hidden: everyone is just "away"; shown: the reason of each leave',
      'hidden',
    )
    .option('--expires <time>', 'when it ends: its last day (2026-12-31), a duration (30d) or an instant')
    .option('--show-in-slack', 'link to it from answers and digests in Slack; stored encrypted')
    .option('--json', '{"id", "url", "feed_url"}')
    .addHelpText('after', '\nAnyone with the link sees the calendar. Its address begins with BASE_URL.')
    .action(async ({ org, json, ...input }: OrgOptions & LinkInput) => {
      const config = configOf(env)
      const base = baseOf(config)
      if (input.showInSlack && config.baseUrl === undefined)
        io.err('Slack shows the link only once BASE_URL is set on the server: it is not set here.')
      await withOrganization(io, org, async ({ _id, timezone }, dependencies) => {
        const expires = input.expires && momentText(input.expires, io.now(), timezone)
        const cipher = input.showInSlack ? (await openFeedTools(config, io, { makeKey: true })).cipher : null
        const services = createLinks({ ...dependencies, cipher })
        const { link, token } = await services.create(_id, { ...input, expires }, actorOf(io))
        const { url, feed_url } = addressesOf(base, token)
        const named = `"${link.name}" (${link.id})`
        await showOnce(io, {
          text: json
            ? JSON.stringify({ id: link.id, url, feed_url })
            : `Link ${named}:\n\n  Page  ${url}\n  Feed  ${feed_url}\n\nIt is shown only once. Anyone who has it sees the calendar until you revoke it.`,
          takeBack: () => services.revoke(_id, link.id, actorOf(io)),
          done: `Nobody has seen the link, so ${named} was revoked again.`,
          failed: `Nobody has seen the link, but ${named} could not be revoked again. To do so: whosout links revoke ${link.id}`,
        })
      })
    })
}

const showsOf = ({ team_id, member_id }: LinkView, { nameOf }: LogNames): string => {
  if (member_id !== null) return `member ${nameOf(member_id) ?? `${member_id} (erased)`}`
  return team_id === null ? 'everybody' : `team ${nameOf(team_id) ?? `${team_id} (deleted)`}`
}

const rowOf = (link: LinkView, names: LogNames): string[] => [
  link.id,
  link.in_slack ? `${link.name} (in Slack)` : link.name,
  link.state,
  `${link.start}…`,
  showsOf(link, names),
  link.reasons,
  minuteOf(link.last_used_at),
  minuteOf(link.expires_at),
]

const addList = (links: Command, io: Io): void => {
  links
    .command('list')
    .description('List the links with their states, scopes and last uses')
    .requiredOption('--org <slug>', 'the organization')
    .option(
      '--json',
      '[{"id", "name", "state": "active|expired|revoked", "start", "team_id", "member_id", "owner", "reasons", "created_at", "created_by", "expires_at", "revoked_at", "last_used_at", "in_slack"}]',
    )
    .action(async ({ org, json }: OrgOptions) => {
      const { views, names } = await withOrganization(io, org, async ({ _id }, dependencies) => ({
        views: await createLinks(dependencies).list(_id),
        names: await loadLogNames(dependencies.store, _id),
      }))
      if (json) return printJson(io, views)
      if (views.length === 0)
        return io.out(`There are no links yet. To create one: whosout links create --org ${org} --name NAME`)
      const headings = ['ID', 'NAME', 'STATE', 'STARTS WITH', 'SHOWS', 'REASONS', 'LAST USED', 'EXPIRES']
      const rows = views.map((view) => rowOf(view, names))
      io.out(inColumns(headings, rows))
    })
}

const addRevoke = (links: Command, io: Io): void => {
  links
    .command('revoke <link>')
    .description('Revoke a link permanently, from the next request on; by id or name')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', '{"id", "name", "state", "changed"}')
    .action(async (named: string, { org, json }: OrgOptions) => {
      const { link, changed } = await withOrganization(io, org, async ({ _id }, dependencies) => {
        const services = createLinks(dependencies)
        return services.revoke(_id, await services.resolve(_id, named), actorOf(io))
      })
      if (json) return printJson(io, { id: link.id, name: link.name, state: 'revoked', changed })
      io.out(`"${link.name}" (${link.id}) ${changed ? 'was' : 'was already'} revoked.`)
    })
}

/** `links create|list|revoke`. */
export const addLinkCommands = (program: Command, io: Io, env: Environment): void => {
  const links = program
    .command('links')
    .description('Links to a calendar page and its feed: create, list and revoke')
  addCreate(links, io, env)
  addList(links, io)
  addRevoke(links, io)
}
