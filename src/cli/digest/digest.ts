import { Option, type Command } from 'commander'
import { lookAheads, silences } from '../../domain/digests/digest.js'
import { defaultDigest } from '../../domain/digests/settings.js'
import { createDigests } from '../../services/digests/digests.js'
import { findTeam } from '../../services/organizations/teams.js'
import type { Environment } from '../../config/config.js'
import { admitChannel, sayNothingPosted, slackOf } from './channel.js'
import { addDigestVerbs, channelOf, type ChannelOptions } from './verbs.js'
import { digestJson, digestShape, listText, setText } from './words.js'
import { findWorkspace } from './workspace.js'
import { printJson, type Io } from '../io.js'
import { actorOf, withOrganization, type OrgOptions } from '../open.js'

interface SetOptions extends ChannelOptions {
  readonly time: string
  readonly timezone: string
  readonly days: string
  readonly lookAhead: string
  readonly onBankHolidays: string
  readonly whenEmpty: string
}

const settingsOf = ({ time, timezone, days, lookAhead, onBankHolidays, whenEmpty }: SetOptions) => ({
  time,
  timezone,
  days,
  look_ahead: lookAhead,
  on_bank_holidays: onBankHolidays,
  when_empty: whenEmpty,
})

const set = (io: Io, env: Environment, options: SetOptions): Promise<void> =>
  withOrganization(io, options.org, async (organization, dependencies) => {
    const { store } = dependencies
    const channel = channelOf(options.channel)
    const team = options.team === undefined ? null : await findTeam(store, organization._id, options.team)
    const settings = settingsOf(options)
    const workspace = await findWorkspace(store, organization, options.workspace, slackOf(env))
    await admitChannel(env, dependencies, { workspace, channel })
    const { who } = actorOf(io)
    const wanted = { workspace, channel, team, settings, who, creator: null }
    const result = await createDigests(dependencies).set(organization, wanted)
    const name = team?.name ?? null
    const listed = { digest: result.digest, team: name }
    if (!options.json) {
      io.out(setText(listed, result, io.now()))
      sayNothingPosted(io, env)
      return
    }
    const replaced = result.replaced && digestJson({ digest: result.replaced, team: name })
    printJson(io, { ...digestJson(listed), replaced })
  })

const addSet = (digest: Command, io: Io, env: Environment): void => {
  digest
    .command('set')
    .description('Post who is out in a channel on the chosen days; replaces the digest already set there')
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--channel <id>', 'the Slack id of the channel, such as C0123ABCD; invite the app to it')
    .requiredOption('--time <time>', 'HH:mm, from 05:00 to 20:59')
    .requiredOption('--timezone <zone>', 'UTC or a name such as Europe/Berlin')
    .requiredOption('--days <days>', 'such as mon-fri, or mon,wed,fri')
    .option(
      '--workspace <id>',
      'the Slack id of the workspace (T…); required when the organization has several',
    )
    .option('--team <team>', 'only this team (id or name); default: everybody')
    .addOption(
      new Option('--look-ahead <day>', `the day that shows a week: ${lookAheads.join(', ')}`).default(
        defaultDigest.look_ahead,
      ),
    )
    .addOption(
      new Option('--when-empty <what>', `when nobody is out: ${silences.join(' or ')}`).default(
        defaultDigest.when_empty,
      ),
    )
    .addOption(
      new Option('--on-bank-holidays <what>', `when everybody has one: ${silences.join(' or ')}`).default(
        defaultDigest.on_bank_holidays,
      ),
    )
    .option(
      '--json',
      digestShape.replace('}', ',"replaced"}') + '; "replaced" is null or the previous digest',
    )
    .addHelpText('after', '\nA digest set after today’s time starts on its next day.')
    .action((options: SetOptions) => set(io, env, options))
}

const addList = (digest: Command, io: Io): void => {
  digest
    .command('list')
    .description('List the digests of an organization')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', `[${digestShape}]`)
    .action(async ({ org, json }: OrgOptions) => {
      const listed = await withOrganization(io, org, (organization, dependencies) =>
        createDigests(dependencies).list(organization),
      )
      if (json) return printJson(io, listed.map(digestJson))
      if (listed.length === 0)
        return io.out(
          `There are no digests yet: whosout digest set --org ${org} --channel C… --time 09:00 --timezone ZONE --days mon-fri`,
        )
      io.out(listText(listed, io.now()))
    })
}

/** `digest set|list|pause|resume|remove|preview|post-now|status`. */
export const addDigestCommands = (program: Command, io: Io, env: Environment): void => {
  const digest = program
    .command('digest')
    .description(
      'The morning digest of a channel: set, list, pause, resume, remove, preview, post-now, status',
    )
  addSet(digest, io, env)
  addList(digest, io)
  addDigestVerbs(digest, io, env)
}
