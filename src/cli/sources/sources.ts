import type { Command } from 'commander'
import { Problem } from '../../domain/problem.js'
import { createSources, showUnmatched } from '../../services/sources/sources.js'
import { printJson, type Io } from '../io.js'
import { actorOf, listOption } from '../open.js'
import { counted, inColumns } from '../output.js'
import { listedJson, listedShape, sourceText, unmatchedText, sourceJson } from './show.js'
import { chooseWorkspace, workspacesOf } from '../slack/workspaces.js'
import { addReencrypt } from './reencrypt.js'
import { addSyncCommands } from './sync.js'
import { withSources, type SourceEnvironment } from './tools.js'

interface SourceOptions {
  readonly org: string
  readonly json?: boolean
}

interface SourceSettingsOptions extends SourceOptions {
  readonly name?: string
  readonly url?: string
  readonly type?: string
  readonly every?: string
  readonly ignore?: readonly string[]
}

const addedShape = '{"id","kind","name","host"}'

const addAdd = (sources: Command, io: Io, env: SourceEnvironment): void => {
  const add = sources.command('add').description('Add a source: calendar or slack')
  addDirectory(add, io, env)
  add
    .command('calendar')
    .description('Add a calendar feed (iCal) for a team or for one member')
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--name <name>', 'the display name')
    .requiredOption('--url <url>', 'its https or webcal address, a secret that is stored encrypted')
    .option('--member <member>', 'the member whose own calendar it is')
    .option(
      '--type <type>',
      'the type for events that do not state one: holiday (default), sick, personal, bank_holiday',
    )
    .option('--every <time>', 'the time between two fetches, 15m to 24h (default: 1h)')
    .option('--ignore <words>', 'words that mark an event as not being a leave', listOption)
    .option('--json', addedShape)
    .action(
      async (
        options: SourceSettingsOptions & {
          readonly name: string
          readonly url: string
          readonly member?: string
        },
      ) => {
        const use = { makeKey: true }
        const added = await withSources(
          io,
          env,
          options.org,
          ({ _id }, tools) => createSources(tools).add(_id, options, actorOf(io)),
          use,
        )
        const { _id: id, kind, name, host } = added
        if (options.json) return printJson(io, { id, kind, name, host })
        io.out(`Added "${name}" (${id}), a calendar of ${host}.`)
        io.out(`Next: whosout sources sync ${id} --org ${options.org}`)
      },
    )
}

interface DirectoryOptions extends SourceOptions {
  readonly workspace?: string
  readonly create?: string
  readonly avatars?: boolean
  readonly teams?: readonly string[]
}

const addDirectory = (add: Command, io: Io, env: SourceEnvironment): void => {
  add
    .command('slack')
    .description('Add the people of a Slack workspace: links members, and may create and deactivate them')
    .requiredOption('--org <slug>', 'the organization')
    .option('--workspace <id>', 'the workspace (T…), if the organization has several')
    .option('--create <what>', '"members": Slack is the roster, so syncing creates and deactivates members')
    .option('--avatars', 'also copy profile pictures')
    .option(
      '--teams <ids>',
      'user groups (S…) that become teams; a person in several belongs to the first',
      listOption,
    )
    .option('--json', addedShape)
    .action(async ({ org, json, workspace: named, create, avatars, teams = [] }: DirectoryOptions) => {
      if (create !== undefined && create !== 'members')
        throw new Problem('invalid', 'Use --create members, or leave it out.')
      const added = await withSources(io, env, org, async ({ _id }, tools) => {
        const workspace = named ?? chooseWorkspace(env, await workspacesOf(env, tools, _id), undefined).id
        const input = { workspace, creates: create === 'members', avatars: avatars === true, groups: teams }
        return createSources(tools).addDirectory(_id, input, actorOf(io))
      })
      const { _id: id, kind, name, host } = added
      if (json) return printJson(io, { id, kind, name, host })
      io.out(`Added "${name}" (${id}). Its people are listed once a day, starting within a minute.`)
    })
}

const addLists = (sources: Command, io: Io, env: SourceEnvironment): void => {
  sources
    .command('list')
    .description('List the sources of an organization and their states')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', `[${listedShape}]`)
    .action(async ({ org, json }: SourceOptions) => {
      const all = await withSources(io, env, org, ({ _id }, tools) => createSources(tools).list(_id))
      if (json) return printJson(io, all.map(listedJson))
      if (all.length === 0)
        return io.out(
          `There are no sources yet. To add one: whosout sources add calendar --org ${org} --name NAME --url URL`,
        )
      const rows = all.map(listedJson).map(({ id, name, state, last_success_at, leaves, unmatched }) => {
        return [id, name, state, last_success_at ?? 'never', String(leaves), String(unmatched)]
      })
      io.out(inColumns(['ID', 'NAME', 'STATE', 'LAST SUCCESS', 'LEAVES', 'UNMATCHED'], rows))
      for (const { name, last_error } of all) if (last_error !== null) io.err(`${name}: ${last_error}`)
    })

  sources
    .command('show <id>')
    .description('Show a source: its settings, its last error and its unmatched events')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', `${listedShape.slice(0, -1)},"host","last_four",…}`)
    .action(async (id: string, { org, json }: SourceOptions) => {
      const { source, unmatched } = await withSources(io, env, org, async ({ _id }, tools) => {
        const found = await createSources(tools).find(_id, id)
        return { source: found, unmatched: await showUnmatched(tools.store, _id, found.unmatched) }
      })
      if (json) return printJson(io, sourceJson(source, unmatched))
      io.out(sourceText(source))
      if (unmatched.length > 0) io.out(`\n${unmatchedText(unmatched)}`)
    })
}

const addChanges = (sources: Command, io: Io, env: SourceEnvironment): void => {
  sources
    .command('set <id>')
    .description('Change the settings of a source')
    .requiredOption('--org <slug>', 'the organization')
    .option('--name <name>', 'the display name')
    .option('--url <url>', 'the new address')
    .option('--type <type>', 'the type for events that do not state one')
    .option('--every <time>', 'the time between two fetches, 15m to 24h')
    .option(
      '--ignore <words>',
      'all words that mark an event as not being a leave, besides the usual ones',
      listOption,
    )
    .option('--json', listedShape)
    .action(async (id: string, options: SourceSettingsOptions) => {
      const { name, url, type, every, ignore } = options
      if ([name, url, type, every, ignore].every((value) => value === undefined))
        throw new Problem('invalid', 'Nothing to change: give --name, --url, --type, --every or --ignore.')
      const use = { makeKey: url !== undefined }
      const source = await withSources(
        io,
        env,
        options.org,
        ({ _id }, tools) =>
          createSources(tools).set(_id, id, { name, url, type, every, ignore }, actorOf(io)),
        use,
      )
      if (options.json) return printJson(io, listedJson(source))
      io.out(`Changed "${source.name}". It will be fetched within a minute.`)
    })

  for (const verb of ['pause', 'resume'] as const)
    sources
      .command(`${verb} <id>`)
      .description(
        verb === 'pause' ? 'Stop fetching a source; its leaves are kept' : 'Resume fetching a paused source',
      )
      .requiredOption('--org <slug>', 'the organization')
      .option('--json', listedShape)
      .action(async (id: string, { org, json }: SourceOptions) => {
        const source = await withSources(io, env, org, ({ _id }, tools) =>
          createSources(tools)[verb](_id, id, actorOf(io)),
        )
        if (json) return printJson(io, listedJson(source))
        io.out(
          verb === 'pause'
            ? `"${source.name}" is paused.`
            : `"${source.name}" will be fetched again within a minute.`,
        )
      })

  sources
    .command('match <id>')
    .description('Match an unmatched name with a member; the source remembers it')
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--text <text>', 'the name as it appears in the events, such as "J. Doe"')
    .requiredOption('--member <member>', 'the member')
    .option('--json', listedShape)
    .action(
      async (
        id: string,
        { org, json, text, member }: SourceOptions & { readonly text: string; readonly member: string },
      ) => {
        const source = await withSources(io, env, org, ({ _id }, tools) =>
          createSources(tools).match(_id, id, { text, member }, actorOf(io)),
        )
        if (json) return printJson(io, listedJson(source))
        io.out(`"${source.name}" will match "${text}" from its next fetch on, within a minute.`)
      },
    )

  sources
    .command('remove <id>')
    .description('Remove a source and all leaves that came from it; members from Slack are kept')
    .requiredOption('--org <slug>', 'the organization')
    .option('--yes', 'remove it even if that is a large part of all leaves')
    .option('--json', '{"id","leaves"}')
    .action(async (id: string, { org, json, yes }: SourceOptions & { readonly yes?: boolean }) => {
      const { source, leaves } = await withSources(io, env, org, ({ _id }, tools) =>
        createSources(tools).remove(_id, id, { confirmed: yes === true }, actorOf(io)),
      )
      if (json) return printJson(io, { id: source._id, leaves })
      io.out(`Removed "${source.name}" and ${counted(leaves, 'leave')}.`)
    })
}

/** `sources add|list|show|set|check|sync|confirm|match|pause|resume|remove|reencrypt`. */
export const addSourceCommands = (program: Command, io: Io, env: SourceEnvironment): void => {
  const sources = program
    .command('sources')
    .description('Sources of leaves: add, list, show, set, check, sync, confirm, match, pause, remove')
  addAdd(sources, io, env)
  addLists(sources, io, env)
  addSyncCommands(sources, io, env)
  addChanges(sources, io, env)
  addReencrypt(sources, io, env)
}
