import { Problem } from '../../domain/problem.js'
import type { LeaveAfterCancel } from '../../domain/sources/changes.js'
import type { DataSource } from '../../domain/sources/source.js'
import type { SyncOptions, SyncReport } from '../../services/sources/claims.js'
import type { ShownUnmatched } from '../../services/sources/sources.js'
import { declareOrganizationCommand } from '../command.js'
import type { AboutOne, Machine } from '../open.js'
import { listOption } from '../options.js'
import { changesText, counted, type Printed } from '../output.js'
import { inColumns } from '../table.js'
import { unmatchedJson, unmatchedText, unreadableText } from './show.js'

const reportShape =
  '{"ok", "added", "changed", "removed", "kept", "cancelled": [{"email", "start_date", "end_date", "counts"}], "unmatched": [{"summary", "start_date", "end_date", "nearest"}], "unreadable": [{"summary", "reason"}], "error"}'

interface Synced {
  readonly source: DataSource
  readonly report: SyncReport
  readonly unmatched: readonly ShownUnmatched[]
  readonly cancelled: readonly CancelledLeave[]
}

/** A leave of the feed on days that an admin cancelled. */
interface CancelledLeave extends Pick<LeaveAfterCancel, 'start_date' | 'end_date' | 'counts'> {
  readonly email: string
}

/** A sync by another process ends within a minute, when its claim does. */
const waitTimeout = 70_000
const glance = 500

const syncNow = async (
  { io, services, dependencies: { now, wait } }: AboutOne & Pick<Machine, 'io'>,
  source: DataSource,
  options: SyncOptions,
): Promise<Synced> => {
  const { sync, showUnmatched } = await services.openSources()
  io.progress('fetching…')
  const until = now().getTime() + waitTimeout
  for (;;) {
    const outcome = await sync(source._id, options).finally(() => io.progress(null))
    if (outcome.kind === 'done')
      return {
        report: outcome.report,
        source: outcome.source,
        unmatched: await showUnmatched(source.org, outcome.report.unmatched),
        cancelled: await withEmails(services, source.org, outcome.report.cancelled),
      }
    if (outcome.kind === 'gone')
      throw new Problem('conflict', 'The source was changed or removed in the meantime. Try again.')
    if (now().getTime() >= until)
      throw new Problem('conflict', 'Another process is syncing this source. Try again in a minute.')
    io.progress('waiting for another process…')
    await wait(glance)
  }
}

const withEmails = async (
  { members }: Pick<AboutOne['services'], 'members'>,
  org: string,
  cancelled: SyncReport['cancelled'] = [],
): Promise<readonly CancelledLeave[]> => {
  if (cancelled.length === 0) return []
  const emails = new Map((await members.list(org, {})).map(({ id, email }) => [id, email]))
  return cancelled.map(({ member_id, start_date, end_date, counts }) => {
    return { email: emails.get(member_id) ?? '', start_date, end_date, counts }
  })
}

const cancelledText = ({ email, start_date, end_date, counts }: CancelledLeave): string =>
  `${email} ${start_date} to ${end_date}: ${counts ? 'counts, although a leave on some of these days was cancelled by hand' : 'does not count, because it was cancelled by hand'}`

const strangersText = (count: number): string =>
  count === 1 ? '1 person is not a member' : `${count} people are not members`

const reported = ({ report, unmatched, cancelled, source }: Synced, slug: string): Printed => {
  const { ok, added, changed, removed, kept, unreadable, error } = report
  const counts = { added, changed, removed, same: kept }
  const found = source.slack ? changesText('member', counts, 'deactivated') : changesText('leave', counts)
  const strangers = source.slack ? source.unmatched_count : 0
  return {
    json: {
      ok,
      added,
      changed,
      removed,
      kept,
      ...(cancelled.length > 0 && { cancelled }),
      unmatched: unmatchedJson(unmatched),
      unreadable: unreadable?.events ?? [],
      error,
    },
    text: error === null ? `${found || 'Nothing found'}.` : [],
    notes: [
      ...(error === null ? [] : [error]),
      ...cancelled.map(cancelledText),
      ...(ok && strangers > 0
        ? [`${strangersText(strangers)}. To see them: whosout slack people --org ${slug}`]
        : []),
      ...(ok ? [...unmatchedText(unmatched, source.member_id !== null), ...unreadableText(unreadable)] : []),
    ],
    failed: !ok,
  }
}

export const sync = declareOrganizationCommand({
  usage: 'sync <id>',
  description: 'Fetch a source now, even if it is paused or not due',
  json: reportShape,
  run: async ({ args: [id], ...scope }) => {
    const source = await (await scope.services.openSources()).find(scope.org, id)
    return reported(await syncNow(scope, source, { confirmedBy: scope.actor }), scope.slug)
  },
})

export const confirm = declareOrganizationCommand({
  usage: 'confirm <id>',
  description:
    'Confirm a held fetch: the source may then remove as many leaves (or members) as the held fetch would have',
  json: reportShape,
  run: async ({ args: [id], ...scope }) => {
    const source = await (await scope.services.openSources()).find(scope.org, id)
    if (!source.held) throw new Problem('conflict', 'No fetch of this source is held.')
    const confirmation = { confirmed: source.held, confirmedBy: scope.actor }
    return reported(await syncNow(scope, source, confirmation), scope.slug)
  },
})

const checkShape =
  '{"leaves": [{"email", "type", "start_date", "end_date", "starts_at_noon", "ends_at_noon"}], "unmatched": […], "ignored", "refused", "unreadable": […]}'

export const check = declareOrganizationCommand({
  usage: 'check <url>',
  description: 'Preview the leaves in a feed; nothing is written',
  about: 'the organization whose members are matched',
  options: (command) =>
    command
      .option('--member <member>', 'the member whose own calendar it is')
      .option(
        '--type <type>',
        'the type for events that do not state one: holiday, sick, personal or bank_holiday',
      )
      .option('--ignore <words>', 'words that mark an event as not being a leave', listOption),
  json: checkShape,
  run: async ({ services, org, args: [url], options }) => {
    const checked = await (await services.openSources()).checkFeed(org, url, options)
    const { leaves, unmatched, unmatchedCount, ignored, unreadable } = checked
    const refused = unreadable?.count ?? 0
    const isOwn = options.member !== undefined
    const counts = [
      counted(leaves.length, 'leave'),
      `${counted(unmatchedCount, 'event')} ${isOwn ? 'not sure' : 'without a member'}`,
      counted(ignored, 'other event'),
      `${refused} unreadable`,
    ]
    return {
      json: {
        leaves,
        unmatched: unmatchedJson(unmatched),
        ignored,
        refused,
        unreadable: unreadable?.events ?? [],
      },
      text: inColumns({ FROM: 'start_date', TO: 'end_date', TYPE: 'type', 'E-MAIL': 'email' }, leaves),
      notes: [
        counts.join(', '),
        ...(unmatched.length > 0 ? ['', ...unmatchedText(unmatched, isOwn)] : []),
        ...(unreadable ? ['', ...unreadableText(unreadable)] : []),
      ],
    }
  },
})
