import { Option } from '@commander-js/extra-typings'
import { lookAheads, silences } from '../../domain/digests/digest.js'
import { defaultDigest } from '../../domain/digests/settings.js'
import { findTeam } from '../../services/organizations/teams.js'
import { declareGroup, declareOrganizationCommand } from '../command.js'
import { slackOf } from '../config.js'
import { listed } from '../output.js'
import { admitChannel, channelNames, nothingPosted, withoutApp } from './channel.js'
import { channelOf, pause, postNow, preview, remove, resume, status } from './existing.js'
import { digestJson, digestShape, listColumns, setText } from './words.js'
import { findWorkspace } from './workspace.js'

const set = declareOrganizationCommand({
  usage: 'set',
  description: 'Post who is out in a channel on the chosen days; replaces the digest already set there',
  options: (command) =>
    command
      .requiredOption(
        '--channel <id>',
        'the Slack id of the channel, such as C0123ABCD; invite the app to it',
      )
      .requiredOption('--time <time>', 'HH:mm, from 05:00 to 20:59')
      .option('--timezone <zone>', 'UTC or a name such as Europe/Berlin (default: that of the organization)')
      .requiredOption('--days <days>', 'such as mon-fri, or mon,wed,fri')
      .option(
        '--workspace <id>',
        'the Slack id of the workspace (T…); required when the organization has several',
      )
      .option('--team <team>', 'only this team (id or name); default: everybody')
      .addOption(
        new Option(
          '--look-ahead <day>',
          `the day that shows a week: ${lookAheads.join(', ')}`,
        ).default<string>(defaultDigest.look_ahead),
      )
      .addOption(
        new Option('--when-empty <what>', `when nobody is out: ${silences.join(' or ')}`).default<string>(
          defaultDigest.when_empty,
        ),
      )
      .addOption(
        new Option(
          '--on-bank-holidays <what>',
          `when everybody has one: ${silences.join(' or ')}`,
        ).default<string>(defaultDigest.on_bank_holidays),
      ),
  json: digestShape.replace('}', ', "replaced"}') + '; "replaced" is null or the previous digest',
  help: '\nA digest set after today’s time starts on its next day.',
  run: async ({ io, env, organization, org, services, dependencies, actor, options }) => {
    const { store } = dependencies
    const { time, timezone = organization.timezone, days, lookAhead, onBankHolidays, whenEmpty } = options
    const channel = channelOf(options.channel)
    const team = options.team === undefined ? null : await findTeam(store, org, options.team)
    const settings = {
      time,
      timezone,
      days,
      look_ahead: lookAhead,
      on_bank_holidays: onBankHolidays,
      when_empty: whenEmpty,
    }
    const workspace = await findWorkspace(store, organization, options.workspace, slackOf(env))
    await admitChannel(env, { services }, { workspace, channel })
    const wanted = { workspace, channel, team, settings, creator: null }
    const result = await services.digests.set(organization, wanted, actor)
    const name = team?.name ?? null
    const current = { digest: result.digest, team: name }
    const replaced = result.replaced && digestJson({ digest: result.replaced, team: name })
    return {
      json: { ...digestJson(current), replaced },
      text: setText(current, result, await withoutApp(env, store, [result.digest]), io.now()),
      notes: nothingPosted(env),
    }
  },
})

const list = declareOrganizationCommand({
  usage: 'list',
  description: 'List the digests of an organization',
  json: `[${digestShape}]`,
  table: true,
  run: async ({ io, env, organization, slug, services, dependencies: { store }, json }) => {
    const digests = await services.digests.list(organization)
    const none = `There are no digests yet: whosout digest set --org ${slug} --channel C… --time 09:00 --days mon-fri`
    const all = digests.map(({ digest }) => digest)
    const missing = await withoutApp(env, store, all)
    const names = json ? new Map<string, string>() : await channelNames(env, { services }, all)
    const columns = listColumns(missing, names, io.now())
    return { ...listed(digests, columns, none), json: digests.map(digestJson) }
  },
})

export const digestCommands = declareGroup(
  'digest',
  'The morning digest of a channel: set, list, pause, resume, remove, preview, post-now, status',
  [set, list, pause, resume, remove, preview, postNow, status],
)
