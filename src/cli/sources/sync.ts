import type { Command } from 'commander'
import { Problem } from '../../domain/problem.js'
import { parseFeedAddress } from '../../domain/sources/address.js'
import type { DataSource } from '../../domain/sources/source.js'
import { showUnmatched, type ShownUnmatched } from '../../services/sources/sources.js'
import { findSource } from '../../services/sources/stored.js'
import type { SyncOptions, SyncReport } from '../../services/sources/claims.js'
import { printJson, type Io } from '../io.js'
import { actorOf, listOption } from '../open.js'
import { changesText, counted } from '../output.js'
import { unmatchedText, unmatchedJson } from './show.js'
import { withSources, type SourceEnvironment, type SourceTools } from './tools.js'

interface SyncCommandOptions {
  readonly org: string
  readonly json?: boolean
}

const reportShape =
  '{"ok","added","changed","removed","kept","unmatched":[{"summary","start_date","end_date","nearest"}],"error"}'

const unmatchedHeading = 'Events that match no member:'

interface Synced {
  readonly source: DataSource
  readonly report: SyncReport
  readonly unmatched: readonly ShownUnmatched[]
}

/** A sync by another process ends within a minute, when its claim does. */
const waitTimeout = 70_000
const glance = 500

const syncNow = async (tools: SourceTools, source: DataSource, options: SyncOptions): Promise<Synced> => {
  const { createSync, isBusy } = await import('../../services/sources/sync.js')
  const sync = createSync(tools)
  const until = tools.now().getTime() + waitTimeout
  for (;;) {
    const outcome = await sync(source._id, options)
    if (outcome.kind === 'done')
      return {
        report: outcome.report,
        source: outcome.source,
        unmatched: await showUnmatched(tools.store, source.org, outcome.report.unmatched),
      }
    if (outcome.kind === 'gone')
      throw new Problem('conflict', 'The source was changed or removed in the meantime. Try again.')
    if (tools.now().getTime() >= until) throw isBusy()
    await tools.wait(glance)
  }
}

const sayReport = (io: Io, { report, unmatched, source }: Synced, options: SyncCommandOptions): void => {
  if (!report.ok) io.setExitCode(1)
  const { ok, added, changed, removed, kept, error } = report
  if (options.json)
    return printJson(io, { ok, added, changed, removed, kept, unmatched: unmatchedJson(unmatched), error })
  if (error !== null) io.err(error)
  else {
    const counts = { added, changed, removed, same: kept }
    const said = source.slack ? changesText('member', counts, 'deactivated') : changesText('leave', counts)
    io.out(`${said || 'Nothing found'}.`)
  }
  if (ok && source.slack && source.unmatched_count > 0)
    io.err(
      `${source.unmatched_count === 1 ? '1 person is not a member' : `${source.unmatched_count} people are not members`}. To see them: whosout slack people --org ${options.org}`,
    )
  if (ok && unmatched.length > 0) io.err(`${unmatchedHeading}\n${unmatchedText(unmatched)}`)
}

const addSync = (sources: Command, io: Io, env: SourceEnvironment): void => {
  sources
    .command('sync <id>')
    .description('Fetch a source now, even if it is paused or not due')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', reportShape)
    .action(async (id: string, options: SyncCommandOptions) => {
      const synced = await withSources(io, env, options.org, async ({ _id }, tools) =>
        syncNow(tools, await findSource(tools.store, _id, id), { confirmedBy: actorOf(io) }),
      )
      sayReport(io, synced, options)
    })

  sources
    .command('confirm <id>')
    .description(
      'Confirm a held fetch: the source may then remove as many leaves (or members) as the held fetch would have',
    )
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', reportShape)
    .action(async (id: string, options: SyncCommandOptions) => {
      const synced = await withSources(io, env, options.org, async ({ _id }, tools) => {
        const source = await findSource(tools.store, _id, id)
        if (!source.held) throw new Problem('conflict', 'No fetch of this source is held.')
        return syncNow(tools, source, { confirmed: source.held, confirmedBy: actorOf(io) })
      })
      sayReport(io, synced, options)
    })
}

interface CheckOptions extends SyncCommandOptions {
  readonly member?: string
  readonly type?: string
  readonly ignore?: readonly string[]
}

const checkShape =
  '{"leaves":[{"email","type","start_date","end_date","starts_at_noon","ends_at_noon"}],"unmatched":[…],"ignored","refused"}'

const addCheck = (sources: Command, io: Io, env: SourceEnvironment): void => {
  sources
    .command('check <url>')
    .description('Preview the leaves in a feed; nothing is written')
    .requiredOption('--org <slug>', 'the organization whose members are matched')
    .option('--member <member>', 'the member whose own calendar it is')
    .option(
      '--type <type>',
      'the type for events that do not state one: holiday, sick, personal or bank_holiday',
    )
    .option('--ignore <words>', 'words that mark an event as not being a leave', listOption)
    .option('--json', checkShape)
    .action(async (url: string, options: CheckOptions) => {
      const { checkFeed } = await import('../../services/sources/check.js')
      const checked = await withSources(io, env, options.org, ({ _id }, tools) => {
        const address = parseFeedAddress(url, tools.allowPrivate)
        if ('issue' in address) throw new Problem('invalid', `The address ${address.issue}.`)
        return checkFeed(tools, _id, address.url, options)
      })
      const { leaves, unmatched, unmatchedCount, ignored, refused } = checked
      if (options.json)
        return printJson(io, { leaves, unmatched: unmatchedJson(unmatched), ignored, refused })
      for (const { email, type, start_date, end_date } of leaves)
        io.out(`${start_date}  ${end_date}  ${type.padEnd(12)}  ${email}`)
      io.err(
        [
          counted(leaves.length, 'leave'),
          counted(unmatchedCount, 'event') + ' without a member',
          counted(ignored, 'other event'),
          `${refused} unreadable`,
        ].join(', '),
      )
      if (unmatched.length > 0) io.err(`\n${unmatchedHeading}\n${unmatchedText(unmatched)}`)
    })
}

/** `sources sync|confirm|check`. */
export const addSyncCommands = (sources: Command, io: Io, env: SourceEnvironment): void => {
  addCheck(sources, io, env)
  addSync(sources, io, env)
}
