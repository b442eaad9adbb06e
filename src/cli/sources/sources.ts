import { Problem } from '../../domain/problem.js'
import type { DataSource } from '../../domain/sources/source.js'
import { declareGroup, declareOrganizationCommand } from '../command.js'
import { listOption, someOf } from '../options.js'
import { counted, listed, type Printed } from '../output.js'
import { stateStyle } from '../table.js'
import { workspaceId } from '../slack/workspaces.js'
import { reencrypt } from './reencrypt.js'
import {
  listedJson,
  listedShape,
  sourceJson,
  sourceText,
  troublesOf,
  unmatchedText,
  unreadableText,
} from './show.js'
import { check, confirm, sync } from './sync.js'

const addedShape = '{"id", "kind", "name", "host"}'
const addedJson = ({ _id: id, kind, name, host }: DataSource) => ({ id, kind, name, host })

const willReplace = (imported: number): string =>
  `Its first successful fetch removes ${counted(imported, 'imported leave')}: those that end today or later.`

const saysBoth = (imported: number): string =>
  `Imports brought ${counted(imported, 'leave')} ending today or later. Where the calendar has the same days, only the import counts. To let the calendar replace the import, remove the calendar and add it again with --take-over.`

const addCalendar = declareOrganizationCommand({
  usage: 'calendar',
  description: 'Add a calendar feed (iCal) for a team or for one member',
  options: (command) =>
    command
      .requiredOption('--name <name>', 'the display name')
      .requiredOption('--url <url>', 'its https or webcal address, a secret that is stored encrypted')
      .option('--member <member>', 'the member whose own calendar it is')
      .option(
        '--type <type>',
        'the type for events that do not state one: holiday (default), sick, personal, bank_holiday',
      )
      .option('--every <time>', 'the time between two fetches, 15m to 24h (default: 1h)')
      .option('--ignore <words>', 'words that mark an event as not being a leave', listOption)
      .option('--take-over', 'its first successful fetch removes imported leaves from today on'),
  json: addedShape,
  run: async ({ services, org, slug, actor, options }) => {
    const sources = await services.openSources(true)
    const added = await sources.add(org, options, actor)
    const { _id: id, name, host } = added
    const imported = await sources.importedAhead(added)
    return {
      json: addedJson(added),
      text: [
        `Added "${name}" (${id}), a calendar of ${host}.`,
        `Next: whosout sources sync ${id} --org ${slug}`,
      ],
      notes: imported === 0 ? [] : [options.takeOver ? willReplace(imported) : saysBoth(imported)],
    }
  },
})

const addSlack = declareOrganizationCommand({
  usage: 'slack',
  description: 'Add the people of a Slack workspace: links members, and may create and deactivate them',
  options: (command) =>
    command
      .option('--workspace <id>', 'the workspace (T…), if the organization has several')
      .option('--create <what>', '"members": Slack is the roster, so syncing creates and deactivates members')
      .option('--avatars', 'also copy profile pictures')
      .option(
        '--teams <ids>',
        'user groups (S…) that become teams; a person in several belongs to the first',
        listOption,
      ),
  json: addedShape,
  check: ({ options: { create } }) => {
    if (create !== undefined && create !== 'members')
      throw new Problem('invalid', 'Use --create members, or leave it out.')
  },
  run: async ({ env, services, dependencies, org, actor, options }) => {
    const { create, avatars = false, teams: groups = [] } = options
    const workspace = await workspaceId(env, dependencies, org, options.workspace)
    const input = { workspace, creates: create === 'members', avatars, groups }
    const sources = await services.openSources()
    const added = await sources.addDirectory(org, input, actor)
    return {
      json: addedJson(added),
      text: `Added "${added.name}" (${added._id}). Its people are listed once a day, starting within a minute.`,
    }
  },
})

const list = declareOrganizationCommand({
  usage: 'list',
  description: 'List the sources of an organization and their states',
  json: `[${listedShape}]`,
  table: true,
  run: async ({ services, org, slug }) => {
    const sources = await services.openSources()
    const found = await sources.list(org)
    const rows = found.map(listedJson)
    return {
      ...listed(
        rows,
        {
          ID: { value: 'id', drop: 'always' },
          NAME: 'name',
          STATE: { value: 'state', style: stateStyle },
          'LAST SUCCESS': ({ last_success_at }) => last_success_at ?? 'never',
          LEAVES: 'leaves',
          UNMATCHED: 'unmatched',
        },
        `There are no sources yet. To add one: whosout sources add calendar --org ${slug} --name NAME --url URL`,
      ),
      notes: found.flatMap((source) => troublesOf(source).map((words) => `${source.name}: ${words}`)),
    }
  },
})

const show = declareOrganizationCommand({
  usage: 'show <id>',
  description:
    'Show a source: its settings, its last error, and its events that match no member or cannot be read',
  json: `${listedShape.slice(0, -1)}, "host", "last_four", …}`,
  run: async ({ services, org, args: [id] }) => {
    const sources = await services.openSources()
    const source = await sources.find(org, id)
    const unmatched = await sources.showUnmatched(org, source.unmatched)
    return {
      json: sourceJson(source, unmatched),
      text: [
        sourceText(source),
        ...(unmatched.length > 0 ? ['', ...unmatchedText(unmatched, source.member_id !== null)] : []),
        ...(source.unreadable ? ['', ...unreadableText(source.unreadable)] : []),
      ],
    }
  },
})

const changed = (source: DataSource, text: string): Printed => ({ json: listedJson(source), text })

const set = declareOrganizationCommand({
  usage: 'set <id>',
  description: 'Change the settings of a source',
  options: (command) =>
    command
      .option('--name <name>', 'the display name')
      .option('--url <url>', 'the new address')
      .option('--type <type>', 'the type for events that do not state one')
      .option('--every <time>', 'the time between two fetches, 15m to 24h')
      .option(
        '--ignore <words>',
        'all words that mark an event as not being a leave, besides the usual ones',
        listOption,
      ),
  json: listedShape,
  check: someOf('Nothing to change: give --name, --url, --type, --every or --ignore.'),
  run: async ({ services, org, actor, args: [id], options }) => {
    const sources = await services.openSources(options.url !== undefined)
    const source = await sources.set(org, id, options, actor)
    return changed(source, `Changed "${source.name}". It will be fetched within a minute.`)
  },
})

const declareState = (name: 'pause' | 'resume', happens: string, description: string) =>
  declareOrganizationCommand({
    usage: `${name} <id>`,
    description,
    json: listedShape,
    run: async ({ services, org, actor, args: [id] }) => {
      const sources = await services.openSources()
      const source = await sources[name](org, id, actor)
      return changed(source, `"${source.name}" ${happens}.`)
    },
  })

const match = declareOrganizationCommand({
  usage: 'match <id>',
  description: 'Match an unmatched name with a member; the source remembers it',
  options: (command) =>
    command
      .requiredOption('--text <text>', 'the name as it appears in the events, such as "J. Doe"')
      .requiredOption('--member <member>', 'the member'),
  json: listedShape,
  run: async ({ services, org, actor, args: [id], options }) => {
    const sources = await services.openSources()
    const source = await sources.match(org, id, options, actor)
    return changed(
      source,
      `"${source.name}" will match "${options.text}" from its next fetch on, within a minute.`,
    )
  },
})

const remove = declareOrganizationCommand({
  usage: 'remove <id>',
  description: 'Remove a source and all leaves that came from it; members from Slack are kept',
  options: (command) => command.option('--yes', 'remove it even if that is a large part of all leaves'),
  json: '{"id", "leaves"}',
  run: async ({ services, org, actor, args: [id], options: { yes: confirmed = false } }) => {
    const sources = await services.openSources()
    const { source, leaves } = await sources.remove(org, id, { confirmed }, actor)
    return {
      json: { id: source._id, leaves },
      text: `Removed "${source.name}" and ${counted(leaves, 'leave')}.`,
    }
  },
})

export const sourceCommands = declareGroup(
  'sources',
  'Sources of leaves and people: add, list, show, set, check, sync, confirm, match, pause, resume, remove',
  [
    declareGroup('add', 'Add a source: calendar or slack', [addSlack, addCalendar]),
    list,
    show,
    check,
    sync,
    confirm,
    set,
    declareState('pause', 'is paused', 'Stop fetching a source; its leaves are kept'),
    declareState('resume', 'will be fetched again within a minute', 'Resume fetching a paused source'),
    match,
    remove,
    reencrypt,
  ],
)
